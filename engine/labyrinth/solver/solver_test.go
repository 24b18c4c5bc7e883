package solver_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// next is the solver's next solution, checked.
func next(tb testing.TB, s *solver.Solver) ([]board.Piece, board.Report) {
	tb.Helper()
	found, err := s.Next(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	r, err := board.Validate(found.Pieces, false)
	if err != nil {
		tb.Fatal(err)
	}
	return found.Pieces, r
}

// table is a board of the usual size.
var table = board.Frame{Cols: 18, Rows: 16}

// complete finds a solution on the table that has these pieces.
func complete(ctx context.Context, pieces []board.Piece, seed uint64) (solver.Solution, error) {
	search := solver.Default()
	search.Given, search.Frame = pieces, table
	s, err := solver.New(search, seed)
	if err != nil {
		return solver.Solution{}, err
	}
	return s.Next(ctx)
}

func newSolver(tb testing.TB, seed uint64, change func(*solver.Options)) *solver.Solver {
	tb.Helper()
	search := solver.Default()
	search.Patience = 10_000_000 // steps, of which no test needs as many
	if change != nil {
		change(&search)
	}
	s, err := solver.New(search, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// kinds are the searches, with what must hold of their solutions.
var kinds = []struct {
	name   string
	count  int // of solutions, with SIXFOLD_LONG=1 100,000
	change func(*solver.Options)
	holds  func([]board.Piece, board.Report) bool
}{
	{"any", 1000, nil, nil},
	{"two groups", 100, func(s *solver.Options) { s.Groups = 2 }, func(_ []board.Piece, r board.Report) bool { return r.Groups == 2 }},
	{"five groups", 50, func(s *solver.Options) { s.Groups = 5 }, func(_ []board.Piece, r board.Report) bool { return r.Groups == 5 }},
	{"level mirror", 200, func(s *solver.Options) { s.Mirror = board.Level }, func(p []board.Piece, _ board.Report) bool { return symmetric(p, board.Level) }},
	{"upright mirror", 20, func(s *solver.Options) { s.Mirror = board.Upright }, func(p []board.Piece, _ board.Report) bool { return symmetric(p, board.Upright) }},
	{"largest 55", 20, func(s *solver.Options) { s.Largest = 55 }, func(_ []board.Piece, r board.Report) bool { return r.Sizes[0] == 55 }},
	{"on the board", 100, func(s *solver.Options) { s.Frame = table }, func(p []board.Piece, _ board.Report) bool {
		return !slices.ContainsFunc(p, func(p board.Piece) bool { return !table.Has(p.Cell) })
	}},
	{"the source's options", 100, func(s *solver.Options) { *s = solver.Original() }, nil},
	{"two groups with holes", 20, func(s *solver.Options) { s.Holed = 2 }, func(p []board.Piece, r board.Report) bool { return r.Holed == 2 && holed(p) == 2 }},
	{"one group with holes", 20, func(s *solver.Options) { s.Holed = 1 }, func(p []board.Piece, r board.Report) bool { return r.Holed == 1 && holed(p) == 1 }},
	{"by number", 20, func(s *solver.Options) { s.Random = false }, nil},
}

// holed counts the groups with holes.
func holed(pieces []board.Piece) int {
	n := 0
	for _, group := range board.Groups(pieces) {
		if len(holesOf(group.Cells)) > 0 {
			n++
		}
	}
	return n
}

// holesOf are the connected parts of the empty cells, less the one outside.
func holesOf(cells []board.Cell) [][]board.Cell {
	seen, low, high := map[board.Cell]bool{}, cells[0], cells[0]
	for _, c := range cells {
		seen[c] = true
		low = board.Cell{Q: min(low.Q, c.Q), R: min(low.R, c.R)}
		high = board.Cell{Q: max(high.Q, c.Q), R: max(high.R, c.R)}
	}
	var parts [][]board.Cell
	for q := low.Q - 1; q <= high.Q+1; q++ {
		for r := low.R - 1; r <= high.R+1; r++ {
			first := board.Cell{Q: q, R: r}
			if seen[first] {
				continue
			}
			seen[first] = true
			part := []board.Cell{first}
			for k := 0; k < len(part); k++ {
				for s := range board.Side(board.Sides) {
					c := part[k].Next(s)
					if !seen[c] && c.Q >= low.Q-1 && c.Q <= high.Q+1 && c.R >= low.R-1 && c.R <= high.R+1 {
						seen[c] = true
						part = append(part, c)
					}
				}
			}
			parts = append(parts, part)
		}
	}
	return parts[1:] // the first begins in the corner, outside
}

// symmetric reckons with points in the plane: x doubled columns, y half rows.
func symmetric(pieces []board.Piece, m board.Mirror) bool {
	type point struct{ x, y int }
	at := map[point]board.Doors{}
	for _, p := range pieces {
		at[point{p.Q, 2*p.R + p.Q}] = p.Doors
	}
	swaps := [board.Sides]board.Side{0, 5, 4, 3, 2, 1}
	if m == board.Level {
		swaps = [board.Sides]board.Side{3, 2, 1, 0, 5, 4}
	}
	for here, d := range at {
		image := point{-here.x, here.y}
		if m == board.Level {
			image = point{here.x, -here.y}
		}
		var turned board.Doors
		for s, to := range swaps {
			turned |= d >> s & 1 << to
		}
		if other, lies := at[image]; !lies || other != turned {
			return false
		}
	}
	return true
}

func TestSolverFindsWhatIsAsked(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			s := newSolver(t, 1, k.change)
			for range enginetest.Times(k.count, 100_000) {
				pieces, r := next(t, s)
				if k.holds != nil && !k.holds(pieces, r) {
					t.Fatalf("found %+v: %s", r, board.AppendJSON(nil, pieces))
				}
			}
		})
	}
}

