package table

import (
	"context"
	"errors"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// leftFor is for how long a game waits for the bot to be let into its server again.
const leftFor = 24 * time.Hour

// Reaches reports whether the channel of a table can be reached, as [chat.Poster] does.
type Reaches func(ctx context.Context, t *Brief) error

// Vanish ends the tables of a channel that cannot be reached any more. Nobody wins, and their
// people are told elsewhere. What fails is done when the table falls due.
func (ts *Tables) Vanish(ctx context.Context, channel string) {
	entries, err := ts.In(channel)
	if err != nil {
		ts.log.Error("look for the tables of a channel that is gone", "channel", channel, "err", err)
	}
	for _, e := range entries {
		ts.Report("end a table whose channel is gone", e.Key, ts.vanish(ctx, e.Key))
	}
}

// vanish ends a table, whatever is done there at the same time.
func (ts *Tables) vanish(ctx context.Context, key store.Key) error {
	for {
		t, err := ts.Load(ctx, key)
		if err != nil || t.Record.Over {
			return err
		}
		t.End(Vanished, engine.NoSeat)
		err = ts.Save(t)
		if !errors.Is(err, store.ErrStale) || ctx.Err() != nil {
			return err
		}
	}
}

// unreached does what follows where the channel of a table that is due cannot be reached, and
// reports whether something did: nobody loses a game that nobody can play.
func (ts *Tables) unreached(ctx context.Context, t *Table, reaches Reaches) (done bool, err error) {
	if !t.Record.Posts || t.Record.Guild == "" {
		return false, nil
	}
	switch err := reaches(ctx, &t.Brief); {
	case errors.Is(err, chat.ErrLeft):
		return !t.Waiting(), ts.left(ctx, t)
	case chat.ChannelGone(err):
		ts.Vanish(ctx, t.Key.Channel)
		return true, nil
	case !t.Asks(Left):
		return false, nil // what is not known keeps no game from its end
	case err != nil && !errors.Is(err, chat.ErrNoPost):
		return true, err
	}
	t.Back(t.Record.Posts)
	return true, ts.Save(t)
}

// Left has a game stand whose server the bot is not in any more, before it is due. After a day it
// ends.
func (ts *Tables) Left(ctx context.Context, t *Table) error {
	if t.Asks(Left) && t.Record.Due.After(ts.now()) {
		return nil
	}
	return ts.left(ctx, t)
}

// left has a game stand whose server the bot is not in any more, and ends it when it is due again,
// after a day.
func (ts *Tables) left(ctx context.Context, t *Table) error {
	switch now := ts.now(); {
	case t.Waiting(): // nobody loses by it
		return nil
	case !t.Asks(Left):
		t.leave(now)
		return ts.postpone(t, now.Add(leftFor))
	}
	ts.Vanish(ctx, t.Key.Channel)
	return nil
}

// leave has the table wait for the bot to be back, and its clock stand: the turn begins anew.
func (t *Table) leave(now time.Time) {
	t.Ask(Left, "", "", now)
	if c, ok := t.clock(); ok {
		t.Record.Clock = c.Set(c.Left).Kept()
	}
}

// Back notes, with the next save, that people can come to the table again, after the bot was not
// in its server; posts is whether it may post there. A live clock is paused until they do.
func (t *Table) Back(posts bool) {
	if !t.Asks(Left) {
		return
	}
	t.Record.Pending, t.Record.Posts = nil, posts
	if c, ok := t.clock(); ok && c.Control.Live() {
		c.Paused = true
		t.Record.Clock = c.Kept()
	}
}
