package board_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// TestSides: they go round clockwise, six steps lead back, and the opposite undoes one.
func TestSides(t *testing.T) {
	names := []string{"north", "north-east", "south-east", "south", "south-west", "north-west"}
	c := board.Cell{Q: 3, R: -2}
	round := c
	for s := range board.Side(board.Sides) {
		if got := s.Name().String(); got != names[s] {
			t.Errorf("side %d is called %q, want %q", s, got, names[s])
		}
		if c.Next(s).Next(s.Opposite()) != c || s.Opposite().Opposite() != s {
			t.Errorf("the opposite of side %d does not lead back", s)
		}
		if d := c.Next(s).Distance(c); d != 1 {
			t.Errorf("the neighbour at side %d is %d steps away", s, d)
		}
		round = round.Next(s)
	}
	if round != c {
		t.Errorf("a walk around a hexagon ends at %v", round)
	}
	// flat tops: north is a whole cell up, which is two half cells; the slopes are one
	for s, want := range map[board.Side]int{board.North: -2, board.NorthEast: -1, board.SouthEast: 1, board.South: 2, board.SouthWest: 1, board.NorthWest: -1} {
		if got := c.Next(s).Height() - c.Height(); got != want {
			t.Errorf("side %d leads %d half cells to the south, want %d", s, got, want)
		}
	}
}

