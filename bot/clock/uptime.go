package clock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// UptimeKind is the kind of the one record.
const UptimeKind store.Kind[uptimeRecord] = "uptime"

// uptimeID is that of the one record.
const uptimeID = "bot"

const (
	// writeEvery is how often the store learns that the bot is there.
	writeEvery = time.Minute
	// silence is how far two marks of a running bot may lie apart: it marks some times a
	// minute. A machine that slept, or a clock that jumped ahead, is silent for longer.
	silence = 90 * time.Second
	// skew is by how much the clocks of two machines may differ, of which one marks after the
	// other.
	skew = 2 * time.Second
	// longest is how old outages are that are recorded: turns that began before are over, or paused.
	longest = 90 * 24 * time.Hour
	// most is how many of them: beyond that two that lie close together become one.
	most = 128
)

// outage is from when to when, in milliseconds since 1970.
type outage [2]int64

// uptimeRecord is the record.
type uptimeRecord struct {
	Seen int64    `json:"seen"`           // when the bot was last there, 0 for never
	Away []outage `json:"away,omitempty"` // in the order of time, apart from each other
}

// Uptime keeps when the bot could not be reached: it was not running, its machine slept, or the
// connection to Discord was lost. It is safe for concurrent use.
//
// One small record holds when the bot was last there, written at most once a minute, and the
// outages of the last weeks. What lies between a sudden end of the program and the mark before
// it counts as an outage too: rather some seconds too much than one too few.
type Uptime struct {
	store store.DB

	mu      sync.Mutex
	loaded  bool
	kept    uptimeRecord
	stored  uptimeRecord // as it was read, or written
	written int64        // [uptimeRecord.Seen] as it is stored
	here    bool         // this program has marked that it is there
	down    bool         // the connection is lost
	shared  bool         // other programs write the record too
}

// NewUptime makes a keeper. It reads nothing yet. Where the record is shared there are several copies
// of the bot, and one at a time marks that it is there. A connection that is lost is no outage then:
// another copy has one.
func NewUptime(s store.DB, shared bool) *Uptime { return &Uptime{store: s, shared: shared} }

// Mark notes that the bot is there. It is to be called some times a minute, and seldom writes.
// While the connection is lost it only keeps up with a clock that is set back: the outage goes on.
func (k *Uptime) Mark(now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil || k.down && !k.ahead(now) {
		return err
	}
	return k.mark(now, !k.here)
}

// Leave notes that the bot was there until now, as it stops.
func (k *Uptime) Leave(now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil || k.down {
		return err
	}
	k.written = 0 // is out of date
	return k.mark(now, !k.here)
}

// SetBack reports whether it is earlier than when the bot was last there: the system's clock was
// set back. The next mark ends that.
func (k *Uptime) SetBack(now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.load() == nil && k.ahead(now)
}

// ahead reports whether the bot was last there later than now. The lock is held.
func (k *Uptime) ahead(now time.Time) bool {
	return k.kept.Seen-now.UnixMilli() > skew.Milliseconds()
}

// Link notes that the connection over which people come is lost, or is there again.
func (k *Uptime) Link(up bool, now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil || k.down == !up || k.shared {
		return err
	}
	k.written = 0 // is out of date
	if err := k.mark(now, up); err != nil {
		return err
	}
	k.down = !up
	return nil
}

// Down reports whether the connection is lost.
func (k *Uptime) Down() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.down
}

// Away is how much of the time between two moments the bot could not be reached, as far as is
// known. An outage that lasts counts up to the second moment.
func (k *Uptime) Away(from, to time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil {
		return 0 // who marks reports it
	}
	a, b, sum := from.UnixMilli(), to.UnixMilli(), int64(0)
	for _, o := range k.kept.Away {
		sum += max(0, min(b, o[1])-max(a, o[0]))
	}
	if k.kept.Seen != 0 && (k.down || b-k.kept.Seen > silence.Milliseconds()) {
		sum += max(0, b-max(a, k.kept.Seen))
	}
	return time.Duration(sum) * time.Millisecond
}

