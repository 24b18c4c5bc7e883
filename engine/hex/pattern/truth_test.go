package pattern

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// bitSet has a bit for each of some cells, by their index.
type bitSet uint64

// slowGame is the game of joining a stone to others within some cells: the owner and the opponent fill
// the empty ones in turn, and the owner wins if own cells join the two at the end. It is searched for
// all moves of both by nothing but which cells are adjacent, without links, threats and templates.
//
// A move is left out only if it has been shown to be in vain: whoever wins needs some cells for that,
// and a move elsewhere leaves them the win.
type slowGame struct {
	near       [64]bitSet
	from, goal bitSet
	known      map[[2]bitSet]slowResult
}

type slowResult struct {
	joined bool
	needs  bitSet // of the winner
}

// slowly reports whether a stone is joined within some cells to the edge below or, if one is given, to
// another stone, with the owner to move or not. All other cells are the opponent's.
func (s *view) slowly(stone, other hexgrid.Cell, within []hexgrid.Cell, mine bool) bool {
	g := slowGame{known: map[[2]bitSet]slowResult{}}
	var own, empty bitSet
	_, height := s.size()
	for i, c := range within {
		for j, n := range within {
			if touch(s.board.Grid(), c, n) {
				g.near[i] |= 1 << j
			}
		}
		switch s.cells[c] {
		case s.own:
			own |= 1 << i
		case board.Empty:
			empty |= 1 << i
		}
		if _, row := s.place(c); c == other || other == hexgrid.NoCell && row == height-1 {
			g.goal |= 1 << i
		}
		if c == stone {
			g.from = 1 << i
		}
	}
	return g.search(own, empty, mine).joined
}

func (g *slowGame) search(own, empty bitSet, mine bool) slowResult {
	if g.reach(own)&g.goal != 0 {
		return slowResult{joined: true}
	}
	inReach := g.reach(own | empty)
	if inReach&g.goal == 0 {
		return slowResult{}
	}
	own, empty = own&inReach, empty&inReach
	key := [2]bitSet{own, empty}
	if mine {
		key[1] = ^empty
	}
	if r, ok := g.known[key]; ok {
		return r
	}
	r := slowResult{joined: !mine}
	must := empty
	for _, i := range g.nearestFirst(own, empty) {
		m := bitSet(1) << i
		if must&m == 0 {
			continue
		}
		after := own
		if mine {
			after |= m
		}
		next := g.search(after, empty&^m, !mine)
		if next.joined == mine {
			r = slowResult{mine, next.needs | m}
			break
		}
		must &= next.needs
		r.needs |= next.needs
	}
	g.known[key] = r
	return r
}

// reach returns the stone and the cells that it touches within others.
func (g *slowGame) reach(within bitSet) bitSet {
	all := g.from
	for todo := all; todo != 0; {
		more := g.near[bits.TrailingZeros64(uint64(todo))] & within &^ all
		all |= more
		todo = todo&(todo-1) | more
	}
	return all
}

// nearestFirst lists the empty cells, those on short ways from the stone to the goal first.
func (g *slowGame) nearestFirst(own, empty bitSet) []int {
	from, goal := g.ways(own, empty, g.from, 0), g.ways(own, empty, g.goal&own, g.goal&empty)
	var list []int
	for rest := empty; rest != 0; rest &= rest - 1 {
		list = append(list, bits.TrailingZeros64(uint64(rest)))
	}
	slices.SortStableFunc(list, func(a, b int) int { return 2*(from[a]+goal[a]-from[b]-goal[b]) + from[a] - from[b] })
	return list
}

// ways counts the empty cells on the way to each cell, from some at no cost and others at one.
func (g *slowGame) ways(own, empty, free, one bitSet) (far [64]int) {
	for i := range far {
		far[i] = 64
	}
	var seen bitSet
	for d := 0; free|one != 0; d++ {
		for free &^= seen; free != 0; free &^= seen {
			i := bits.TrailingZeros64(uint64(free))
			seen |= 1 << i
			far[i] = d
			free |= g.near[i] & own
			one |= g.near[i] & empty
		}
		free, one = one&^seen, 0
	}
	return far
}

// everywhere lists all cells of a board of at most 64.
func (s *view) everywhere() (all []hexgrid.Cell) {
	for c := range s.cells {
		all = append(all, hexgrid.Cell(c))
	}
	return all
}

// The slow search is right where all can be tried without leaving out a move.
func TestSlowSearchAgreesWithTryingEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	for range enginetest.Times(100, 1_000) {
		b := board.New(4, 4, false, board.Red)
		order := random.Perm(16)
		for i, c := range order[:8] {
			b.Place(hexgrid.Cell(c), board.Colour(1+i%2))
		}
		s := views(b, board.Red)[random.IntN(2)]
		stone := hexgrid.Cell(order[0])
		for _, mine := range []bool{false, true} {
			got, want := s.slowly(stone, hexgrid.NoCell, s.everywhere(), mine), slowHolds(s, stone, s.everywhere(), mine)
			if got != want {
				t.Fatalf("joined %v, want %v, by %s, first to move: %v\n%s", got, want, b.Grid().Name(stone), mine, b)
			}
		}
	}
}

