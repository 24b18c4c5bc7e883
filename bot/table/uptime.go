package table

import (
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
	// MarkEvery is how often a running bot marks.
	MarkEvery = 500 * time.Millisecond
	// silence is the shortest gap between two marks that counts as an outage: the process or its machine
	// stood still, or the system's clock jumped ahead.
	silence = 2 * time.Second
	// writeEvery is how often a mark is stored, and shareEvery the same for several copies of the bot.
	writeEvery, shareEvery = time.Minute, time.Second
	// skew is the maximal difference of the clocks of two machines that mark in turn.
	skew = 2 * time.Second
	// keepOutages is how long outages are kept: turns that began before are over, or paused. Those
	// shorter than brief matter only to live clocks, and are kept for a day.
	keepOutages, brief = 90 * day, time.Minute
	// maxOutages is the maximal number of outages; beyond it close ones are merged.
	maxOutages = 128
)

// outage is the start and end of an outage, in milliseconds since 1970.
type outage [2]int64

type uptimeRecord struct {
	Seen int64    `json:"seen"`           // last stored mark, 0 for none
	Away []outage `json:"away,omitempty"` // in order of time, disjoint
}

// Uptime records when the bot was unreachable: it was not running, its process or machine stood still, or
// the connection to Discord was lost. It is safe for concurrent use.
//
// A small record contains the last stored mark and the outages of the last weeks. After a crash the time
// since that mark counts as an outage: rather some seconds too many than one too few.
//
// Several copies of the bot share the record. Each that is connected to Discord marks, unless another
// has just done so: while none can, because none runs, none is connected or the cluster stores nothing,
// the record stands still, and whoever marks next adds an outage to it.
type Uptime struct {
	store  store.DB
	shared bool

	marking sync.Mutex // held while a mark is made, and stored

	mu   sync.Mutex
	kept uptimeRecord // as last read or written
	sign int64        // last time that the bot is known to have been there, 0 if no copy of it has marked since the start
	down bool         // the connection is lost
}

// NewUptime returns an Uptime, which reads nothing yet. shared says that several copies of the bot have
// the record.
func NewUptime(s store.DB, shared bool) *Uptime { return &Uptime{store: s, shared: shared} }

// Mark records that the bot is running. It must be called every [MarkEvery]. While the connection is
// lost it only follows a clock that was set back, because the outage continues.
func (k *Uptime) Mark(now time.Time) error { return k.note(now, false) }

// Leave records that the bot was running until now, before it stops.
func (k *Uptime) Leave(now time.Time) error { return k.note(now, true) }

func (k *Uptime) note(now time.Time, required bool) error {
	if required {
		k.marking.Lock()
	} else if !k.marking.TryLock() {
		return nil // another is being made, which may take as long as a write
	}
	defer k.marking.Unlock()
	if k.isDown() && (k.shared || !k.SetBack(now)) {
		return nil
	}
	return k.mark(now, required)
}

func (k *Uptime) isDown() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.down
}

// SetBack reports whether the last mark is in the future, because the system's clock was set back.
// The next mark corrects that.
func (k *Uptime) SetBack(now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := now.UnixMilli()
	return k.load(at) == nil && max(k.sign, k.kept.Seen)-at > 2*skew.Milliseconds()
}

// Link records that the connection to Discord is lost or restored. One of several copies that has lost
// it does not mark.
func (k *Uptime) Link(up bool, now time.Time) error {
	if !k.shared {
		k.marking.Lock()
		defer k.marking.Unlock()
		if k.isDown() == !up {
			return nil
		}
		if err := k.mark(now, true); err != nil {
			return err
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.down = !up
	return nil
}

// Down reports whether the connection is lost. Of several copies another may have it.
func (k *Uptime) Down() bool { return k.isDown() && !k.shared }

// Away returns how much of a period the bot was unreachable, as far as known. A present outage
// counts up to the end of the period.
func (k *Uptime) Away(from, to time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	a, b, sum := from.UnixMilli(), to.UnixMilli(), int64(0)
	if err := k.load(b); err != nil {
		return 0 // reported by the next mark
	}
	for _, o := range k.kept.Away {
		sum += max(0, min(b, o[1])-max(a, o[0]))
	}
	if since, out := k.gap(b); out {
		sum += max(0, b-max(a, since))
	}
	return time.Duration(sum) * time.Millisecond
}

// gap returns since when the bot is not known to have been there, and whether that is an outage. k.mu
// must be held.
func (k *Uptime) gap(now int64) (since int64, out bool) {
	since, longest := k.sign, silence
	switch {
	case k.shared:
		longest += shareEvery
	case k.down:
		longest = 0
	case since == 0: // it has just started
		since, longest = k.kept.Seen, time.Millisecond
	}
	return since, since != 0 && now-since >= longest.Milliseconds()
}

// mark records that the bot is running now, and the outage since the last mark, if there was one. It is
// stored if that is time, or required. k.marking must be held.
func (k *Uptime) mark(now time.Time, required bool) error {
	at := now.UnixMilli()
	k.mu.Lock()
	if err := k.load(at); err != nil {
		k.mu.Unlock()
		return err
	}
	kept := k.kept
	since, out := k.gap(at)
	age, every := at-kept.Seen, writeEvery
	if k.shared {
		age, every = at-k.sign, shareEvery
	}
	due := out || required || age < -skew.Milliseconds() || age >= every.Milliseconds()
	if !due && !k.shared {
		k.sign = at
	}
	k.mu.Unlock()
	if !due {
		return nil
	}
	if !out {
		since = at
	}
	next := uptimeRecord{at, outages(kept.Away, since, at)}
	if err := k.write(kept, next); err != nil {
		if k.shared && errors.Is(err, store.ErrStale) { // another copy has marked
			err = nil
		}
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept, k.sign = next, at
	return nil
}

// outages returns the outages up to now, with one from since on. Later ones come from a clock that has
// since been set back, and must not stop the clocks of games when that time comes. Old ones are dropped,
// and the closest ones beyond the limit merged; the time between them then counts as an outage.
func outages(before []outage, since, now int64) (all []outage) {
	last := int64(0)
	for _, o := range append(slices.Clone(before), outage{since, now}) {
		o = outage{max(o[0], last), min(o[1], now)}
		keep := keepOutages
		if o[1]-o[0] < brief.Milliseconds() {
			keep = day
		}
		if o[0] < o[1] && o[1] >= now-keep.Milliseconds() {
			all, last = append(all, o), o[1]
		}
	}
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

// load reads the record, unless this process alone has it and has read it. A mark of another copy tells
// that the bot was there then, by the clock of another machine. k.mu must be held.
func (k *Uptime) load(now int64) error {
	if k.sign != 0 && !k.shared {
		return nil
	}
	kept, err := readUptime(k.store)
	if err != nil {
		return fmt.Errorf("read when the bot was there: %w", err)
	}
	if k.shared && kept.Seen != k.kept.Seen {
		seen := kept.Seen + skew.Milliseconds()
		if k.sign != 0 { // else this machine's clock may have been set back since
			seen = min(now, seen)
		}
		k.sign = max(k.sign, seen)
	}
	k.kept = kept
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

// write stores the record in place of the one before. The error is [store.ErrStale] if that has changed.
func (k *Uptime) write(before, next uptimeRecord) error {
	err := store.Update(context.Background(), k.store, store.Op{}, func(tx *store.Tx) error {
		now, err := readUptime(tx)
		if err == nil && (now.Seen != before.Seen || !slices.Equal(now.Away, before.Away)) {
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
	return nil
}
