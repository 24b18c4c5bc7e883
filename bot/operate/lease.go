package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

const (
	// Renew is the interval at which a holder renews its lease.
	Renew = 500 * time.Millisecond
	// Trust is how long a holder acts without a renewal. It exceeds the 5 s or so that a cluster
	// takes to elect a leader, so that losing a server costs nobody a lease.
	Trust = 7 * time.Second
	// Lapse is how long others wait for a renewal. The lease of a dead copy is taken over soon
	// after, within 10 seconds.
	Lapse = 8 * time.Second
)

// The kinds of a lease's records; the ID is its name.
const (
	leaseKind = "lease"
	beatKind  = "leasebeat"
)

// tenure is the record of a lease's holder.
type tenure struct {
	Holder string `json:"holder"` // "" if it was given back
	Term   uint64 `json:"term"`   // increasing
}

// Lease is a named lease, seen from one of several copies of the bot. Its holder alone does certain
// work: holds the connection of a shard, or does scheduled work. It is safe for concurrent use.
//
// A lease consists of two records: one names the holder, the other counts renewals. Clocks of
// different machines are not compared: the holder renews every [Renew], and another copy may take
// over after it has seen no renewal for [Lapse] by its own clock while the store was reachable.
// Every write fails if the holder has changed since it was read, so of two copies that take over
// one succeeds.
//
// A holder that could not renew for [Trust], which is shorter, gives up by itself. So two copies
// act at the same time only if a machine stalls in between; what must not happen twice even then
// depends on records of its own. For work that must continue while a lease lapses, see [Pair].
type Lease struct {
	store  store.DB
	log    *slog.Logger
	name   string
	holder string

	mu     sync.Mutex
	tenure []byte    // holder's record as last read or written, nil for none
	beat   []byte    // the same of the renewal count
	since  time.Time // when they were first seen unchanged; for the own lease, the start of the last renewal
	fails  bool      // the last write failed

	// renewed is the start of the last renewal by this copy, nil while another may hold the lease.
	// seen is when a renewal by another was last seen. They are atomic since mu is held during
	// store operations.
	renewed, seen atomic.Pointer[time.Time]
}

// NewLease returns a lease for a copy of the bot; holder must be unique to it. The lease is idle
// until [Lease.Hold].
func NewLease(s store.DB, name, holder string, log *slog.Logger) *Lease {
	return &Lease{store: s, log: log, name: name, holder: holder}
}

// errLost is the cause of a context whose lease was not renewed in time or was taken over.
var errLost = errors.New("another copy of the bot takes over")

// Hold runs work whenever this copy holds the lease, until the context ends. The context of work
// ends when the lease is lost; work runs again when the lease is regained. After work returns, the
// lease is given back so that another copy can take over at once. Hold returns the error of work
// that fails for another reason, else nil.
func (l *Lease) Hold(ctx context.Context, work func(context.Context) error) error {
	return l.loop(ctx, work, l.renewInTime, l.giveBack)
}

// loop runs work whenever this copy holds the lease. keep renews the lease, and leave gives it
// back.
func (l *Lease) loop(ctx context.Context, work func(context.Context) error, keep keeper, leave func()) error {
	for l.take(ctx) {
		err := l.runHeld(ctx, work, keep)
		leave()
		if ctx.Err() == nil && err != nil && !errors.Is(err, errLost) {
			return err
		}
	}
	return nil
}

// Sure reports whether this copy holds the lease and no other can: it has renewed it within
// [Trust].
func (l *Lease) Sure() bool {
	renewed := l.renewed.Load()
	return renewed != nil && time.Since(*renewed) < Trust
}

// keeper renews the lease until the context ends. When the lease is lost, it cancels the context by
// lose.
type keeper func(ctx context.Context, lose context.CancelCauseFunc)

// runHeld runs work, and keep meanwhile.
func (l *Lease) runHeld(ctx context.Context, work func(context.Context) error, keep keeper) error {
	held, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	var renewing sync.WaitGroup
	renewing.Go(func() { keep(held, lose) })
	defer renewing.Wait()
	defer lose(nil)
	l.log.Info("this copy holds a lease", "lease", l.name)
	err := work(held)
	if errors.Is(context.Cause(held), errLost) {
		l.log.Warn("this copy has lost a lease", "lease", l.name)
		return errLost
	}
	return err
}

