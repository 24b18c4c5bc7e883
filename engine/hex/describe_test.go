package hex

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// told is the content of a description.
type told struct {
	width, height int
	rows          []string
	turn, last    string // "Red", "Blue" or ""; a cell or ""
}

var (
	saidExtent = regexp.MustCompile(`, (\d+)(?: rows)? by (\d+)(?: columns)?\.`)
	saidStones = regexp.MustCompile(`(Red|Blue): ([a-z0-9 ]+)\.`)
	saidRows   = regexp.MustCompile(`numbers for empty cells: ([0-9RB, ]+)\.`)
	saidTurn   = regexp.MustCompile(`(Red|Blue) to move`)
	saidLast   = regexp.MustCompile(`(?:last move is|swapped and got) ([a-z]\d+)\.`)
)

// listen parses a description.
func listen(t *testing.T, said string) told {
	t.Helper()
	extent := saidExtent.FindStringSubmatch(said)
	if extent == nil {
		t.Fatalf("no size in %q", said)
	}
	var k told
	k.height, _ = strconv.Atoi(extent[1])
	k.width, _ = strconv.Atoi(extent[2])
	if m := saidTurn.FindStringSubmatch(said); m != nil {
		k.turn = m[1]
	}
	if m := saidLast.FindStringSubmatch(said); m != nil {
		k.last = m[1]
	}
	board := make([][]byte, k.height)
	for row := range board {
		board[row] = []byte(strings.Repeat(".", k.width))
	}
	for _, m := range saidStones.FindAllStringSubmatch(said, -1) {
		for name := range strings.FieldsSeq(m[2]) {
			col, row, err := hexgrid.ParseCell(name, k.width, k.height)
			if err != nil {
				t.Fatalf("%v in %q", err, said)
			}
			board[row][col] = m[1][0]
		}
	}
	for _, row := range board {
		k.rows = append(k.rows, string(row))
	}
	if m := saidRows.FindStringSubmatch(said); m != nil {
		k.rows = longRows(m[1])
	}
	return k
}

var emptyRun = regexp.MustCompile(`\d+`)

// longRows undoes what [hexgrid.ShortRows] does.
func longRows(short string) []string {
	rows := strings.Split(short, ", ")
	for i, row := range rows {
		rows[i] = emptyRun.ReplaceAllStringFunc(row, func(digits string) string {
			n, _ := strconv.Atoi(digits)
			return strings.Repeat(".", n)
		})
	}
	return rows
}

// A description determines the position: on every size, to the end of random games.
func TestDescriptionsTellTheBoard(t *testing.T) {
	random, inRows := rand.New(rand.NewPCG(8, 15)), 0
	for size := MinSize; size <= MaxSize; size += enginetest.Times(4, 1) {
		for _, o := range []engine.Options{{"size": size}, {"size": size, "swap": true, "convention": "source"}, {"size": size, "weighted": true}, {"size": size, "width": MaxSize}} {
			p := start(t, o)
			for {
				said := p.Describe()
				if said.Length() > engine.MostDescribed {
					t.Fatalf("%d characters: %s", said.Length(), said)
				}
				if strings.Contains(said.String(), "Rows from the top") {
					inRows++
				}
				compareTold(t, p, listen(t, said.String()))
				if p.Turn() == engine.NoSeat {
					break
				}
				moves := p.Moves()
				mustPlay(t, p, moves[random.IntN(len(moves))])
			}
		}
	}
	if inRows == 0 {
		t.Error("no board was large enough to be told by rows")
	}
}

func compareTold(t *testing.T, p *Position, k told) {
	t.Helper()
	if got, want := strings.Join(k.rows, "\n"), strings.Join(p.Rows(), "\n"); got != want {
		t.Fatalf("%q tells\n%s\nof\n%s", p.Describe(), got, want)
	}
	turn, last := "", ""
	if p.Turn() != engine.NoSeat {
		turn = map[Colour]string{Red: "Red", Blue: "Blue"}[p.Mover()]
	}
	if c, ok := p.Last(); ok {
		last = p.Grid().Name(c)
	}
	if k.turn != turn || k.last != last {
		t.Fatalf("%q tells of the turn %q and the last move %q; want %q and %q", p.Describe(), k.turn, k.last, turn, last)
	}
}

