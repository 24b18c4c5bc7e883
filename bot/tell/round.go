package tell

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// Bounds of a round: of how many people, and to how many at a time something is said.
const (
	mostPeople = 100
	atATime    = 4
)

// Round tells people what is due, as many as a round takes. Whom it fails for has it tried
// again later. It is for one goroutine at a time.
func (k *Teller) Round(ctx context.Context) {
	now := k.now()
	if now.Before(k.last.Add(-time.Minute)) {
		k.setBack()
	}
	k.last = now
	if !k.strikeAgain() {
		return // what is said now could not be noted either, and would be said again and again
	}
	list, err := k.store.First(AgendaKind, bound(now), mostPeople)
	if err != nil {
		k.log.Error("look for what is to be told", "err", err)
	}
	var all sync.WaitGroup
	defer all.Wait()
	turn := make(chan struct{}, atATime)
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
	if len(list) == mostPeople {
		k.rouse() // there are more
	}
}

// setBack works out anew when things are due, for the clock was set back: what came about by the
// later time must not wait until that comes again.
func (k *Teller) setBack() {
	var people []string
	err := k.store.Each(string(Kind), "", func(user string, _ []byte) bool {
		people = append(people, user)
		return true
	})
	for _, user := range people {
		err = errors.Join(err, k.strike(context.Background(), user, outcome{}))
	}
	if err != nil {
		k.log.Error("work out what is due by a clock that was set back", "err", err)
	}
}

// outcome is what became of what a person was to be told.
type outcome struct {
	waits  []result // of what was due
	digest result   // likewise, where it is not left
	shut   bool     // they take no direct messages
}

// leave leaves what was not said, as if nobody had tried.
func (o *outcome) leave() {
	for i := range o.waits {
		if o.waits[i].fate == failed {
			o.waits[i].fate = left
		}
	}
	if o.digest.fate == failed {
		o.digest.fate = left
	}
}

// result is what became of one thing.
type result struct {
	wait
	fate fate
}

type fate int

const (
	left   fate = iota // it was not due, or goes another way
	told               // it was said, or need not be
	gone               // it is not true any more
	failed             // it is to be tried again
)

