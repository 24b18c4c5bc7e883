package octopuszle_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, octopuszle.Game, enginetest.Promises{
		Variants: []map[string]any{{"started": 8, "seed": 3}, {"started": 15, "seed": 1}, {"size": "16", "seed": 3}, {"size": "16", "started": 15, "seed": 3}},
		Refused:  []map[string]any{{"started": 16}, {"started": -1}, {"seed": -1}},
		Games:    2,
	})
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, octopuszle.Game, "testdata/*.txt")
}

// sample is the published solution.
func sample(tb testing.TB) *octopuszle.Board {
	tb.Helper()
	data, err := os.ReadFile("testdata/solution.json")
	if err != nil {
		tb.Fatal(err)
	}
	b, err := octopuszle.ParseJSON(data)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func TestSample(t *testing.T) {
	b := sample(t)
	if err := octopuszle.Validate(b); err != nil {
		t.Error(err)
	}
	if err := octopuszle.CheckComplex(b); err != nil {
		t.Error(err)
	}
	back, err := octopuszle.ParseJSON(octopuszle.AppendJSON(nil, b))
	if err != nil || *back != *b {
		t.Errorf("the solution comes back from JSON as %v, %v", back, err)
	}
}

func TestExactCounts(t *testing.T) {
	if n := len(octopuszle.SmallSolutions()); n != 652 {
		t.Errorf("16 squares have %d solutions, want 652", n)
	}
	if n := countTriangles(); n != 64 || octopuszle.TriangleSolutions != 64 {
		t.Errorf("the triangles have %d solutions, want 64; the tool says %d", n, octopuszle.TriangleSolutions)
	}
}

// countTriangles counts the solutions of the triangles: it tries all 2^18 sets of the 18 inner sides.
func countTriangles() int {
	const cols, rows = 4, 2
	type side struct{ up, down, upBit, downBit int }
	var sides []side
	for row := range rows {
		for col := range cols {
			at := row*cols + col
			sides = append(sides, side{at, at, 1, 1})
			if col > 0 { // the upward triangle's left side meets the rhombus to the left
				sides = append(sides, side{at, at - 1, 2, 2})
			}
			if row > 0 { // its base meets the rhombus below, in the row before
				sides = append(sides, side{at, at - cols, 4, 4})
			}
		}
	}
	count := 0
	for set := range 1 << len(sides) {
		var up, down [cols * rows]int
		for i, s := range sides {
			if set>>i&1 != 0 {
				up[s.up] |= s.upBit
				down[s.down] |= s.downBit
			}
		}
		if different(up) && different(down) {
			count++
		}
	}
	return count
}

func different(list [8]int) bool {
	seen := 0
	for _, x := range list {
		seen |= 1 << x
	}
	return seen == 1<<len(list)-1
}

// TestSolves finds solutions with any diagonals and with those of the published one, which
// is the source's question: 50 of each, with SIXFOLD_LONG=1 100,000.
func TestSolves(t *testing.T) {
	for name, diagonals := range map[string]*octopuszle.Board{"any diagonals": nil, "given diagonals": sample(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := octopuszle.NewSolver(diagonals, 1)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[octopuszle.Board]bool{}
			for range enginetest.Times(50, 100_000) {
				b, err := s.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if err := octopuszle.Validate(b); err != nil {
					t.Fatal(err)
				}
				if diagonals != nil && !sameDiagonals(b, diagonals) {
					t.Fatalf("not with the given diagonals: %s", octopuszle.AppendJSON(nil, b))
				}
				if seen[*b] {
					t.Fatal("it found a solution again")
				}
				seen[*b] = true
			}
		})
	}
}

func sameDiagonals(a, b *octopuszle.Board) bool {
	for at := range a {
		if (a[at]^b[at])&octopuszle.Diagonals != 0 {
			return false
		}
	}
	return true
}

// TestFindsFaults spoils a good solution in every way.
func TestFindsFaults(t *testing.T) {
	good := sample(t)
	tests := []struct {
		name  string
		spoil func(*octopuszle.Board)
		want  string
	}{
		{"a square twice", func(b *octopuszle.Board) { b[0] = b[1] }, "each is there once"},
		{"two squares exchanged", func(b *octopuszle.Board) { b[100], b[101] = b[101], b[100] }, "does not meet"},
		{"a line to the north in the first row", func(b *octopuszle.Board) {
			for at := range b {
				if b[at].Has(octopuszle.North) {
					b[0], b[at] = b[at], b[0]
					return
				}
			}
		}, "leaves the board"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := *good
			tt.spoil(&b)
			err := octopuszle.Validate(&b)
			if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("refused with %v, want words %q", err, tt.want)
			}
		})
	}
}

func TestRefusesDiagonalsThatCannotBe(t *testing.T) {
	tests := []struct {
		name  string
		build func() *octopuszle.Board
		want  string
	}{
		{"none at all", func() *octopuszle.Board { return new(octopuszle.Board) }, "256 squares have the diagonals -"},
		{"one that leaves the board", func() *octopuszle.Board { return &octopuszle.Board{1 << octopuszle.NorthWest} }, "a1 to the north-west leaves"},
		{"one that ends", func() *octopuszle.Board { return &octopuszle.Board{1 << octopuszle.SouthEast} }, "between a1 and b2 does not meet"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := octopuszle.NewSolver(tt.build(), 1)
			if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("refused with %v, want words %q", err, tt.want)
			}
		})
	}
}

// TestParseJSONTakesOneListOfLists: what lies deeper is no board.
func TestParseJSONTakesOneListOfLists(t *testing.T) {
	text := string(octopuszle.AppendJSON(nil, sample(t)))
	for _, good := range []string{text, "[" + text + ", []]"} {
		if _, err := octopuszle.ParseJSON([]byte(good)); err != nil {
			t.Errorf("%.5s is refused with %v", good, err)
		}
	}
	if _, err := octopuszle.ParseJSON([]byte("[[" + text + "]]")); err == nil {
		t.Error("a list of lists of boards is read")
	}
}

func FuzzParseJSON(f *testing.F) {
	f.Add([]byte("[1,2,3]"))
	f.Add([]byte("[[0,255]]"))
	f.Add([]byte(`{"a":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			b, err := octopuszle.ParseJSON(data)
			if err != nil {
				if _, ok := errors.AsType[*engine.Refusal](err); !ok {
					t.Fatalf("%v is no refusal", err)
				}
				return
			}
			_ = octopuszle.Validate(b)
			_ = octopuszle.CheckComplex(b)
		})
	})
}
