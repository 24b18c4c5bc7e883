package gordon

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

var (
	saidMoves    = regexp.MustCompile(`The moves[^:]*: ([^.]+)\.`)
	saidPossible = regexp.MustCompile(`Possible: ([^.]+)\.`)
	saidTokens   = regexp.MustCompile(`Tokens left: ([^.]+)\.`)
	saidPlaces   = regexp.MustCompile(`Places left: ([^.]+)\.`)
	saidTable    = regexp.MustCompile(`Where each m leads, from the places ([^:]+): ([^.]+)\.`)
)

// A position can be reconstructed from its description: its moves lead there, and the
// description's remaining elements, possible moves and table agree with it.
func TestDescriptionsTellTheGame(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	whole := 0
	for _, name := range []string{"Z1", "Z2", "Z7", "D4", "Q8", "A4", "Z12", "D10", "S4", "D16"} {
		for _, variant := range []string{Standard, Identity, Right, Misere, Solitaire} {
			g := groupNamed(t, name)
			if g.Order() == 1 && (variant == Identity || variant == Solitaire) {
				continue
			}
			p := started(t, name, variant)
			for {
				if listened(t, p) {
					whole++
				}
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
	if whole < 150 {
		t.Errorf("only %d positions were told with their table", whole)
	}
}

// listened compares what is said of a position with it, and reports whether the table was
// told too.
func listened(t *testing.T, p *Position) (table bool) {
	t.Helper()
	words := p.Describe()
	said := words.String()
	if words.Length() > engine.MostDescribed {
		t.Fatalf("%d characters: %s", words.Length(), said)
	}
	again := start(p.group, p.variant)
	if m := saidMoves.FindStringSubmatch(said); m != nil {
		for move := range strings.SplitSeq(m[1], ", ") {
			if _, err := again.Play(move); err != nil {
				t.Fatalf("%v in %q", err, said)
			}
		}
	}
	if again.String() != p.String() {
		t.Fatalf("%q tells\n%s\nof\n%s", said, again, p)
	}
	if last := len(p.history); last > 0 && !strings.Contains(said, "The last move was "+moveNames(p)[last-1]+".") {
		t.Fatalf("the last move is not in %q", said)
	}
	same := func(what *regexp.Regexp, between string, want []string) {
		if m := what.FindStringSubmatch(said); m != nil && !slices.Equal(strings.Split(m[1], between), want) {
			t.Fatalf("%q tells %q, want %q", said, m[1], want)
		}
	}
	same(saidTokens, " ", names(p.group, p.m.Elements()))
	same(saidPlaces, " ", names(p.group, p.p.Elements()))
	if !p.opening() && !strings.Contains(saidPossible.FindString(said), " to ") {
		same(saidPossible, " ", p.Moves())
	}
	return tableHeard(t, p, said)
}

// tableHeard reads the table that is told, if one is.
func tableHeard(t *testing.T, p *Position, said string) bool {
	t.Helper()
	m := saidTable.FindStringSubmatch(said)
	if m == nil {
		n, ok := p.group.Additive()
		return ok && strings.HasSuffix(said, "Each m leads from p to m + p, modulo "+strconv.Itoa(n)+".")
	}
	places := strings.Fields(m[1])
	for row := range strings.SplitSeq(m[2], "; ") {
		token, products, _ := strings.Cut(row, ": ")
		for i, product := range strings.Fields(products) {
			a, _ := p.group.Find(token)
			b, _ := p.group.Find(places[i])
			if want := p.group.Element(p.Product(a, b)); product != want {
				t.Fatalf("%s leads from %s to %s, and told is %s: %q", token, places[i], want, product, said)
			}
		}
	}
	return true
}

// A game ended by the players has no turn, and can be reviewed as it stood.
func TestConcluded(t *testing.T) {
	p := after(t, "Z7", Standard, "0 3")
	end := p.Conclude(engine.Outcome{Status: engine.Won, Winner: 0, Reason: engine.T("Player two resigned")})
	if said := end.Describe().String(); !strings.HasPrefix(said, "Gordon game on Z7. Player one wins: Player two resigned. The last move was m=0 p=3. The moves: m=0 p=3. Tokens left: ") {
		t.Errorf("described as %q", said)
	}
	was, err := showSolve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if is, err := showSolve(t.Context(), end, nil); err != nil || is.Text.String() != was.Text.String() {
		t.Errorf("looked at after the end: %q, %v; before: %q", is.Text, err, was.Text)
	}
}