// TestDistance against a breadth-first search.
func TestDistance(t *testing.T) {
	from := board.Cell{Q: 2, R: 1}
	steps := map[board.Cell]int{from: 0}
	for queue := []board.Cell{from}; len(queue) > 0; queue = queue[1:] {
		for s := range board.Side(board.Sides) {
			next := queue[0].Next(s)
			if _, seen := steps[next]; !seen && steps[queue[0]] < 6 {
				steps[next] = steps[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	for c, want := range steps {
		if got := from.Distance(c); got != want {
			t.Errorf("from %v to %v: %d, want %d", from, c, got, want)
		}
	}
	if len(steps) != 1+6*(1+2+3+4+5+6) {
		t.Errorf("%d cells within 6 steps", len(steps))
	}
}

// TestCorners counted by hand: doors at 120 degrees have one closed side between them.
func TestCorners(t *testing.T) {
	for d, want := range map[board.Doors]int{
		0: 0, 63: 0, 0b000001: 0, 0b000101: 1, 0b010101: 3, 0b001001: 0, 0b000111: 0, 0b101111: 1, 0b010001: 1, 0b100101: 1,
	} {
		if got := d.Corners(); got != want {
			t.Errorf("%06b has %d corners, want %d", d, got, want)
		}
	}
	// each of the six sides is a corner of the pieces with doors on both neighbouring sides and
	// none on it: one in eight
	sum := 0
	for d := range board.Doors(board.Pieces) {
		sum += d.Corners()
	}
	if sum != 6*board.Pieces/8 {
		t.Errorf("all pieces have %d corners, want 48", sum)
	}
}

// TestMirrors: an image of an image is the thing itself; neighbours stay neighbours, and
// doors between them stay doors; the axis stays where it is.
func TestMirrors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, m := range []board.Mirror{board.Upright, board.Level} {
		fixed := 0
		for d := range board.Doors(board.Pieces) {
			if m.Doors(m.Doors(d)) != d || m.Doors(d).Count() != d.Count() {
				t.Errorf("mirror %d: %06b becomes %06b", m, d, m.Doors(d))
			}
			if m.Doors(d) == d {
				fixed++
			}
		}
		// north and south stay at an upright axis, and two pairs swap; at a level one all
		// three pairs swap
		if want := map[board.Mirror]int{board.Upright: 16, board.Level: 8}[m]; fixed != want {
			t.Errorf("mirror %d: %d pieces are their own images, want %d", m, fixed, want)
		}
		for range 200 {
			c := board.Cell{Q: random.IntN(41) - 20, R: random.IntN(41) - 20}
			image := m.Cell(c)
			if m.Cell(image) != c || m.Offset(image) != -m.Offset(c) || (m.Offset(c) == 0) != (image == c) {
				t.Errorf("mirror %d: %v becomes %v", m, c, image)
			}
			for s := range board.Side(board.Sides) {
				if m.Cell(c.Next(s)) != image.Next(m.Side(s)) {
					t.Errorf("mirror %d: the neighbour of %v at side %d loses it", m, c, s)
				}
			}
		}
	}
	none := board.Cell{Q: 4, R: -1}
	if board.NoMirror.Cell(none) != none || board.NoMirror.Doors(5) != 5 || board.NoMirror.Offset(none) != 0 {
		t.Error("without a mirror something moves")
	}
}

// TestMirrorHolds wherever the axis is, and no longer when one piece is moved.
func TestMirrorHolds(t *testing.T) {
	for _, m := range []board.Mirror{board.Upright, board.Level} {
		half := []board.Piece{{Cell: board.Cell{Q: 2, R: 3}, Doors: 5}, {Cell: board.Cell{Q: 3, R: 3}, Doors: 44}, {Cell: board.Cell{Q: 1, R: 9}, Doors: 1}}
		var whole []board.Piece
		for _, p := range half {
			whole = append(whole, p, board.Piece{Cell: m.Cell(p.Cell), Doors: m.Doors(p.Doors)})
		}
		for _, by := range []board.Cell{{}, {Q: 2, R: -1}, {Q: -4, R: 7}, {R: 5}} {
			moved := make([]board.Piece, len(whole))
			for i, p := range whole {
				moved[i] = board.Piece{Cell: p.Add(by), Doors: p.Doors}
			}
			if !m.Holds(moved) {
				t.Errorf("mirror %d, moved by %v: it does not hold", m, by)
			}
			moved[0].Cell = moved[0].Next(board.North)
			if m.Holds(moved) {
				t.Errorf("mirror %d, moved by %v: it holds with a piece moved", m, by)
			}
			moved[0] = board.Piece{Cell: whole[0].Add(by), Doors: whole[0].Doors ^ 9}
			if m.Holds(moved) {
				t.Errorf("mirror %d, moved by %v: it holds with a piece exchanged", m, by)
			}
		}
	}
}

// TestFrames: names and cells go back and forth, and cells beside the frame are off it.
func TestFrames(t *testing.T) {
	f := board.Frame{Cols: 18, Rows: 16}
	if f.String() != "18×16" {
		t.Errorf("the frame is called %s", f)
	}
	cells := 0
	for q := -3; q < 25; q++ {
		for r := -20; r < 25; r++ {
			c := board.Cell{Q: q, R: r}
			if back := board.CellAt(c.Column(), c.Row()); back != c {
				t.Fatalf("%v comes back as %v", c, back)
			}
			if !f.Has(c) {
				continue
			}
			cells++
			if back, err := f.Parse(c.Name()); err != nil || back != c {
				t.Errorf("%s is read as %v, %v", c.Name(), back, err)
			}
		}
	}
	if cells != 18*16 {
		t.Errorf("%d cells are on the frame, want 288", cells)
	}
	// b1 lies half a cell below a1 and c1
	for name, want := range map[string]int{"a1": 0, "b1": 1, "c1": 0, "a2": 2, "b2": 3} {
		c, err := f.Parse(name)
		if err != nil || c.Height() != want {
			t.Errorf("%s lies %d half cells down, %v, want %d", name, c.Height(), err, want)
		}
	}
	for _, name := range []string{"s1", "a17", "a0", "", "1a", "aa"} {
		if c, err := f.Parse(name); err == nil {
			t.Errorf("%q is read as %v", name, c)
		}
	}
}

func TestFrameChecksDoors(t *testing.T) {
	f := board.Frame{Cols: 3, Rows: 2}
	for name, want := range map[string]board.Doors{
		// by hand: in columns a and c the upper slopes lead off row 1, in b the lower ones off row 2
		"a1": 1<<board.South | 1<<board.SouthEast,
		"b1": 1<<board.South | 1<<board.SouthEast | 1<<board.SouthWest | 1<<board.NorthEast | 1<<board.NorthWest,
		"c2": 1<<board.North | 1<<board.NorthWest | 1<<board.SouthWest,
	} {
		c, err := f.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var got board.Doors
		for s := range board.Side(board.Sides) {
			if f.CheckDoors(board.Piece{Cell: c, Doors: 1 << s}) == nil {
				got |= 1 << s
			}
		}
		if got != want {
			t.Errorf("doors %06b of %s stay on the board, want %06b", got, name, want)
		}
	}
}

// TestHalfTurnsAreImpossible: a half-turn leaves a single cell where it is at most, and eight pieces
// as they are, each of which would have to lie there.
func TestHalfTurnsAreImpossible(t *testing.T) {
	same := 0
	for d := range board.Doors(board.Pieces) {
		turned := board.Level.Doors(board.Upright.Doors(d))
		for s := range board.Side(board.Sides) {
			if turned.Has(s) != d.Has(s.Opposite()) {
				t.Fatalf("%06b is %06b after a half-turn", d, turned)
			}
		}
		if turned == d {
			same++
		}
	}
	if same != 8 {
		t.Errorf("%d pieces are the same after a half-turn", same)
	}
	for c := range 5 {
		pieces := solution(t, uint64(c))
		at := placed(pieces)
		for _, p := range pieces[1:] {
			sum, turns := pieces[0].Add(p.Cell), true
			for _, q := range pieces {
				d, lies := at[sum.Sub(q.Cell)]
				turns = turns && lies && d == board.Level.Doors(board.Upright.Doors(q.Doors))
			}
			if turns {
				t.Errorf("solution %d is its own half-turn", c)
			}
		}
	}
}
