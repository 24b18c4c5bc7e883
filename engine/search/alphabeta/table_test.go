package alphabeta

import "testing"

func TestTableKeepsEntries(t *testing.T) {
	tab := new(table)
	const hash = 0x123456789abcdef0
	if _, ok := tab.get(hash); ok {
		t.Error("an empty table knows a position")
	}
	for _, e := range []entry{{0, 0, 0, atMost}, {4096, -32768, 96, atLeast}, {65535, 32767, 255, exactValue}} {
		tab.slots[hash%tableSlots] = slot{}
		tab.put(hash, e)
		if got, ok := tab.get(hash); !ok || got != e {
			t.Errorf("put %+v, got %+v, %v", e, got, ok)
		}
		if got, ok := tab.get(hash + tableSlots); ok {
			t.Errorf("another position in the same slot gets %+v", got)
		}
	}
}

// A shallow search does not overwrite what a deep one found of the same position, unless
// it is exact. Another position takes the slot.
func TestTableReplacement(t *testing.T) {
	tests := []struct {
		name     string
		next     entry
		replaced bool
	}{
		{"shallower bound", entry{2, 20, 3, atLeast}, false},
		{"shallower, but exact", entry{2, 20, 3, exactValue}, true},
		{"as deep", entry{2, 20, 4, atMost}, true},
		{"deeper", entry{2, 20, 5, atLeast}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tab := new(table)
			tab.put(7, entry{1, 10, 4, atLeast})
			tab.put(7, tt.next)
			if got, _ := tab.get(7); (got == tt.next) != tt.replaced {
				t.Errorf("the table holds %+v", got)
			}
		})
	}
	tab := new(table)
	tab.put(7, entry{1, 10, 90, exactValue})
	tab.put(7+tableSlots, entry{2, 20, 1, atMost})
	if _, ok := tab.get(7); ok {
		t.Error("two positions lie in one slot")
	}
}

// An entry whose halves come from two writers is not found by either.
func TestTableRefusesTornEntries(t *testing.T) {
	tab := new(table)
	tab.put(7, entry{1, 10, 4, atLeast})
	data := tab.slots[7].data.Load()
	tab.put(7+tableSlots, entry{2, 20, 4, atLeast})
	tab.slots[7].data.Store(data)
	for _, hash := range []uint64{7, 7 + tableSlots} {
		if got, ok := tab.get(hash); ok {
			t.Errorf("%d: a torn entry is read as %+v", hash, got)
		}
	}
}

// Values of wins count plies from the root in the search and from the position in the
// table; estimates are the same in both.
func TestValuesFromRootAndPosition(t *testing.T) {
	for _, value := range []int32{Win, Win - 7, MaxEstimate, 12, 0, -12, -MaxEstimate, 7 - Win, -Win} {
		for _, ply := range []int{0, 1, 30} {
			there := fromPosition(value, ply)
			if back := fromRoot(there, ply); back != value {
				t.Errorf("%d at ply %d: %d from the root, %d back", value, ply, there, back)
			}
			if isExact(value) != (there != value) && ply > 0 {
				t.Errorf("%d at ply %d is %d from the root", value, ply, there)
			}
		}
	}
}
