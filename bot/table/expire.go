package table

import (
	"context"
	"errors"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Expire does at each table what is due: it warns where nobody has moved for long, and
// ends what nobody comes back to, as far as its channel can be reached. What is to be said goes
// to post, as far as the bot may write in the table's channel. It returns early when the context
// ends, and whether nothing has failed.
func (ts *Tables) Expire(ctx context.Context, reaches Reaches, post func(*Table, Notice)) (done bool) {
	keys, err := ts.store.Due(ts.now())
	if err != nil {
		ts.log.Error("look for what is due", "err", err)
		return false
	}
	done = true
	for _, key := range keys {
		if ctx.Err() != nil {
			return done
		}
		err := ts.expire(ctx, key, reaches, post)
		ts.Report("tidy table", key, err)
		done = done && err == nil
	}
	return done
}

func (ts *Tables) expire(ctx context.Context, key store.Key, reaches Reaches, post func(*Table, Notice)) (err error) {
	defer func() {
		if v := recover(); v != nil {
			watch.LogPanic(ts.log, v)
			err = ts.SetAside(key, watch.ErrPanicked)
		}
	}()
	t, err := ts.Load(ctx, key)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil // in a later round
	case err != nil:
		return ts.SetAside(key, err)
	}
	if t.Record.Over || t.Record.Due.After(ts.now()) { // as of just now
		return nil
	}
	if done, err := ts.unreached(ctx, t, reaches); done || err != nil {
		return err
	}
	n, err := ts.due(t)
	if err == nil && !n.Text.Empty() && t.Record.Posts && !t.Record.Private {
		post(t, n)
	}
	return err
}

// due does what is due at a table, and returns what is to be said.
func (ts *Tables) due(t *Table) (Notice, error) {
	now, r := ts.now(), t.Record
	switch {
	case t.Waiting():
		if by := t.AnswerBy(now); by.After(now) {
			return Notice{}, ts.postpone(t, by)
		}
		t.End(Expired, engine.NoSeat)
		return Notice{Text: engine.T("Nobody has accepted **%s** in time.", t.Title())}, ts.Save(t)
	case t.clockRuns():
		return ts.Ring(t)
	case !r.Due.After(r.Touched.Add(ts.terms.IdleWarn)):
		return ts.warn(t)
	}
	if left := ts.idleLeft(t, now); left > 0 {
		return Notice{}, ts.postpone(t, now.Add(left))
	}
	t.End(Abandoned, t.abandonWinner())
	err := ts.Save(t)
	return Notice{Text: engine.T("**%s** has ended, for nobody moved any more. %s", t.Title(), t.Standing())}, err
}

// postpone has a table be due later, for the bot could not be reached.
func (ts *Tables) postpone(t *Table, until time.Time) error {
	t.Record.Due = until.UTC()
	return ts.Annotate(t)
}

// idleLeft is for how long a table may lie idle yet. Time in which the bot could not be reached
// does not count.
func (ts *Tables) idleLeft(t *Table, now time.Time) time.Duration {
	from := earlier(t.Record.Touched, now)
	return ts.terms.IdleEnd - now.Sub(from) + t.lost(from, now)
}

// warn gives a table its last term. However long the bot was away, or the clock wrong:
// nothing ends unwarned.
func (ts *Tables) warn(t *Table) (Notice, error) {
	left := ts.idleLeft(t, ts.now())
	if ahead := ts.terms.IdleEnd - ts.terms.IdleWarn; left < ahead/2 {
		left = ahead
	}
	t.Record.Due = ts.now().Add(left).UTC()
	t.warns = true
	return t.warning(left), ts.Annotate(t)
}

// SetBack sets right what falls due too late because the system's clock was set back: turns and
// terms begin now. It reports whether it has come to the end.
func (ts *Tables) SetBack(ctx context.Context) (done bool) {
	now := ts.now()
	keys, err := ts.store.Due(now.AddDate(1000, 0, 0)) // all that are due at any time
	if err != nil {
		ts.log.Error("look for what is due by a clock that was set back", "err", err)
		return false
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return false
		}
		err := ts.begin(ctx, key, now)
		if errors.Is(err, store.ErrStale) {
			continue // it was stored since, by the clock as it is
		}
		ts.Report("begin a turn anew", key, err)
	}
	return true
}

// begin has what a table waits for begin now, where it is to begin later, or falls due too late.
func (ts *Tables) begin(ctx context.Context, key store.Key, now time.Time) error {
	record, err := ts.store.Load(key)
	if err != nil {
		return err
	}
	b, ok := ts.Brief(ctx, store.Brief{Key: key, Head: &record.Head})
	if !ok || !ts.late(b, now) {
		return nil
	}
	t, err := ts.Load(ctx, key)
	if err != nil {
		return err
	}
	return ts.Save(t)
}

// late reports whether a table falls due later than if all that it waits for began now.
func (ts *Tables) late(b *Brief, now time.Time) bool {
	c, _ := b.clock()
	switch due := b.Head.Due; {
	case b.Waiting():
		return due.After(now.Add(ts.terms.ChallengeExpires))
	case b.clockRuns():
		return c.Since.After(now) || due.After(c.Flag(int(b.Turn()), now, b.away))
	default:
		return due.After(now.Add(ts.terms.IdleEnd))
	}
}

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
