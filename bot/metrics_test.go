package bot

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// logged has a session log everything, and returns what it writes.
func (s *session) logged() *bytes.Buffer {
	var out bytes.Buffer
	s.log.Handler = slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})
	return &out
}

// logsNobody checks the log of a session: it tells what happened where, and to nobody by name.
func (s *session) logsNobody(log string) {
	s.t.Helper()
	for _, name := range []string{"You", "Friend", "Stranger", "Robot"} {
		if strings.Contains(log, name) {
			s.t.Errorf("the log names %s:\n%s", name, log)
		}
	}
	for _, attribute := range []string{`"channel":"1001"`, `"game":"`, `"table":1`, `"revision":1`} {
		if !strings.Contains(log, attribute) {
			s.t.Errorf("the log lacks %s:\n%s", attribute, log)
		}
	}
}

// TestLogOfFailures: where all fails, the log holds nothing that people wrote either.
func TestLogOfFailures(t *testing.T) {
	const secret = "hunter2"
	s := newSession(t)
	out := s.logged()
	s.does("you", "/hex new @you size:3")
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, does := range []string{"/hex move " + secret, "/hex import " + secret, "/help " + secret, "/hex show", "[Move] " + secret} {
		r := s.request("you", "/hex show")
		if strings.HasPrefix(does, "/") {
			r = s.request("you", does)
		} else {
			r.Kind, r.Action, r.Fields = chat.Submit, "fill:hex:1:x:move "+secret, map[string]string{"cell": secret}
		}
		r.User.Name = secret
		reply := s.bot.Handle(context.Background(), r)
		if reply.Later != nil {
			reply.Later(context.Background(), func(chat.Reply) {})
		}
	}
	if !strings.Contains(out.String(), "request failed") || strings.Contains(out.String(), secret) {
		t.Errorf("the log of failures is\n%s", out)
	}
}

// TestLogQuotesNoStoredMove: of a table that cannot be replayed the log has the number of
// the move, not its words.
func TestLogQuotesNoStoredMove(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b2")
	table := s.table(1)
	table.Moves[0].Text = "hunter2"
	if err := bottest.Save(s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: 1}, table); err != nil {
		t.Fatal(err)
	}
	out := s.logged()
	s.does("you", "/hex show")
	s.does("you", "/hex show table:1")
	if !strings.Contains(out.String(), "move 1: engine: ") || strings.Contains(out.String(), "hunter2") {
		t.Errorf("the log is\n%s", out)
	}
}

