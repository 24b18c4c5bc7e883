package solver_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

var shapes = map[string]string{
	"a parallelogram":  solver.Parallelogram,
	"a hexagon and 3":  solver.HexagonAnd3,
	"a square of rows": strings.Repeat("########/", 8),
}

// TestCompact finds 20 solutions of each shape, with SIXFOLD_LONG=1 100,000.
func TestCompact(t *testing.T) {
	for name, text := range shapes {
		t.Run(name, func(t *testing.T) {
			shape, err := solver.ParseShape(text)
			if err != nil {
				t.Fatal(err)
			}
			c, err := solver.NewCompact(shape, 1)
			if err != nil {
				t.Fatal(err)
			}
			for range enginetest.Times(20, 100_000) {
				found, err := c.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if r, err := board.Validate(found.Pieces, true); err != nil || r.Connections != board.Connections {
					t.Fatalf("%+v, %v", r, err)
				}
				for i, p := range found.Pieces {
					if p.Cell != shape[i] {
						t.Fatalf("piece %d lies on %v, not in the shape", i, p.Cell)
					}
				}
			}
		})
	}
}

// TestShapesKeepEmptyRows: they part what is above from what is below.
func TestShapesKeepEmptyRows(t *testing.T) {
	half := strings.Repeat("########/", 4)
	shape, err := solver.ParseShape(half + "/" + half)
	if err != nil {
		t.Fatal(err)
	}
	if first, second := shape[31].Name(), shape[32].Name(); first != "h4" || second != "a6" {
		t.Errorf("the halves end on %s and begin on %s, want h4 and a6", first, second)
	}
}

func TestShapesRefused(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("#######/", 9):  "63 cells",
		"par9":                         "write # for a cell",
		strings.Repeat("#.", 64):       "no solution exists",
		strings.Repeat("#", 64):        "no solution exists",
		strings.Repeat("########/", 9): "72 cells",
	} {
		shape, err := solver.ParseShape(text)
		if err == nil {
			_, err = solver.NewCompact(shape, 1)
		}
		if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q is refused with %v, want words %q", text, err, want)
		}
	}
}
