// Package pairing computes the pairings and standings of tournaments.
//
// Round robins use the Berger tables of FIDE's handbook, C.05, annex 1. Swiss tournaments follow
// the Dutch system, C.04.3 in the edition of 2026. That tries candidates one after the other; here
// all its criteria, and then the order of the candidates, are digits of the weights of a matching, so
// that the best round is found whenever there is one. Standings follow C.07.
//
// Players are numbered from 0 in the order of strength or entry, and keep their numbers. The first
// seat is FIDE's "white". Points are counted in halves. All functions are deterministic and have no
// side effects.
package pairing

import (
	"errors"
	"slices"
)

// Bye is the second player of a game without one.
const Bye = -1

// Points for a game, in halves.
const (
	Loss = 0
	Half = 1
	Win  = 2
)

// Least and Most are the limits of the number of players.
const (
	Least = 3
	Most  = 64
)

// Game is a pairing of a round with its result.
type Game struct {
	First, Second int // players; Second may be Bye
	Points        [2]int
	// Played is false for a game decided by absence: it does not count for colours, and the players
	// may meet again.
	Played bool
}

// Event is a tournament with its finished games.
type Event struct {
	Players int
	Rounds  [][]Game
	Gone    []bool // by player: has withdrawn and is not paired again; may be nil
	// Apart are pairs of players who are not paired in a Swiss tournament while that can be avoided.
	Apart [][2]int
}

// ErrNone is returned if no further round is possible: every pairing would repeat a game or give a
// second bye.
var ErrNone = errors.New("pairing: there is no round in which nobody meets an opponent again")

func (e *Event) gone(player int) bool { return player < len(e.Gone) && e.Gone[player] }

// turn is what a player did in a round.
type turn struct {
	opponent int // Bye if none
	points   int
	seat     int // 0 or 1 if the game was played, otherwise none
}

// none is the seat of a player without a game.
const none = -1

func (t turn) played() bool { return t.seat != none }

// missed reports whether the player scored no full point without playing: C.07 calls it a voluntary
// unplayed round.
func (t turn) missed() bool { return !t.played() && t.points < Win }

// histories returns the turns by player and round.
func (e *Event) histories() [][]turn {
	list := make([][]turn, e.Players)
	for p := range list {
		list[p] = slices.Repeat([]turn{{opponent: Bye, seat: none}}, len(e.Rounds))
	}
	for r, round := range e.Rounds {
		for _, g := range round {
			seats := [2]int{none, none}
			if g.Played {
				seats = [2]int{0, 1}
			}
			list[g.First][r] = turn{g.Second, g.Points[0], seats[0]}
			if g.Second != Bye {
				list[g.Second][r] = turn{g.First, g.Points[1], seats[1]}
			}
		}
	}
	return list
}

func sum(turns []turn) (points int) {
	for _, t := range turns {
		points += t.points
	}
	return points
}