// mark notes that the bot is there now. The time since it was last seen is an outage where
// that is so long, or ends: the program has just started, or the connection is back. The lock
// is held.
func (k *Uptime) mark(now time.Time, ends bool) error {
	at, next := now.UnixMilli(), uptimeRecord{Seen: now.UnixMilli(), Away: past(k.kept.Away, now.UnixMilli())}
	gap := at - k.kept.Seen
	out := k.kept.Seen != 0 && (ends && gap > 0 || gap > silence.Milliseconds())
	if out {
		next.Away = bounded(add(next.Away, outage{k.kept.Seen, at}), at)
	}
	if since := at - k.written; out || since < 0 || since >= writeEvery.Milliseconds() {
		if err := k.write(next); err != nil {
			return err
		}
		k.written = at
	}
	k.kept, k.here = next, true
	return nil
}

// past are outages up to now. What lies after it was told by a clock that was set back, and must
// not have others stand when that time comes.
func past(all []outage, now int64) []outage {
	if len(all) == 0 || all[len(all)-1][1] <= now {
		return all
	}
	all = slices.DeleteFunc(slices.Clone(all), func(o outage) bool { return o[0] >= now })
	if last := len(all) - 1; last >= 0 {
		all[last][1] = min(all[last][1], now)
	}
	return all
}

// add adds an outage to others, with which it may overlap.
func add(all []outage, o outage) []outage {
	all = append(slices.Clone(all), o)
	slices.SortFunc(all, func(a, b outage) int { return cmp.Compare(a[0], b[0]) })
	apart := all[:1]
	for _, next := range all[1:] {
		if last := &apart[len(apart)-1]; next[0] <= last[1] {
			last[1] = max(last[1], next[1])
		} else {
			apart = append(apart, next)
		}
	}
	return apart
}

// bounded drops what is old, and joins what lies closest together where there is too much: the
// time between counts as an outage then.
func bounded(all []outage, now int64) []outage {
	all = slices.DeleteFunc(all, func(o outage) bool { return o[1] < now-longest.Milliseconds() })
	for len(all) > most {
		closest := 1
		for i := 2; i < len(all); i++ {
			if all[i][0]-all[i-1][1] < all[closest][0]-all[closest-1][1] {
				closest = i
			}
		}
		all[closest-1][1] = all[closest][1]
		all = slices.Delete(all, closest, closest+1)
	}
	return all
}

// load reads the record: once, unless others write it too. The lock is held.
func (k *Uptime) load() error {
	if k.loaded && !k.shared {
		return nil
	}
	now, err := readUptime(k.store)
	if err != nil {
		return fmt.Errorf("read when the bot was there: %w", err)
	}
	k.kept, k.stored, k.loaded, k.written = now, now, true, now.Seen
	return nil
}

// readUptime reads the record. One that cannot be read counts as none.
func readUptime(r store.Reader) (uptimeRecord, error) {
	now, _, err := UptimeKind.Get(r, uptimeID)
	if errors.Is(err, store.ErrFormat) {
		return uptimeRecord{}, nil
	}
	return now, err
}

// write stores the record in place of the one that was read. The lock is held.
func (k *Uptime) write(next uptimeRecord) error {
	err := store.Update(context.Background(), k.store, store.Op{}, func(tx *store.Tx) error {
		now, err := readUptime(tx)
		if err == nil && (now.Seen != k.stored.Seen || !slices.Equal(now.Away, k.stored.Away)) {
			err = store.ErrStale
		}
		if err != nil {
			return err
		}
		return UptimeKind.Put(tx, uptimeID, next)
	})
	if err != nil {
		return fmt.Errorf("note that the bot is there: %w", err)
	}
	k.stored = next
	return nil
}