// serve does what an entry of the agenda stands for.
func (k *Teller) serve(ctx context.Context, entry string) {
	user := ofEntry(entry)
	p, ok, err := Kind.Get(k.store, user)
	if err != nil && !errors.Is(err, store.ErrFormat) {
		k.log.Error("tell people", "err", err)
		return
	}
	if err != nil || !ok || p.entry(user).ID != entry { // what it stands for is gone
		err := store.Update(ctx, k.store, store.Op{}, func(tx *store.Tx) error {
			tx.Delete(store.Record{Kind: AgendaKind, ID: entry})
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
		for _, w := range p.Waits {
			if at := p.whenDue(w); !at.After(now) {
				o.waits = append(o.waits, result{wait: w})
			}
		}
		if !p.Next.IsZero() && !p.Next.After(now) {
			o.digest.fate = failed // unless it is sent
		}
	}
	k.say(ctx, user, p, &o)
	if ctx.Err() != nil {
		o.leave() // the next start says it
	}
	if err := k.strike(context.WithoutCancel(ctx), user, o); err != nil {
		k.log.Error("note what was told", "err", err)
		k.mu.Lock()
		defer k.mu.Unlock()
		k.unstruck[user] = o
	}
}

// strikeAgain notes what was said and could not be noted then, and reports whether it can be now.
func (k *Teller) strikeAgain() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for user, o := range k.unstruck {
		if k.strike(context.Background(), user, o) != nil {
			return false
		}
		delete(k.unstruck, user)
	}
	return true
}

// say says what is due. Whatever goes wrong in it has it said later.
func (k *Teller) say(ctx context.Context, user string, p person, o *outcome) {
	var direct []item
	for at := range o.waits {
		r := &o.waits[at]
		r.fate = k.guarded(func() (fate, error) {
			i, fate, err := k.item(ctx, user, r.wait)
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
	sent := k.guarded(func() (fate, error) { return k.direct(ctx, user, o, k.items(p, direct)) })
	for _, i := range direct {
		if i.result.fate = sent; sent == left && i.vanished() {
			i.result.fate = gone // there is no other way
		}
	}
	if o.digest.fate == failed && !o.shut {
		o.digest.fate = k.guarded(func() (fate, error) {
			m, err := k.digest(ctx, user, p)
			if err != nil {
				return failed, err
			}
			return k.direct(ctx, user, o, m)
		})
	}
}

// guarded does what may go wrong, and logs it if it does.
func (k *Teller) guarded(do func() (fate, error)) (became fate) {
	defer func() {
		if v := recover(); v != nil {
			watch.LogPanic(k.log, v)
			became = failed
		}
	}()
	became, err := do()
	if err != nil {
		k.log.Warn("tell people", "err", err)
		return failed
	}
	return became
}

// direct sends a direct message, unless it is empty. Where the person takes none, what it says
// is left.
func (k *Teller) direct(ctx context.Context, user string, o *outcome, m chat.Reply) (fate, error) {
	if m.Text == "" {
		return told, nil
	}
	err := k.post.Direct(ctx, user, m.Paged())
	if errors.Is(err, chat.ErrNoPost) || errors.Is(err, chat.ErrGone) {
		o.shut = true
		return left, nil
	}
	return told, err
}

// item is what a person is to be told of a table.
type item struct {
	wait
	t      *table.Table
	user   string
	apart  bool // who plays with them there has been blocked
	result *result
}

// vanished reports whether nobody can be called to the table any more: its channel is gone.
func (i item) vanished() bool { return i.t.EndedAs(table.Vanished) }

// item looks whether what waits is still true. Its fate is left where it is to be said.
func (k *Teller) item(ctx context.Context, user string, w wait) (i item, f fate, err error) {
	t, err := k.tables.Load(ctx, w.Table)
	switch {
	case table.Gone(err):
		return i, gone, nil
	case err != nil:
		return i, failed, err
	case !w.still(t, user) || !k.company.Answers(user, t.Record.Guild):
		return i, gone, nil
	}
	i = item{wait: w, t: t, user: user}
	if other := t.Opponent(user); other != "" {
		i.apart, err = k.company.Apart(user, other)
	}
	return i, left, err
}

// mention calls a person in the channel of a table, as far as the bot may post there, and the
// server has people called.
func (k *Teller) mention(ctx context.Context, user string, i item) error {
	r := i.t.Record
	if !r.Posts || !allowed(k.calls(r.Guild), &i.t.Brief) {
		return nil
	}
	m := k.boards.Unasked(i.t, i.notice())
	m.Mentions = []string{user}
	err := k.post.Post(ctx, i.t.Key.Channel, m.Paged())
	if errors.Is(err, chat.ErrNoPost) || errors.Is(err, chat.ErrGone) {
		return nil
	}
	return err
}

// How long it waits before something is said that could not be, at first and at most, and
// how often it is tried.
const (
	firstPause = time.Minute
	mostPause  = time.Hour
	mostTries  = 12
)

// strike notes what was said to a person. What has come about since stays.
func (k *Teller) strike(ctx context.Context, user string, o outcome) error {
	now := k.now()
	due, err := store.Transact(ctx, k.store, store.Op{}, func(tx *store.Tx) (due bool, err error) {
		p, ok, err := Kind.Get(tx, user)
		if err != nil || !ok {
			return false, err
		}
		before := p
		p.strike(o, now)
		return !p.Due.IsZero() && !p.Due.After(now), p.put(tx, user, before)
	})
	if err == nil && due {
		k.rouse()
	}
	return err
}

// strike notes what was said.
func (p *person) strike(o outcome, now time.Time) {
	p.Waits = slices.Clone(p.Waits)
	if o.shut && (p.Way == Direct || p.Digest > 0) {
		p.Shut, p.Unsaid = true, true
	}
	for _, r := range o.waits {
		at := slices.Index(p.Waits, r.wait)
		switch w := r.wait; {
		case at < 0 || r.fate == left: // it is another now, or is said in the channel
		case r.fate == failed && w.Tries < mostTries:
			p.Waits[at].Tries++
			p.Waits[at].After = now.UTC().Add(min(firstPause<<w.Tries, mostPause)).Truncate(time.Second)
		case r.fate == gone || w.Told: // that was the reminder
			p.Waits = slices.Delete(p.Waits, at, at+1)
		default:
			p.Waits[at].Told, p.Waits[at].After, p.Waits[at].Tries = true, time.Time{}, 0
		}
	}
	switch o.digest.fate {
	case failed:
		p.Next = now.UTC().Add(firstPause).Truncate(time.Second)
	case told:
		p.Next = p.digestAfter(now)
	case left, gone:
	}
	p.settle(now)
}