// take waits until this copy holds the lease. It returns false if the context ends first.
func (l *Lease) take(ctx context.Context) bool {
	for ctx.Err() != nil || !l.try() {
		if jetstream.Pause(ctx, Renew) != nil {
			return false
		}
	}
	return true
}

// try takes the lease if it is free, and reports whether it did.
func (l *Lease) try() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	holder, err := stored(l.store, leaseKind, l.name)
	beat, also := stored(l.store, beatKind, l.name)
	if err = errors.Join(err, also); err != nil {
		if !l.since.IsZero() {
			l.log.Warn("read a lease", "lease", l.name, "err", err)
		}
		l.since = time.Time{} // nobody can renew while the store is unreachable
		return false
	}
	if first := l.since.IsZero(); first || !bytes.Equal(holder, l.tenure) || !bytes.Equal(beat, l.beat) {
		l.tenure, l.beat, l.since = holder, beat, now
		if !first {
			l.seen.Store(&now)
		}
	}
	t := readTenure(holder)
	switch {
	case t.Holder == l.holder: // the result of an earlier write was unknown
		return l.renew() == nil
	case t.Holder != "" && now.Sub(l.since) < Lapse:
		return false
	}
	return l.write(tenure{Holder: l.holder, Term: t.Term + 1}) == nil
}

// stored returns a record of a lease, nil for none.
func stored(r store.Reader, kind, name string) ([]byte, error) {
	data, err := r.Get(kind, name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return data, err
}

// renewInTime renews the lease, and loses it if it could not for Trust.
func (l *Lease) renewInTime(ctx context.Context, lose context.CancelCauseFunc) {
	for {
		l.mu.Lock()
		left := Trust - time.Since(l.since)
		l.mu.Unlock()
		limit := time.AfterFunc(left, func() { lose(errLost) })
		on := l.renewAfter(ctx, min(Renew, max(left, 0)), lose)
		limit.Stop()
		if !on {
			return
		}
	}
}

// renewForEver renews the lease, and loses it only to another copy.
func (l *Lease) renewForEver(ctx context.Context, lose context.CancelCauseFunc) {
	for l.renewAfter(ctx, Renew, lose) {
	}
}

// renewAfter renews the lease after a delay, and reports whether to continue.
func (l *Lease) renewAfter(ctx context.Context, delay time.Duration, lose context.CancelCauseFunc) bool {
	if jetstream.Pause(ctx, delay) != nil {
		return false
	}
	l.mu.Lock()
	err := l.renew()
	l.mu.Unlock()
	if errors.Is(err, store.ErrStale) {
		l.renewed.Store(nil)
		lose(errLost)
		return false
	}
	return true
}

// renew increments the renewal count. l.mu is held.
func (l *Lease) renew() error {
	count, _ := strconv.ParseUint(string(l.beat), 10, 64) // starts over if unreadable
	beat := strconv.AppendUint(nil, count+1, 10)
	err := l.put(beatKind, beat)
	if err == nil {
		l.beat = beat
	}
	return err
}

// write replaces the tenure last seen. l.mu is held.
func (l *Lease) write(t tenure) error {
	data, err := json.Marshal(t)
	if err == nil {
		err = l.put(leaseKind, data)
	}
	if err == nil {
		l.tenure = data
	}
	return err
}

// same returns [store.ErrStale] if a record has changed since it was last seen.
func (l *Lease) same(tx *store.Tx, kind string, seen []byte) error {
	now, err := stored(tx, kind, l.name)
	if err == nil && (!bytes.Equal(now, seen) || (now == nil) != (seen == nil)) {
		err = store.ErrStale
	}
	return err
}

// put stores a record of the lease if the holder is as last seen and, to replace it, the renewals
// are too.
func (l *Lease) put(kind string, data []byte) error {
	began := time.Now()
	err := store.Update(context.Background(), l.store, store.Op{}, func(tx *store.Tx) error {
		err := l.same(tx, leaseKind, l.tenure)
		if err == nil && kind == leaseKind {
			err = l.same(tx, beatKind, l.beat)
		}
		if err == nil {
			tx.Put(kind, l.name, data)
		}
		return err
	})
	if err == nil {
		l.since = began
		l.renewed.Store(&began)
	}
	fails := err != nil && !errors.Is(err, store.ErrStale)
	if fails && !l.fails {
		l.log.Warn("write a lease, until that succeeds", "lease", l.name, "err", err)
	}
	l.fails = fails
	return err
}

// giveBack frees the lease at once, if this copy still holds it.
func (l *Lease) giveBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.renewed.Store(nil)
	if t := readTenure(l.tenure); t.Holder == l.holder {
		_ = l.write(tenure{Term: t.Term + 1}) // on failure it lapses
	}
}

