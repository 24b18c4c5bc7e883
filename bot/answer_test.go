package bot

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// bookish is Hex with a tool that leafs through a book, and views of a table.
func bookish(deep func(context.Context) error) show.Entry {
	entry := quickHex()
	g := *entry.Game
	g.Tools = []engine.Tool{{
		Name: "book", Help: engine.T("Leaf through a book"), Args: []engine.Arg{
			{Name: "page", Help: engine.T("Which page"), Kind: engine.Integer, Min: 1, Max: 99, Default: 1},
			{Name: "private", Help: engine.T("Nobody looks over your shoulder"), Kind: engine.Boolean, Default: true},
		},
		Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
			next := strconv.Itoa(o.Int("page") + 1)
			return engine.Answer{Text: engine.T("page %s", strconv.Itoa(o.Int("page"))), Actions: []engine.Action{
				{Label: engine.T("Next"), Line: "book page:" + next + " private:" + strconv.FormatBool(o.Bool("private")), Replace: true},
				{Label: engine.T("Aloud"), Line: "book private:false page:" + next, Replace: true},
				{Label: engine.T("Apart"), Line: "book page:" + next + " private:false"},
			}}, nil
		},
	}}
	g.Views = []engine.View{
		{
			Name: "about", Help: engine.T("What can be done here"), Command: true, Show: func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
				a := engine.Answer{Text: engine.T("about")}
				for i := range 25 {
					a.Actions = append(a.Actions, engine.Action{Label: engine.T("%s", string(rune('a'+i))), Line: "move " + string(rune('a'+i)) + "1", Replace: i == 0})
				}
				return a, nil
			},
		},
		{Name: "secret", Help: engine.T("For you alone"), Command: true, Private: true, Show: func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
			return engine.Answer{Text: engine.T("hush")}, nil
		}},
		{Name: "deep", Help: engine.T("Think about it"), Command: true, Think: time.Hour, Show: func(ctx context.Context, _ engine.Position, _ engine.Options) (engine.Answer, error) {
			return engine.Answer{Text: engine.T("deep")}, deep(ctx)
		}},
	}
	entry.Game = &g
	return entry
}

// TestPeopleChooseWhoSees: the option of a command takes precedence over its default.
func TestPeopleChooseWhoSees(t *testing.T) {
	s := newSession(t, bookish(nil))
	s.play("you: /hex new level:easy size:5")
	for does, want := range map[string]bool{
		"/hex book": true, "/hex book private:true": true, "/hex book private:false": false,
		"/hex secret": true, "/hex about": false,
	} {
		if r := s.does("you", does); r.Private != want || r.Refused {
			t.Errorf("%s: private %v, want %v (%s)", does, r.Private, want, r.Text)
		}
	}
}

// TestAnswersReplaceMessages: the answer of an action may replace its message, but never one that
// others see.
func TestAnswersReplaceMessages(t *testing.T) {
	for _, tt := range []struct {
		name, opens, presses string
		update, private      bool
	}{
		{"of a private message", "/hex book", "[Next]", true, true},
		{"of a public message", "/hex book private:false", "[Next]", true, false},
		{"of a private message, which stays so", "/hex book", "[Aloud]", true, true},
		{"not where it is not asked for", "/hex book", "[Apart]", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t, bookish(nil))
			s.play("you: " + tt.opens)
			r := s.does("you", tt.presses)
			if r.Text != "page 2" || r.Update != tt.update || r.Private != tt.private {
				t.Errorf("%q, update %v, private %v; want page 2, %v, %v", r.Text, r.Update, r.Private, tt.update, tt.private)
			}
		})
	}
	c := &show.Call{Call: chat.Call{Replace: true}}
	if r := c.NewReply(true); r.Update || !r.Private {
		t.Errorf("a private answer under a public message: %+v", r)
	}
}

