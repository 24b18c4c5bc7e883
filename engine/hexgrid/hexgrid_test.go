package hexgrid_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func TestNames(t *testing.T) {
	for name, at := range map[string][2]int{"a1": {0, 0}, "k11": {10, 10}, "c5": {2, 4}, "z1": {25, 0}, "aa3": {26, 2}, "ba1": {52, 0}} {
		if got := hexgrid.Name(at[0], at[1]); got != name {
			t.Errorf("Name(%d, %d) = %q, want %q", at[0], at[1], got, name)
		}
	}
	g := hexgrid.Rhombus(19)
	for c := range hexgrid.Cell(g.Cells()) {
		back, err := g.Parse(g.Name(c))
		if err != nil || back != c {
			t.Fatalf("Parse(Name(%d)) = %d, %v", c, back, err)
		}
	}
}

func TestParseCellTakes(t *testing.T) {
	for text, at := range map[string][2]int{"c5": {2, 4}, "C5": {2, 4}, "K11": {10, 10}, "A1": {0, 0}, "\tb2\n": {1, 1}} {
		col, row, err := hexgrid.ParseCell(text, 11, 11)
		if err != nil || col != at[0] || row != at[1] {
			t.Errorf("ParseCell(%q) = %d, %d, %v; want %v", text, col, row, err, at)
		}
	}
}

func TestParseCellRefuses(t *testing.T) {
	const shape = "a cell is a letter and a number, such as c3: cells run from a1 to k11"
	const off = "that is off the board: cells run from a1 to k11"
	tests := []struct{ text, why string }{
		{"", "a cell is missing: write a letter and a number, from a1 to k11"},
		{"  \n", "a cell is missing: write a letter and a number, from a1 to k11"},
		{"5c", "the letter comes first: write c5"},
		{"5 C", "the letter comes first: write c5"},
		{"c 5", "write letter and number together: c5"},
		{"c-5", "write letter and number together: c5"},
		{"c05", "write c5"},
		{"z99", off},
		{"l1", off},
		{"a12", off},
		{"a0", off},
		{"99z", off},
		{"a99999999999999999999999999", off},
		{"aaaaaaaaaaaaaaaaaaaaaaaaa1", off},
		{"c5 d6", shape},
		{"c5\nd6", shape},
		{"c", shape},
		{"5", shape},
		{"-1", shape},
		{"ç5", shape},
		{"c٥", shape},
		{"\xff", shape},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			_, _, err := hexgrid.ParseCell(tt.text, 11, 11)
			if !errors.Is(err, engine.ErrSyntax) {
				t.Fatalf("ParseCell(%q) = %v, want ErrSyntax", tt.text, err)
			}
			if why, _ := engine.Why(err); why.String() != tt.why {
				t.Errorf("ParseCell(%q) refuses with %q, want %q", tt.text, why, tt.why)
			}
		})
	}
}

// A grid reads what ParseCell reads, and refuses what it refuses.
func TestParseAgreesWithParseCell(t *testing.T) {
	g := hexgrid.Rhombus(11)
	texts := []string{"", "a", "a0", "a01", "a1", "A1", "a11", "k11", "l1", "a12", "aa1", "5c", "`1", "{1", "a1 ", "a/1", "a:", "c111", "\xffa"}
	for a := range 128 {
		for b := range 128 {
			texts = append(texts, string([]byte{byte(a), byte(b)}), "c"+string([]byte{byte(a), byte(b)}))
		}
	}
	for _, text := range texts {
		col, row, want := hexgrid.ParseCell(text, 11, 11)
		c, err := g.Parse(text)
		if (err == nil) != (want == nil) || err == nil && c != g.At(col, row) {
			t.Fatalf("Parse(%q) = %d, %v; ParseCell gives %d, %d, %v", text, c, err, col, row, want)
		}
	}
}

