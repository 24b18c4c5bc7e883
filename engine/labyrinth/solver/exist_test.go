package solver_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// wish is a kind of solutions by their numbers.
type wish struct {
	mirror          board.Mirror
	groups, largest int
	many            bool // there are thousands; else few or none were ever found
}

func (w wish) String() string {
	return fmt.Sprintf("%s, %d groups, %d in the largest", [...]string{"any", "upright", "level"}[w.mirror], w.groups, w.largest)
}

// wishes are all numbers of groups, symmetric or not, and all sizes of the largest group.
func wishes() []wish {
	var list []wish
	for groups := 2; groups <= solver.MaxGroups; groups++ {
		list = append(list,
			wish{groups: groups, many: groups <= 6},
			wish{mirror: board.Level, groups: groups, many: groups >= 3 && groups <= 5},
			wish{mirror: board.Upright, groups: groups, many: groups >= 4 && groups <= 5})
	}
	for largest := solver.MinLargest; largest < board.Pieces; largest++ {
		if largest != board.Pieces-2 {
			list = append(list, wish{largest: largest, many: largest >= 35})
		}
	}
	return list
}

// TestEveryNumber finds 3 solutions of each kind, with SIXFOLD_LONG=1 2,000, or as many as it
// can within some steps. All are different, and where none is found the search ends by itself.
func TestEveryNumber(t *testing.T) {
	n, patience, most := 3, 25_000, 50_000
	if enginetest.Long() {
		n, patience, most = 2000, 1<<28, 1<<30
	}
	for _, w := range wishes() {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			s := newSolver(t, 31, func(o *solver.Options) {
				o.Mirror, o.Groups, o.Largest, o.Patience = w.mirror, w.groups, w.largest, patience
			})
			seen := map[key]bool{}
			var err error
			for count := 0; count < n && s.Progress().Steps < most; count++ {
				var found solver.Solution
				if found, err = s.Next(t.Context()); err != nil {
					break
				}
				r, invalid := board.Validate(found.Pieces, false)
				if invalid != nil || w.groups > 0 && r.Groups != w.groups || w.largest > 0 && r.Sizes[0] != w.largest {
					t.Fatalf("found %+v, %v", r, invalid)
				}
				if seen[keyOf(t, found.Pieces)] = true; len(seen) == count {
					t.Fatalf("solution %d is one of those before", count+1)
				}
			}
			p := s.Progress()
			t.Logf("%d found in %d runs of %d steps: %v", len(seen), p.Restarts, p.Steps, err)
			if err != nil && !errors.Is(err, solver.ErrGaveUp) || w.many && enginetest.Long() && len(seen) < n {
				t.Errorf("%d found: %v", len(seen), err)
			}
		})
	}
}