func TestSolverRepeatsBySeed(t *testing.T) {
	first, _ := next(t, newSolver(t, 7, nil))
	again, _ := next(t, newSolver(t, 7, nil))
	other, _ := next(t, newSolver(t, 8, nil))
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("a seed should give its own solution, and always the same")
	}
}

// TestControlFindsSolutions: the algorithm as written, against which ours is measured,
// is right too.
func TestControlFindsSolutions(t *testing.T) {
	s := newSource(solver.Original(), 1)
	for range 5 {
		if _, err := board.Validate(s.solve(t), false); err != nil {
			t.Fatal(err)
		}
	}
}

// without leaves out so many pieces, by the golden ratio.
func without(pieces []board.Piece, n int) []board.Piece {
	var left []board.Piece
	for i, p := range pieces {
		if i*n/board.Pieces == (i+1)*n/board.Pieces {
			left = append(left, p)
		}
	}
	return left
}

// TestDemand: the door with the fewest candidates first or the oldest one, what is begun
// is finished, and demand lays fewer pieces for it.
func TestDemand(t *testing.T) {
	whole, _ := next(t, newSolver(t, 3, nil))
	steps := func(demand bool) int {
		s := newSolver(t, 1, func(s *solver.Options) { s.Demand, s.Given = demand, without(whole, 20) })
		next(t, s)
		return s.Progress().Steps
	}
	with, without := steps(true), steps(false)
	if with >= without {
		t.Errorf("%d pieces laid with demand, %d without", with, without)
	}
}

func TestCompletesWhatIsBegun(t *testing.T) {
	s := newSolver(t, 3, func(s *solver.Options) { s.Frame = table })
	for _, removed := range []int{0, 1, 5, 20, 40, 63} {
		for seed := range uint64(5) {
			pieces, _ := next(t, s)
			given := without(pieces, removed)
			found, err := complete(t.Context(), given, seed)
			if err != nil {
				t.Fatalf("%d removed: %v", removed, err)
			}
			if _, err := board.Validate(found.Pieces, false); err != nil {
				t.Fatal(err)
			}
			for _, p := range given {
				if !slices.Contains(found.Pieces, p) {
					t.Fatalf("%d removed: %v is missing", removed, p)
				}
			}
		}
	}
}

// ring is six pieces around an empty cell, with doors to it and to each other, and more
// outwards if so asked.
func ring(centre board.Cell, outwards bool) []board.Piece {
	var list []board.Piece
	for s := range board.Side(board.Sides) {
		var d board.Doors
		for _, turn := range []board.Side{2, 3, 4} {
			d |= 1 << ((s + turn) % board.Sides)
		}
		if outwards {
			d |= 1 << s
		}
		list = append(list, board.Piece{Cell: centre.Next(s), Doors: d})
	}
	return list
}

