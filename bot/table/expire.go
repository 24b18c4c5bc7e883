package table

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/panics"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Expire does at each table what is due: it warns where nobody has moved for long, and
// ends what nobody comes back to. What is to be said goes to post, as far as the bot may
// write in the table's channel. It returns early when the context ends, and whether nothing
// has failed.
func (ts *Tables) Expire(ctx context.Context, post func(*Table, Notice)) (done bool) {
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
		err := ts.expire(ctx, key, post)
		ts.Report("tidy table", key, err)
		done = done && err == nil
	}
	return done
}

func (ts *Tables) expire(ctx context.Context, key store.Key, post func(*Table, Notice)) (err error) {
	defer func() {
		if v := recover(); v != nil {
			panics.Log(ts.log, v)
			err = ts.SetAside(key, panics.ErrPanicked)
		}
	}()
	t, err := ts.Load(ctx, key)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil // in a later round
	case err != nil:
		return ts.SetAside(key, err)
	}
	var n Notice
	switch {
	case t.Waiting():
		t.End(Expired, engine.NoSeat)
		n = Notice{Text: engine.T("Nobody has accepted **%s** in time.", t.Title())}
		err = ts.Save(t)
	case t.clockRuns():
		n, err = ts.Ring(t)
	case !t.Record.Due.After(t.Record.Touched.Add(ts.terms.IdleWarn)):
		n, err = ts.warn(t)
	default:
		t.End(Abandoned, t.abandonWinner())
		err = ts.Save(t)
		n = Notice{Text: engine.T("**%s** has ended, for nobody moved any more. %s", t.Title(), t.Standing())}
	}
	if err == nil && !n.Text.Empty() && t.Record.Posts && !t.Record.Private {
		post(t, n)
	}
	return err
}

// warn gives a table its last term. However long the bot was away, or the clock wrong:
// nothing ends unwarned.
func (ts *Tables) warn(t *Table) (Notice, error) {
	left := t.Record.Touched.Add(ts.terms.IdleEnd).Sub(ts.now())
	if ahead := ts.terms.IdleEnd - ts.terms.IdleWarn; left < ahead/2 {
		left = ahead
	}
	t.Record.Due = ts.now().Add(left).UTC()
	t.warns = true
	return t.warning(left), ts.Annotate(t)
}
