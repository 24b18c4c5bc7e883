package pattern

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// question reads a board, rows of ".RB": Red joins top and bottom.
func question(t *testing.T, mover board.Colour, last, played, better string, rows ...string) Question {
	t.Helper()
	b := board.New(len(rows[0]), len(rows), false, board.Red)
	for row, line := range rows {
		for col, mark := range line {
			if c := strings.IndexRune(".RB", mark); c > 0 {
				b.Place(b.Grid().At(col, row), board.Colour(c))
			}
		}
	}
	cell := func(name string) hexgrid.Cell {
		if name == "" {
			return hexgrid.NoCell
		}
		c, err := b.Grid().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	return Question{b, mover, cell(last), cell(played), cell(better)}
}

// swapped is the same question to Blue, on the board mirrored in its long diagonal; turned
// is it after half a turn.
func (q Question) swapped() Question {
	g := q.Board.Grid()
	return q.mapped(board.Colour.Other, func(c hexgrid.Cell) hexgrid.Cell { return g.Mirror(c) })
}

func (q Question) turned() Question {
	return q.mapped(func(c board.Colour) board.Colour { return c }, q.Board.Grid().Opposite)
}

func (q Question) mapped(colour func(board.Colour) board.Colour, cell func(hexgrid.Cell) hexgrid.Cell) Question {
	b := board.New(q.Board.Width(), q.Board.Height(), false, q.Board.TopBottom())
	for c, stone := range q.Board.Cells() {
		if stone != board.Empty {
			b.Place(cell(hexgrid.Cell(c)), colour(stone))
		}
	}
	safe := func(c hexgrid.Cell) hexgrid.Cell {
		if c == hexgrid.NoCell {
			return c
		}
		return cell(c)
	}
	return Question{b, colour(q.Mover), safe(q.Last), safe(q.Played), safe(q.Better)}
}

func TestExplain(t *testing.T) {
	tests := []struct {
		name                 string
		last, played, better string
		rows                 []string
		kind                 Kind // 0: nothing is said
		template             Template
		stones, line         string
	}{
		{
			"a bridge broken", "c3", "a1", "b4",
			[]string{"......", ".....B", "..B...", "......", "......", "......"},
			0, 0, "", "",
		},
		{
			"a bridge broken into, and left", "c4", "a1", "d3",
			[]string{"......", "......", "..R...", "..BR..", "......", "....B."},
			Bridge, 0, "c3 d4", "",
		},
		{
			"a bridge broken into, and saved", "c4", "d3", "d3",
			[]string{"......", "......", "..R...", "..BR..", "......", "....B."},
			0, 0, "", "",
		},
		{
			"stones that touch each other by a third", "c4", "a1", "d3",
			[]string{"......", "...RR.", "..R.R.", "..BR..", "......", "....B."},
			0, 0, "", "",
		},
		{
			"the bridge to the edge", "c6", "f1", "b6",
			[]string{"......", "..R...", "......", "..B...", "..R...", "..B..."},
			Broken, II, "c5", "",
		},
		{
			"the bridge to the edge, with another way", "c6", "f1", "b6",
			[]string{"......", "..R...", "......", "..B...", "..RR..", "..B..."},
			0, 0, "", "",
		},
		{
			"a ziggurat broken into, and left", "c6", "a1", "e5",
			[]string{"......", "......", ".BB.B.", "..BR.B", ".B....", "..B..."},
			Broken, IIIa, "d4", "",
		},
		{
			"a ziggurat broken into, with room on the other side as well", "d5", "a1", "c5",
			[]string{".......", ".......", ".......", ".......", "...R...", "...B...", "......."},
			0, 0, "", "",
		},
		{
			"a ziggurat whose carrier was not empty", "c6", "a1", "d5",
			[]string{"......", "......", ".BB...", "...R..", ".B..B.", "..B..."},
			0, 0, "", "",
		},
		{
			"a ziggurat missed", "", "a1", "c4",
			[]string{"......", "...R..", ".B..B.", ".B..B.", "......", "......"},
			Missed, IIIa, "d2", "",
		},
		{
			"a ziggurat without stones to join", "", "a1", "c4",
			[]string{"......", "......", "......", "......", "......", "......"},
			0, 0, "", "",
		},
		{
			"a ladder without an escape", "a6", "b5", "b3",
			[]string{"......", "......", "......", ".R....", "B.....", "B....."},
			Ladder, 0, "b5", "b6 c5 c6 d5 d6 e5 e6 f5 f6",
		},
		{
			"a ladder with an escape", "a6", "b5", "",
			[]string{"......", "......", "......", ".R....", "B...R.", "B....."},
			0, 0, "", "",
		},
		{
			"a ladder with an escape on the edge", "a6", "b5", "",
			[]string{"......", "......", "......", ".R....", "B.....", "B....R"},
			0, 0, "", "",
		},
		{
			"a ladder that is stopped at once", "a6", "b5", "",
			[]string{"......", "......", "......", ".R....", "B..B..", "B....."},
			0, 0, "", "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := question(t, board.Red, tt.last, tt.played, tt.better, tt.rows...)
			f, ok := Explain(q)
			if ok != (tt.kind != 0) || f.Kind != tt.kind || f.Template != tt.template {
				t.Fatalf("%+v, %v on\n%s", f, ok, q.Board)
			}
			if got := named(q.Board, f.Stones); got != tt.stones {
				t.Errorf("it is about %s", got)
			}
			if got := named(q.Board, f.Line); got != tt.line {
				t.Errorf("the ladder goes on %s", got)
			}
			if ok && f.Kind != Bridge && f.Edge != board.Bottom {
				t.Errorf("it is about edge %v", f.Edge)
			}
			for _, other := range []struct {
				q    Question
				edge board.Edge
			}{{q.swapped(), board.Right}, {q.turned(), board.Top}, {q.swapped().turned(), board.Left}} {
				g, ok := Explain(other.q)
				if ok != (tt.kind != 0) || g.Kind != f.Kind || g.Template != f.Template || len(g.Line) != len(f.Line) {
					t.Errorf("%+v, %v on\n%s", g, ok, other.q.Board)
				}
				if ok && f.Kind != Bridge && g.Edge != other.edge {
					t.Errorf("it is about edge %v, want %v", g.Edge, other.edge)
				}
			}
		})
	}
}

