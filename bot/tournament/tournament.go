// Package tournament holds tournaments in the channels of servers: people sign up by a button,
// the bot pairs them round by round, opens a table for each game, takes the results from the
// ends of these tables, and shows how all stand.
//
// A [Tournament] is a record of its own that names all that was done. Commands change it; what
// follows from it (messages, tables, rounds) is done by [Keeper.Advance], step by step, each
// of which finds out from the record and from the tables whether it has been done. So a stop
// at any point loses nothing and repeats no table, round or result. A message alone may come
// twice, where the bot stopped between sending and noting it.
//
// Who meets whom is package pairing's to say. There is one tournament at a time in a channel.
package tournament

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/engine"
)

// State is how far a tournament is.
type State string

// The states. The records of those that are over or stopped are of another kind.
const (
	SigningUp State = "signing up"
	Running   State = "running"
	Over      State = "over"
	Stopped   State = "stopped"
)

// format is that of the stored record.
const format = 1

// mostRounds bounds the rounds of a Swiss tournament: then the best are told apart, however
// many play.
const mostRounds = 15

// Tournament is the record of one. The JSON names are the stored form.
type Tournament struct {
	Format   int    `json:"format"`
	Revision uint64 `json:"revision"` // of its last change
	// Key is that of the request that began it: no other tournament has it.
	Key       string `json:"key"`
	Title     string `json:"title"`
	Guild     string `json:"guild"`
	Channel   string `json:"channel"`
	Locale    string `json:"locale,omitempty"`
	Organiser string `json:"organiser"`

	Game    string `json:"game"`
	Options string `json:"options,omitempty"` // as they are typed
	Clock   string `json:"clock,omitempty"`   // likewise
	Rated   bool   `json:"rated,omitempty"`
	AllMeet bool   `json:"allMeet,omitempty"` // a round robin, else a Swiss tournament
	Planned int    `json:"planned,omitempty"` // rounds; 0: by the number of players

	State   State    `json:"state"`
	Players []Player `json:"players"` // by number, once it is running
	Rounds  []Round  `json:"rounds,omitempty"`

	// Message carries the sign-up, and Shown tells which people it names.
	Message string `json:"message,omitempty"`
	Shown   uint64 `json:"shown,omitempty"`
	// Told: the end has been announced.
	Told bool `json:"told,omitempty"`
	// Lost: the channel is gone, and the organiser knows.
	Lost  bool      `json:"lost,omitempty"`
	Since time.Time `json:"since"`
	Ended time.Time `json:"ended,omitzero"`
}

// Player is one who has signed up.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Gone bool   `json:"gone,omitempty"` // has withdrawn
}

// Round is who meets whom.
type Round struct {
	Games []Game    `json:"games"`
	At    time.Time `json:"at"`             // when it was paired
	Told  bool      `json:"told,omitempty"` // it has been announced
}

// Game is one game of a round.
type Game struct {
	First   int    `json:"first"`
	Second  int    `json:"second"`            // or [pairing.Bye]
	Channel string `json:"channel,omitempty"` // where its table is
	Table   int    `json:"table,omitempty"`   // its number there, 0 before it is opened
	Called  bool   `json:"called,omitempty"`  // both have been called to it
	// Forfeit: by seat, who loses because they do not come, or by the organiser's word.
	Forfeit [2]bool `json:"forfeit,omitzero"`
	Done    bool    `json:"done,omitempty"`
	Points  [2]int  `json:"points"`
	Played  bool    `json:"played,omitempty"` // see [pairing.Game]
}

// running refuses what belongs to a tournament that runs.
func (t *Tournament) running() error {
	if t.State == SigningUp {
		return engine.Refuse("the tournament has not begun; %s begins it", engine.Command("tournament start"))
	}
	return nil
}

// number is that of a player, -1 for who does not play.
func (t *Tournament) number(user string) int {
	return slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == user })
}

// Join signs a person up; false where they have been.
func (t *Tournament) Join(who chat.User) (bool, error) {
	switch n := t.number(who.ID); {
	case t.State != SigningUp && n >= 0:
		return false, nil
	case t.State != SigningUp:
		return false, engine.Refuse("the tournament has begun, and nobody can join any more")
	case n >= 0:
		t.Players[n].Name = who.Name
		return false, nil
	case who.Bot:
		return false, engine.Refuse("bots do not play in tournaments")
	case len(t.Players) >= pairing.Most:
		return false, engine.Refuse("%s people have signed up, as many as can play", strconv.Itoa(pairing.Most))
	}
	t.Players = append(t.Players, Player{ID: who.ID, Name: who.Name})
	return true, nil
}

// Leave takes a person off the list.
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

// Start begins a tournament: players get their numbers by lot, whose order is given.
func (t *Tournament) Start(order []int, now time.Time) error {
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
		t.Planned = swissRounds(n)
	}
	t.Planned = min(t.Planned, most)
	t.pair(now)
	return nil
}

// swissRounds are as many as tell one winner of so many people.
func swissRounds(players int) int {
	rounds := 0
	for reached := 1; reached < players; reached *= 2 {
		rounds++
	}
	return max(rounds, 3)
}

