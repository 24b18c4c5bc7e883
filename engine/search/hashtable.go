package search

import "sync/atomic"

// hashTable remembers what was found out about positions. It needs no locks: an entry
// whose two halves were written by different threads does not match its key (R. Hyatt
// and T. Mann, "A lock-less transposition table implementation for parallel search",
// ICGA Journal 25(1), 2002).
type hashTable struct {
	slots [hashSlots]hashSlot
}

// hashSlots of 16 bytes take 16 MB, which a search of 2 s on two cores fills once.
const hashSlots = 1 << 20

type hashSlot struct{ key, data atomic.Uint64 }

// bound tells in which way a kept value is meant.
type bound uint8

const (
	noBound bound = iota
	exact
	atLeast
	atMost
)

// memo is what is kept of a position.
type memo struct {
	move  uint16 // its key plus one; 0: none
	value int16  // wins and losses counted from the position
	depth uint8
	bound bound
}

func (t *hashTable) get(hash uint64) (memo, bool) {
	s := &t.slots[hash%hashSlots]
	data := s.data.Load()
	if s.key.Load()^data != hash {
		return memo{}, false
	}
	return memo{uint16(data), int16(data >> 16), uint8(data >> 32), bound(data >> 40)}, true
}

// put keeps a memo, unless the slot has a deeper one of the same position.
func (t *hashTable) put(hash uint64, m memo) {
	s := &t.slots[hash%hashSlots]
	if old := s.data.Load(); s.key.Load()^old == hash && uint8(old>>32) > m.depth && m.bound != exact {
		return
	}
	data := uint64(m.move) | uint64(uint16(m.value))<<16 | uint64(m.depth)<<32 | uint64(m.bound)<<40
	s.data.Store(data)
	s.key.Store(hash ^ data)
}