// A ladder along a whole edge is found, with SIXFOLD_LONG=1 on a large board, and not if there is
// an escape far ahead.
func TestLongLadders(t *testing.T) {
	size := enginetest.Times(11, 19)
	ladder := func(escape ...[2]int) []hexgrid.Cell {
		b := board.New(size, size, false, board.Red)
		at := func(left, up int) hexgrid.Cell { return b.Grid().At(left, size-up) }
		b.Place(at(1, 3), board.Red)
		b.Place(at(0, 2), board.Blue)
		b.Place(at(0, 1), board.Blue)
		for _, e := range escape {
			b.Place(at(size-e[0], e[1]), board.Red)
		}
		f, _ := Explain(Question{b, board.Red, at(0, 1), at(1, 2), hexgrid.NoCell})
		return f.Line
	}
	if line := ladder(); len(line) != 2*size-3 {
		t.Errorf("the ladder goes on for %d moves, want %d", len(line), 2*size-3)
	}
	for _, escape := range [][2]int{{5, 3}, {2, 2}, {1, 1}} {
		if line := ladder(escape); line != nil {
			t.Errorf("with a stone at %v from the corner the ladder goes on for %d moves", escape, len(line))
		}
	}
}

func named(b *board.Board, cells []hexgrid.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, b.Grid().Name(c))
	}
	return strings.Join(names, " ")
}

// Each template holds by the slow solver too, and needs every cell of its carrier.
func TestTemplatesHoldAndAreLeast(t *testing.T) {
	for template := II; template <= IVa; template++ {
		b := board.New(13, 13, false, board.Red)
		stone := b.Grid().At(6, 13-int(template))
		b.Place(stone, board.Red)
		s := views(b, board.Red)[0]
		_, all := s.templates(stone)
		for _, carrier := range all {
			if !s.holds(stone, carrier) {
				t.Errorf("template %d does not hold", template)
			}
			if template < IVa && !slowHolds(s, stone, carrier, false) {
				t.Errorf("template %d does not hold, slowly", template)
			}
			for i := range carrier {
				less := slices.Delete(slices.Clone(carrier), i, i+1)
				if s.holds(stone, less) {
					t.Errorf("template %d holds without %s", template, b.Grid().Name(carrier[i]))
				}
			}
		}
		if want := 2; len(all) != want {
			t.Errorf("template %d has %d carriers, want %d", template, len(all), want)
		}
	}
}

