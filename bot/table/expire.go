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

// leaveFor is how long [Tables.Expire] leaves a table alone that this copy of the bot cannot handle.
const leaveFor = 15 * time.Minute

// Expire does what is due at tables: it warns where nobody has moved for long, and ends abandoned
// games whose channels can be reached. Notices go to post if the bot may write in the table's
// channel. Expire returns early when the context ends, and reports whether nothing has failed that
// should be tried again soon. A table that cannot be handled here stays as it is: another version of
// the bot may be able to. Only one goroutine may call it at a time.
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
		if since := ts.now().Sub(ts.left[key]); since >= 0 && since < leaveFor {
			continue
		}
		delete(ts.left, key)
		err := ts.expire(ctx, key, reaches, post)
		ts.Report("tidy table", key, err)
		switch {
		case errors.Is(err, store.ErrFormat), errors.Is(err, watch.ErrPanicked), Gone(err):
			ts.left[key] = ts.now()
		case err != nil:
			done = false
		}
	}
	return done
}

func (ts *Tables) expire(ctx context.Context, key store.Key, reaches Reaches, post func(*Table, Notice)) (err error) {
	defer watch.Recover(ts.log, &err)
	t, err := ts.Load(ctx, key)
	if err != nil && ctx.Err() != nil {
		return nil // in a later pass
	}
	if err != nil {
		return err
	}
	if t.Record.Over || t.Record.Due.After(ts.now()) { // changed since it was listed
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

// due does what is due at a table, and returns the notice.
func (ts *Tables) due(t *Table) (Notice, error) {
	now, r := ts.now(), t.Record
	switch {
	case t.Waiting():
		if by := t.AnswerBy(now); by.After(now) {
			return Notice{}, ts.postpone(t, by)
		}
		t.End(Expired, engine.NoSeat)
		return Notice{Text: engine.T("Nobody has accepted **%s** in time.", t.Title())}, ts.Save(t)
	case r.Deadline.Hours > 0 && !t.deadlineAlarm(now).After(now):
		return ts.meetDeadline(t)
	case t.clockRuns():
		return ts.Ring(t)
	case r.Deadline.Hours > 0:
		return Notice{}, ts.postpone(t, t.alarm(now)) // the bot was away
	case !r.Due.After(r.Touched.Add(ts.config.IdleWarn)):
		return ts.warn(t)
	}
	if left := ts.idleLeft(t, now); left > 0 {
		return Notice{}, ts.postpone(t, now.Add(left))
	}
	t.End(Abandoned, t.winnerByAbsence())
	err := ts.Save(t)
	return Notice{Text: engine.T("**%s** has ended, for nobody moved any more. %s", t.Title(), t.StatusWords())}, err
}

// postpone makes a table due at a later time.
func (ts *Tables) postpone(t *Table, until time.Time) error {
	t.Record.Due = until.UTC()
	return ts.Annotate(t)
}

// idleLeft returns how long a table may still lie idle. Time in which the bot could not be reached
// does not count.
func (ts *Tables) idleLeft(t *Table, now time.Time) time.Duration {
	from := earlier(t.Record.Touched, now)
	return ts.config.IdleEnd - t.ran(from, now)
}

// warn warns that an idle table is going to end, and sets when. No table ends without a warning,
// however long the bot was away, and even if the clock was wrong.
func (ts *Tables) warn(t *Table) (Notice, error) {
	left := ts.idleLeft(t, ts.now())
	if ahead := ts.config.IdleEnd - ts.config.IdleWarn; left < ahead/2 {
		left = ahead
	}
	t.Record.Due = ts.now().Add(left).UTC()
	n := t.warning()
	t.Warns = n.Calls
	return n, ts.Annotate(t)
}

// SetBack corrects tables that are due too late because the system's clock was set back: their turns
// and terms begin now. It reports whether it has finished.
func (ts *Tables) SetBack(ctx context.Context) (done bool) {
	now := ts.now()
	keys, err := ts.store.Due(now.AddDate(1000, 0, 0)) // all that are ever due
	if err != nil {
		ts.log.Error("look for what is due by a clock that was set back", "err", err)
		return false
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return false
		}
		if b, ok := ts.brief(ctx, key); ok && ts.late(b, now) {
			_, err := ts.Change(ctx, key, func(*Table) error { return nil }) // its turn or term begins as it is saved
			ts.Report("begin a turn anew", key, err)
		}
	}
	return true
}

// late reports whether a table is due later than if its turn or term began now.
func (ts *Tables) late(b *Brief, now time.Time) bool {
	c, _ := b.clock()
	switch due := b.Head.Due; {
	case b.Head.Deadline.From.After(now):
		return true
	case b.Waiting():
		return due.After(now.Add(ts.config.ChallengeExpires))
	case b.clockRuns():
		return c.Since.After(now) || due.After(c.Flag(int(b.Turn()), now, b.away))
	default:
		return due.After(now.Add(ts.config.IdleEnd)) && b.Head.Deadline.Hours == 0
	}
}

// leftFor is how long a game waits for the bot to return to its server.
const leftFor = 24 * time.Hour

// Reaches returns an error if the channel of a table cannot be reached, as [chat.Poster] does.
type Reaches func(ctx context.Context, t *Brief) error

// Vanish ends the tables of a channel that is gone. Nobody wins, and the players are told elsewhere.
// What fails is done when the table is due.
func (ts *Tables) Vanish(ctx context.Context, channel string) {
	entries, err := ts.In(channel)
	if err != nil {
		ts.log.Error("look for the tables of a channel that is gone", "channel", channel, "err", err)
	}
	for _, e := range entries {
		ts.Report("end a table whose channel is gone", e.Key, ts.vanish(ctx, e.Key))
	}
}

// vanish ends a table, unless it is over or gone.
func (ts *Tables) vanish(ctx context.Context, key store.Key) error {
	_, err := ts.Change(ctx, key, func(t *Table) error {
		if t.Record.Over {
			return t.RefuseOver()
		}
		t.End(Vanished, engine.NoSeat)
		return nil
	})
	if Gone(err) {
		return nil
	}
	return err
}

// unreached handles a due table whose channel cannot be reached, and reports whether it did anything.
// Nobody loses a game that cannot be played.
func (ts *Tables) unreached(ctx context.Context, t *Table, reaches Reaches) (done bool, err error) {
	if !t.Record.Posts || t.Record.Guild == "" {
		return false, nil
	}
	switch err := reaches(ctx, &t.Brief); {
	case errors.Is(err, chat.ErrLeft):
		return !t.Waiting(), ts.Left(ctx, t)
	case chat.ChannelGone(err):
		ts.Vanish(ctx, t.Key.Channel)
		return true, nil
	case !t.Asks(Left) && (err == nil || errors.Is(err, chat.ErrNoPost) || !ts.flagWaits(t)):
		return false, nil // an unknown state does not keep a game open
	case err != nil && !errors.Is(err, chat.ErrNoPost):
		return true, err
	}
	t.BotIsBack(t.Record.Posts)
	return true, ts.Save(t)
}

// lossNoticed is how long it takes at most until a connection to Discord that was lost is found to be.
const lossNoticed = 3 * time.Minute

// flagWaits reports whether a side whose time has run out does not lose yet, while Discord does not answer:
// perhaps nobody could move, and the time is given back when that is known.
func (ts *Tables) flagWaits(t *Table) bool {
	now := ts.now()
	return t.RequireTime(now) != nil && t.clockRuns() && now.Before(t.Record.Due.Add(lossNoticed))
}

// Left suspends a game whose server the bot has left, and ends it when it is due again, a day later.
func (ts *Tables) Left(ctx context.Context, t *Table) error {
	switch now := ts.now(); {
	case t.Waiting(): // nobody loses by it
	case !t.Asks(Left):
		t.leave(now)
		return ts.postpone(t, now.Add(leftFor))
	case !t.Record.Due.After(now):
		ts.Vanish(ctx, t.Key.Channel)
	}
	return nil
}

// leave makes the table wait for the bot to return. The clock stops, and the turn begins anew.
func (t *Table) leave(now time.Time) {
	t.Ask(Left, "", "", now)
	if c, ok := t.clock(); ok {
		t.Record.Clock = c.Set(c.Left).Kept()
	}
}

// BotIsBack resumes a suspended table after the bot has returned to its server; it is stored with the next
// save. posts reports whether the bot may post there. A live clock is paused until players resume it.
func (t *Table) BotIsBack(posts bool) {
	if !t.Asks(Left) {
		return
	}
	t.Record.Pending, t.Record.Posts, t.Record.Deadline.Warned = nil, posts, false
	if c, ok := t.clock(); ok && c.Control.Live() {
		c.Paused = true
		t.Record.Clock = c.Kept()
	}
}

// maxPruned is how many tables one call of [Tables.Prune] examines.
const maxPruned = 200

// Prune deletes games that have been over for longer than they are kept. Each call examines the next
// tables, and the first after the last. It calls removed with the key of each deleted table. Only one
// goroutine may call it at a time.
func (ts *Tables) Prune(ctx context.Context, removed func(store.Key)) {
	if ts.config.KeepFinished == 0 {
		return
	}
	keys, last, err := ts.store.Finished(ts.pruned, ts.now().Add(-ts.config.KeepFinished), maxPruned)
	if err != nil {
		ts.log.Error("look for games to be removed", "err", err)
		return
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return
		}
		err := store.Update(ctx, ts.store, store.Op{}, func(tx *store.Tx) error {
			record, err := tx.Load(key)
			if err == nil {
				err = ts.playable(&record.Head)
			}
			if err == nil && record.Over {
				ts.Remove(tx, key, record)
			}
			return err
		})
		switch {
		case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrStale): // it has just changed
		case err != nil:
			ts.Report("remove an old game", key, err)
		default:
			ts.log.Debug("old game removed", Attr(key))
			removed(key)
		}
	}
	ts.pruned = last
}