// A search of all joinings confirms what is said of random boards of 3×3 to 6×6; with SIXFOLD_LONG=1,
// of 5,000 of each size. All of it is proved there.
func TestWhatIsSaidIsTrue(t *testing.T) {
	said := map[Kind]int{}
	for size := 3; size <= 6; size++ {
		random := rand.New(rand.NewPCG(uint64(size), 7))
		for range enginetest.Times(100, 5_000) {
			q, f, ok := scatteredQuestion(random, size)
			if !ok {
				continue
			}
			said[f.Kind]++
			if wrong := untrue(q, f); wrong != "" || f.Certainty != Proved {
				t.Fatalf("%+v: %s; %s after %s, played %s, better %s:\n%s", f, wrong, q.Mover, named(q.Board, []hexgrid.Cell{q.Last}),
					named(q.Board, []hexgrid.Cell{q.Played}), named(q.Board, []hexgrid.Cell{q.Better}), q.Board)
			}
		}
	}
	for kind := Bridge; kind <= Ladder; kind++ {
		if said[kind] == 0 {
			t.Errorf("kind %d is never said", kind)
		}
	}
	t.Log(said)
}

// scatteredQuestion is about a random board of which a third or more is empty. The better move is the
// first of all in a random order of which something is said.
func scatteredQuestion(random *rand.Rand, size int) (q Question, f Finding, ok bool) {
	for {
		b := board.New(size, size, false, board.Red)
		order := random.Perm(size * size)
		n := size + random.IntN(size*size*2/3-size)
		for i, c := range order[:n] {
			b.Place(hexgrid.Cell(c), board.Colour(1+i%2))
		}
		if b.Winner() != board.Empty {
			continue
		}
		q = Question{Board: b, Mover: board.Colour(1 + n%2), Last: hexgrid.Cell(order[n-1]), Played: hexgrid.Cell(order[n])}
		for _, c := range order[n+1:] {
			q.Better = hexgrid.Cell(c)
			if f, ok = Explain(q); ok {
				break
			}
		}
		return q, f, ok
	}
}

// untrue says what is false about a finding on a small board, "" if all is true.
func untrue(q Question, f Finding) string {
	s := views(q.Board, q.Mover)[0]
	if f.Edge == board.Top || f.Edge == board.Left {
		s = views(q.Board, q.Mover)[1]
	}
	played, all := s.put(q.Played, q.Mover), s.everywhere()
	if f.Kind == Ladder {
		for i, c := range f.Line {
			played = played.put(c, []board.Colour{q.Mover.Other(), q.Mover}[i%2])
			if i%2 == 0 && played.slowly(q.Played, hexgrid.NoCell, all, true) {
				return "the ladder has an escape"
			}
		}
		return ""
	}
	to := hexgrid.NoCell
	if f.Kind == Bridge {
		to = f.Stones[1]
	}
	switch {
	case played.slowly(f.Stones[0], to, all, false):
		return "they are joined after the move played"
	case !s.put(q.Better, q.Mover).slowly(f.Stones[0], to, all, false):
		return "they are not joined after the better move"
	}
	return ""
}

// Nothing is said of what the move played has kept in another way than was looked for.
func TestWhatIsKeptIsNotCalledLost(t *testing.T) {
	wide := func(stones string) (rows []string) {
		for row := range 11 {
			line := []byte("...........")
			for stone := range strings.FieldsSeq(stones) {
				if stone[2:] == strconv.Itoa(row+1) {
					line[stone[1]-'a'] = stone[0]
				}
			}
			rows = append(rows, string(line))
		}
		return rows
	}
	chain := wide("Rf2 Rf3 Rf4 Rf5 Rf6 Rf7 Rf8 Rf9")
	tests := []struct {
		name                 string
		last, played, better string
		rows                 []string
	}{
		{"the template IVa, kept at its end", "e9", "d10", "h8", wide("Rg8 Be9")},
		{"the template IVa, kept on the edge", "e9", "c11", "h8", wide("Rg8 Be9")},
		{"the template IVa, kept beside", "e9", "e11", "h8", wide("Rg8 Be9")},
		{"a chain that is joined at its end", "", "a1", "d9", chain},
		{"a chain with its end in a template on ten rows", "", "a1", "d9", chain[1:]},
		{"a bridge with another way around it", "e5", "a1", "f5", wide("Re6 Rf4 Rg5 Rf6 Be5")},
		{"another way by links of which one holds", "d1", "e5", "c1", []string{"...BR", "..RBR", ".B.R.", "RRB.B", "BRB.."}},
	}
	for _, tt := range tests {
		q := question(t, board.Red, tt.last, tt.played, tt.better, tt.rows...)
		for _, q := range []Question{q, q.swapped(), q.turned(), q.swapped().turned()} {
			if f, ok := Explain(q); ok {
				t.Errorf("%s: %+v on\n%s", tt.name, f, q.Board)
			}
		}
	}
}

