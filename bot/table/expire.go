package table

import (
	"context"
	"errors"
	"time"

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
