package bot

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
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

// TestChangeOfAnotherCopyEndsAThought: where a move is taken back at another copy, nobody thinks about it here
// any more.
func TestChangeOfAnotherCopyEndsAThought(t *testing.T) {
	g := bottest.NewGate()
	one, other := newCopies(t, gatedHex(g))
	one.configure(func(c *config.Config) { c.Think.Limit = "1h" })
	one.play("you: /hex new size:5 level:easy swap:false")
	other.messages, other.shown = one.messages, one.shown
	done := one.begin(t.Context(), "you", "/hex move c3")
	bottest.Receive(t, g.Entered)
	other.play("you: /hex undo")
	said := bottest.Receive(t, done) // nobody lets the player through
	if !strings.Contains(said.Text, "Red (You) to move") || len(one.table(1).Moves) > 0 {
		t.Errorf("the move that was taken back is answered by %q", said.Text)
	}
}