// TestActionsOfATable run at the table under whose answer they are.
func TestActionsOfATable(t *testing.T) {
	enginetest.Alone(t)
	s := newSession(t, bookish(nil))
	s.play("you: /hex new level:easy size:5", "you: /hex new level:easy size:6")
	about := s.does("you", "/hex about table:1")
	if len(about.Rows) != 5 || len(about.Rows[4].Buttons) != 5 {
		t.Fatalf("25 actions fill %d rows", len(about.Rows))
	}
	if r := s.does("you", "[b]"); r.Refused || r.Update || !strings.Contains(r.Text, "Sixfold Easy") {
		t.Errorf("an action that moves: %q, update %v", r.Text, r.Update)
	}
	if one, two := len(s.table(1).Moves), len(s.table(2).Moves); one != 2 || two != 0 {
		t.Errorf("table 1 has %d moves and table 2 %d, want 2 and 0", one, two)
	}
	s.does("you", "/hex about table:1") // a button plays on the board under which it stands
	pressed := s.request("you", "[c]")
	pressed.Action = strings.Replace(pressed.Action, " c1", " x9", 1)
	if r := s.finish(pressed); !r.Refused {
		t.Errorf("a wrong move under a button: %q", r.Text)
	}
	for _, action := range []string{"run:hex", "run:hex:1", "run:chess:1:show", "run:hex:x:show", "rerun:hex:1:dance", "run:hex:1:new /hex resign"} {
		pressed.Action = action
		if r := s.finish(pressed); !r.Refused {
			t.Errorf("the button %q does something: %q", action, r.Text)
		}
	}
}

// TestSlowViewsWaitTheirTurn among the thoughts of levels, and end with their request.
func TestSlowViewsWaitTheirTurn(t *testing.T) {
	entered, pass := make(chan time.Duration, 9), make(chan struct{})
	s := newSession(t, bookish(func(ctx context.Context) error {
		end, _ := ctx.Deadline()
		entered <- time.Until(end)
		select {
		case <-pass:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}))
	s.configure(func(c *config.Config) { c.Think.Workers, c.Think.Limit = 1, "1m" })
	s.play("you: /hex new @friend size:5")
	first := s.begin(t.Context(), "you", "/hex deep")
	if left := <-entered; left > time.Minute || left < time.Minute/2 {
		t.Errorf("the view has %v, want the operator's minute", left)
	}
	gone, leave := context.WithCancel(t.Context())
	second, third := s.begin(t.Context(), "you", "/hex deep"), s.begin(gone, "you", "/hex deep")
	leave()
	if r := <-third; !r.Refused {
		t.Errorf("a view whose request has ended answers %q", r.Text)
	}
	select {
	case <-entered:
		t.Error("two views think at once where one may")
	default:
	}
	pass <- struct{}{}
	if r := <-first; r.Text != "deep" {
		t.Errorf("the view answers %q", r.Text)
	}
	<-entered
	pass <- struct{}{}
	if r := <-second; r.Text != "deep" {
		t.Errorf("the second view answers %q", r.Text)
	}
}

// TestSlowToolsTakeTurns: a search that a command begins waits like a player's thought.
func TestSlowToolsTakeTurns(t *testing.T) {
	g := bottest.NewGate()
	entry := quickHex()
	entry.Game.Tools = []engine.Tool{{
		Name: "search", Help: engine.T("Search"), Slow: true,
		Run: func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
			g.Entered <- struct{}{}
			<-g.Pass
			return engine.Answer{Text: engine.T("found")}, nil
		},
	}}
	s := newSession(t, entry)
	s.configure(func(c *config.Config) { c.Think.Workers, c.Think.Limit = 1, "1ns" }) // which bounds players alone
	first := s.begin(context.Background(), "you", "/hex search")
	bottest.Receive(t, g.Entered)
	ctx, stop := context.WithCancel(context.Background())
	second := s.begin(ctx, "friend", "/hex search")
	stop()
	if r := bottest.Receive(t, second); !r.Refused || len(g.Entered) > 0 {
		t.Errorf("two search at once where one may: %q", r.Text)
	}
	g.Pass <- struct{}{}
	if r := bottest.Receive(t, first); r.Text != "found" {
		t.Errorf("the first search is answered by %q", r.Text)
	}
}
