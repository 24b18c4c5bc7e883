package bot

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// begin makes a request and carries it on in a goroutine of its own.
func (s *session) begin(ctx context.Context, user, does string) <-chan chat.Reply {
	s.t.Helper()
	reply := s.bot.Handle(ctx, s.request(user, does))
	if reply.Later == nil {
		s.t.Fatalf("%s: nothing to do later: %s", does, reply.Text)
	}
	done := make(chan chat.Reply, 1)
	go func() { done <- reply.Later(ctx, func(chat.Reply) {}) }()
	return done
}

func (s *session) table(number int) *store.Table {
	s.t.Helper()
	return s.tableOf("hex", number)
}

func (s *session) tableOf(game string, number int) *store.Table {
	s.t.Helper()
	t, err := s.store.Load(store.Key{Channel: sessionChannel, Game: game, Number: number})
	if err != nil {
		s.t.Fatal(err)
	}
	return t
}

// quitter resigns as soon as no more moves than this are left.
type quitter int

func (q quitter) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	choice, err := bottest.FirstMove{}.Choose(ctx, p)
	choice.Resign = len(p.(engine.Picker).Moves()) <= int(q)
	return choice, err
}

// TestLevelsResign to a person who has won, but not to each other.
func TestLevelsResign(t *testing.T) {
	entry := quickHex()
	cells := 9
	for i := range entry.Game.Opponents.Levels {
		entry.Game.Opponents.Levels[i].New = func(uint64) engine.Player { return quitter(cells - 2) }
	}
	s := newSession(t, entry)
	s.play("you: /hex new level:easy size:3 swap:false", "you: /hex move b2")
	r := s.does("you", "/hex move b1")
	if want := "**Sixfold Easy** resigns: you have won beyond doubt. Well played, **You**."; r.Text != want {
		t.Errorf("resigned with %q, want %q", r.Text, want)
	}
	if record := s.table(1); !record.Over || record.Result == nil || record.Result.Kind != table.Resigned || record.Result.Winner != 0 || len(record.Moves) != 3 {
		t.Errorf("the table is %+v after %d moves", record.Result, len(record.Moves))
	}
	if labels := fmt.Sprint(r.Rows); !strings.Contains(labels, "Rematch") {
		t.Errorf("the buttons are %s", labels)
	}
	cells = 81
	s.play("you: /hex new level:easy size:9 rated:true")
	for _, cell := range []string{"b2", "b1", "b3", "a3"} {
		if !s.table(2).Over {
			r = s.does("you", "/hex move "+cell+" table:2")
		}
	}
	if want := "Well played, **You**. You 1500 → "; !strings.Contains(r.Text, want) {
		t.Errorf("resigned with %q, want %q", r.Text, want)
	}
	cells = 9
	s.play("you: /hex new level:easy versus:easy size:3 swap:false")
	if record := s.table(3); !record.Over || record.Result != nil {
		t.Errorf("two levels end with %+v", record.Result)
	}
}

func (s *session) play(does ...string) {
	s.t.Helper()
	for _, line := range does {
		user, what, _ := strings.Cut(line, ": ")
		if r := s.does(user, what); r.Refused {
			s.t.Fatalf("%s: %s", line, r.Text)
		}
	}
}

// channelPosts is a poster that hands on what is posted.
type channelPosts chan chat.Reply

func (p channelPosts) Post(_ context.Context, _ string, r chat.Reply) error {
	p <- r
	return nil
}

func (p channelPosts) Send(_ context.Context, _ string, r chat.Reply) (string, error) {
	p <- r
	return "1", nil
}

func (p channelPosts) Edit(_ context.Context, _, _ string, r chat.Reply) error {
	p <- r
	return nil
}

func (p channelPosts) Find(context.Context, string, time.Time, string) (string, error) {
	return "", nil
}

func (p channelPosts) Direct(_ context.Context, _ string, r chat.Reply) error {
	p <- r
	return nil
}

func (p channelPosts) Thread(context.Context, string, string) (string, error) {
	return "", chat.ErrNoPost
}

func (p channelPosts) Reaches(context.Context, string, string) error { return nil }

