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
)

const (
	// Renew is how often a holder renews its lease.
	Renew = 500 * time.Millisecond
	// Trust is how long a holder acts without having renewed: longer than the servers of a
	// cluster take to elect a leader, some 5 s, so that their loss costs nobody a lease.
	Trust = 7 * time.Second
	// Lapse is how long others wait for a renewal. A lease of a copy that has died is taken
	// over a little later: within 10 seconds.
	Lapse = 8 * time.Second
)

// The kinds of the small records, by the name of the lease.
const (
	Kind     = "lease"
	beatKind = "leasebeat"
)

// tenure says whose a lease is.
type tenure struct {
	Holder string `json:"holder"` // "" for nobody's: it was given back
	Term   uint64 `json:"term"`   // ascending
}

// Lease lets one of several copies of the bot at a time do what only one may: hold the
// connection of a shard, or do what is due by the clock. It is one copy's view of a lease, and
// safe for concurrent use.
//
// A lease is two small records: one names its holder, the other counts the renewals. No clock
// is compared with another machine's: the holder renews every [Renew], and others may take
// over when they have seen no renewal for [Lapse], each by its own clock, while the store was
// there. Every step is stored only if the holder is still the one that was read, so of two who
// take over one wins.
//
// The holder gives up by itself when it could not renew for [Trust], which is shorter. That
// keeps two from acting at the same time unless a machine stands still in between; what must
// not happen twice even then is made to depend on a record of its own. Where
// nothing may lie idle while a lease lapses, two copies are ready for the work: see [Pair].
type Lease struct {
	store  store.DB
	log    *slog.Logger
	name   string
	holder string

	mu     sync.Mutex
	tenure []byte    // as it was last read or written, nil for none
	beat   []byte    // likewise the renewals
	since  time.Time // when they were first seen so; where it is the own lease, when renewing began
	fails  bool      // nothing could be written last

	// renewed is when renewing began last, nil while another copy may hold the lease, and seen
	// when a renewal by another copy was seen last: mu is held as long as a store takes to answer.
	renewed, seen atomic.Pointer[time.Time]
}

// NewLease returns a lease of a name for a copy of the bot, whose name no other has. It does
// nothing before [Lease.Hold].
func NewLease(s store.DB, name, holder string, log *slog.Logger) *Lease {
	return &Lease{store: s, log: log, name: name, holder: holder}
}

// errLost is the cause of the context of work whose lease could not be renewed in time, or was
// taken over.
var errLost = errors.New("another copy of the bot takes over")

// Hold has work done whenever this copy holds the lease, until the context ends. The work's
// context ends when the lease is lost; it is begun again when the lease is held again. The
// lease is given back when the work has ended, so that another copy takes over at once. Work
// that fails for another reason ends it all, with that error; else the error is the context's.
func (l *Lease) Hold(ctx context.Context, work func(context.Context) error) error {
	return l.again(ctx, work, l.renewInTime, l.giveBack)
}

// again has work done whenever this copy holds the lease. keep renews it, and leave gives it
// back.
func (l *Lease) again(ctx context.Context, work func(context.Context) error, keep keeper, leave func()) error {
	for l.take(ctx) {
		err := l.during(ctx, work, keep)
		leave()
		if ctx.Err() == nil && err != nil && !errors.Is(err, errLost) {
			return err
		}
	}
	return ctx.Err()
}

// Sure reports whether no other copy can hold the lease: this one does, and has renewed it within
// [Trust].
func (l *Lease) Sure() bool {
	renewed := l.renewed.Load()
	return renewed != nil && time.Since(*renewed) < Trust
}

// keeper renews the lease until the context ends. It ends the context by lose when the lease is
// lost.
type keeper func(ctx context.Context, lose context.CancelCauseFunc)

