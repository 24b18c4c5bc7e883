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

// eachGrid calls f with grids of all sizes up to 8 by 8, and with large ones.
func eachGrid(f func(g *hexgrid.Grid)) {
	for width := 1; width <= 8; width++ {
		for height := 1; height <= 8; height++ {
			f(hexgrid.Parallelogram(width, height))
		}
	}
	for _, size := range [][2]int{{hexgrid.MaxSize, hexgrid.MaxSize}, {hexgrid.MaxSize, 3}, {3, hexgrid.MaxSize}, {11, 10}} {
		f(hexgrid.Parallelogram(size[0], size[1]))
	}
}

// The counts are those of the rules: acute corners 2, obtuse corners 3, edges 4,
// inside 6.
func TestNeighbours(t *testing.T) {
	eachGrid(func(g *hexgrid.Grid) {
		width, height := g.Width(), g.Height()
		if min(width, height) < 2 {
			return // where one corner is two
		}
		for c := range hexgrid.Cell(g.Cells()) {
			col, row := g.Column(c), g.Row(c)
			want := 6
			switch onSide, onTop := col == 0 || col == width-1, row == 0 || row == height-1; {
			case onSide && onTop && (col == 0) == (row == 0):
				want = 2
			case onSide && onTop:
				want = 3
			case onSide || onTop:
				want = 4
			}
			around := g.Neighbours(c)
			if len(around) != want {
				t.Errorf("%d×%d: %s has %d neighbours, want %d", width, height, g.Name(c), len(around), want)
			}
			for _, n := range around {
				if !slices.Contains(g.Neighbours(n), c) {
					t.Errorf("%d×%d: %s touches %s, but not the other way round", width, height, g.Name(c), g.Name(n))
				}
			}
		}
	})
}

// TestCells: cells are numbered row by row, and their names lead back to them.
func TestCells(t *testing.T) {
	eachGrid(func(g *hexgrid.Grid) {
		next := hexgrid.Cell(0)
		for row := range g.Height() {
			for col := range g.Width() {
				c, err := g.Parse(hexgrid.Name(col, row))
				if c != next || err != nil || g.At(col, row) != c || g.Column(c) != col || g.Row(c) != row || g.Name(c) != hexgrid.Name(col, row) {
					t.Errorf("%d×%d: cell %d is %s, read back as %d, %v", g.Width(), g.Height(), next, g.Name(next), c, err)
				}
				next++
			}
		}
		if int(next) != g.Cells() {
			t.Errorf("%d×%d: %d cells, says %d", g.Width(), g.Height(), next, g.Cells())
		}
		for _, off := range [][2]int{{-1, 0}, {0, -1}, {g.Width(), 0}, {0, g.Height()}} {
			if c := g.At(off[0], off[1]); c != hexgrid.NoCell {
				t.Errorf("%d×%d: column %d, row %d is cell %d", g.Width(), g.Height(), off[0], off[1], c)
			}
		}
		for _, name := range []string{hexgrid.Name(g.Width(), 0), hexgrid.Name(0, g.Height())} {
			if c, err := g.Parse(name); err == nil {
				t.Errorf("%d×%d: %s is cell %d", g.Width(), g.Height(), name, c)
			}
		}
	})
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

// TestReflections: both reflections have inverses, keep neighbours neighbours, and keep
// the distance to the rim.
func TestReflections(t *testing.T) {
	eachGrid(func(g *hexgrid.Grid) {
		m := g.Mirrored()
		if m.Width() != g.Height() || m.Height() != g.Width() || m.Mirrored() != g {
			t.Errorf("%d×%d mirrored is %d×%d", g.Width(), g.Height(), m.Width(), m.Height())
		}
		reflections := []struct {
			name    string
			to      *hexgrid.Grid
			forward func(hexgrid.Cell) hexgrid.Cell
			back    func(hexgrid.Cell) hexgrid.Cell
		}{{"Mirror", m, g.Mirror, m.Mirror}, {"Opposite", g, g.Opposite, g.Opposite}}
		for _, r := range reflections {
			for c := range hexgrid.Cell(g.Cells()) {
				image := r.forward(c)
				if r.back(image) != c || r.to.Ring(image) != g.Ring(c) {
					t.Errorf("%d×%d: %s takes %s to %s", g.Width(), g.Height(), r.name, g.Name(c), r.to.Name(image))
				}
				for _, n := range g.Neighbours(c) {
					if !slices.Contains(r.to.Neighbours(image), r.forward(n)) {
						t.Errorf("%d×%d: %s parts %s and %s", g.Width(), g.Height(), r.name, g.Name(c), g.Name(n))
					}
				}
			}
		}
	})
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

func TestParallelogramPanicsOnOtherSizes(t *testing.T) {
	for _, size := range [][2]int{{-1, -1}, {0, 0}, {0, 3}, {3, 0}, {hexgrid.MaxSize + 1, 3}, {3, hexgrid.MaxSize + 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("there is a grid of size %v", size)
				}
			}()
			hexgrid.Parallelogram(size[0], size[1])
		}()
	}
}

// TestGridsAreShared: one grid a size, whoever asks first.
func TestGridsAreShared(t *testing.T) {
	grids := make(chan *hexgrid.Grid)
	for range 8 {
		go func() { grids <- hexgrid.Parallelogram(25, 24) }()
	}
	first := <-grids
	for range 7 {
		if g := <-grids; g != first {
			t.Error("two grids of one size")
		}
	}
}
