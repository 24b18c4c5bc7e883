package bot

import (
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
)

// TestTurnTakenUpAndEnded: where somebody takes their move back or resigns while their level's turn, which
// a round has taken up, is thought about, they are answered, and nothing is posted besides.
func TestTurnTakenUpAndEnded(t *testing.T) {
	for _, does := range [][]string{{"/hex undo"}, {"[Resign]", "[Resign]"}} {
		t.Run(does[0], func(t *testing.T) {
			g := bottest.NewGate()
			s := newSession(t, gatedHex(g))
			s.play("you: /hex new size:5 level:easy swap:false")
			s.bot.Handle(t.Context(), s.request("you", "/hex move b2")) // its answer is lost
			p := &posts{}
			s.bot.resume(t.Context(), p, 0)
			bottest.Receive(t, g.Entered)
			s.play("you: /hex show")
			for _, what := range does {
				s.play("you: " + what)
			}
			s.bot.Levels.Wait()
			for _, r := range p.ch {
				t.Errorf("posted is %q, which calls %v", r.Text, r.Mentions)
			}
		})
	}
}
