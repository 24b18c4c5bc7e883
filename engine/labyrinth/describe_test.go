package labyrinth_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

var (
	saidPieces = regexp.MustCompile(`The pieces, [^:]*: ([^.]+)\.`)
	saidOpen   = regexp.MustCompile(`Doors are open to \d+ cells?[^:]*: ([^.]+)\.`)
	saidLast   = regexp.MustCompile(`Laid last: (\d+) on ([a-z]+\d+)\.`)
)

// listen reads pieces back from a description.
func listen(t *testing.T, said string, frame board.Frame) []board.Piece {
	t.Helper()
	m := saidPieces.FindStringSubmatch(said)
	if m == nil {
		return nil
	}
	var pieces []board.Piece
	for word := range strings.SplitSeq(strings.ReplaceAll(m[1], ";", ","), ", ") {
		number, cell, _ := strings.Cut(word, " ")
		piece, err := board.ParsePiece(number, cell, frame)
		if err != nil {
			t.Fatalf("%v in %q", err, said)
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// sorted returns pieces in an order that does not depend on how they were placed.
func sorted(pieces []board.Piece) string {
	words := strings.Fields(board.FormatPairs(pieces))
	slices.Sort(words)
	return strings.Join(words, " ")
}

// A table can be reconstructed from its description, from puzzles through random moves to the
// end.
func TestDescriptionsTellTheTable(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	for seed := range 6 {
		p := open(t, map[string]any{"puzzle": "started", "removed": 4 + 11*seed, "seed": seed})
		for range 60 {
			compareTold(t, p)
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			if _, err := p.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func compareTold(t *testing.T, p *labyrinth.Position) {
	t.Helper()
	words := p.Describe()
	said := words.String()
	if words.Length() > engine.MostDescribed {
		t.Fatalf("%d characters: %s", words.Length(), said)
	}
	if got, want := sorted(listen(t, said, labyrinth.Board)), sorted(p.Pieces()); got != want {
		t.Fatalf("%q tells %s of %s", said, got, want)
	}
	var open []string
	if m := saidOpen.FindStringSubmatch(said); m != nil {
		open = strings.Split(m[1], ", ")
	}
	if len(open) != len(p.Open()) {
		t.Fatalf("%d cells are open, and told is %q", len(p.Open()), said)
	}
	at := map[board.Cell]board.Doors{}
	for _, piece := range p.Pieces() {
		at[piece.Cell] = piece.Doors
	}
	for i, cell := range p.Open() {
		must, _ := board.Constraints(at, cell)
		want := cell.Name()
		if strings.Contains(said, "on these sides") {
			want += " " + compass(must)
		}
		if open[i] != want {
			t.Fatalf("told is %q, want %q: %q", open[i], want, said)
		}
	}
	last := saidLast.FindStringSubmatch(said)
	if own := p.Pieces()[p.Fixed():]; len(own) > 0 && p.Turn() != engine.NoSeat {
		if want := own[len(own)-1]; last == nil || last[2] != want.Name() {
			t.Fatalf("%s was laid last: %q", want.Name(), said)
		}
	} else if last != nil {
		t.Fatalf("nothing was laid last: %q", said)
	}
}

// compass writes sides by the first letters of their names.
func compass(d board.Doors) string {
	var words []string
	for s := range board.Side(board.Sides) {
		if d.Has(s) {
			var letters strings.Builder
			for part := range strings.SplitSeq(s.Name().String(), "-") {
				letters.WriteString(strings.ToUpper(part[:1]))
			}
			words = append(words, letters.String())
		}
	}
	return strings.Join(words, " ")
}

// The description of a solution suffices to check it.
func TestSolutionsTold(t *testing.T) {
	for _, tool := range []string{"solve", "compact"} {
		for seed := range 4 {
			a := solved(t, tool, map[string]any{"seed": seed})
			picture := a.Scenes[0].(labyrinth.Picture)
			said := picture.Describe().String()
			if _, err := board.Validate(listen(t, said, picture.Frame), tool == "compact"); err != nil {
				t.Errorf("%v: %q", err, said)
			}
			if !strings.HasPrefix(said, picture.Caption.String()+". No door is open.") {
				t.Errorf("told is %q", said)
			}
		}
	}
}

// solved runs a tool.
func solved(t *testing.T, name string, raw map[string]any) engine.Answer {
	t.Helper()
	i := slices.IndexFunc(labyrinth.Game.Tools, func(tool engine.Tool) bool { return tool.Name == name })
	tool := labyrinth.Game.Tools[i]
	o, err := engine.ParseOptions(tool.Args, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	a, err := tool.Run(t.Context(), engine.Env{Rand: rand.New(rand.NewPCG(1, 1))}, o, func(engine.Answer) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The pieces that are left are told by their doors, which their numbers do not show.
func TestLeftTold(t *testing.T) {
	p := open(t, nil, "place 24 a1")
	view, _ := labyrinth.Game.View("left")
	a, err := view.Show(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	words := a.Scenes[0].Describe()
	for _, want := range []string{"The pieces that are left. ", " 1 all, 2 none, ", ", 7 " + compass(board.Hexagram(7)) + ", "} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("%q does not say %q", words, want)
		}
	}
	if strings.Contains(words.String(), " 24 ") {
		t.Errorf("a piece that lies is left: %q", words)
	}
}

// The bars of statistics are told by their shares, which make up the whole.
func TestStatsTold(t *testing.T) {
	a := solved(t, "stats", map[string]any{"seed": 1, "count": 100})
	words := a.Scenes[0].Describe()
	if words.Length() > engine.MostDescribed {
		t.Errorf("%d characters: %s", words.Length(), words)
	}
	shares := regexp.MustCompile(`: ([\d.]+) %`).FindAllStringSubmatch(words.String(), -1)
	sum := 0.0
	for _, m := range shares {
		share, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += share
	}
	if math.Abs(sum-200) > 0.5 { // twice all of 100 solutions, whose shares are whole
		t.Errorf("the shares of two rows of bars add up to %.1f %%: %s", sum, words)
	}
}

// A film of a search tells how it went, and how it ends.
func TestFilmTold(t *testing.T) {
	a := solved(t, "solve", map[string]any{"seed": 3, "film": true})
	picture, film := a.Scenes[0].(labyrinth.Picture), a.Scenes[1].(engine.Film)
	m := regexp.MustCompile(`^A film of the search\. It begins with an empty board, lays a piece ([\d,]+) times and takes one back ([\d,]+) times\. At the end: `).FindStringSubmatch(film.Describe().String())
	if m == nil {
		t.Fatalf("told is %q", film.Describe())
	}
	laid, _ := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	taken, _ := strconv.Atoi(strings.ReplaceAll(m[2], ",", ""))
	if laid-taken != board.Pieces {
		t.Errorf("%d pieces laid and %d taken back leave 64", laid, taken)
	}
	if said := film.Describe().String(); !strings.HasSuffix(said, picture.Describe().String()) {
		t.Errorf("the end is told as %q", said)
	}
}
