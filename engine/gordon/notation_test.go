package gordon

import (
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// after plays lines on a group.
func after(tb testing.TB, name, variant string, lines ...string) *Position {
	tb.Helper()
	p := started(tb, name, variant)
	for _, line := range lines {
		if _, err := p.Play(line); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

func TestSpellings(t *testing.T) {
	tests := []struct {
		name   string
		before []string
		text   string
		want   string
	}{
		{"the opening, marked", nil, "m=1 p=3", "m=1 p=3"},
		{"the place first", nil, "p=3 m=1", "m=1 p=3"},
		{"bare names: m, then the place", nil, "1 3", "m=1 p=3"},
		{"one of the two marked", nil, "3 m=1", "m=1 p=3"},
		{"capitals and blanks", nil, "  M = 1   P=3 ", "m=1 p=3"},
		{"as a move is shown", nil, "m = 1 → p = 3", "m=1 p=3"},
		{"a bare m", []string{"0 3"}, "2", "m=2"},
		{"the place alone", []string{"0 3"}, "p=5", "m=2"},
		{"both, which agree", []string{"0 3"}, "m=2 p=5", "m=2"},
		{"both, bare", []string{"0 3"}, "2 5", "m=2"},
		{"with an arrow", []string{"0 3"}, "m=2 -> p=5", "m=2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := after(t, "Z7", Standard, tt.before...)
			if got, err := p.Play(tt.text); got != tt.want || err != nil {
				t.Errorf("%q plays as %q, %v; want %q", tt.text, got, err, tt.want)
			}
		})
	}
}

func TestPlayRefuses(t *testing.T) {
	tests := []struct {
		name   string
		before []string
		text   string
		kind   error
		words  string
	}{
		{"nothing", nil, "", engine.ErrSyntax, "a move is missing"},
		{"no element", nil, "m=7 p=0", engine.ErrSyntax, "they are 0, 1, 2, 3, 4, 5, 6"},
		{"an opening without a place", nil, "3", engine.ErrSyntax, "one m and one place"},
		{"two places", nil, "p=1 p=2", engine.ErrSyntax, "one m and one place"},
		{"two tokens", nil, "m=1 m=2", engine.ErrSyntax, "one m and one place"},
		{"three names", []string{"0 3"}, "1 2 3", engine.ErrSyntax, "a move is one m or one place"},
		{"a pair that does not agree", []string{"0 3"}, "m=2 p=6", engine.ErrSyntax, "leads to the place 5"},
		{"the identity", []string{"1 3"}, "m=0", engine.ErrIllegal, "the identity, would stay on the place 3"},
		{"a token that is gone", []string{"1 3"}, "m=1", engine.ErrIllegal, "the token m = 1 is gone"},
		{"the place on which one stands", []string{"1 3"}, "p=3", engine.ErrIllegal, "the place 3 is taken already"},
		{"a place that is taken", []string{"0 3", "m=2"}, "p=3", engine.ErrIllegal, "the place 3 is taken already"},
		{"a token to a place that is taken", []string{"0 3", "m=2"}, "m=5", engine.ErrIllegal, "which is taken already"},
		{"a place whose token is gone", []string{"1 3"}, "p=4", engine.ErrIllegal, "only m = 1 leads to the place 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := after(t, "Z7", Standard, tt.before...)
			before := p.String()
			_, err := p.Play(tt.text)
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%q: %v, want %v with %q", tt.text, err, tt.kind, tt.words)
			}
			if p.String() != before {
				t.Error("a refused move changed the position")
			}
		})
	}
}

// What a refusal gives as an example can be played.
func TestExamplesCanBePlayed(t *testing.T) {
	for _, p := range []*Position{started(t, "S3", Standard), after(t, "S3", Right, "m=e p=e"), started(t, "Z2^6", Solitaire)} {
		_, err := p.Play("nonsense!")
		why, _ := engine.Why(err)
		_, rest, found := strings.Cut(why.String(), "write `")
		line, _, _ := strings.Cut(rest, "`")
		if !found {
			t.Fatalf("%v has no example", err)
		}
		if _, err := p.Play(line); err != nil {
			t.Errorf("the example: %v", err)
		}
	}
}

// Of a large group a refusal lists some elements only.
func TestRefusalsAreShort(t *testing.T) {
	_, err := started(t, "D32", Standard).Play("nonsense!")
	if words := err.Error(); len(words) > 300 || !strings.Contains(words, ", …") {
		t.Error(words)
	}
}

// By the rules p' = m·p, and right-handed p' = p·m: on a group that is not abelian these
// differ.
func TestHands(t *testing.T) {
	g := groupNamed(t, "S3")
	find := func(name string) group.Element {
		a, ok := g.Find(name)
		if !ok {
			t.Fatal(name)
		}
		return a
	}
	for variant, want := range map[string]group.Element{
		Standard: g.Product(find("(12)"), find("(123)")), Misere: g.Product(find("(12)"), find("(123)")), Right: g.Product(find("(123)"), find("(12)")),
	} {
		p := after(t, "S3", variant, "m=e p=(123)", "m=(12)")
		if place, placed := p.Place(); place != want || !placed {
			t.Errorf("%s: (12) leads from (123) to %s, want %s", variant, g.Element(place), g.Element(want))
		}
	}
}

func TestOver(t *testing.T) {
	p := after(t, "Z2", Standard, "m=1 p=0")
	_, err := p.Play("m=0")
	if !errors.Is(err, engine.ErrOver) || !strings.Contains(err.Error(), "player two cannot move from the place 0") {
		t.Error(err)
	}
}