// TestProvesThatNoneExists: two rings around empty cells both want the one piece with six
// doors.
func TestProvesThatNoneExists(t *testing.T) {
	one := ring(at(t, "e5"), false)
	if _, err := complete(t.Context(), one, 1); err != nil {
		t.Errorf("one ring: %v, want a solution", err)
	}
	both := slices.Concat(one, ring(at(t, "m11"), true))
	if _, err := complete(t.Context(), both, 1); !errors.Is(err, solver.ErrNone) {
		t.Errorf("two rings: %v, want ErrNone", err)
	}
}

// TestDoesNotProveTooMuch: a closed ring on a board where nothing else has room. Where
// the other groups lie is not searched through, so the answer is "not found".
func TestDoesNotProveTooMuch(t *testing.T) {
	search := solver.Default()
	search.Given, search.Frame = ring(at(t, "d4"), false), board.Frame{Cols: 7, Rows: 7}
	s, err := solver.New(search, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.Watch(func() {
		if s.Progress().Steps > 200_000 {
			cancel()
		}
	})
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestGivesUpWhereNothingFits: boards on which the largest group of a solution leaves little
// room for the others. These exist, but where the group lies they may not fit.
func TestGivesUpWhereNothingFits(t *testing.T) {
	gaveUp, found := 0, 0
	for seed := range uint64(40) {
		whole, _ := next(t, newSolver(t, seed, func(s *solver.Options) { s.Groups = 4 }))
		groups := board.Groups(whole)
		largest := slices.MaxFunc(groups, func(a, b board.Part) int { return len(a.Pieces) - len(b.Pieces) })
		var given []board.Piece
		for _, i := range largest.Pieces {
			given = append(given, whole[i])
		}
		given = board.Normalize(given)
		s := newSolver(t, 1, func(s *solver.Options) { s.Given, s.Frame = given, board.FrameOf(given) })
		switch _, err := s.Next(t.Context()); {
		case errors.Is(err, solver.ErrGaveUp):
			gaveUp++
		case err == nil:
			found++
		default:
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if gaveUp == 0 || found == 0 {
		t.Errorf("%d found and %d given up, want some of both", found, gaveUp)
	}
}

func at(t *testing.T, name string) board.Cell {
	t.Helper()
	c, err := table.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSolverRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(*solver.Options)
		want   string
	}{
		{"one group", func(s *solver.Options) { s.Groups = 1 }, "at least 2 groups"},
		{"too many groups", func(s *solver.Options) { s.Groups = 9 }, "from 2 to 8: no solution has more"},
		{"no steps", func(s *solver.Options) { s.Limit = 63 }, "from 64 to 1000000"},
		{"too many steps", func(s *solver.Options) { s.Limit = 1 << 40 }, "from 64 to 1000000"},
		{"a largest group that is none", func(s *solver.Options) { s.Largest = 8 }, "from 9 to 63"},
		{"a group that leaves a piece alone", func(s *solver.Options) { s.Largest = 62 }, "one that needs others"},
		{"two groups of which none has 63", func(s *solver.Options) { s.Groups, s.Largest = 2, 60 }, "has 63 pieces"},
		{"63 pieces in three groups", func(s *solver.Options) { s.Groups, s.Largest = 3, 63 }, "that makes 2 groups"},
		{"a piece twice", func(s *solver.Options) { s.Given = []board.Piece{{}, {Cell: board.Cell{Q: 5}}} }, "lies there twice"},
		{"a cell twice", func(s *solver.Options) { s.Given = []board.Piece{{}, {Doors: 1}} }, "on the same cell"},
		{"doors that do not meet", func(s *solver.Options) {
			s.Given = []board.Piece{{Doors: 63}, {Cell: board.Cell{Q: 1}, Doors: 1}}
		}, "has none to the north-west"},
		{"far apart", func(s *solver.Options) {
			s.Given = []board.Piece{{Doors: 63}, {Cell: board.Cell{Q: 63}, Doors: 1}, {Cell: board.Cell{Q: 124}, Doors: 2}}
		}, "too far apart"},
		{"off the board", func(s *solver.Options) {
			s.Given, s.Frame = []board.Piece{{Cell: board.Cell{Q: -1}}}, table
		}, "off the board"},
		{"a door that leads off the board", func(s *solver.Options) {
			s.Given, s.Frame = []board.Piece{{Doors: 63}}, table
		}, "the door of 1 to the north would lead off the board"},
		{"a symmetric board that is begun", func(s *solver.Options) { s.Given, s.Mirror = []board.Piece{{}}, board.Level }, "symmetric"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			search := solver.Default()
			tt.change(&search)
			_, err := solver.New(search, 1)
			if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("refused with %v, want words %q", err, tt.want)
			}
		})
	}
}

// TestHolesTakeSixCorners: that is why no solution has more than eight groups. A corner is a
// side without a door between two with one.
func TestHolesTakeSixCorners(t *testing.T) {
	all := 0
	for d := range board.Doors(board.Pieces) {
		all += d.Corners()
	}
	if most := all / 6; most != solver.MaxGroups {
		t.Errorf("the pieces have %d corners: that makes %d holes at most, not %d", all, most, solver.MaxGroups)
	}
	s := newSolver(t, 4, func(s *solver.Options) { s.Groups = 5 })
	for range 20 {
		pieces, r := next(t, s)
		cells, corners := make([]board.Cell, len(pieces)), map[board.Cell]int{}
		for i, p := range pieces {
			cells[i] = p.Cell
			for side := range board.Side(board.Sides) {
				if !p.Doors.Has(side) && p.Doors.Has((side+1)%board.Sides) && p.Doors.Has((side+board.Sides-1)%board.Sides) {
					corners[p.Next(side)]++
				}
			}
		}
		holes := holesOf(cells)
		if len(holes) != r.Groups {
			t.Fatalf("%d holes in %d groups", len(holes), r.Groups)
		}
		for _, hole := range holes {
			n := 0
			for _, c := range hole {
				n += corners[c]
			}
			if n < 6 {
				t.Errorf("%d corners at the hole %v: %s", n, hole, board.AppendJSON(nil, pieces))
			}
		}
	}
}

func TestSolverStops(t *testing.T) {
	s := newSolver(t, 1, func(s *solver.Options) { s.Largest = 9 })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.Watch(cancel)
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestSearchesAreKept: readings that people keep have the Connexions of a search and a seed,
// such as 0, 1 and 299; they must have them for ever.
func TestSearchesAreKept(t *testing.T) {
	ordered := solver.Default()
	ordered.Ordered = true // how readings were searched long ago
	for name, search := range map[string]solver.Options{"ordered": ordered, "ours": solver.Default(), "source": solver.Original()} {
		data, err := os.ReadFile("../testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var all []json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil {
			t.Fatal(err)
		}
		for i, seed := range []uint64{0, 1, 299} {
			want, err := board.ParseJSON(all[i])
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := next(t, newSolver(t, seed, func(o *solver.Options) { *o = search })); !slices.Equal(got, want) {
				t.Errorf("%s: seed %d has another solution", name, seed)
			}
		}
	}
}

// The published samples pass the validator, and the distribution of groups is theirs.
func TestSamples(t *testing.T) {
	data, err := os.ReadFile("../testdata/solutions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil || len(all) != 5 {
		t.Fatalf("%d samples, %v", len(all), err)
	}
	for i, one := range all {
		pieces, err := board.ParseJSON(one)
		if err != nil {
			t.Fatal(err)
		}
		r, err := board.Validate(pieces, false)
		if err != nil || r.Groups != r.Holes {
			t.Errorf("sample %d: %+v, %v", i, r, err)
		}
		back, err := board.ParseJSON(board.AppendJSON(nil, pieces))
		if err != nil || !slices.Equal(back, pieces) {
			t.Errorf("sample %d comes back from JSON as %v, %v", i, back, err)
		}
		if r, err := board.Validate(board.Tidy(pieces), false); err != nil {
			t.Errorf("sample %d, tidied: %+v, %v", i, r, err)
		}
	}
}

func TestShareOfGroups(t *testing.T) {
	s := newSolver(t, 11, nil)
	const whole = 1500
	var counts [solver.MaxGroups + 1]int
	for range whole {
		_, r := next(t, s)
		counts[r.Groups]++
	}
	for groups, want := range map[int]float64{2: 0.07, 3: 0.53, 4: 0.34, 5: 0.05} {
		if got := float64(counts[groups]) / whole; got < want-0.06 || got > want+0.06 {
			t.Errorf("%d groups: %.3f of all, published %.2f", groups, got, want)
		}
	}
}