func (p channelPosts) Unthread(context.Context, string) error { return chat.ErrNoPost }

func TestRestartResumesThinking(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	s.play("you: /hex new size:5 level:normal")
	ctx, crash := context.WithCancel(context.Background())
	answer := s.begin(ctx, "you", "/hex move c3")
	bottest.Receive(t, g.Entered)
	crash()
	bottest.Receive(t, answer)
	if record := s.table(1); len(record.Moves) != 1 || !record.Thinks {
		t.Fatalf("after the crash: %d moves, awaits its level: %v; want 1 and true", len(record.Moves), record.Thinks)
	}

	s.restart()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	posted := make(channelPosts, 10)
	ended := make(chan error, 1)
	go func() { ended <- s.bot.Run(ctx, posted) }()
	g.Pass <- struct{}{}
	said := bottest.Receive(t, posted)
	if record := s.table(1); len(record.Moves) != 2 || record.Thinks {
		t.Errorf("after the restart: %d moves, awaits its level: %v; want 2 and false", len(record.Moves), record.Thinks)
	}
	if len(said.Files) != 1 || len(said.Mentions) != 1 || said.Mentions[0] != ids["you"] {
		t.Errorf("posted %q with %d files, calling %v; want a board that calls %s", said.Text, len(said.Files), said.Mentions, ids["you"])
	}
	stop()
	if err := bottest.Receive(t, ended); err != nil {
		t.Error(err)
	}
}

// TestResignCancelsThinking presses Resign under the board that is shown while the bot
// thinks: what cannot be done then is switched off, giving up can.
func TestResignCancelsThinking(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	s.play("you: /hex new size:5 level:normal")
	reply := s.bot.Handle(context.Background(), s.request("you", "/hex move c3"))
	shown, answer := make(chan chat.Reply, 10), make(chan chat.Reply, 1)
	go func() { answer <- reply.Later(context.Background(), func(r chat.Reply) { shown <- r }) }()
	bottest.Receive(t, g.Entered)
	s.remember(chat.Request{}, bottest.Receive(t, shown))
	for _, button := range s.shown[len(s.shown)-1].reply.Rows[0].Buttons {
		if off := button.Label == "Move" || button.Label == "Hint"; button.Disabled != off {
			t.Errorf("%s is off: %v, want %v while the bot thinks", button.Label, button.Disabled, off)
		}
	}
	s.play("you: [Resign]", "you: [Resign]")
	if said := bottest.Receive(t, answer); !strings.Contains(said.Text, "Red resigned") {
		t.Errorf("the move before resigning is answered by %q", said.Text)
	}
	if record := s.table(1); !record.Over || record.Thinks || len(record.Moves) != 1 {
		t.Errorf("after resigning: %+v", record)
	}
}

func TestUndoCancelsThinking(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	s.play("you: /hex new size:5 level:normal")
	answer := s.begin(context.Background(), "you", "/hex move c3")
	bottest.Receive(t, g.Entered)
	s.play("you: /hex undo")
	// Nobody lets the player through: only the change of the table can end its thought.
	said := bottest.Receive(t, answer)
	if record := s.table(1); len(record.Moves) != 0 || record.Thinks {
		t.Errorf("after taking back: %d moves, awaits its level: %v; want 0 and false", len(record.Moves), record.Thinks)
	}
	if !strings.Contains(said.Text, "Red (You) to move") {
		t.Errorf("the move that was taken back is answered by %q", said.Text)
	}
}

func TestWatchedGameStops(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	ctx := context.Background()
	reply := s.bot.Handle(ctx, s.request("you", "/hex new level:easy versus:hard size:5"))
	boards := make(chan chat.Reply, 100)
	answer := make(chan chat.Reply, 1)
	go func() { answer <- reply.Later(ctx, func(r chat.Reply) { boards <- r }) }()
	for range 3 {
		g.Pass <- struct{}{}
		s.remember(chat.Request{}, bottest.Receive(t, boards))
	}
	if r := s.does("stranger", "[Stop]"); !r.Refused {
		t.Errorf("a stranger stops the game: %q", r.Text)
	}
	if r := s.does("you", "[Stop]"); r.Refused {
		t.Errorf("its opener cannot stop the game: %q", r.Text)
	}
	said := bottest.Receive(t, answer)
	if record := s.table(1); record.Result == nil || record.Result.Kind != table.Aborted {
		t.Errorf("result %+v, want it stopped", record.Result)
	}
	if !strings.Contains(said.Text, "stopped") {
		t.Errorf("the watched board ends with %q", said.Text)
	}
}

