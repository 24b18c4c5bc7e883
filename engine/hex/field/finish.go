package field

import "slices"

// Finish returns a move that links the mover's edges, of these the one that leaves the fewest
// stones to place, so that a won game ends quickly. ok is false if no move links them.
func (f *Field) Finish() (move Point, ok bool) {
	colour := f.turn
	least := places
	var l Links
	for _, m := range slices.Sorted(slices.Values(f.open)) {
		f.Do(m)
		if l.Survey(f, colour); l.Won() {
			if d := f.distance(colour); d < least {
				move, least, ok = m, d, true
			}
		}
		f.Undo(m)
	}
	return move, ok
}

// distance returns the number of stones that the colour lacks to join its edges if the opponent
// passes, or places if they are cut off. It is a breadth-first search from the near edge in which
// own stones cost nothing.
func (f *Field) distance(colour uint8) int {
	var seen [places]bool
	now := make([]Point, 0, places)
	next := make([]Point, 0, places)
	for c := range f.side {
		if f.side[c] == near && f.board[c] == colour {
			now = append(now, Point(c))
		}
	}
	for d := 0; len(now) > 0; d++ {
		for len(now) > 0 {
			c := now[len(now)-1]
			now = now[:len(now)-1]
			for _, step := range f.steps {
				n := (c + step) & placeMask
				if seen[n] || f.side[n] != 0 && f.side[c] != 0 {
					continue // from row to row, opposite edges are adjacent in memory
				}
				switch f.board[n] {
				case colour:
					if f.side[n] == far {
						return d
					}
					now = append(now, n)
				case Empty:
					next = append(next, n)
				default:
					continue
				}
				seen[n] = true
			}
		}
		now, next = next, now
	}
	return places
}
