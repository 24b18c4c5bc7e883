package table

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/bot/clock"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Brief is a table as lists know it, without its options, moves and position.
type Brief struct {
	Key  store.Key // the zero value before it is stored
	Game *engine.Game
	Head *store.Head
	away clock.Away    // when the bot could not be reached; nil before it is stored
	term time.Duration // for which a challenge waits; likewise
}

// Brief makes a brief table of an entry of a list. It leaves out one that cannot be played
// here. Tables that were stored without their stand are replayed.
func (ts *Tables) Brief(ctx context.Context, e store.Brief) (*Brief, bool) {
	if g := ts.games[e.Key.Game]; e.Stand != nil && ts.playable(g, e.Head) == nil {
		b := briefOf(e.Key, g, e.Head)
		b.away, b.term = ts.with.Away, ts.terms.ChallengeExpires
		return &b, true
	}
	t, ok := ts.Try(ctx, e.Key)
	if !ok {
		return nil, false
	}
	return &t.Brief, true
}

// briefOf is the brief table of a head.
func briefOf(key store.Key, g *engine.Game, h *store.Head) Brief {
	for s, name := range h.Names {
		h.Names[s] = engine.PlainLine(name) // older versions kept it as it was typed
	}
	return Brief{Key: key, Game: g, Head: h}
}

// playable refuses a table of a game that is not played here, or not by its rules.
func (ts *Tables) playable(g *engine.Game, h *store.Head) error {
	switch {
	case g == nil:
		return engine.Refuse("the game %s is not played here any more", h.Game)
	case h.Rules > g.Rules:
		return engine.Refuse("this table was made by a newer version of the bot")
	}
	return nil
}

// Played is how many moves were played.
func (t *Brief) Played() int { return t.Head.Stand.Moves }

// Turn is the seat to act, [engine.NoSeat] when the table is over or the game has not
// begun.
func (t *Brief) Turn() engine.Seat {
	if t.Head.Over || t.Waiting() {
		return engine.NoSeat
	}
	return engine.Seat(t.Head.Stand.Turn)
}
