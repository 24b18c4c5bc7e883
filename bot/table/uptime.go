package table

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

// UptimeKind is the kind of the uptime record.
const UptimeKind store.Kind[uptimeRecord] = "uptime"

// uptimeID is the ID of the only record.
const uptimeID = "bot"

const (
	// writeEvery is how often a mark is stored.
	writeEvery = time.Minute
	// silence is the longest gap between two marks of a running bot, which marks several times a
	// minute. A sleeping machine or a clock jumping ahead causes a longer gap.
	silence = 90 * time.Second
	// skew is the maximal difference of the clocks of two machines that mark in turn.
	skew = 2 * time.Second
	// keepOutages is how long outages are kept: turns that began before are over, or paused.
	keepOutages = 90 * 24 * time.Hour
	// maxOutages is the maximal number of outages; beyond it close ones are merged.
	maxOutages = 128
)

// outage is the start and end of an outage, in milliseconds since 1970.
type outage [2]int64

type uptimeRecord struct {
	Seen int64    `json:"seen"`           // last mark, 0 for none
	Away []outage `json:"away,omitempty"` // in order of time, disjoint
}

// Uptime records when the bot was unreachable: it was not running, its machine slept, or the
// connection to Discord was lost. It is safe for concurrent use.
//
// A small record contains the last mark, stored at most once a minute, and the outages of the last
// weeks. After a crash the time since the last stored mark counts as an outage: rather some seconds
// too many than one too few.
type Uptime struct {
	store store.DB

	mu      sync.Mutex
	kept    uptimeRecord
	stored  uptimeRecord // as read or last written
	written int64        // [uptimeRecord.Seen] as stored, 0 to force a write
	here    bool         // this process has marked
	down    bool         // the connection is lost
}

// NewUptime returns an Uptime, which reads nothing yet. The record may belong to several copies of the
// bot, one of which marks at a time.
func NewUptime(s store.DB) *Uptime { return &Uptime{store: s} }

// Mark records that the bot is running. It must be called several times a minute, and rarely
// writes. While the connection is lost it only follows a clock that was set back, because the
// outage continues.
func (k *Uptime) Mark(now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil || k.down && !k.ahead(now) {
		return err
	}
	return k.mark(now, !k.here)
}

// Leave records that the bot was running until now, before it stops.
func (k *Uptime) Leave(now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil || k.down {
		return err
	}
	k.written = 0 // is out of date
	return k.mark(now, !k.here)
}

// SetBack reports whether the last mark is in the future, because the system's clock was set back.
// The next mark corrects that.
func (k *Uptime) SetBack(now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.load() == nil && k.ahead(now)
}

// ahead reports whether the last mark is in the future. The lock must be held.
func (k *Uptime) ahead(now time.Time) bool {
	return k.kept.Seen-now.UnixMilli() > skew.Milliseconds()
}

// Link records that the connection to Discord is lost or restored.
func (k *Uptime) Link(up bool, now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil || k.down == !up {
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

// Away returns how much of a period the bot was unreachable, as far as known. A present outage
// counts up to the end of the period.
func (k *Uptime) Away(from, to time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.load(); err != nil {
		return 0 // reported by the next mark
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

// mark records that the bot is running now. The time since the last mark becomes an outage if it is
// too long, or if ends is set because the process has just started or the connection is back. The
// lock must be held.
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

// past returns the outages up to now. Later ones come from a clock that has since been set back,
// and must not stop the clocks of games when that time comes.
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

// add adds an outage, which may overlap others.
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

// bounded drops old outages and merges the closest ones beyond the limit; the time between them
// then counts as an outage.
func bounded(all []outage, now int64) []outage {
	all = slices.DeleteFunc(all, func(o outage) bool { return o[1] < now-keepOutages.Milliseconds() })
	for len(all) > maxOutages {
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

// load reads the record. The lock must be held.
func (k *Uptime) load() error {
	now, err := readUptime(k.store)
	if err != nil {
		return fmt.Errorf("read when the bot was there: %w", err)
	}
	k.kept, k.stored, k.written = now, now, now.Seen
	return nil
}

// readUptime reads the record. An unreadable one counts as missing.
func readUptime(r store.Reader) (uptimeRecord, error) {
	now, _, err := UptimeKind.Get(r, uptimeID)
	if errors.Is(err, store.ErrFormat) {
		return uptimeRecord{}, nil
	}
	return now, err
}

// write stores the record, unless the stored one has changed since it was read. The lock must be
// held.
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
