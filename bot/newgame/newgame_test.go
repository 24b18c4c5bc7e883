package newgame

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	_ "image/png"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
	"github.com/sixfold-bot/sixfold/store"
)

// Step 3: the suite that checks any game, and games with their boards.

func TestConformance(t *testing.T) {
	enginetest.Run(t, game, enginetest.Promises{Ends: func(engine.Options) int { return len(cells) }})
}

func TestScripts(t *testing.T) { enginetest.Scripts(t, game, "testdata/*.txt") }

// Nobody who plays well loses: the first search proves nothing but draws.
func TestPlayerNeverLoses(t *testing.T) {
	p, err := newPosition(nil)
	if err != nil {
		t.Fatal(err)
	}
	one := levels[0].New(1)
	for p.Outcome().Status == engine.Open {
		choice, err := one.Choose(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Play(choice.Move); err != nil {
			t.Fatal(err)
		}
	}
	if o := p.Outcome(); o.Status != engine.Drawn {
		t.Errorf("two perfect players end with %v\n%s", o, p)
	}
}

// Step 6: a line in the registry, here in one of this test.
func registry() []bot.Entry {
	return append(bot.Games(), bot.Entry{Game: &game, Draw: drawers})
}

// table is a channel with two people in it.
type table struct {
	t   *testing.T
	bot *bot.Bot
}

func newTable(t *testing.T) *table {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &table{t, bot.New(config.Default(), s, registry(), slog.New(slog.DiscardHandler), bot.Process{})}
}

// says sends a command, and returns the answer when it is whole.
func (c *table) says(user, sub string, options map[string]any) chat.Reply {
	c.t.Helper()
	reply := c.bot.Handle(c.t.Context(), chat.Request{
		Kind: chat.Command, App: "1", Channel: "10", User: chat.User{ID: user, Name: "Person " + user}, Locale: "en-GB",
		Command: game.ID, Sub: sub, Options: options, Posts: true,
	})
	for reply.Later != nil {
		reply = reply.Later(context.WithoutCancel(c.t.Context()), func(chat.Reply) {})
	}
	return reply
}

// picture decodes the first file of an answer.
func picture(t *testing.T, r chat.Reply) image.Image {
	t.Helper()
	if len(r.Files) == 0 {
		t.Fatalf("no picture with %q", r.Text)
	}
	img, _, err := image.Decode(bytes.NewReader(r.Files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestThroughTheBot plays against oneself, with pictures, refusals and questions.
func TestThroughTheBot(t *testing.T) {
	c := newTable(t)
	you := "100"
	c.says(you, "new", map[string]any{"opponent": chat.User{ID: you, Name: "Person 100"}})
	for _, cell := range []string{"b2", "a1", "c1"} {
		if r := c.says(you, "move", map[string]any{"cell": cell}); r.Refused {
			t.Fatalf("%s: %s", cell, r.Text)
		}
	}
	if r := c.says(you, "move", map[string]any{"cell": "b2"}); !r.Refused || !strings.Contains(r.Text, "taken") {
		t.Errorf("a cell twice: %q", r.Text)
	}
	// Two of a row are on the board, but it is O's turn, who has nothing.
	if r := c.says(you, "threats", nil); !strings.Contains(r.Text, "`/tictactoe hint`") {
		t.Errorf("threats: %q", r.Text)
	}
	hint := picture(t, c.says(you, "hint", nil))
	if got := rendertest.RGBAAt(hint, middle(6).Round().Add(image.Pt(0, hinted))); got != look.Green {
		t.Errorf("O must take a3, and the hint's picture has %v there", got)
	}
	c.says(you, "move", map[string]any{"cell": "b3"})
	r := c.says(you, "move", map[string]any{"cell": "a3"})
	if !strings.Contains(r.Text, "three in a row") && !strings.Contains(r.Files[0].Alt, "X") {
		t.Errorf("the end: %q", r.Text)
	}
	img := picture(t, r)
	for cell, want := range map[int]color.RGBA{0: look.Blue.Base, 4: look.Red.Base, 6: look.Red.Base, 8: look.Cell} {
		if got := colour(img, cell); got != want {
			t.Errorf("%s is %v", cells[cell], got)
		}
	}
	if r := c.says(you, "move", map[string]any{"cell": "c3"}); !r.Refused {
		t.Errorf("a move after the end: %q", r.Text)
	}
}

// TestRules: a page in words and in a picture, to whoever asks alone.
func TestRules(t *testing.T) {
	r := newTable(t).says("100", "rules", map[string]any{"page": 2})
	if !r.Private || !strings.Contains(r.Text, "page 2 of 2") {
		t.Errorf("the last page says %q", r.Text)
	}
	if colour(picture(t, r), 4) != look.Red.Base {
		t.Error("its picture has no X in the middle")
	}
}

// look has the colours of the theme in which pictures are by default.
var look = render.Themes[0].Look()

// colour is that in the middle of a cell.
func colour(img image.Image, cell int) color.RGBA {
	return rendertest.RGBAAt(img, middle(cell).Round())
}

// TestCommands: what people can ask follows from the descriptor.
func TestCommands(t *testing.T) {
	var subs []string
	for _, command := range newTable(t).bot.Commands() {
		if command.Name == game.ID {
			for _, sub := range command.Options {
				subs = append(subs, sub.Name)
			}
		}
	}
	for _, want := range []string{"new", "move", "show", "undo", "resign", "join", "hint", "replay", "threats", "rules"} {
		if !slices.Contains(subs, want) {
			t.Errorf("/%s %s is missing; there are %q", game.ID, want, subs)
		}
	}
}

// TestInTheConsole: it is played by lines too.
func TestInTheConsole(t *testing.T) {
	c := console.Console{Games: []*engine.Game{&game}, Now: time.Now}
	var out strings.Builder
	lines := "b2\n{\"do\":\"genmove\"}\n{\"do\":\"view\",\"name\":\"threats\"}\n"
	if err := c.Play(t.Context(), game.ID, nil, strings.NewReader(lines), &out); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSpace(out.String()), "\n")
	var generated struct{ Move string }
	if err := json.Unmarshal([]byte(answers[2]), &generated); err != nil || !slices.Contains([]string{"a1", "c1", "a3", "c3"}, generated.Move) {
		t.Errorf("only a corner holds against the middle, not %q (%v)", generated.Move, err)
	}
	if !strings.Contains(answers[3], `{\"do\":\"genmove\"}`) {
		t.Errorf("the view says %s", answers[3])
	}
}
