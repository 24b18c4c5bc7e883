// Package tournament runs tournaments in the channels of servers. People sign up by a button, and
// the bot pairs them round by round, opens a table for each game, collects the results and shows
// the standings.
//
// A game has to be over by a deadline, which its table keeps. FIDE's Laws (6.7) let who comes late lose, and both
// where neither comes; as in play by mail, who is to move when the time is up has lost.
//
// A [Tournament] is one record that contains everything done so far. Commands change it.
// [Keeper.Run] performs what follows (messages, tables, rounds) in steps, each of which finds
// out from the record and the tables whether it was already taken. So an interruption loses nothing
// and repeats no table, round or result. A message may be sent twice, if the bot stops between
// sending and recording it; a call of players to their game may be lost where its first sending has failed.
//
// Package pairing computes pairings and standings. A channel has one tournament at a time.
package tournament

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/bits"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/engine"
)

// State is the stage of a tournament.
type State string

// The states. Once its end has been announced, a tournament is stored under another kind.
const (
	SigningUp State = "signing up"
	Running   State = "running"
	Over      State = "over"
	Stopped   State = "stopped"
)

// format is the version of the stored record.
const format = 1

// maxRounds bounds the rounds of a Swiss tournament. It is enough to determine a winner among any
// number of players allowed.
const maxRounds = 15

// Tournament is the record of a tournament. The JSON names are the stored form.
type Tournament struct {
	Format   int    `json:"format"`
	Revision uint64 `json:"revision"` // number of the last change
	// Key is the ID of the request that created the tournament, which makes it unique.
	Key       string `json:"key"`
	Title     string `json:"title"`
	Guild     string `json:"guild"`
	Channel   string `json:"channel"`
	Locale    string `json:"locale,omitempty"`
	Organiser string `json:"organiser"`

	Game    string `json:"game"`
	Options string `json:"options,omitempty"` // as typed
	Clock   string `json:"clock,omitempty"`   // as typed
	Rated   bool   `json:"rated,omitempty"`
	AllMeet bool   `json:"allMeet,omitempty"` // round robin, otherwise Swiss
	Planned int    `json:"planned,omitempty"` // number of rounds; 0 to choose it by the number of players
	// Hours are how long a game may last; 0 is no limit, and byPlayers chooses at the start.
	Hours int `json:"hours,omitempty"`

	State   State    `json:"state"`
	Players []Player `json:"players"` // in the order of their numbers once it is running
	Rounds  []Round  `json:"rounds,omitempty"`

	// Message is the ID of the sign-up message, and Shown the hash of the players that it shows.
	Message string `json:"message,omitempty"`
	Shown   uint64 `json:"shown,omitempty"`
	// EndTold is set when the end has been announced.
	EndTold bool `json:"told,omitempty"`
	// Lost is set when the channel is lost and the organiser has been told.
	Lost  bool      `json:"lost,omitempty"`
	Since time.Time `json:"since"`
	Ended time.Time `json:"ended,omitzero"`
}

// Player is a participant.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Gone bool   `json:"gone,omitempty"` // withdrawn
}

// Round is a round with its pairings.
type Round struct {
	Games     []Game    `json:"games"`
	At        time.Time `json:"at"` // time of the pairing
	Announced bool      `json:"told,omitempty"`
	// NoRoom is set when the channel has been told that games wait for room.
	NoRoom bool `json:"waits,omitempty"`
}

// Game is a game of a round.
type Game struct {
	First   int    `json:"first"`
	Second  int    `json:"second"`            // or [pairing.Bye]
	Channel string `json:"channel,omitempty"` // of its table
	Table   int    `json:"table,omitempty"`   // number of its table, 0 if none
	Called  bool   `json:"called,omitempty"`  // both players have been called to the table
	// NoRoom is, by seat, when it was told that the player has no room for the table.
	NoRoom [2]time.Time `json:"noRoom,omitzero"`
	// Forfeit is, by seat, whether the player forfeits, by withdrawing or by decision of the
	// organiser.
	Forfeit [2]bool `json:"forfeit,omitzero"`
	Decided bool    `json:"decided,omitempty"` // by the organiser, so that it is not rated
	Done    bool    `json:"done,omitempty"`
	Points  [2]int  `json:"points"`
	Played  bool    `json:"played,omitempty"` // see [pairing.Game]
}