// readTenure decodes a tenure. An unreadable one has no holder.
func readTenure(data []byte) (t tenure) {
	if json.Unmarshal(data, &t) != nil {
		return tenure{}
	}
	return t
}

// Pair is a lease with a second one for the next in line. That copy does the same work, but defers
// to the leader while that is alive, and leads when the leader's lease lapses, so no time is lost.
// It is safe for concurrent use.
type Pair struct {
	lead, next *Lease
	// lost: this copy has led, and the next in line leads now. It is not set when another copy
	// takes this one's place as next in line, as that copy has only begun to work.
	lost atomic.Bool
}

// NewPair returns the two leases for a copy of the bot; holder must be unique to it.
func NewPair(s store.DB, name, holder string, log *slog.Logger) *Pair {
	return &Pair{lead: NewLease(s, name, holder, log), next: NewLease(s, "next/"+name, holder, log)}
}

const (
	// pollInterval is how often the next in line looks for a renewal by the leader.
	pollInterval = Renew / 5
	// renewalDue is when a renewal should be seen after the last: Renew and, as a rule, the longest
	// time to store and see it.
	renewalDue = Renew + 400*time.Millisecond
	// ackDeadline is when a leader has acknowledged an interaction at the latest. A leader last
	// seen earlier may have died with it.
	ackDeadline = 1500 * time.Millisecond
)

// Keep runs work whenever this copy leads or is next in line, until the context ends. Work
// continues when the next in line becomes the leader, and while leases cannot be renewed; its
// context ends when another copy is seen to have replaced this one. Otherwise it is like
// [Lease.Hold].
func (p *Pair) Keep(ctx context.Context, work func(context.Context) error) error {
	return p.next.loop(ctx, work, p.keep, func() {
		p.lead.giveBack()
		p.next.giveBack()
	})
}

// keep renews the lease of the next in line until this copy leads, and then the leader's.
func (p *Pair) keep(ctx context.Context, lose context.CancelCauseFunc) {
	p.lost.Store(false)
	waiting, leads := context.WithCancel(ctx)
	defer leads()
	var renewing sync.WaitGroup
	renewing.Go(func() { p.next.renewForEver(waiting, lose) })
	for !p.lead.try() {
		if jetstream.Pause(ctx, pollInterval) != nil {
			break
		}
	}
	leads()
	renewing.Wait()
	if ctx.Err() != nil {
		return
	}
	p.lead.log.Info("this copy holds a lease", "lease", p.lead.name)
	p.next.giveBack()
	p.lead.renewForEver(ctx, lose)
	p.lost.Store(errors.Is(context.Cause(ctx), errLost))
}

// Sure reports whether this copy leads and no other can; see [Lease.Sure].
func (p *Pair) Sure() bool { return p.lead.Sure() }

// Await waits until it is known which copy answers an interaction received at came, and reports
// whether it is this one. It is this one if it leads, or if the leader should have renewed its
// lease and has not, though this copy could. It is the leader if that was seen alive after it must
// have acknowledged the interaction. The error is the context's if that ends first.
func (p *Pair) Await(ctx context.Context, came time.Time) (ours bool, err error) {
	for !p.Sure() {
		if p.lost.Load() {
			return false, nil // the new leader has received it too
		}
		last := came.Add(-renewalDue) // without any sign of another copy
		if seen := p.lead.seen.Load(); seen != nil {
			if seen.After(came.Add(ackDeadline + pollInterval)) {
				return false, nil
			}
			last = *seen
		}
		if renewed := p.next.renewed.Load(); renewed != nil && renewed.After(last.Add(renewalDue)) {
			return true, nil
		}
		if jetstream.Pause(ctx, pollInterval/2) != nil {
			return false, ctx.Err()
		}
	}
	return true, nil
}