// event is the tournament as package pairing knows it, with the games that are over.
func (t *Tournament) event() *pairing.Event {
	e := &pairing.Event{Players: len(t.Players), Gone: make([]bool, len(t.Players))}
	for n, p := range t.Players {
		e.Gone[n] = p.Gone
	}
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

// Standings are how all stand.
func (t *Tournament) Standings() []pairing.Line { return t.event().Standings(t.AllMeet) }

// round is the one that is played, nil for none.
func (t *Tournament) round() *Round {
	if t.State != Running || len(t.Rounds) == 0 {
		return nil
	}
	return &t.Rounds[len(t.Rounds)-1]
}

// finished reports whether all games of the present round are over.
func (t *Tournament) finished() bool {
	return !slices.ContainsFunc(t.round().Games, func(g Game) bool { return !g.Done })
}

// Next pairs the round after one that is finished, or ends the tournament: after the last
// round, where fewer than two are left, and where no further round is possible.
func (t *Tournament) Next(now time.Time) {
	if len(t.Rounds) >= t.Planned || t.left() < 2 || !t.pair(now) {
		t.State, t.Ended = Over, now.UTC()
	}
}

// left is how many still play.
func (t *Tournament) left() (n int) {
	for _, p := range t.Players {
		if !p.Gone {
			n++
		}
	}
	return n
}

// pair adds a round; false where there is none. Who has a bye, or an opponent that has
// withdrawn, has their point at once.
func (t *Tournament) pair(now time.Time) bool {
	var paired []pairing.Game
	if t.AllMeet {
		paired = pairing.RoundRobin(len(t.Players))[len(t.Rounds)]
	} else {
		var err error
		if paired, _, err = t.event().Swiss(t.Planned); errors.Is(err, pairing.ErrNone) {
			return false
		}
	}
	r := Round{At: now.UTC()}
	for _, p := range paired {
		g := Game{First: p.First, Second: p.Second}
		if p.Second == pairing.Bye {
			g.Done = true
			if !t.Players[p.First].Gone && !t.AllMeet { // where all meet, all have one
				g.Points[0] = pairing.Win
			}
		} else {
			t.forfeitGone(&g)
		}
		r.Games = append(r.Games, g)
	}
	t.Rounds = append(t.Rounds, r)
	return true
}

// forfeitGone notes that who has withdrawn does not come to a game.
func (t *Tournament) forfeitGone(g *Game) {
	g.Forfeit[0] = g.Forfeit[0] || t.Players[g.First].Gone
	g.Forfeit[1] = g.Forfeit[1] || t.Players[g.Second].Gone
}

// settle notes the result of a game: the seat that has won, or -1 where nobody has. It changes
// nothing where that is known.
func (g *Game) settle(winner int, played bool) {
	if g.Done {
		return
	}
	g.Done, g.Played, g.Points = true, played, [2]int{pairing.Half, pairing.Half}
	if winner >= 0 {
		g.Points = [2]int{}
		g.Points[winner] = pairing.Win
	}
}

// forfeits reports whether somebody has lost the game by not coming, and who wins: -1 if
// neither comes.
func (g *Game) forfeits() (winner int, ok bool) {
	switch {
	case g.Forfeit[0] && g.Forfeit[1]:
		return -1, true
	case g.Forfeit[0]:
		return 1, true
	case g.Forfeit[1]:
		return 0, true
	}
	return 0, false
}

// lose settles a game to which one or both did not come.
func (g *Game) lose(winner int, played bool) {
	g.settle(winner, played)
	if winner < 0 {
		g.Points = [2]int{}
	}
}

// openGame is the present game of a player, nil where there is none that goes on.
func (t *Tournament) openGame(user string) (g *Game, seat int) {
	n, r := t.number(user), t.round()
	if r == nil || n < 0 {
		return nil, 0
	}
	for i := range r.Games {
		switch g := &r.Games[i]; {
		case g.Done:
		case g.First == n:
			return g, 0
		case g.Second == n:
			return g, 1
		}
	}
	return nil, 0
}

// Withdraw takes a player out of a tournament that runs: they lose the game that they play,
// and are paired no more. False where that has been done.
func (t *Tournament) Withdraw(user string) (bool, error) {
	n := t.number(user)
	if err := t.running(); err != nil {
		return false, err
	}
	if n < 0 {
		return false, engine.Refuse("%s does not play in this tournament", chat.Mention(user))
	}
	if t.Players[n].Gone {
		return false, nil
	}
	t.Players[n].Gone = true
	if g, seat := t.openGame(user); g != nil {
		g.Forfeit[seat] = true
	}
	return true, nil
}

// Lose has a player lose their present game by the organiser's word.
func (t *Tournament) Lose(user string) error {
	if err := t.running(); err != nil {
		return err
	}
	g, seat := t.openGame(user)
	if g == nil {
		return engine.Refuse("%s has no game in this round that goes on", chat.Mention(user))
	}
	g.Forfeit[seat] = true
	return nil
}