// running refuses commands that need a running tournament.
func (t *Tournament) running() error {
	if t.State == SigningUp {
		return engine.Refuse("the tournament has not begun; %s begins it", engine.Command("tournament start"))
	}
	return nil
}

// number returns a player's number, -1 for other users.
func (t *Tournament) number(user string) int {
	return slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == user })
}

// open reports whether people can join: until the last round but one of a Swiss tournament is over.
func (t *Tournament) open() bool {
	return t.State == SigningUp || t.State == Running && !t.AllMeet && len(t.Rounds) < t.Planned
}

// Join signs a user up, or adds a player to the next round; false if they play already.
func (t *Tournament) Join(who chat.User) (bool, error) {
	switch n := t.number(who.ID); {
	case n >= 0 && t.Players[n].Gone:
		return false, engine.Refuse("you have withdrawn from this tournament")
	case n >= 0:
		t.Players[n].Name = who.Name
		return false, nil
	case !t.open():
		return false, engine.Refuse("the tournament has begun, and nobody can join any more")
	case who.Bot:
		return false, engine.Refuse("bots do not play in tournaments")
	case len(t.Players) >= pairing.Most:
		return false, engine.Refuse("%s people have signed up, as many as can play", strconv.Itoa(pairing.Most))
	}
	t.Players = append(t.Players, Player{ID: who.ID, Name: who.Name})
	return true, nil
}

// Leave removes a user from the sign-up.
func (t *Tournament) Leave(user string) error {
	n := t.number(user)
	switch {
	case n < 0:
		return engine.Refuse("you have not signed up; %s does", engine.Command("tournament join"))
	case t.State != SigningUp:
		return engine.Refuse("the tournament has begun; %s withdraws you from it", engine.Command("tournament withdraw"))
	}
	t.Players = slices.Delete(t.Players, n, n+1)
	return nil
}

// Start starts a tournament. order is a random permutation that assigns the players' numbers. apart is
// as in Next.
func (t *Tournament) Start(order []int, now time.Time, apart [][2]string) error {
	switch {
	case t.State != SigningUp:
		return engine.Refuse("the tournament has begun already")
	case len(t.Players) < pairing.Least:
		return engine.Refuse("%s, and a tournament needs %s; %s signs one up",
			engine.Count(len(t.Players), "one person has signed up", "%s people have signed up"), strconv.Itoa(pairing.Least), engine.Command("tournament join"))
	}
	players := make([]Player, len(t.Players))
	for n, i := range order {
		players[n] = t.Players[i]
	}
	t.Players, t.State = players, Running
	n := len(players)
	most := n - 1 + n%2
	switch {
	case t.AllMeet:
		t.Planned = most
	case t.Planned == 0:
		t.Planned = max(3, bits.Len(uint(n-1))) // as many as determine a single winner
	}
	t.Planned = min(t.Planned, most)
	if t.Hours == byPlayers {
		t.Hours = 24 * (8 - min(max(3, bits.Len(uint(n-1))), 5)) // 5 days to 8 players, 4 to 16, then 3
	}
	t.pair(now, apart)
	return nil
}

// byPlayers has the number of players say how long a game may last: the more of them wait for the last game of
// a round, the less.
const byPlayers = -1

// event returns the finished games in the form of package pairing.
func (t *Tournament) event() *pairing.Event {
	e := &pairing.Event{Players: len(t.Players), Gone: engine.Map(t.Players, func(p Player) bool { return p.Gone })}
	for _, r := range t.Rounds {
		var games []pairing.Game
		for _, g := range r.Games {
			if g.Done {
				games = append(games, pairing.Game{First: g.First, Second: g.Second, Points: g.Points, Played: g.Played})
			}
		}
		e.Rounds = append(e.Rounds, games)
	}
	return e
}

// Standings returns the present standings.
func (t *Tournament) Standings() []pairing.Line { return t.event().Standings(t.AllMeet) }

// round returns the present round, nil for none.
func (t *Tournament) round() *Round {
	if t.State != Running || len(t.Rounds) == 0 {
		return nil
	}
	return &t.Rounds[len(t.Rounds)-1]
}

func (t *Tournament) finished() bool {
	return !slices.ContainsFunc(t.round().Games, func(g Game) bool { return !g.Done })
}

