package grid_test

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// played is the manual's table: what becomes of K R Y G C B P W when a colour is played
// beside it; '-' passes the effect on.
var played = map[grid.Colour]string{
	grid.Red:    "RRYYWPP-",
	grid.Green:  "GYYGCCW-",
	grid.Blue:   "BPWCCBP-",
	grid.Yellow: "-RYGGKRY",
	grid.Cyan:   "-KGGCBBC",
	grid.Purple: "-RRKBBPP",
}

const tableOrder = "KRYGCBPW"

func colour(t *testing.T, letter byte) grid.Colour {
	t.Helper()
	for c := grid.Black; c <= grid.White; c++ {
		if c.Letter()[0] == letter {
			return c
		}
	}
	t.Fatalf("no colour has the letter %c", letter)
	return grid.Empty
}

// TestEffectsAreTheManuals plays each colour beside each other one, in each direction,
// and behind a piece that passes the effect on.
func TestEffectsAreTheManuals(t *testing.T) {
	at := grid.At(7, 7).Point()
	for piece, row := range played {
		for i := range tableOrder {
			hit, want := colour(t, tableOrder[i]), row[i]
			for _, step := range grid.Steps {
				b := grid.NewBoard()
				b.At[at+step] = hit
				var hits [6]grid.Hit
				n := b.Hits(at, piece, &hits)
				switch {
				case want == '-' || want == tableOrder[i]:
					if n != 0 {
						t.Errorf("%s beside %s changes something", piece, hit)
					}
				case n != 1 || hits[0].Colour.Letter()[0] != want || hits[0].At != at+step:
					t.Errorf("%s beside %s: %d changes, %s, want %c", piece, hit, n, hits[0].Colour, want)
				}
				if want != '-' {
					continue
				}
				// Through two propagators onto a piece of the opposite colour.
				b.At[at+2*step] = hit
				opposite := grid.WheelAt(slices.Index(grid.Wheel[:], piece) + 3)
				b.At[at+3*step] = opposite
				if n := b.Hits(at, piece, &hits); n != 1 || hits[0].At != at+3*step || hits[0].Colour != grid.GoalOf(piece) {
					t.Errorf("%s through %s onto %s: %d changes, %s", piece, hit, opposite, n, hits[0].Colour)
				}
			}
		}
	}
}

// TestEffectsStopAtTheRim: propagators up to the rim, and an empty vertex behind them,
// change nothing.
func TestEffectsStopAtTheRim(t *testing.T) {
	b := grid.NewBoard()
	for col := 1; col < grid.Size; col++ {
		b.At[grid.At(col, 0).Point()] = grid.White
	}
	var hits [6]grid.Hit
	if n := b.Hits(grid.At(0, 0).Point(), grid.Red, &hits); n != 0 {
		t.Errorf("%d changes along a row of propagators to the rim", n)
	}
	b.At[grid.At(9, 0).Point()] = grid.Empty
	if n := b.Hits(grid.At(0, 0).Point(), grid.Red, &hits); n != 0 {
		t.Errorf("%d changes along propagators with a gap", n)
	}
}

// beside are the neighbours of a vertex in rows and columns, by the manual: odd rows,
// counted from 0, are half a cell further right.
func beside(col, row int) (list [][2]int) {
	shift := row % 2
	for _, d := range [][2]int{{shift - 1, -1}, {shift, -1}, {1, 0}, {shift, 1}, {shift - 1, 1}, {-1, 0}} {
		list = append(list, [2]int{col + d[0], row + d[1]})
	}
	return list
}

// TestPointsAreAxial: one step leads from each vertex to the neighbour that rows and
// columns tell, clockwise from the upper left, or into a wall.
func TestPointsAreAxial(t *testing.T) {
	b := grid.NewBoard()
	for c := range grid.Cell(grid.Size * grid.Size) {
		if c.Point().Cell() != c {
			t.Fatalf("%s becomes %s", c, c.Point().Cell())
		}
		for d, n := range beside(c.Column(), c.Row()) {
			p := c.Point() + grid.Steps[d]
			inside := n[0] >= 0 && n[1] >= 0 && n[0] < grid.Size && n[1] < grid.Size
			if inside != (b.At[p] == grid.Empty) || inside && p.Cell() != grid.At(n[0], n[1]) {
				t.Errorf("direction %d of %s does not lead to column %d, row %d", d, c, n[0], n[1])
			}
		}
	}
}

// TestLegalMeansATriangle: two neighbouring pieces beside an empty vertex, at each of the
// six places; one piece, or two that are no neighbours, are not enough.
func TestLegalMeansATriangle(t *testing.T) {
	at := grid.At(5, 8).Point()
	for i := range grid.Steps {
		for j := range grid.Steps {
			b := grid.NewBoard()
			b.At[at+grid.Steps[i]], b.At[at+grid.Steps[j]] = grid.Red, grid.Cyan
			want := (i+1)%6 == j || (j+1)%6 == i
			if got := b.Legal(at); got != want {
				t.Errorf("pieces in directions %d and %d: legal %t, want %t", i, j, got, want)
			}
			b.At[at] = grid.Green
			if b.Legal(at) {
				t.Error("an occupied vertex is legal")
			}
		}
	}
}

// TestRows: four in line on each axis are a row, three are none, and a longer one is
// listed whole.
func TestRows(t *testing.T) {
	start := grid.At(8, 6).Point()
	for _, axis := range grid.Axes {
		for length := 1; length <= 6; length++ {
			b := grid.NewBoard()
			var cells []grid.Cell
			for i := range length {
				p := start + grid.Point(i)*axis
				b.At[p] = grid.White
				cells = append(cells, p.Cell())
			}
			hits := []grid.Hit{{At: start + axis*grid.Point(length-1), Colour: grid.White}}
			got := b.Rows(hits, grid.White)
			if length < grid.RowLength && got != nil || length >= grid.RowLength && !slices.Equal(got, cells) {
				t.Errorf("%d in line: %v, want %v", length, got, cells)
			}
			if other := b.Rows(hits, grid.Black); other != nil {
				t.Errorf("Black has the row %v of white pieces", other)
			}
		}
	}
}

// TestWheel: neighbours differ by one primary, opposites have all three between them, and
// the players take turns.
func TestWheel(t *testing.T) {
	primaries := func(c grid.Colour) (n int) {
		for b := c & grid.Primaries; b != 0; b &= b - 1 {
			n++
		}
		return n
	}
	for i := range grid.Wheel {
		c := grid.WheelAt(i)
		if c != grid.WheelAt(i-6) || c != grid.WheelAt(i+600) {
			t.Errorf("the wheel has no period of six at %d", i)
		}
		if primaries(c^grid.WheelAt(i+1)) != 1 || primaries(c^grid.WheelAt(i+3)) != 3 {
			t.Errorf("%s stands between %s and %s", c, grid.WheelAt(i-1), grid.WheelAt(i+1))
		}
		if want := engine.Seat(i % 2); c.Mover() != want || grid.Goal(want) != grid.GoalOf(c) {
			t.Errorf("%s is placed by seat %d", c, c.Mover())
		}
	}
	for _, c := range []grid.Colour{grid.Empty, grid.Black, grid.White} {
		if c.Mover() != engine.NoSeat {
			t.Errorf("%s is placed by seat %d", c, c.Mover())
		}
	}
}
