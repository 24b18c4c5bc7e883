package octopuszle_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

var saidRows = regexp.MustCompile(`Rows from 1 to 4, each from a to d: ([^.]+)\.`)

// Whoever hears a table could set it up.
func TestDescriptionsTellTheTable(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	for seed := range 5 {
		p := open(t, map[string]any{"started": 3 * seed, "seed": seed})
		for range 40 {
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

func compareTold(t *testing.T, p *octopuszle.Position) {
	t.Helper()
	words := p.Describe()
	said := words.String()
	if words.Length() > engine.MostDescribed {
		t.Fatalf("%d characters: %s", words.Length(), said)
	}
	squares := strings.Split(strings.Repeat("empty ", octopuszle.SmallSquares), " ")
	if m := saidRows.FindStringSubmatch(said); m != nil {
		squares = strings.Split(strings.ReplaceAll(m[1], ";", ","), ", ")
	}
	for at := range octopuszle.SmallSquares {
		want := strconv.Itoa(int(p.At(at)))
		if p.At(at) == octopuszle.NoSquare {
			want = "empty"
		}
		if squares[at] != want {
			t.Fatalf("%q tells %s at place %d, which is %s", said, squares[at], at, want)
		}
	}
	if last := p.Last(); last >= 0 && !strings.Contains(said, "Laid last: "+strconv.Itoa(int(p.At(last)))+" on ") {
		t.Fatalf("the square laid last is not in %q", said)
	}
}

// The description of a solution suffices to check it.
func TestSolutionsTold(t *testing.T) {
	s, err := octopuszle.NewSolver(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, alone := range []bool{false, true} {
		words := octopuszle.Picture{Board: b, DiagonalsAlone: alone, Caption: engine.T("Seed 1")}.Describe()
		if words.Length() > engine.MostDescribed {
			t.Fatalf("%d characters: %s", words.Length(), words)
		}
		sentences := strings.Split(strings.TrimSuffix(words.String(), "."), ". ")
		digits := strings.ReplaceAll(sentences[len(sentences)-1], " ", "")
		each := len(digits) / octopuszle.Squares
		var heard octopuszle.Board
		for at := range heard {
			n, err := strconv.ParseUint(digits[at*each:(at+1)*each], 16, 8)
			if err != nil {
				t.Fatalf("%v in %q", err, words)
			}
			heard[at] = octopuszle.Lines(n)
			if alone { // four directions, from the north-east on
				heard[at] = octopuszle.Lines(n&1<<1 | n&2<<2 | n&4<<3 | n&8<<4)
			}
		}
		if alone {
			for at := range heard {
				if want := b[at] & octopuszle.Diagonals; heard[at] != want {
					t.Fatalf("%q tells %08b at place %d, which has %08b", words, heard[at], at, want)
				}
			}
		} else if err := octopuszle.Validate(&heard); err != nil {
			t.Errorf("%v: %q", err, words)
		}
	}
}