// On large boards a search of a template's carriers, and of those of all stones in its chain, never
// shows that what is called lost is not; with SIXFOLD_LONG=1 on 500 boards of each size.
func TestTemplatesOnLargeBoards(t *testing.T) {
	said := map[Certainty]int{}
	for _, size := range []int{11, 13} {
		random := rand.New(rand.NewPCG(uint64(size), 4))
		for range enginetest.Times(30, 500) {
			q := templateQuestion(random, size)
			f, ok := Explain(q)
			if !ok || f.Kind == Bridge || f.Kind == Ladder {
				continue
			}
			said[f.Certainty]++
			s := views(q.Board, q.Mover)[0]
			if f.Edge == board.Top || f.Edge == board.Left {
				s = views(q.Board, q.Mover)[1]
			}
			s = s.put(q.Played, q.Mover)
			if s.slowly(f.Stones[0], hexgrid.NoCell, s.carriersOfChain(f.Stones[0]), false) {
				t.Fatalf("%+v after %s, played %s, better %s on\n%s", f, named(q.Board, []hexgrid.Cell{q.Last}),
					named(q.Board, []hexgrid.Cell{q.Played}), named(q.Board, []hexgrid.Cell{q.Better}), q.Board)
			}
		}
	}
	if said[Likely] == 0 {
		t.Error("nothing is said to be likely")
	}
	t.Log(said)
}

// templateQuestion is about a board with one stone in ten, one of them over the empty carrier of a
// template that was intruded on. The move played is anywhere or in it, and the better one keeps it.
func templateQuestion(random *rand.Rand, size int) Question {
	for {
		b := board.New(size, size, false, board.Red)
		stone := b.Grid().At(random.IntN(size), size-2-random.IntN(3))
		b.Place(stone, board.Red)
		s := views(b, board.Red)[0]
		_, all := s.templates(stone)
		if len(all) == 0 {
			continue
		}
		carrier := all[random.IntN(len(all))]
		for i, c := range random.Perm(size * size)[:size*size/10] {
			if b.At(hexgrid.Cell(c)) == board.Empty && !slices.Contains(carrier, hexgrid.Cell(c)) {
				b.Place(hexgrid.Cell(c), board.Colour(1+i%2))
			}
		}
		order := random.Perm(len(carrier))
		q := Question{Board: b, Mover: board.Red, Last: carrier[order[0]], Played: carrier[order[1]]}
		b.Place(q.Last, board.Blue)
		if elsewhere := b.Holding(board.Empty); random.IntN(2) == 0 {
			q.Played = elsewhere[random.IntN(len(elsewhere))]
		}
		for _, i := range order[2:] {
			q.Better = carrier[i]
			if views(b, board.Red)[0].put(q.Better, board.Red).holds(stone, carrier) {
				return q
			}
		}
	}
}

// carriersOfChain returns the cells of the chain of a stone, and of the templates of its stones.
func (s *view) carriersOfChain(stone hexgrid.Cell) []hexgrid.Cell {
	all := []hexgrid.Cell{stone}
	for c := range touching(s, stone) {
		_, both := s.templates(c)
		all = append(all, slices.Concat(both...)...)
		all = append(all, c)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// touching returns the chain of a stone.
func touching(s *view, stone hexgrid.Cell) map[hexgrid.Cell]bool {
	chain := flood(s, stone)
	delete(chain, hexgrid.Cell(len(s.cells)))
	return chain
}

// Whatever is played after an intrusion on a template, it is not called lost where it is not: on wide
// boards for all answers that keep it within its carrier, with SIXFOLD_LONG=1 of the template IVa too.
func TestTemplatesKeptAreNotCalledLost(t *testing.T) {
	b := board.New(13, 13, false, board.Red)
	for template := II; template <= Template(enginetest.Times(int(IIIa), int(IVa))); template++ {
		stone := b.Grid().At(7, 13-int(template))
		b := b.Clone()
		b.Place(stone, board.Red)
		_, both := views(b, board.Red)[0].templates(stone)
		for _, carrier := range both {
			kept := 0
			for _, last := range carrier {
				b := b.Clone()
				b.Place(last, board.Blue)
				s := views(b, board.Red)[0]
				var answers []hexgrid.Cell
				for _, c := range carrier {
					if c != last && s.put(c, board.Red).slowly(stone, hexgrid.NoCell, append([]hexgrid.Cell{stone}, carrier...), false) {
						answers = append(answers, c)
					}
				}
				for i, played := range answers {
					kept++
					better := answers[(i+1)%len(answers)]
					if f, ok := Explain(Question{b, board.Red, last, played, better}); ok {
						t.Errorf("%+v after %s, played %s, better %s", f, b.Grid().Name(last), b.Grid().Name(played), b.Grid().Name(better))
					}
				}
			}
			t.Logf("template %d: %d answers", template, kept)
		}
	}
}