// On a few cells of random boards the search agrees with exhaustive search; with SIXFOLD_LONG=1, on
// more boards.
func TestSearchAgreesWithTryingEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	joined, boards := 0, enginetest.Times(300, 1500)
	for range boards {
		b := board.New(5, 4, false, board.Red)
		order := random.Perm(20)
		for i, c := range order[:3+random.IntN(5)] {
			b.Place(hexgrid.Cell(c), board.Colour(1+i%2))
		}
		s := views(b, board.Red)[random.IntN(2)]
		stone := hexgrid.Cell(order[0])
		_, first := s.place(stone)
		var within []hexgrid.Cell
		empty := 0
		for _, c := range order[1:] {
			if _, row := s.place(hexgrid.Cell(c)); row < first {
				continue
			}
			if s.cells[c] == board.Empty {
				if empty++; empty > 8 {
					continue
				}
			}
			within = append(within, hexgrid.Cell(c))
		}
		for _, mine := range []bool{false, true} {
			got, known := s.joins(hexgrid.NoCell, stone, within, mine)
			if want := slowHolds(s, stone, within, mine); got != want || !known {
				t.Fatalf("joined %v, want %v, by %s within %s, first to move: %v\n%s", got, want,
					named(b, []hexgrid.Cell{stone}), named(b, within), mine, b)
			}
			if got {
				joined++
			}
		}
	}
	if joined < boards/5 || joined > 2*boards-boards/5 {
		t.Errorf("%d are joined", joined)
	}
}

// slowHolds tries everything: whether the own stones of a carrier join one of them to the
// edge, own to move or not.
func slowHolds(s *view, stone hexgrid.Cell, carrier []hexgrid.Cell, own bool) bool {
	if slowJoined(s, stone, carrier) {
		return true
	}
	moves := false
	for _, c := range carrier {
		if s.cells[c] != board.Empty {
			continue
		}
		moves = true
		colour := s.own
		if !own {
			colour = s.own.Other()
		}
		if slowHolds(s.put(c, colour), stone, carrier, !own) == own {
			return own
		}
	}
	return moves && !own
}

// slowJoined floods from a stone over own ones of a carrier.
func slowJoined(s *view, stone hexgrid.Cell, carrier []hexgrid.Cell) bool {
	_, height := s.size()
	reached := []hexgrid.Cell{stone}
	for i := 0; i < len(reached); i++ {
		if _, row := s.place(reached[i]); row == height-1 {
			return true
		}
		for _, n := range s.board.Grid().Neighbours(reached[i]) {
			if s.cells[n] == s.own && slices.Contains(carrier, n) && !slices.Contains(reached, n) {
				reached = append(reached, n)
			}
		}
	}
	return false
}

// In random games on small boards, exhaustive search confirms all findings; with SIXFOLD_LONG=1, in
// more games.
func TestRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 7))
	said := map[Kind]int{}
	for range enginetest.Times(1_500, 4_000) {
		q := randomQuestion(random)
		f, ok := Explain(q)
		if !ok {
			continue
		}
		said[f.Kind]++
		s := views(q.Board, q.Mover)[0]
		if f.Edge == board.Top || f.Edge == board.Left {
			s = views(q.Board, q.Mover)[1]
		}
		var wrong string
		switch f.Kind {
		case Bridge:
			wrong = slowBridge(q, f, s)
		case Broken:
			wrong = slowBroken(q, f, s)
		case Missed:
			wrong = slowMissed(q, f, s)
		case Ladder:
			wrong = slowLadder(q, f, s)
		}
		if wrong != "" {
			t.Fatalf("%+v: %s; %s after %s, played %s, better %s:\n%s", f, wrong, q.Mover, q.Board.Grid().Name(q.Last),
				q.Board.Grid().Name(q.Played), q.Board.Grid().Name(q.Better), q.Board)
		}
	}
	for kind := Bridge; kind <= Ladder; kind++ {
		if said[kind] == 0 {
			t.Errorf("kind %d is never said", kind)
		}
	}
	t.Log(said)
}

// randomQuestion is about a random board of 5×5 or 6×6, with some stones of both colours.
func randomQuestion(random *rand.Rand) Question {
	for {
		size := 5 + random.IntN(2)
		b := board.New(size, size, false, board.Red)
		order := random.Perm(size * size)
		n := 6 + random.IntN(10)
		for i, c := range order[:n] {
			b.Place(hexgrid.Cell(c), board.Colour(1+i%2))
		}
		if b.Winner() == board.Empty {
			return Question{b, board.Colour(1 + n%2), hexgrid.Cell(order[n-1]), hexgrid.Cell(order[n]), hexgrid.Cell(order[n+1])}
		}
	}
}

