package bot

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// work is what a laborious game of Hex does, move by move.
type work struct {
	begun chan struct{} // a token for each move that has begun
	goOn  chan struct{} // is closed when moves may go on

	mu        sync.Mutex
	plays     int
	now, most int // moves that are being played, and the most of them
}

func newWork() *work { return &work{begun: make(chan struct{}, 10_000), goOn: make(chan struct{})} }

func (w *work) play() {
	w.mu.Lock()
	w.plays++
	w.now++
	w.most = max(w.most, w.now)
	w.mu.Unlock()
	w.begun <- struct{}{}
	<-w.goOn
	for range 1000 { // so that others begin if they may
		runtime.Gosched()
	}
	w.mu.Lock()
	w.now--
	w.mu.Unlock()
}

// toil is a game of Hex whose moves take work that nobody wants to do twice.
type toil struct {
	*hex.Position
	work *work
}

func (p *toil) Play(text string) (string, error) {
	p.work.play()
	return p.Position.Play(text)
}

func (p *toil) Work() int              { return 1 }
func (p *toil) Size() int              { return 1 }
func (p *toil) Copy() engine.Laborious { return p }

// toilsome is Hex with such positions, a notation that plays what it reads, and a view.
func toilsome(w *work) show.Entry {
	g := *bottest.QuickHex()
	g.New = func(o engine.Options) (engine.Position, error) {
		p, err := hex.New(o)
		if err != nil {
			return nil, err
		}
		return &toil{p.(*hex.Position), w}, nil
	}
	g.Views = []engine.View{{Name: "toil", Help: engine.T("Toil"), Command: true, Show: func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
		w.play()
		return engine.Answer{Text: engine.T("Done.")}, nil
	}}}
	g.Formats = []engine.Format{{ID: "list", Title: engine.T("A list"), Decode: func(ctx context.Context, data []byte) (engine.Record, error) {
		r := engine.Record{Options: engine.Options{"size": 9}, Moves: strings.Fields(string(data))}
		_, err := engine.Replay(ctx, &g, r.Options, r.Moves)
		return r, err
	}}}
	return show.Entry{Game: &g, Draw: sketchedGames()[0].Draw}
}

// carry carries requests through at the same time, each by a person of its own in a channel
// of its own, and returns what was said when all have ended.
func (s *session) carry(ctx context.Context, requests []chat.Request) (wait func() []chat.Reply) {
	replies := make([]chat.Reply, len(requests))
	var all sync.WaitGroup
	for i, r := range requests {
		all.Go(func() {
			replies[i] = s.bot.Handle(ctx, r)
			if later := replies[i].Later; later != nil {
				replies[i] = later(ctx, func(chat.Reply) {})
			}
		})
	}
	return func() []chat.Reply {
		all.Wait()
		return replies
	}
}