// TestLogTellsOpeningAndEnd: at its usual level, the log has two lines a game.
func TestLogTellsOpeningAndEnd(t *testing.T) {
	s := newSession(t)
	var out bytes.Buffer
	s.log.Handler = slog.NewTextHandler(&out, nil)
	s.does("you", "/hex new @you size:3")
	s.does("you", "/hex move b2")
	s.does("you", "/hex resign")
	s.does("you", "[End]")
	var lines []string
	for line := range strings.Lines(out.String()) {
		_, line, _ = strings.Cut(strings.TrimSpace(line), " ") // the time
		lines = append(lines, line)
	}
	want := []string{
		`level=INFO msg="table opened" channel=1001 game=hex table=1 revision=1 moves=0`,
		`level=INFO msg="table over" channel=1001 game=hex table=1 revision=3 moves=1`,
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("the log is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestRequestsAreCounted(t *testing.T) {
	s := newSession(t)
	w := watch.New()
	s.watched(w)
	s.bot.Covers = &sync.Map{} // other tests have drawn the cover
	s.does("you", "/hex new @you size:3")
	s.does("you", "/hex move b2")
	s.does("you", "/hex move b2") // taken
	s.does("you", "[Move] a1")
	s.does("you", "/help")
	s.does("you", "[Gordon]")
	forged := s.request("you", "/hex show")
	for _, made := range []chat.Request{
		{Kind: chat.Command, Command: "made up"},
		{Kind: chat.Command, Command: "hex", Sub: "made up"},
		{Kind: chat.Press, Action: "made:up"},
		{Kind: chat.Press, Action: "play:made up:1:x:"},
		{Kind: chat.Press, Action: "made up:hex:1:x:"},
	} {
		made.Channel, made.User, made.Locale = forged.Channel, forged.User, forged.Locale
		s.bot.Handle(context.Background(), made)
	}
	s.bot.Handle(context.Background(), chat.Request{
		Kind: chat.Suggest, Command: "hex", Sub: "move", Focus: "cell", Channel: forged.Channel, User: forged.User,
		Options: map[string]any{"cell": ""},
	})
	got := bottest.Figures(t, w)
	for _, want := range []string{
		`{command="hex new",kind="command",result="done"} 1`,
		`{command="hex move",kind="command",result="done"} 1`,
		`{command="hex move",kind="command",result="refused"} 1`,
		`{command="hex form",kind="button",result="done"} 1`,
		`{command="hex fill",kind="form",result="done"} 1`,
		`{command="help",kind="command",result="done"} 1`,
		`{command="unknown",kind="command",result="refused"} 2`,
		`{command="unknown",kind="button",result="refused"} 3`,
		`{command="help rerun",kind="button",result="done"} 1`,
		`{command="hex move",kind="autocomplete",result="done"} 1`,
	} {
		if !strings.Contains(got, "sixfold_interactions_total"+want+"\n") {
			t.Errorf("there is no %s", want)
		}
	}
	if strings.Contains(got, "made") {
		t.Error("the figures hold what was made up")
	}
	if !strings.Contains(got, "sixfold_drawing_seconds_count 5\n") {
		t.Error("not the boards and those of the help were counted")
	}
	if t.Failed() {
		t.Log(got)
	}
}

func TestFailuresAreCounted(t *testing.T) {
	s := newSession(t)
	w := watch.New()
	s.watched(w)
	s.does("you", "/hex new @you size:3")
	r := s.request("you", "/hex show")
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	s.bot.Handle(context.Background(), r)
	help := slices.IndexFunc(s.bot.router.commands.General, func(c show.Subcommand) bool { return c.Name == "help" })
	s.bot.router.commands.General[help].Run = func(*show.Call) (chat.Reply, error) { panic("no help") }
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		s.bot.Handle(context.Background(), s.request("you", "/help"))
	}()
	got := bottest.Figures(t, w)
	for _, want := range []string{
		`{command="hex show",kind="command",result="failed"} 1`,
		`{command="help",kind="command",result="failed"} 1`,
	} {
		if !strings.Contains(got, "sixfold_interactions_total"+want+"\n") {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
}

// blocked is a player that thinks until it is let go.
type blocked chan struct{}

func (b blocked) Choose(_ context.Context, p engine.Position) (engine.Choice, error) {
	b <- struct{}{} // begun
	<-b
	return engine.Choice{Move: p.(engine.Picker).Moves()[0]}, nil
}

func TestThinkingIsCounted(t *testing.T) {
	s := newSession(t)
	w := watch.New()
	s.configure(func(c *config.Config) { c.Think.Workers, c.Think.Limit = 1, "" })
	s.watched(w)
	s.does("you", "/hex new @you size:3")
	table, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	player := make(blocked)
	ended := make(chan error)
	think := func(ctx context.Context) {
		_, err := s.bot.Pool.Choose(ctx, think.Job{Takes: 1 << 40}, player, table.Position)
		ended <- err
	}
	has := func(figure string) {
		t.Helper()
		if got := bottest.Figures(t, w); !strings.Contains(got, "\n"+figure+"\n") {
			t.Errorf("there is no %s in\n%s", figure, got)
		}
	}
	go think(context.Background())
	bottest.Receive(t, player)
	has("sixfold_thinkers_active 1")
	stopped, stop := context.WithCancel(context.Background())
	stop()
	go think(stopped) // waits for its turn, and leaves
	if err := bottest.Receive(t, ended); err == nil {
		t.Error("a stopped thought chose")
	}
	has("sixfold_thinkers_waiting 0")
	player <- struct{}{}
	if err := bottest.Receive(t, ended); err != nil {
		t.Error(err)
	}
	has("sixfold_thinkers_active 0")
	has("sixfold_thinking_seconds_count 1")
	has("sixfold_thinking_wait_seconds_count 1")
}
