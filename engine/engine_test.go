package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// count is the game of saying the next number; "end" ends it. Each number takes the same
// work.
type count struct {
	said []string
	over bool
	work int // of a move
}

func (c *count) Work() int { return c.work * len(c.said) }
func (c *count) Size() int { return 16 * len(c.said) }

func (c *count) Copy() engine.Laborious {
	other := *c
	other.said = slices.Clip(c.said)
	return &other
}

func (c *count) Turn() engine.Seat {
	if c.over {
		return engine.NoSeat
	}
	return engine.Seat(len(c.said) % 2)
}

func (c *count) Play(text string) (string, error) {
	switch {
	case c.over:
		return "", &engine.MoveError{Input: text, Why: engine.T("it is over"), Err: engine.ErrOver}
	case text == "end":
		c.over = true
	case text != fmt.Sprint(len(c.said)):
		return "", &engine.MoveError{Input: text, Why: engine.T("say %s", fmt.Sprint(len(c.said))), Err: engine.ErrIllegal}
	}
	c.said = append(c.said, text)
	return text, nil
}

func (c *count) Outcome() engine.Outcome {
	if c.over {
		return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat}
	}
	return engine.Outcome{Winner: engine.NoSeat}
}

func (c *count) Describe() engine.Text { return engine.T("%s numbers", fmt.Sprint(len(c.said))) }
func (c *count) String() string        { return strings.Join(c.said, " ") }

var counting = engine.Game{
	ID:    "count",
	Verbs: []engine.Verb{{Name: "move"}},
	New: func(o engine.Options) (engine.Position, error) {
		if o.Bool("broken") {
			return nil, engine.Refuse("it cannot begin")
		}
		return &count{work: o.Int("work")}, nil
	},
}

func TestReplay(t *testing.T) {
	p, err := engine.Replay(t.Context(), &counting, nil, []string{"0", "1", "2"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.String(), "0 1 2"; got != want {
		t.Errorf("replayed to %q, want %q", got, want)
	}
	_, err = engine.Replay(t.Context(), &counting, nil, []string{"0", "2"})
	if !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), "move 2") {
		t.Errorf("a bad second move: %v, want ErrIllegal that names it", err)
	}
	if _, err = engine.Replay(t.Context(), &counting, engine.Options{"broken": true}, nil); err == nil {
		t.Error("a game that refuses to begin is replayed")
	}
}

// Replay allows exactly twice the work that a table may take.
func TestReplayIsBounded(t *testing.T) {
	o := engine.Options{"work": engine.MostWork / 2}
	p, err := engine.Replay(t.Context(), &counting, o, []string{"0", "1", "2", "3"})
	if err != nil || engine.WorkOf(p) != 2*engine.MostWork {
		t.Errorf("four moves: %v, work %d", err, engine.WorkOf(p))
	}
	if _, err := engine.Replay(t.Context(), &counting, o, []string{"0", "1", "2", "3", "4", "x"}); !errors.Is(err, engine.ErrWork) || !strings.Contains(err.Error(), "move 5") {
		t.Errorf("more: %v, want ErrWork at move 5", err)
	}
}

// A replay asks its context before each move.
func TestReplayStops(t *testing.T) {
	enough := errors.New("enough")
	for stop := range 4 {
		ctx, cancel := context.WithCancelCause(t.Context())
		played := 0
		g := engine.Game{ID: "count", New: func(engine.Options) (engine.Position, error) {
			return &telling{&count{}, func() {
				if played++; played == stop {
					cancel(enough)
				}
			}}, nil
		}}
		if stop == 0 {
			cancel(enough)
		}
		if _, err := engine.Replay(ctx, &g, nil, []string{"0", "1", "2", "3"}); !errors.Is(err, enough) || played != stop {
			t.Errorf("stopped at %d, it played %d moves: %v", stop, played, err)
		}
		cancel(nil)
	}
}

// telling tells of each move.
type telling struct {
	engine.Position
	played func()
}

func (p *telling) Play(text string) (string, error) {
	p.played()
	return p.Position.Play(text)
}

func TestCanPlayWithoutList(t *testing.T) {
	p := &count{}
	if !engine.CanPlay(p, "anything") {
		t.Error("a position that lists nothing must be asked by playing")
	}
	p.over = true
	if engine.CanPlay(p, "anything") {
		t.Error("nothing can be played after the end")
	}
}

func TestTextPrintsInnerTextsInTheSameLanguage(t *testing.T) {
	text := engine.T("%s beats %s", engine.T("red"), "Anna")
	if got, want := text.String(), "red beats Anna"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	ringed := func(format string, args ...any) string { return "(" + fmt.Sprintf(format, args...) + ")" }
	typed := func(c engine.Command) string { return "!" + string(c) }
	if got, want := text.Print(ringed, typed), "((red) beats Anna)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	advice := engine.T("%s: ask %s", text, engine.T("for %s", engine.Command("nim hint")))
	if got, want := advice.Print(ringed, typed), "(((red) beats Anna): ask (for !nim hint))"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := advice.String(), "red beats Anna: ask for `nim hint`"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for n, want := range map[int]string{0: "0 stones", 1: "a stone", 2: "2 stones"} {
		if got := engine.Count(n, "a stone", "%s stones").String(); got != want {
			t.Errorf("%d is counted as %q, want %q", n, got, want)
		}
	}
	if (engine.Text{}).String() != "" || !(engine.Text{}).Empty() {
		t.Error("the empty text says something")
	}
}

func TestWhy(t *testing.T) {
	move := &engine.MoveError{Input: "z", Why: engine.T("say 0"), Err: engine.ErrIllegal}
	for _, err := range []error{move, fmt.Errorf("play: %w", move), engine.Refuse("say %s", "0")} {
		if why, ok := engine.Why(err); !ok || why.String() != "say 0" {
			t.Errorf("Why(%v) = %v, %v", err, why, ok)
		}
	}
	if _, ok := engine.Why(errors.New("disk")); ok {
		t.Error("a fault is taken for a refusal")
	}
}

func TestStatusNames(t *testing.T) {
	for status, want := range map[engine.Status]string{engine.Open: "open", engine.Won: "won", engine.Drawn: "drawn", engine.Solved: "solved", 9: "unknown"} {
		if got := status.String(); got != want {
			t.Errorf("status %d is %q, want %q", int(status), got, want)
		}
	}
}

func TestLookups(t *testing.T) {
	g := engine.Game{
		Opponents: engine.Opponents{Levels: []engine.Level{{ID: "easy"}}}, Verbs: []engine.Verb{{Name: "move"}}, Views: []engine.View{{Name: "path"}},
		Tools: []engine.Tool{{Name: "rules"}}, Formats: []engine.Format{{ID: "sgf"}},
	}
	_, level := g.Level("easy")
	_, verb := g.Verb("move")
	_, view := g.View("path")
	_, tool := g.Tool("rules")
	_, format := g.Format("sgf")
	_, none := g.Level("hard")
	if !level || !verb || !view || !tool || !format || none {
		t.Error("what a game has is not found, or what it has not")
	}
}
