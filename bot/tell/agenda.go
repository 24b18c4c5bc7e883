package tell

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// The limits of a pass: people in all, and people served concurrently.
const (
	maxPeople   = 100
	maxParallel = 4
)

// Pass sends due notifications, up to a limit. Failed ones are tried again later. It must not be
// called concurrently.
func (k *Teller) Pass(ctx context.Context) {
	now := k.now()
	switch {
	case k.last.IsZero(): // the clock may have been wrong before
		k.reschedule(now.Add(farthest))
	case now.Before(k.last.Add(-time.Minute)): // it was set back
		k.reschedule(now)
	}
	k.last = now
	if !k.retryMarks() {
		return // notifications sent now could not be recorded either and would be repeated
	}
	list, err := k.store.First(AgendaKind, bound(now), maxPeople)
	if err != nil {
		k.log.Error("look for what is to be told", "err", err)
	}
	var all sync.WaitGroup
	defer all.Wait()
	turn := make(chan struct{}, maxParallel)
	for _, v := range list {
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return
		}
		all.Go(func() {
			k.serve(ctx, v.ID)
			<-turn
		})
	}
	if len(list) == maxPeople {
		k.wakeUp() // there are more
	}
}

// farthest is how far ahead something can be due: a reminder, or a digest, after quiet hours.
const farthest = (maxRemind + 2*24) * time.Hour

// reschedule recomputes what is due after a time that was told by a wrong clock, so that nothing waits
// for that time.
func (k *Teller) reschedule(after time.Time) {
	entries, err := store.Find(k.store, AgendaKind, "", func(id string) bool { return id >= bound(after) })
	for _, e := range entries {
		_, user, _ := strings.Cut(e.ID, "/")
		err = errors.Join(err, k.markSent(context.Background(), user, outcome{}))
	}
	if err != nil {
		k.log.Error("work out what is due by a clock that was set back", "err", err)
	}
}

// outcome is the result of serving a person.
type outcome struct {
	notifications []result // of the due notifications
	digest        fate     // of the digest, left if it was not due
	shut, reached bool     // whether a direct message was refused, or accepted
}

type result struct {
	notification
	fate fate
}

type fate int

const (
	left   fate = iota // not due, or sent in another way
	told               // sent, or nothing to send
	gone               // no longer true
	failed             // to be tried again
	barred             // of a table that only a newer version of the bot can read
)

// serve sends the notifications for an entry of the agenda.
func (k *Teller) serve(ctx context.Context, entry string) {
	_, user, _ := strings.Cut(entry, "/")
	p, ok, err := Kind.Get(k.store, user)
	if err != nil && !errors.Is(err, store.ErrFormat) {
		k.log.Error("tell people", "err", err)
		return
	}
	if err != nil || !ok || p.entry(user).ID != entry { // the entry is obsolete
		err := store.Update(ctx, k.store, store.Op{}, func(tx *store.Tx) error {
			tx.Delete(store.RecordKey{Kind: AgendaKind, ID: entry})
			return nil
		})
		if err != nil {
			k.log.Error("strike an entry of the agenda", "err", err)
		}
		return
	}
	now := k.now()
	var o outcome
	if !p.quiet(now) {
		for _, w := range p.Notifications {
			if at := p.whenDue(w); !at.After(now) {
				o.notifications = append(o.notifications, result{notification: w})
			}
		}
		if !p.Next.IsZero() && !p.Next.After(now) {
			o.digest = failed // until it is sent
		}
	}
	k.send(ctx, user, p, &o)
	if err := k.markSent(context.WithoutCancel(ctx), user, o); err != nil {
		k.log.Error("note what was told", "err", err)
		k.mu.Lock()
		defer k.mu.Unlock()
		k.unmarked[user] = o
	}
}

// retryMarks records notifications whose recording has failed before, and reports whether that
// succeeds.
func (k *Teller) retryMarks() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for user, o := range k.unmarked {
		if err := k.markSent(context.Background(), user, o); err != nil && !errors.Is(err, store.ErrFormat) {
			return false
		}
		delete(k.unmarked, user)
	}
	return true
}

// send sends what is due. Whatever fails is sent later.
func (k *Teller) send(ctx context.Context, user string, p person, o *outcome) {
	var direct []item
	for at := range o.notifications {
		r := &o.notifications[at]
		r.fate = k.guarded(ctx, func() (fate, error) {
			if r.What == news {
				return k.news(ctx, user, p, o, r.notification)
			}
			i, fate, err := k.item(ctx, user, r.notification)
			switch {
			case fate != left || err != nil || p.way() == nothing:
				return fate, err
			case p.way() == Direct && !i.apart || i.vanished():
				i.result = r
				direct = append(direct, i)
				return left, nil
			default:
				return told, k.mention(ctx, user, i)
			}
		})
	}
	sent := k.guarded(ctx, func() (fate, error) { return k.direct(ctx, user, o, k.items(p, direct)) })
	for _, i := range direct {
		if i.result.fate = sent; o.shut && i.vanished() {
			i.result.fate = gone // there is no other way
		}
	}
	if o.digest == failed {
		o.digest = k.guarded(ctx, func() (fate, error) {
			m, err := k.digest(ctx, user, p)
			if err != nil || o.shut {
				return gone, err
			}
			_, err = k.direct(ctx, user, o, m)
			return told, err // where it is refused, the next one is tried
		})
	}
}

// guarded runs do, and logs its error or panic. What fails once the context has ended is left until the
// next start.
func (k *Teller) guarded(ctx context.Context, do func() (fate, error)) fate {
	became, err := func() (_ fate, err error) {
		defer watch.Recover(k.log, &err)
		return do()
	}()
	if err == nil {
		return became
	}
	k.log.Warn("tell people", "err", err)
	if ctx.Err() != nil {
		return left
	}
	return failed
}

