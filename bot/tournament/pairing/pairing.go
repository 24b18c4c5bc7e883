// Package pairing says who meets whom in a tournament, and how its players stand.
//
// A round robin follows the Berger tables of FIDE's handbook, C.05, annex 1. A Swiss
// tournament follows the Dutch system of C.04.3 in what it demands absolutely (nobody meets
// twice, nobody has two byes, colours stay balanced) and in the order of its aims: score
// groups from the top, as few who float as can be, colours, floats that do not repeat, and
// the upper half of a group against the lower. Where the Dutch system goes through candidates
// one after the other, all aims are weights of one matching here; so a round is found
// whenever there is one, however narrow it has become. Standings follow C.07.
//
// Players are numbered from 0 in the order of their strength or entry, and never change
// numbers. Who has the first seat plays "white". Points are counted in halves of a point. All
// functions are pure: the same tournament has the same next round.
package pairing

import "errors"

// Bye is in the place of the second player of who has none.
const Bye = -1

// Points for a game, in halves.
const (
	Loss = 0
	Half = 1
	Win  = 2
)

// Least and Most are how many players a tournament can have.
const (
	Least = 3
	Most  = 64
)

// Game is a pairing of a round, and how it ended.
type Game struct {
	First, Second int // players; Second may be Bye
	// Points of the first and the second player.
	Points [2]int
	// Played: it was a game. Else it was decided because somebody was not there: it counts for
	// neither's colours, and the two may meet again.
	Played bool
}

// Event is a tournament as far as its games are over.
type Event struct {
	Players int
	Rounds  [][]Game
	Gone    []bool // by player: they have withdrawn and are not paired any more; nil for nobody
}

// ErrNone reports that no further round is possible: whoever pairs two, they have met before,
// or a second bye would be needed.
var ErrNone = errors.New("pairing: there is no round in which nobody meets an opponent again")

// gone reports whether a player has withdrawn.
func (e *Event) gone(player int) bool { return player < len(e.Gone) && e.Gone[player] }

// turn is what a player did in a round.
type turn struct {
	opponent int // Bye for none
	points   int
	seat     int // 0 or 1 where the game was played, else none
	paired   bool
}

// none is in the place of a seat of who has not played.
const none = -1

// played reports whether there was a game.
func (t turn) played() bool { return t.seat != none }

// missed reports whether the player was to play in the round and did not, by their own doing:
// C.07 calls it a voluntary unplayed round.
func (t turn) missed() bool { return !t.played() && t.points < Win }

// histories are the turns of all players, by player and round.
func (e *Event) histories() [][]turn {
	list := make([][]turn, e.Players)
	for p := range list {
		list[p] = make([]turn, len(e.Rounds))
		for r := range list[p] {
			list[p][r] = turn{opponent: Bye, seat: none}
		}
	}
	for r, round := range e.Rounds {
		for _, g := range round {
			seats := [2]int{none, none}
			if g.Played {
				seats = [2]int{0, 1}
			}
			list[g.First][r] = turn{g.Second, g.Points[0], seats[0], true}
			if g.Second != Bye {
				list[g.Second][r] = turn{g.First, g.Points[1], seats[1], true}
			}
		}
	}
	return list
}

// sum is the points of some turns.
func sum(turns []turn) (points int) {
	for _, t := range turns {
		points += t.points
	}
	return points
}