// A review tells where the game turned, the board there, and the graph.
func TestReviewDescribed(t *testing.T) {
	p := start(t, engine.Options{"size": 4})
	mustPlay(t, p, strings.Fields("b2 a1 c2 d1 b3 c3 b4")...)
	r := NewReview(t.Context(), p)
	said := r.Describe().String()
	for _, want := range []string{
		"Hex, 4 by 4. A review after 7 moves. ", r.turning(plain).String(),
		"Before move " + strconv.Itoa(r.Ply+1) + " the board was like this.", " " + stones(r.Board).String(),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not say %q", said, want)
		}
	}
	if got, want := strings.Join(listen(t, said).rows, "\n"), strings.Join(r.Rows(), "\n"); got != want {
		t.Errorf("%q tells\n%s\nof\n%s", said, got, want)
	}
	_, graph, _ := strings.Cut(said, "in per cent: ")
	graph, _, _ = strings.Cut(graph, ".")
	if chances := strings.Fields(graph); len(chances) != len(r.Red) || chances[len(chances)-1] != "100" {
		t.Errorf("the graph of %v is told as %q", r.Red, graph)
	}
}

// For a long game only the greatest changes of the chances are described.
func TestLongReviewDescribed(t *testing.T) {
	p := start(t, engine.Options{"size": MaxSize})
	random := seeded(3)
	for range 200 {
		moves := p.Moves()
		mustPlay(t, p, moves[random.IntN(len(moves))])
	}
	r := Review{Position: p.before(120), Ply: 120, Plies: 200, Played: "a1", Better: "b1", Before: 0.6, After: 0.2, Loser: Red, Red: make([]float64, 201)}
	for i := range r.Red {
		r.Red[i] = 0.5 + float64(i%7)/100
	}
	for i := 121; i <= 200; i++ {
		r.Red[i] -= 0.4
	}
	said := r.Describe()
	if n := said.Length(); n > engine.MostDescribed || !strings.Contains(said.String(), "121 from 51 to 12") {
		t.Errorf("%d characters: %s", n, said)
	}
	if got, want := strings.Join(listen(t, said.String()).rows, "\n"), strings.Join(r.Rows(), "\n"); got != want {
		t.Errorf("%q tells\n%s\nof\n%s", said, got, want)
	}
}

// On a board too large for all costs, those of complete chains are described.
func TestLargeWeightsDescribed(t *testing.T) {
	for _, moves := range []string{"b1", "b1 c2"} { // Blue's costs, and Red's
		p := start(t, engine.Options{"size": MaxSize, "weighted": true})
		mustPlay(t, p, strings.Fields(moves)...)
		w := NewWeights(p)
		var want []string
		for i := range MaxSize {
			c := p.Grid().At(i, MaxSize-1)
			if w.Side == Blue {
				c = p.Grid().At(MaxSize-1, i)
			}
			want = append(want, strconv.Itoa(w.Cost[c]))
		}
		if said := w.Describe(); said.Length() > engine.MostDescribed || !strings.Contains(said.String(), ": "+strings.Join(want, " ")+". ") {
			t.Errorf("%q does not tell %v", said, want)
		}
	}
}

// Descriptions of views include what the view shows beside the board.
func TestViewsDescribed(t *testing.T) {
	p := boardAfter(t, 3, "b2", "a1", "c1", "b3")
	puzzle, err := newPuzzle(engine.Options{"number": 1, "puzzle": "number"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		scene engine.Scene
		wants []string
	}{
		{Sets{p}, []string{"Red to move", "The groups: blue a1, at the left; red c1 b2, at the top; blue b3."}},
		{NewPathView(p), []string{"Red needs 1 more stone: a3. The chain: c1 b2 a3."}},
		{NewWeights(p), []string{"stones in Red's shortest chain from the top", "By rows from the top, ∞ where no chain leads: ∞ 1 1; 2 2 2; 3 ∞ 3.", "Red: c1 b2. Blue: a1 b3."}},
		{PuzzleHint{Puzzle: puzzle, Line: puzzle.problem.Line}, []string{"The solution: " + puzzle.problem.Line[0] + " wins", stones(puzzle.board.Board).String()}},
		{PuzzleHint{Puzzle: puzzle, Region: puzzle.region()}, []string{"One of these cells wins for Red: ", stones(puzzle.board.Board).String()}},
	} {
		for _, want := range tt.wants {
			if said := tt.scene.Describe().String(); !strings.Contains(said, want) {
				t.Errorf("%T: %q does not say %q", tt.scene, said, want)
			}
		}
	}
}