// direct sends a direct message, unless it is empty. If the person accepts none, the result is
// left.
func (k *Teller) direct(ctx context.Context, user string, o *outcome, m chat.Reply) (fate, error) {
	if m.Text == "" {
		return told, nil
	}
	err := k.post().Direct(ctx, user, m.Paged())
	if errors.Is(err, chat.ErrNoPost) || errors.Is(err, chat.ErrGone) {
		o.shut = true
		return left, nil
	}
	o.reached = o.reached || err == nil
	return told, err
}

// item is a pending notification with its table.
type item struct {
	notification
	t      *table.Table
	user   string
	apart  bool      // the opponent is blocked or has blocked the person
	ends   time.Time // the deadline of the game, zero for none
	result *result
}

// vanished reports whether the table's channel is gone, so that nobody can be mentioned there.
func (i item) vanished() bool { return i.t.EndedAs(table.Vanished) }

// item checks whether a notification is still true. The fate is left if it is to be sent.
func (k *Teller) item(ctx context.Context, user string, w notification) (i item, f fate, err error) {
	t, err := k.tables.Load(ctx, w.Table)
	switch {
	case table.Gone(err):
		return i, gone, nil
	case errors.Is(err, store.ErrNewerRecord):
		k.tables.Report("tell people", w.Table, err)
		return i, barred, nil
	case err != nil:
		return i, failed, err
	case !w.still(t, user) || !k.company.Answers(user, t.Record.Guild):
		return i, gone, nil
	}
	i = item{notification: w, t: t, user: user, ends: t.Deadline(k.now())}
	if other := t.Opponent(user); other != "" {
		i.apart, err = k.company.Apart(user, other)
	}
	return i, left, err
}

// mention mentions a person in the channel of a table, if the bot may post there and the server
// allows it.
func (k *Teller) mention(ctx context.Context, user string, i item) error {
	r := i.t.Record
	if !r.Posts || !allowed(k.calls(r.Guild), &i.t.Brief) {
		return nil
	}
	m := k.boards.Unasked(i.t, i.notice())
	m.Mentions = []string{user}
	err := k.post().Post(ctx, i.t.Key.Channel, m.Paged())
	if errors.Is(err, chat.ErrNoPost) || errors.Is(err, chat.ErrGone) {
		return nil
	}
	return err
}

// news tells a person what concerns no table.
func (k *Teller) news(ctx context.Context, user string, p person, o *outcome, w notification) (fate, error) {
	switch server := (&table.Brief{Head: &store.Head{Guild: w.Guild, Over: true}}); {
	case p.way() == Direct:
		return k.direct(ctx, user, o, chat.Reply{Text: w.Text})
	case p.way() == nothing || !allowed(k.calls(w.Guild), server):
		return gone, nil
	}
	err := k.post().Post(ctx, w.Table.Channel, chat.Reply{Text: w.Text, Mentions: []string{user}})
	if errors.Is(err, chat.ErrNoPost) || errors.Is(err, chat.ErrGone) {
		return gone, nil
	}
	return told, err
}

// The first and the longest delay before another attempt, and the number of attempts.
const (
	firstRetry   = time.Minute
	longestRetry = time.Hour
	maxTries     = 12
)

// markSent records what was sent to a person. Notifications added since then stay.
func (k *Teller) markSent(ctx context.Context, user string, o outcome) error {
	now := k.now()
	due, err := store.Transact(ctx, k.store, store.Op{}, func(tx *store.Tx) (due bool, err error) {
		p, ok, err := Kind.Get(tx, user)
		if err != nil || !ok {
			return false, err
		}
		before := p
		p.markSent(o, now)
		return !p.Due.IsZero() && !p.Due.After(now), p.put(tx, user, before)
	})
	if err == nil && due {
		k.wakeUp()
	}
	return err
}

func (p *person) markSent(o outcome, now time.Time) {
	p.Notifications = slices.Clone(p.Notifications)
	switch {
	case o.shut && !p.Shut && (p.Way == Direct || p.Digest > 0):
		p.Shut, p.Unsaid = true, true
	case o.reached && !o.shut:
		p.Shut, p.Unsaid = false, false
	}
	for _, r := range o.notifications {
		at := slices.Index(p.Notifications, r.notification)
		switch w := r.notification; {
		case at < 0 || r.fate == left: // it has changed since, or is mentioned in the channel
		case r.fate == failed && w.Tries < maxTries:
			p.Notifications[at].Tries++
			p.Notifications[at].After = retryAfter(now, w.Tries)
		case r.fate == barred: // another copy may come by, or an update
			p.Notifications[at].After = retryAfter(now, maxTries)
		case r.fate == gone || w.Reminder: // the latter was the reminder
			p.Notifications = slices.Delete(p.Notifications, at, at+1)
		default:
			p.Notifications[at].Reminder, p.Notifications[at].After, p.Notifications[at].Tries = true, now.UTC().Truncate(time.Second), 0
		}
	}
	switch {
	case o.digest == failed && p.Tries < maxTries:
		p.Next = retryAfter(now, p.Tries)
		p.Tries++
	case o.digest != left:
		p.Next, p.Tries = p.digestAfter(now), 0
	}
	p.schedule(now)
}

// retryAfter returns the time of the next attempt after one that has failed, before which others had.
func retryAfter(now time.Time, others int) time.Time {
	return now.UTC().Add(min(firstRetry<<others, longestRetry)).Truncate(time.Second)
}