// The counts are those of the rules: acute corners 2, obtuse corners 3, edges 4,
// inside 6.
func TestNeighbours(t *testing.T) {
	for size := 2; size <= hexgrid.MaxSize; size++ {
		g := hexgrid.Rhombus(size)
		for c := range hexgrid.Cell(g.Cells()) {
			col, row := g.Column(c), g.Row(c)
			want := 6
			switch onSide := col == 0 || col == size-1; {
			case onSide && col == row:
				want = 2
			case onSide && col+row == size-1:
				want = 3
			case g.Ring(c) == 0:
				want = 4
			}
			around := g.Neighbours(c)
			if len(around) != want {
				t.Errorf("size %d: %s has %d neighbours, want %d", size, g.Name(c), len(around), want)
			}
			for _, n := range around {
				if !slices.Contains(g.Neighbours(n), c) {
					t.Errorf("size %d: %s touches %s, but not the other way round", size, g.Name(c), g.Name(n))
				}
			}
		}
	}
}

func TestRingsAndReflections(t *testing.T) {
	g := hexgrid.Rhombus(14)
	for name, ring := range map[string]int{"a1": 0, "g1": 0, "n14": 0, "b2": 1, "m2": 1, "c3": 2, "g7": 6, "h8": 6, "e9": 4} {
		c, err := g.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Ring(c); got != ring {
			t.Errorf("Ring(%s) = %d, want %d", name, got, ring)
		}
	}
	c, _ := g.Parse("c5")
	if got := g.Name(g.Mirror(c)); got != "e3" {
		t.Errorf("Mirror(c5) = %s, want e3", got)
	}
	if got := g.Name(g.Opposite(c)); got != "l10" {
		t.Errorf("Opposite(c5) = %s, want l10", got)
	}
	if got := g.At(14, 0); got != hexgrid.NoCell {
		t.Errorf("At(14, 0) = %d, want NoCell", got)
	}
}

// TestReflections: both reflections are their own inverses, keep neighbours neighbours,
// and keep the distance to the rim.
func TestReflections(t *testing.T) {
	for _, size := range []int{1, 2, 5, hexgrid.MaxSize} {
		g := hexgrid.Rhombus(size)
		for name, reflect := range map[string]func(hexgrid.Cell) hexgrid.Cell{"Mirror": g.Mirror, "Opposite": g.Opposite} {
			for c := range hexgrid.Cell(g.Cells()) {
				if reflect(reflect(c)) != c || g.Ring(reflect(c)) != g.Ring(c) {
					t.Errorf("size %d: %s takes %s to %s", size, name, g.Name(c), g.Name(reflect(c)))
				}
				for _, n := range g.Neighbours(c) {
					if !slices.Contains(g.Neighbours(reflect(c)), reflect(n)) {
						t.Errorf("size %d: %s parts %s and %s", size, name, g.Name(c), g.Name(n))
					}
				}
			}
		}
	}
}

// TestNeighboursGoClockwise: each neighbour inside the grid touches the next one, so that
// the six form a ring.
func TestNeighboursGoClockwise(t *testing.T) {
	g := hexgrid.Rhombus(7)
	for c := range hexgrid.Cell(g.Cells()) {
		around := g.Neighbours(c)
		if len(around) < 6 {
			continue
		}
		if want := g.At(g.Column(c), g.Row(c)-1); around[0] != want {
			t.Errorf("%s: the first neighbour is %s, want %s", g.Name(c), g.Name(around[0]), g.Name(want))
		}
		for i, n := range around {
			if next := around[(i+1)%6]; !slices.Contains(g.Neighbours(n), next) {
				t.Errorf("%s: %s does not touch %s", g.Name(c), g.Name(n), g.Name(next))
			}
		}
	}
}

func TestRhombusPanicsOnOtherSizes(t *testing.T) {
	for _, size := range []int{-1, 0, hexgrid.MaxSize + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("there is a rhombus of size %d", size)
				}
			}()
			hexgrid.Rhombus(size)
		}()
	}
}