// A stop ends a hundred imports after one move of each that is being read, and of no more
// than there are workers.
func TestStopEndsImports(t *testing.T) {
	w := newWork()
	s := newSession(t, toilsome(w))
	var requests []chat.Request
	for i := range 100 {
		r := s.request("you", "/hex import text:a1 b1 c1 d1 e1 f1 g1 h1 i1")
		r.User.ID, r.Channel = strconv.Itoa(100+i), strconv.Itoa(2000+i)
		requests = append(requests, r)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	wait := s.carry(ctx, requests)
	for range s.config.Think.Workers {
		bottest.Receive(t, w.begun)
	}
	stop(context.Canceled)
	close(w.goOn)
	for i, reply := range wait() {
		if !reply.Refused || !strings.Contains(reply.Text, "was stopped; nothing was changed") {
			t.Errorf("import %d is answered by %q", i, reply.Text)
		}
	}
	if w.plays != s.config.Think.Workers {
		t.Errorf("%d moves were played; want one for each of %d workers", w.plays, s.config.Think.Workers)
	}
	for i := range requests {
		if open, err := s.store.CountOpen(store.OpenTables{Channel: requests[i].Channel}); err != nil || open != 0 {
			t.Errorf("%d tables in channel %s, %v", open, requests[i].Channel, err)
		}
	}
}

// The moves of laborious games, and their replays, are one at a time of one person, and of
// all no more than there are workers.
func TestWorkIsShared(t *testing.T) {
	for name, does := range map[string]string{"replays": "/hex show", "moves": "/hex move d4", "views": "/hex toil"} {
		t.Run(name, func(t *testing.T) {
			w := newWork()
			close(w.goOn)
			s := newSession(t, toilsome(w))
			var requests []chat.Request
			const channels = 12
			for i := range channels {
				r := s.request("you", "/hex new @you size:5")
				r.Channel = strconv.Itoa(2000 + i)
				s.finish(r)
				r = s.request("you", "/hex move c3")
				r.Channel = strconv.Itoa(2000 + i)
				s.finish(r)
				r = s.request("you", does)
				r.Channel = strconv.Itoa(2000 + i)
				requests = append(requests, r)
			}
			s.restart()
			w.plays, w.most = 0, 0
			for _, reply := range s.carry(t.Context(), requests)() {
				if reply.Refused {
					t.Errorf("%s is refused: %s", does, reply.Text)
				}
			}
			if w.plays < channels || w.most != 1 {
				t.Errorf("%d moves were played, and at most %d at a time; want %d at least, and one", w.plays, w.most, channels)
			}
		})
	}
}

// A picture waits for its turn no longer than who asked for it. One that need not wait is made all the
// same, so that a stop leaves no board without one.
func TestPicturesStopWaiting(t *testing.T) {
	s := newSession(t)
	p := s.bot
	for range cap(p.Slots) {
		p.Slots <- struct{}{}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := p.MakePicture(ctx, func() ([]byte, error) { return nil, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("while all are busy: %v", err)
	}
	<-p.Slots
	for range 20 { // a select would choose at random
		if data, err := p.MakePicture(ctx, func() ([]byte, error) { return []byte("x"), nil }); err != nil || !slices.Equal(data, []byte("x")) {
			t.Fatalf("when one is free: %q, %v", data, err)
		}
	}
}

// TestUndrawnAtAStop: where a stop ends the wait for a picture, the answer comes without it, and that is no failure.
// One that took too long is.
func TestUndrawnAtAStop(t *testing.T) {
	s := newSession(t)
	var log bytes.Buffer
	s.log.Handler = slog.NewTextHandler(&log, nil)
	s.bot.Covers = &sync.Map{} // other tests have drawn the cover
	s.play("you: /hex new @you size:5")
	for range cap(s.bot.Slots) {
		s.bot.Slots <- struct{}{}
	}
	for _, does := range []string{"/hex show", "/play", "/play game:hex"} {
		for _, end := range []error{context.Canceled, context.DeadlineExceeded} {
			log.Reset()
			r := s.bot.Handle(t.Context(), s.request("you", does))
			if r.Later == nil {
				t.Fatalf("%s needs no picture: %+v", does, r)
			}
			ended := endedBy{t.Context(), end}
			if r = r.Later(ended, func(chat.Reply) {}); r.Refused || len(r.Files) > 0 {
				t.Errorf("%s, %v: %q, with %d pictures", does, end, r.Text, len(r.Files))
			}
			if failed := strings.Contains(log.String(), "level=ERROR"); failed == errors.Is(end, context.Canceled) {
				t.Errorf("%s, %v: the log says %q", does, end, &log)
			}
		}
	}
}

// endedBy is a context that has ended.
type endedBy struct {
	context.Context
	err error
}

func (c endedBy) Err() error { return c.err }

func (endedBy) Done() <-chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}

// TestIdleMovesAreAnswered: where exhaust fires nothing, its verdict is told to who asks, and the table stays as it is.
// What was decided is kept, so that asking again costs nothing. Older tables have such moves, and go on.
func TestIdleMovesAreAnswered(t *testing.T) {
	s := newSession(t)
	const verdict = "It never ends: it grows linearly."
	s.play("you: /ade new type:A degree:6 edges:" + strings.Join(forked(), " ") + " values:1" + strings.Repeat(" 0", 63))
	now := func(number int) *table.Table {
		game, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "ade", Number: number})
		if err != nil {
			t.Fatal(err)
		}
		return game
	}
	before, work := now(1).Record.Revision, 0
	for i, does := range []string{"/ade exhaust", "[Exhaust]", "/ade exhaust"} {
		r := s.does("you", does)
		if !r.Private || r.Board != nil || !strings.HasPrefix(r.Text, verdict) || strings.HasSuffix(r.Text, "..") {
			t.Errorf("%s is answered by %+v", does, r)
		}
		game := now(1)
		if len(game.Record.Moves) > 0 || game.Record.Revision != before {
			t.Errorf("%s is recorded: %v", does, game.Moves())
		}
		if done := engine.WorkOf(game.Position); done == 0 || i > 0 && done != work {
			t.Errorf("after %s the work is %d, before it was %d", does, done, work)
		}
		work = engine.WorkOf(game.Position)
	}
	s.refused("you", "/ade undo", "nothing to take back")
	old := "# ADE; type E; degree 9;; set all 1; exhaust 0"
	if r := s.does("you", "/ade import text:"+old); !strings.Contains(r.Text, verdict) {
		t.Errorf("an older table is %q", r.Text)
	}
	s.play("you: /ade fire table:2", "you: /ade show table:2")
	if moves := now(2).Moves(); !slices.Equal(moves, []string{"set all 1", "exhaust 0", "fire"}) {
		t.Errorf("the moves of an older table are %q", moves)
	}
}

// forked is a tree of 64 nodes with a fork at either end, on which a run of one chip is followed for long.
func forked() (edges []string) {
	for i := 2; i < 63; i++ {
		edges = append(edges, strconv.Itoa(i)+"-"+strconv.Itoa(i+1))
	}
	return append(edges, "1-3", "62-64")
}
