package alphabeta

import "sync/atomic"

// table is a lock-free transposition table: an entry with halves written by different workers does
// not match its key (R. Hyatt and T. Mann, "A lock-less transposition table implementation for
// parallel search", ICGA Journal 25(1), 2002).
type table struct {
	slots [tableSlots]slot
}

// tableSlots is 16 MiB in slots of 16 bytes; a search of 2 s on two cores fills it once.
const tableSlots = 1 << 20

type slot struct{ key, data atomic.Uint64 }

// bound is the relation of a stored value to the true one.
type bound uint8

const (
	noBound bound = iota
	exactValue
	atLeast
	atMost
)

// entry is the data stored for a position.
type entry struct {
	move  uint16 // key plus one; 0: none
	value int16  // wins and losses counted from the position
	depth uint8
	bound bound
}

func (t *table) get(hash uint64) (entry, bool) {
	s := &t.slots[hash%tableSlots]
	data := s.data.Load()
	if s.key.Load()^data != hash {
		return entry{}, false
	}
	return entry{uint16(data), int16(data >> 16), uint8(data >> 32), bound(data >> 40)}, true
}

// put stores an entry, unless the slot has a deeper one of the same position and the new one is not
// exact.
func (t *table) put(hash uint64, e entry) {
	s := &t.slots[hash%tableSlots]
	if old := s.data.Load(); s.key.Load()^old == hash && uint8(old>>32) > e.depth && e.bound != exactValue {
		return
	}
	data := uint64(e.move) | uint64(uint16(e.value))<<16 | uint64(e.depth)<<32 | uint64(e.bound)<<40
	s.data.Store(data)
	s.key.Store(hash ^ data)
}
