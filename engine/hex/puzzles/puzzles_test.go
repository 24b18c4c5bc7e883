package puzzles

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// proof proves a puzzle anew.
type proof struct {
	testing.TB
	puzzle Puzzle
	grid   *hexgrid.Grid
	field  *field.Field
	solver field.Solver
}

func newProof(tb testing.TB, p Puzzle) *proof {
	tb.Helper()
	pr := &proof{TB: tb, puzzle: p, grid: hexgrid.Rhombus(p.Size)}
	pr.field = field.New(p.Size, p.Size, make([]board.Colour, pr.grid.Cells()), board.Red, board.Red)
	for _, move := range p.Moves {
		pr.field.Do(pr.point(move))
	}
	return pr
}

func (p *proof) point(name string) field.Point {
	p.Helper()
	c, err := p.grid.Parse(name)
	if err != nil {
		p.Fatalf("puzzle %d: %v", p.puzzle.Number, err)
	}
	return p.field.At(p.grid.Column(c), p.grid.Row(c))
}

// lost reports whether the mover loses after some stones.
func (p *proof) lost(names ...string) bool {
	for _, name := range names {
		p.field.Do(p.point(name))
	}
	_, over := p.field.Terminal()
	if !over {
		v, _ := p.solver.Solve(p.field)
		over = !v.Win
	}
	for _, name := range slices.Backward(names) {
		p.field.Undo(p.point(name))
	}
	return over
}

// prove checks that exactly the first cell of the line wins, that each reply refutes,
// and that the line ends with Red's edges linked.
func (p *proof) prove() {
	p.Helper()
	number, wins := p.puzzle.Number, p.puzzle.Line[0]
	if _, over := p.field.Terminal(); over || p.field.Mover() != uint8(board.Red) {
		p.Fatalf("puzzle %d: Red is not to move", number)
	}
	if !p.lost(wins) {
		p.Errorf("puzzle %d: %s does not win", number, wins)
	}
	for _, m := range slices.Clone(p.field.Open()) {
		name := p.grid.Name(p.field.Cell(m))
		if name != wins && !p.lost(name, p.puzzle.Replies[name]) {
			p.Errorf("puzzle %d: %s does not refute %s", number, p.puzzle.Replies[name], name)
		}
	}
	for i := 1; i < len(p.puzzle.Line); i += 2 {
		if !p.lost(p.puzzle.Line[:i]...) {
			p.Errorf("puzzle %d: Red gives the win away in %v, move %d", number, p.puzzle.Line, i)
		}
	}
	for _, name := range p.puzzle.Line {
		p.field.Do(p.point(name))
	}
	if !p.field.Linked(uint8(board.Red)) || len(p.puzzle.Line)%2 == 0 {
		p.Errorf("puzzle %d: the line %v does not link Red's edges", number, p.puzzle.Line)
	}
}

// TestPuzzlesAreProved proves some of the puzzles, with SIXFOLD_LONG=1 all. So does
// BenchmarkPuzzlesAreProved.
func TestPuzzlesAreProved(t *testing.T) {
	for n := 0; n < len(All()); n += enginetest.Times(12, 1) {
		newProof(t, All()[n]).prove()
	}
}

func BenchmarkPuzzlesAreProved(b *testing.B) {
	for b.Loop() {
		for _, p := range All() {
			newProof(b, p).prove()
		}
	}
}

// stones is the position that a puzzle shows.
func stones(t *testing.T, p Puzzle) string {
	t.Helper()
	b, colour := board.New(p.Size, p.Size, false, board.Red), board.Red
	for _, move := range p.Moves {
		c, err := b.Grid().Parse(move)
		if err != nil {
			t.Fatal(err)
		}
		b.Place(c, colour)
		colour = colour.Other()
	}
	return b.String()
}

func TestCollection(t *testing.T) {
	seen := map[string]int{}
	for i, p := range All() {
		if p.Number != i+1 {
			t.Errorf("puzzle %d has number %d", i+1, p.Number)
		}
		shown := stones(t, p)
		if other, twice := seen[shown]; twice {
			t.Errorf("puzzles %d and %d are the same", other, p.Number)
		}
		seen[shown] = p.Number
	}
	total := 0
	for _, level := range []string{Easy, Medium, Hard} {
		n := len(Of(level))
		if total += n; n < 60 {
			t.Errorf("%d puzzles are %s, want at least 60", n, level)
		}
	}
	if total != len(All()) || len(Of("")) != total || Count() != total {
		t.Errorf("%d puzzles have a level, of %d, counted as %d", total, len(All()), Count())
	}
}

func TestParseRefuses(t *testing.T) {
	for line, why := range map[string]string{
		"easy 5 a1 b1":                         "words",
		"easy 3 a1,b1 c1 a2":                   "too few replies",
		"easy three a1,b1 c1 a2":               "three",
		"easy 3 a1,b1 c1 a2,a2,a2,a2,a2,a2,a2": "replies for",
	} {
		if _, err := parse(line); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", line, err, why)
		}
	}
}

// As many consecutive days as there are puzzles have different ones, and then they repeat; the
// puzzles of neighbouring days differ in difficulty.
func TestOfDay(t *testing.T) {
	start := time.Date(2026, 2, 20, 0, 0, 0, 0, time.UTC)
	for _, from := range [][]Puzzle{All(), Of(Hard), All()[:1], All()[:7]} {
		seen := map[int]bool{}
		for day := range len(from) {
			p := OfDay(start.AddDate(0, 0, day), from)
			if seen[p.Number] {
				t.Fatalf("of %d puzzles, number %d comes twice", len(from), p.Number)
			}
			seen[p.Number] = true
			if again := OfDay(start.AddDate(0, 0, day+len(from)), from); again.Number != p.Number {
				t.Errorf("of %d puzzles, day %d has number %d, and a cycle later %d", len(from), day, p.Number, again.Number)
			}
		}
	}
	if p := OfDay(start, All()); p.Number != 105 {
		t.Errorf("on %s it is number %d: a copy of another version would show another one", start.Format(time.DateOnly), p.Number)
	}
	before := time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC)
	if OfDay(before, All()).Number == OfDay(before.AddDate(0, 0, 1), All()).Number {
		t.Error("days before 1970 have the puzzle of the next")
	}
}