// full is a store on a disk that is full.
type full struct{ *store.Store }

func (full) Commit(*store.Tx, store.Op) error { return store.ErrFull }

// TestFullDiskShowsWhatIsStored: a move of the bot that cannot be saved is not shown.
func TestFullDiskShowsWhatIsStored(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new size:5 level:easy")
	later := s.bot.Handle(context.Background(), s.request("you", "/hex move c3")).Later
	s.stores(full{s.store})
	said := later(context.Background(), func(chat.Reply) {})
	if !strings.Contains(said.Text, "try again") || !strings.Contains(said.Files[0].Alt, "Red's last move is c3. Red: c3.") {
		t.Errorf("the move that was not saved is answered by %q (%s)", said.Text, said.Files[0].Alt)
	}
	if r := s.does("you", "/hex undo"); !r.Refused || !strings.Contains(r.Text, "full") {
		t.Errorf("a full disk is answered by %q", r.Text)
	}
	s.stores(s.store)
	s.bot.resume(context.Background(), make(channelPosts, 1), 0)()
}

func TestThinkersAreLimited(t *testing.T) {
	g := bottest.NewGate()
	s := newSession(t, gatedHex(g))
	s.configure(func(c *config.Config) { c.Think.Workers, c.Think.Limit = 1, "1h" })
	s.play("you: /hex new size:5 level:normal", "friend: /hex new size:5 level:normal")
	first := s.begin(context.Background(), "you", "/hex move c3")
	bottest.Receive(t, g.Entered)
	second := s.begin(context.Background(), "friend", "/hex move c3")
	// The channel goes on while the bot thinks.
	s.play("stranger: /games")
	select {
	case <-g.Entered:
		t.Fatal("two players think at once where one may")
	default:
	}
	g.Pass <- struct{}{}
	bottest.Receive(t, first)
	bottest.Receive(t, g.Entered)
	g.Pass <- struct{}{}
	bottest.Receive(t, second)
	for number := range 2 {
		if n := len(s.table(number + 1).Moves); n != 2 {
			t.Errorf("table %d has %d moves, want 2", number+1, n)
		}
	}
}

// TestRaceForOneMove lets two presses of the same moment move at one table.
func TestRaceForOneMove(t *testing.T) {
	for range 20 {
		s := newSession(t)
		s.play("you: /hex new @friend size:5 swap:false", "friend: [Accept]")
		requests := []chat.Request{s.request("you", "/hex move a1"), s.request("you", "/hex move b1")}
		replies := make([]chat.Reply, len(requests))
		var both sync.WaitGroup
		for i, r := range requests {
			both.Go(func() { replies[i] = s.bot.Handle(context.Background(), r) })
		}
		both.Wait()
		if replies[0].Refused == replies[1].Refused {
			t.Fatalf("refused: %v and %v, want exactly one", replies[0].Refused, replies[1].Refused)
		}
		if n := len(s.table(1).Moves); n != 1 {
			t.Fatalf("the table has %d moves, want 1", n)
		}
	}
}

func TestRaceForOneSeat(t *testing.T) {
	for range 20 {
		s := newSession(t)
		s.play("you: /hex new size:5 open:true")
		requests := []chat.Request{s.request("friend", "[Join]"), s.request("stranger", "[Join]")}
		replies := make([]chat.Reply, len(requests))
		var both sync.WaitGroup
		for i, r := range requests {
			both.Go(func() { replies[i] = s.bot.Handle(context.Background(), r) })
		}
		both.Wait()
		if replies[0].Refused == replies[1].Refused {
			t.Fatalf("refused: %v and %v, want exactly one", replies[0].Refused, replies[1].Refused)
		}
	}
}