// slowBridge: the two stones touch both cells of the bridge, are connected if it is saved, and are
// not if it is cut.
func slowBridge(q Question, f Finding, s *view) string {
	for _, stone := range f.Stones {
		if s.cells[stone] != s.own || !touch(q.Board.Grid(), stone, q.Better) || !touch(q.Board.Grid(), stone, f.Intruder) {
			return "that is no bridge"
		}
	}
	if s.cells[f.Intruder] != s.own.Other() || s.cells[q.Better] != board.Empty {
		return "nobody has broken into it"
	}
	cut := s.put(q.Played, s.own).put(q.Better, s.own.Other())
	if flood(cut, f.Stones[0])[f.Stones[1]] {
		return "the stones hang together all the same"
	}
	return ""
}

// slowBroken: within the carrier, the stone was joined before the intrusion and is after the better
// move, but not after the move played.
func slowBroken(q Question, f Finding, s *view) string {
	before := s.put(f.Intruder, board.Empty)
	t, all := s.templates(f.Stones[0])
	found := slices.ContainsFunc(all, func(carrier []hexgrid.Cell) bool {
		return before.empty(carrier) && slowHolds(before, f.Stones[0], carrier, false) &&
			slowHolds(s.put(q.Better, s.own), f.Stones[0], carrier, false) &&
			!slowHolds(s.put(q.Played, s.own), f.Stones[0], carrier, false)
	})
	if t != f.Template || !found {
		return "no template was broken"
	}
	return ""
}

// slowMissed: the better move is joined to the edge within an empty carrier.
func slowMissed(q Question, f Finding, s *view) string {
	t, all := s.templates(q.Better)
	found := slices.ContainsFunc(all, func(carrier []hexgrid.Cell) bool {
		return s.empty(carrier) && slowHolds(s.put(q.Better, s.own), q.Better, carrier, false)
	})
	switch {
	case t != f.Template || !found:
		return "no template would have been made"
	case s.cells[f.Stones[0]] != s.own:
		return "there is no stone to join"
	case flood(s.put(q.Played, s.own), f.Stones[0])[hexgrid.Cell(len(s.cells))]:
		return "the stone touches the edge all the same"
	}
	return ""
}

// slowLadder: the line alternates answers and pushes; each push threatens to touch the edge at the
// cell that the answer takes; at the end, exhaustive search of the rest of the two rows cannot join
// the stone to the edge.
func slowLadder(q Question, f Finding, s *view) string {
	_, height := s.size()
	now := s.put(q.Played, s.own)
	head := q.Played
	for i, c := range f.Line {
		if now.cells[c] != board.Empty {
			return "a cell of the line is taken"
		}
		if i%2 == 1 {
			if !touch(q.Board.Grid(), head, c) {
				return "a push does not touch the head"
			}
			head = c
			now = now.put(c, s.own)
			continue
		}
		var threats []hexgrid.Cell
		for _, n := range q.Board.Grid().Neighbours(head) {
			if _, row := s.place(n); row == height-1 && now.cells[n] == board.Empty {
				threats = append(threats, n)
			}
		}
		if len(threats) != 1 || threats[0] != c {
			return "an answer is not forced"
		}
		now = now.put(c, s.own.Other())
	}
	if flood(now, q.Played)[hexgrid.Cell(len(s.cells))] {
		return "the ladder touches the edge"
	}
	var strip []hexgrid.Cell
	for c := range hexgrid.Cell(len(now.cells)) {
		if _, row := now.place(c); row >= height-2 && c != head {
			strip = append(strip, c)
		}
	}
	if slowHolds(now, head, strip, true) {
		return "the ladder can be joined at its end"
	}
	return ""
}

// flood marks the own stones that hang together with one, and, beyond the last cell, the
// edge below.
func flood(s *view, stone hexgrid.Cell) map[hexgrid.Cell]bool {
	_, height := s.size()
	reached := map[hexgrid.Cell]bool{stone: true}
	for queue := []hexgrid.Cell{stone}; len(queue) > 0; queue = queue[1:] {
		if _, row := s.place(queue[0]); row == height-1 {
			reached[hexgrid.Cell(len(s.cells))] = true
		}
		for _, n := range s.board.Grid().Neighbours(queue[0]) {
			if s.cells[n] == s.own && !reached[n] {
				reached[n] = true
				queue = append(queue, n)
			}
		}
	}
	return reached
}