// Next pairs the next round, or ends the tournament: after the last round, with fewer than two
// players left, or if no further round is possible. apart are the IDs of players who do not meet in a
// Swiss tournament while that can be avoided.
func (t *Tournament) Next(now time.Time, apart [][2]string) {
	left := slices.DeleteFunc(slices.Clone(t.Players), func(p Player) bool { return p.Gone })
	if len(t.Rounds) >= t.Planned || len(left) < 2 || !t.pair(now, apart) {
		t.State, t.Ended = Over, now.UTC()
	}
}

// pair adds a round; false if none is possible. A bye scores at once, and a withdrawn opponent
// forfeits.
func (t *Tournament) pair(now time.Time, apart [][2]string) bool {
	var paired []pairing.Game
	if t.AllMeet {
		paired = pairing.RoundRobin(len(t.Players))[len(t.Rounds)]
	} else {
		e := t.event()
		for _, ids := range apart {
			e.Apart = append(e.Apart, [2]int{t.number(ids[0]), t.number(ids[1])})
		}
		var err error
		if paired, err = e.Swiss(t.Planned); errors.Is(err, pairing.ErrNone) {
			return false
		}
	}
	r := Round{At: now.UTC()}
	for _, p := range paired {
		g := Game{First: p.First, Second: p.Second}
		if p.Second == pairing.Bye {
			g.Done = true
			if !t.Players[p.First].Gone && !t.AllMeet { // in a round robin everybody has one
				g.Points[0] = pairing.Win
			}
		} else {
			g.Forfeit = [2]bool{t.Players[p.First].Gone, t.Players[p.Second].Gone}
		}
		r.Games = append(r.Games, g)
	}
	t.Rounds = append(t.Rounds, r)
	return true
}

// setResult records the result of a game: the winning seat, or -1 for a draw. It does nothing if there
// is a result.
func (g *Game) setResult(winner int, played bool) {
	if g.Done {
		return
	}
	g.Done, g.Played, g.Points = true, played, [2]int{pairing.Half, pairing.Half}
	if winner >= 0 {
		g.Points = [2]int{}
		g.Points[winner] = pairing.Win
	}
}

// forfeits reports whether the game is forfeited, and the winner, -1 if both players forfeit.
func (g *Game) forfeits() (winner int, ok bool) {
	return slices.Index(g.Forfeit[:], false), g.Forfeit[0] || g.Forfeit[1]
}

// lose records a forfeit; with winner -1 nobody scores.
func (g *Game) lose(winner int, played bool) {
	g.setResult(winner, played)
	if winner < 0 {
		g.Points = [2]int{}
	}
}

// openGame returns a player's unfinished game of the present round, or nil.
func (t *Tournament) openGame(user string) (g *Game, seat int) {
	n, r := t.number(user), t.round()
	if r == nil || n < 0 {
		return nil, 0
	}
	for i := range r.Games {
		g := &r.Games[i]
		if seat := slices.Index([]int{g.First, g.Second}, n); seat >= 0 && !g.Done {
			return g, seat
		}
	}
	return nil, 0
}

// lost records that a player forfeits the game, and whether that is by somebody else's decision.
func (g *Game) lost(seat int, decided bool) {
	g.Decided = g.Decided || decided && !g.Forfeit[seat]
	g.Forfeit[seat] = true
}

// Withdraw withdraws a player from a running tournament: the player loses the present game and is
// not paired again. by is who decides so.
func (t *Tournament) Withdraw(user, by string) error {
	n := t.number(user)
	if err := t.running(); err != nil {
		return err
	}
	if n < 0 {
		return engine.Refuse("%s does not play in this tournament", chat.Mention(user))
	}
	t.Players[n].Gone = true
	if g, seat := t.openGame(user); g != nil {
		g.lost(seat, by != user)
	}
	return nil
}

// loseGame makes a player forfeit the present game, by somebody's decision.
func (t *Tournament) loseGame(user, by string) error {
	if err := t.running(); err != nil {
		return err
	}
	g, seat := t.openGame(user)
	if g == nil {
		return engine.Refuse("%s has no game in this round that goes on", chat.Mention(user))
	}
	g.lost(seat, by != user)
	return nil
}

// signedUp returns a hash of what the sign-up message shows, never 0, so that it is edited only
// after a change.
func (t *Tournament) signedUp() uint64 {
	h := fnv.New64a()
	for _, p := range t.Players {
		_, _ = fmt.Fprintf(h, "%s/%s;", p.ID, p.Name)
	}
	_, _ = fmt.Fprint(h, t.State == SigningUp, t.open())
	return h.Sum64() | 1<<63
}
