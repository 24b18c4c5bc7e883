package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
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
			wait := s.bot.resume(t.Context(), p, 0)
			bottest.Receive(t, g.Entered)
			s.play("you: /hex show")
			for _, what := range does {
				s.play("you: " + what)
			}
			wait()
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

// beforeLevel is a store in which something else happens just before a level's move is stored.
type beforeLevel struct {
	Store
	happens func()
}

func (b *beforeLevel) Commit(tx *store.Tx, op store.Op) error {
	if saved, _, _ := tx.Tables(); len(saved) > 0 && op.Request == "" && b.happens != nil {
		happens := b.happens
		b.happens = nil
		happens()
	}
	return b.Store.Commit(tx, op)
}

// TestPlanOfAnotherCopyWhileALevelMoves: the plan that another copy keeps just when a level's move is stored
// costs no move, and is followed.
func TestPlanOfAnotherCopyWhileALevelMoves(t *testing.T) {
	g := bottest.NewGate()
	one, other := newCopies(t, gatedHex(g))
	one.play("you: /hex new size:5 level:easy swap:false")
	other.messages, other.shown = one.messages, one.shown
	done := one.begin(t.Context(), "you", "/hex move c3")
	bottest.Receive(t, g.Entered)
	one.stores(&beforeLevel{one.store, func() { other.play("you: /hex plan moves:a1 b3") }})
	g.Pass <- struct{}{}
	g.Pass <- struct{}{}
	said := bottest.Receive(t, done)
	moves := engine.Map(one.table(1).Moves, func(m store.Move) string { return m.Text })
	if want := []string{"c3", "a1", "b3", "b1"}; !slices.Equal(moves, want) {
		t.Errorf("the moves are %v, and told is %q, want %v", moves, said.Text, want)
	}
}

// away is a store whose cluster does not answer.
type away struct{ *store.Store }

func (away) Commit(*store.Tx, store.Op) error     { return store.ErrUnreachable }
func (away) Load(store.Key) (*store.Table, error) { return nil, store.ErrUnreachable }

// TestMoveThatIsNotStoredIsNotShown, also where the table cannot be loaded after it.
func TestMoveThatIsNotStoredIsNotShown(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	s.play("you: /hex new size:5 level:easy swap:false")
	done := s.begin(t.Context(), "you", "/hex move c3")
	bottest.Receive(t, g.Entered)
	s.stores(away{s.store})
	g.Pass <- struct{}{}
	said := bottest.Receive(t, done)
	if !strings.Contains(said.Text, "try again") || !strings.Contains(said.Files[0].Alt, "Red's last move is c3. Red: c3.") {
		t.Errorf("the move that was not saved is answered by %q (%s)", said.Text, said.Files[0].Alt)
	}
}
