package table

import (
	"cmp"
	"hash/maphash"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Use notes that a person uses a table: it is the one that their next command means. The
// record keeps that from its next save on; until then, and for who has no seat, it is
// forgotten when the program stops.
func (ts *Tables) Use(t *Table, user string) {
	now := ts.now().UTC()
	t.by = user
	if seat := t.SeatOf(user); seat >= 0 {
		if t.Record.Used == nil {
			t.Record.Used = make([]int64, len(t.Record.Seats))
		}
		t.Record.Used[seat] = now.UnixMilli()
	}
	if t.Key.Number > 0 {
		ts.uses.note(place{user, t.Key.Channel, t.Key.Game, owns(t.Head, user)}, t.Key.Number, now)
	}
}

// lastUse is when a person used a table last as far as its record says, zero for never. An
// older record does not say it: where nobody else plays, that is when it was last touched.
func lastUse(h *store.Head, user string) time.Time {
	b := Brief{Head: h}
	seat := b.SeatOf(user)
	switch {
	case owns(h, user) && (seat < 0 || len(h.Used) == 0) && opponent(h, user) == "":
		return h.Touched
	case seat < 0 || int(seat) >= len(h.Used) || h.Used[seat] == 0:
		return time.Time{}
	default:
		return time.UnixMilli(h.Used[seat])
	}
}

// byUse orders the tables of a user by when they used them.
func byUse(user string) func(a, b store.Brief) int {
	return func(a, b store.Brief) int {
		return cmp.Or(lastUse(a.Head, user).Compare(lastUse(b.Head, user)), cmp.Compare(a.Key.Number, b.Key.Number))
	}
}

// mostUses bounds what is remembered, in two halves: when the newer one is full, the older
// one is forgotten.
const mostUses = 8192

// uses remember which table of a game in a channel a person used last, and when. It is safe
// for concurrent use.
type uses struct {
	seed         maphash.Seed
	mu           sync.Mutex
	newer, older map[uint64]use // by the hash of a place: thousands take little memory
}

// place is where a person uses tables: their own, or those of others.
type place struct {
	user, channel, game string
	own                 bool
}

// use is of a table. A number of 0 is none.
type use struct {
	number int32
	milli  int64 // since 1970
}

func newUses() *uses { return &uses{seed: maphash.MakeSeed()} }

func (u *uses) note(p place, number int, at time.Time) {
	key := maphash.Comparable(u.seed, p)
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.newer) >= mostUses/2 {
		u.older, u.newer = u.newer, nil
	}
	if u.newer == nil {
		u.newer = map[uint64]use{}
	}
	u.newer[key] = use{int32(number), at.UnixMilli()}
}

// last is what is remembered, the zero value where nothing is.
func (u *uses) last(p place) use {
	key := maphash.Comparable(u.seed, p)
	u.mu.Lock()
	defer u.mu.Unlock()
	if last, ok := u.newer[key]; ok {
		return last
	}
	return u.older[key]
}
