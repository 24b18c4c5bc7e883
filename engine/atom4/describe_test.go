package atom4_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

var (
	saidPieces = regexp.MustCompile(`The pieces: ([^.]+)\.`)
	saidRows   = regexp.MustCompile(`numbers for empty vertices: ([0-9A-Z, ]+)\.`)
	saidTurn   = regexp.MustCompile(`(White|Black) to move with ([a-z]+)\.`)
	saidLast   = regexp.MustCompile(`Last, (White|Black) placed ([a-z]+) on ([a-p]\d+): ([^.]+)\.`)
	emptyRun   = regexp.MustCompile(`\d+`)
)

// listen reads the board back from a description: a letter by cell.
func listen(t *testing.T, said string) map[string]string {
	t.Helper()
	board := map[string]string{}
	if m := saidPieces.FindStringSubmatch(said); m != nil {
		for group := range strings.SplitSeq(m[1], "; ") {
			words := strings.Fields(group)
			for _, cell := range words[1:] {
				board[cell] = letterOf(t, words[0])
			}
		}
		return board
	}
	m := saidRows.FindStringSubmatch(said)
	if m == nil {
		t.Fatalf("no pieces in %q", said)
	}
	for row, short := range strings.Split(m[1], ", ") {
		long := emptyRun.ReplaceAllStringFunc(short, func(digits string) string {
			n, _ := strconv.Atoi(digits)
			return strings.Repeat(".", n)
		})
		for col, letter := range long {
			if letter != '.' {
				board[grid.At(col, row).String()] = string(letter)
			}
		}
	}
	return board
}

// letterOf is a colour's letter by its name.
func letterOf(t *testing.T, name string) string {
	t.Helper()
	for _, c := range append([]grid.Colour{grid.White, grid.Black}, grid.Wheel[:]...) {
		if c.Name().String() == name {
			return c.Letter()
		}
	}
	t.Fatalf("no colour is called %q", name)
	return ""
}

// A position can be reconstructed from its description: throughout random rounds, and on an
// almost full board.
func TestDescriptionsTellTheBoard(t *testing.T) {
	random, inRows := rand.New(rand.NewPCG(8, 15)), 0
	for round := 1; round <= 6; round += enginetest.Times(3, 1) {
		for range enginetest.Times(1, 2) {
			p := position(t, round)
			for p.Turn() != engine.NoSeat {
				compareTold(t, p)
				moves := p.Moves()
				if _, err := p.Play(quietest(p, moves, random)); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(p.Describe().String(), "Rows from the top") {
					inRows++
				}
			}
			compareTold(t, p)
		}
	}
	if inRows == 0 {
		t.Error("no board was full enough to be told by rows")
	}
}

func position(t *testing.T, round int) *atom4.Position {
	t.Helper()
	made, err := atom4.New(engine.Options{"round": round})
	if err != nil {
		t.Fatal(err)
	}
	return made.(*atom4.Position)
}

// quietest returns a random move that does not end the round, if there is one.
func quietest(p *atom4.Position, moves []string, random *rand.Rand) string {
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, move := range moves {
		if c, err := grid.ParseCell(move); err == nil && p.After(c).Turn() != engine.NoSeat {
			return move
		}
	}
	return moves[0]
}

func compareTold(t *testing.T, p *atom4.Position) {
	t.Helper()
	words := p.Describe()
	said := words.String()
	if words.Length() > engine.MostDescribed {
		t.Fatalf("%d characters: %s", words.Length(), said)
	}
	board := listen(t, said)
	for c := range grid.Cell(grid.Size * grid.Size) {
		letter := p.At(c).Letter()
		if letter == "." {
			letter = ""
		}
		if board[c.String()] != letter {
			t.Fatalf("%q tells %q on %s, where %q lies", said, board[c.String()], c, letter)
		}
	}
	turn := saidTurn.FindStringSubmatch(said)
	switch {
	case (p.Turn() == engine.NoSeat) != (turn == nil):
		t.Fatalf("the turn is %d, and it is said: %q", p.Turn(), said)
	case turn != nil && (turn[1] != [...]string{"White", "Black"}[p.Turn()] || turn[2] != p.Piece().Name().String()):
		t.Fatalf("seat %d places %s, and it is said: %q", p.Turn(), p.Piece(), said)
	}
	last := saidLast.FindStringSubmatch(said)
	switch {
	case (p.Last() == nil) != (last == nil):
		t.Fatalf("the last move is %v, and it is said: %q", p.Last(), said)
	case last != nil && (last[3] != p.Last().Cell.String() || last[2] != p.Last().Piece.Name().String()):
		t.Fatalf("the last move is %v, and it is said: %q", *p.Last(), said)
	}
}

// A game ended by the players has no turn in any description.
func TestConcluded(t *testing.T) {
	p := position(t, 1)
	if _, err := p.Play(p.Moves()[0]); err != nil {
		t.Fatal(err)
	}
	end := p.Conclude(engine.Outcome{Status: engine.Won, Winner: 0, Reason: engine.T("Black resigned")})
	if said := end.Describe().String(); !strings.HasPrefix(said, "Atom-4, round 1. White wins: Black resigned. Last, White placed red on ") {
		t.Errorf("described as %q", said)
	}
	if _, err := end.Play("next"); err == nil || !strings.Contains(err.Error(), "the game is over: Black resigned") {
		t.Errorf("another round: %v", err)
	}
}

// A preview is not taken for a move.
func TestPreviewDescribed(t *testing.T) {
	p := position(t, 1)
	c := p.Legal()[0]
	said := atom4.Preview{Position: p.After(c)}.Describe().String()
	if want := "A preview, nothing is played yet: White would place red on " + c.String() + ": "; !strings.HasPrefix(said, want) || strings.Contains(said, "to move") {
		t.Errorf("described as %q", said)
	}
	if len(listen(t, said)) != 3 {
		t.Errorf("three pieces are described as %q", said)
	}
}