// during does work, and renews meanwhile.
func (l *Lease) during(ctx context.Context, work func(context.Context) error, keep keeper) error {
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

// take waits until the copy holds the lease, and reports whether it does: not when the context
// has ended.
func (l *Lease) take(ctx context.Context) bool {
	for ctx.Err() != nil || !l.try() {
		if !sleep(ctx, Renew) {
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
	holder, err := stored(l.store, Kind, l.name)
	beat, also := stored(l.store, beatKind, l.name)
	if err = errors.Join(err, also); err != nil {
		if !l.since.IsZero() {
			l.log.Warn("read a lease", "lease", l.name, "err", err)
		}
		l.since = time.Time{} // while the store is away nobody can renew
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
	case t.Holder == l.holder: // it was not clear whether the lease had been taken
		return l.renew() == nil
	case t.Holder != "" && now.Sub(l.since) < Lapse:
		return false
	}
	return l.write(tenure{Holder: l.holder, Term: t.Term + 1}) == nil
}

// stored reads one of the records of a lease, nil for none.
func stored(r store.Reader, kind, name string) ([]byte, error) {
	data, err := r.Get(kind, name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return data, err
}

// renewInTime loses the lease when it could not be renewed within Trust.
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

// renewForEver loses the lease only to another copy.
func (l *Lease) renewForEver(ctx context.Context, lose context.CancelCauseFunc) {
	for l.renewAfter(ctx, Renew, lose) {
	}
}

// renewAfter renews the lease after a while, and reports whether to go on.
func (l *Lease) renewAfter(ctx context.Context, wait time.Duration, lose context.CancelCauseFunc) bool {
	if !sleep(ctx, wait) {
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

// renew counts the renewals on. l.mu is held.
func (l *Lease) renew() error {
	count, _ := strconv.ParseUint(string(l.beat), 10, 64) // from 1 again if it cannot be read
	beat := strconv.AppendUint(nil, count+1, 10)
	began := time.Now()
	err := l.update(func(tx *store.Tx) error {
		tx.Put(beatKind, l.name, beat)
		return l.same(tx, Kind, l.tenure)
	})
	if err == nil {
		l.beat, l.since = beat, began
		l.renewed.Store(&began)
	}
	return err
}

// write stores a tenure in place of the one seen. l.mu is held.
func (l *Lease) write(t tenure) error {
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	began := time.Now()
	err = l.update(func(tx *store.Tx) error {
		if err := errors.Join(l.same(tx, Kind, l.tenure), l.same(tx, beatKind, l.beat)); err != nil {
			return err
		}
		tx.Put(Kind, l.name, data)
		return nil
	})
	if err == nil {
		l.tenure, l.since = data, began
		l.renewed.Store(&began)
	}
	return err
}

// same returns [store.ErrStale] where a record is not as it was seen last.
func (l *Lease) same(tx *store.Tx, kind string, seen []byte) error {
	now, err := stored(tx, kind, l.name)
	if err == nil && (!bytes.Equal(now, seen) || (now == nil) != (seen == nil)) {
		err = store.ErrStale
	}
	return err
}

func (l *Lease) update(f func(*store.Tx) error) error {
	err := store.Update(context.Background(), l.store, store.Op{}, f)
	fails := err != nil && !errors.Is(err, store.ErrStale)
	if fails && !l.fails {
		l.log.Warn("write a lease, until that succeeds", "lease", l.name, "err", err)
	}
	l.fails = fails
	return err
}

// giveBack lets others take the lease at once, if it is held still.
func (l *Lease) giveBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.renewed.Store(nil)
	if t := readTenure(l.tenure); t.Holder == l.holder {
		_ = l.write(tenure{Term: t.Term + 1}) // else others wait for it to lapse
	}
}

// sleep waits, and reports whether the context lasts.
func sleep(ctx context.Context, wait time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}

// readTenure reads a tenure. One that cannot be read is nobody's.
func readTenure(data []byte) (t tenure) {
	if json.Unmarshal(data, &t) != nil {
		return tenure{}
	}
	return t
}
