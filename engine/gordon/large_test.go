package gordon

import (
	"context"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Groups of more than 64 elements are played to the end. Statements are proved near the end, and
// marked as unproved before.
func TestOver64Elements(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	random := search.Rand(6)
	for i, name := range []string{"D40", "S5", "D64"} {
		for j, variant := range []string{Standard, Misere, Right} {
			if i != j && !enginetest.Long() {
				continue
			}
			p := started(t, name, variant)
			choice, err := levelNamed(t, "max", 1).Choose(stopped, p)
			if err != nil || choice.Proved || choice.Note.Empty() {
				t.Errorf("%s: %+v, %v", name, choice, err)
			}
			said := solve(stopped, p).Text.String()
			if !strings.Contains(said, "**Not proved.**") {
				t.Errorf("%s: %s", name, said)
			}
			p.take(Turn{1, 2})
			var ends []*Position // the last positions, from the end
			for !p.stuck() {
				ends = append([]*Position{p}, ends...)
				legal := p.Legal()
				p = p.After(legal[random.Below(len(legal))])
			}
			if p.Outcome().Status != engine.Won {
				t.Errorf("%s, %s: %v", name, variant, p.Outcome())
			}
			for _, before := range ends[:3] {
				choice, err := levelNamed(t, "max", 1).Choose(t.Context(), before)
				if err != nil || choice.Proved && (choice.Value == 1) != (slow(before) == solver.Won) {
					t.Errorf("%s, %s: %+v, %v", name, variant, choice, err)
				}
			}
		}
	}
}

// The solitaire of a large group is played, and nothing is claimed of it.
func TestSolitaireOver64Elements(t *testing.T) {
	p := started(t, "D40", Solitaire)
	answer := solveSolitaire(t.Context(), p)
	if data := answer.Data.(solution); data.Proved || !strings.Contains(answer.Text.String(), "**Not proved.**") {
		t.Errorf("%s, %+v", answer.Text, data)
	}
	for !p.stuck() {
		p.take(widest(p))
	}
	if visited := p.Group().Order() - p.p.Size(); visited < 40 || p.Group().Order() > group.MaxOrder {
		t.Errorf("%d places are visited", visited)
	}
}
