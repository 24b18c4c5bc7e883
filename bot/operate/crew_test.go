package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// site has the queue that copies and workers share.
type site struct {
	*testing.T
	urls []string
	name string
}

// queue connects to the queue, as a process does.
func (s *site) queue() *jobs.Queue {
	s.Helper()
	q, err := jobs.Open(jetstream.Options{URLs: s.urls, Bucket: s.name})
	if err == nil {
		s.Cleanup(func() { _ = q.Close() })
		err = q.Ready(s.Context())
	}
	if err != nil {
		s.Fatal(err)
	}
	return q
}

// asker returns the pool of a copy that asks the crew but does not work.
func (s *site) asker() *think.Pool {
	s.Helper()
	return think.NewPool(1, 0, watch.New(), NewCrew(s.queue(), slog.New(slog.DiscardHandler)))
}

// player is a player given by a function.
type player func(ctx context.Context, p engine.Position) (engine.Choice, error)

// Choose implements [engine.Player].
func (f player) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	return f(ctx, p)
}

// rules returns Hex with one level.
func rules(f player) *engine.Game {
	g := hex.Game
	g.Opponents.Levels = []engine.Level{{ID: "only", Think: time.Hour, New: func(uint64) engine.Player { return f }}}
	return &g
}

// worker starts a process that thinks about Hex, until end is called or the test ends.
func (s *site) worker(f player) (end func()) {
	s.Helper()
	return s.workerIn(think.NewPool(1, 0, watch.New(), nil), f)
}

// workerIn is worker with a pool that does other things, too.
func (s *site) workerIn(pool *think.Pool, f player) (end func()) {
	s.Helper()
	q := s.queue()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	log := slog.New(slog.DiscardHandler)
	go func() {
		defer close(ended)
		workAt(ctx, q, think.NewThinker([]*engine.Game{rules(f)}, pool, time.Now), log)
	}()
	end = func() { stop(); <-ended }
	s.Cleanup(end)
	return end
}

// asks returns a question about a table of Hex.
func asks(table int, moves ...string) think.Question {
	return think.Question{
		Table: store.Key{Channel: "1001", Game: "hex", Number: table}, Revision: uint64(len(moves)), Seat: engine.Seat(len(moves) % 2),
		Game: "hex", Rules: hex.Game.Rules, Level: "only", Options: json.RawMessage(`{"size":5}`), Moves: moves, Owed: true,
	}
}

var errHere = errors.New("thought about here")

func here() (engine.Choice, error) { return engine.Choice{}, errHere }

// TestCrew uses one set of servers for all its subtests.
func TestCrew(t *testing.T) {
	_, urls := natstest.Start(t, 3)
	for i, tt := range []struct {
		name string
		test func(*site)
	}{
		{"one question is thought about once", thoughtOnce},
		{"a person's thousand questions are in nobody's way", thousand},
		{"what nobody knows is thought about here", unknown},
		{"a busy copy leaves jobs to an idle one", busy},
		{"failures are told, and workers survive them", failures},
		{"a table that changes stops the thought", outdated},
		{"another takes up the turn of a copy that has gone", takenUp},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(&site{t, urls, fmt.Sprint("b", i)})
		})
	}
}

func thoughtOnce(s *site) {
	var thoughts atomic.Int32
	note := engine.T("see %s, %s of %s", engine.Command("hex view"), engine.T("move %s", ""), "2")
	thinks := func(ctx context.Context, p engine.Position) (engine.Choice, error) {
		thoughts.Add(1)
		c, err := bottest.FirstMove{}.Choose(ctx, p)
		c.Value, c.Line, c.Note = 0.25, []string{"a1", "b2"}, note
		return c, err
	}
	s.worker(thinks)
	s.worker(thinks)
	copies := []*think.Pool{s.asker(), s.asker()}
	var all sync.WaitGroup
	for i := range 6 {
		for _, p := range copies {
			all.Go(func() {
				c, err := p.Ask(s.Context(), think.Job{Owed: true, Takes: time.Hour}, asks(i, "c3"), here)
				if err != nil || c.Move == "" || c.Value != 0.25 || len(c.Line) != 2 || c.Note.String() != note.String() {
					s.Errorf("the choice is %+v, %v", c, err)
				}
			})
		}
	}
	all.Wait()
	if n := thoughts.Load(); n != 6 {
		s.Errorf("6 questions of two copies each took %d thoughts", n)
	}
}

// thousand: a person with a thousand questions delays each move for another person by at most one
// per worker.
func thousand(s *site) {
	thinks := make(chan engine.Seat) // the seat to move at the start of a thought
	s.worker(func(ctx context.Context, p engine.Position) (engine.Choice, error) {
		select {
		case thinks <- p.Turn():
			return bottest.FirstMove{}.Choose(ctx, p)
		case <-ctx.Done():
			return engine.Choice{}, ctx.Err()
		}
	})
	p, q := s.asker(), s.queue()
	ctx, leave := context.WithCancel(s.Context())
	defer leave()
	for i := range 1000 {
		go func() {
			_, _ = p.Ask(ctx, think.Job{Person: "ann", Channel: "1", Owed: true, Takes: time.Hour}, asks(i, "c3"), here)
		}()
	}
	for i := range 3 {
		answered := make(chan error, 1)
		go func() {
			_, err := p.Ask(ctx, think.Job{Person: "bob", Channel: "1", Owed: true, Takes: time.Hour}, asks(2000+i, "b2", "a1"), here)
			answered <- err
		}()
		s.await(q, 2) // one each of ann's and bob's
		others := 0
		for <-thinks != 0 {
			others++
		}
		if err := <-answered; err != nil || others > 3 {
			s.Errorf("%d thoughts for another came before bob's: %v", others, err)
		}
	}
}

// await polls until a queue has so many jobs.
func (s *site) await(q *jobs.Queue, jobs int) {
	s.Helper()
	for {
		if status, err := q.Status(s.Context(), 0); err == nil && status.Jobs >= jobs {
			return
		}
		select {
		case <-s.Context().Done():
			s.Fatal(s.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func unknown(s *site) {
	s.worker(func(ctx context.Context, p engine.Position) (engine.Choice, error) {
		return bottest.FirstMove{}.Choose(ctx, p)
	})
	p := s.asker()
	newer := asks(1, "c3")
	newer.Rules++
	if _, err := p.Ask(s.Context(), think.Job{Owed: true}, newer, here); !errors.Is(err, errHere) {
		s.Errorf("by other rules the answer is %v", err)
	}
	other := asks(1, "c3")
	other.Game = "go"
	if _, err := p.Ask(s.Context(), think.Job{Owed: true}, other, here); !errors.Is(err, errHere) {
		s.Errorf("about another game the answer is %v", err)
	}
	if c, err := p.Ask(s.Context(), think.Job{Owed: true}, asks(1, "c3"), here); err != nil || c.Move == "" {
		s.Errorf("after that the answer is %v, %v", c, err)
	}
}

// busy: the processor of a copy is taken by a search of its own, and another worker is idle.
func busy(s *site) {
	pool, full, goOn := think.NewPool(1, 0, watch.New(), nil), make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = pool.Do(context.Background(), think.Job{Person: "x"}, func() error { close(full); <-goOn; return nil })
	})
	<-full
	s.workerIn(pool, bottest.FirstMove{}.Choose)
	s.worker(bottest.FirstMove{}.Choose)
	asker := think.NewPool(4, 0, watch.New(), NewCrew(s.queue(), slog.New(slog.DiscardHandler)))
	var asked sync.WaitGroup
	for i := range 6 {
		asked.Go(func() {
			c, err := asker.Ask(s.Context(), think.Job{Person: fmt.Sprint(i), Owed: true, Takes: time.Hour}, asks(i, "c3"), here)
			if err != nil || c.Move == "" {
				s.Errorf("while a copy is busy the answer is %v, %v", c, err)
			}
		})
	}
	asked.Wait()
	close(goOn)
	all.Wait()
}

func failures(s *site) {
	var panics atomic.Int32
	s.worker(func(_ context.Context, p engine.Position) (engine.Choice, error) {
		if p.Turn() == 0 {
			panics.Add(1)
			panic("of a player")
		}
		return engine.Choice{}, engine.Refuse("there are %s moves", "no")
	})
	p := s.asker()
	for range 2 {
		if _, err := p.Ask(s.Context(), think.Job{Owed: true}, asks(1, "c3", "a1"), here); err == nil || errors.Is(err, errHere) {
			s.Errorf("after a panic the answer is %v", err)
		}
	}
	if n := panics.Load(); n != 2 {
		s.Errorf("two tries are %d thoughts", n)
	}
	_, err := p.Ask(s.Context(), think.Job{Owed: true}, asks(1, "c3"), here)
	if why, ok := engine.Why(err); !ok || why.String() != "there are no moves" {
		s.Errorf("a refusal arrives as %v", err)
	}
	if _, err := p.Ask(s.Context(), think.Job{Owed: true}, asks(1, "z99"), here); err == nil || errors.Is(err, errHere) {
		s.Errorf("moves that cannot be played are answered with %v", err)
	}
}

func outdated(s *site) {
	begun, stopped := make(chan struct{}), make(chan struct{})
	s.worker(func(ctx context.Context, _ engine.Position) (engine.Choice, error) {
		close(begun)
		<-ctx.Done()
		close(stopped)
		return engine.Choice{}, ctx.Err()
	})
	ctx, changed := context.WithCancelCause(s.Context())
	go func() {
		<-begun
		changed(table.ErrOvertaken)
	}()
	if _, err := s.asker().Ask(ctx, think.Job{Owed: true}, asks(1, "c3"), here); !errors.Is(err, table.ErrOvertaken) {
		s.Errorf("the answer is %v", err)
	}
	<-stopped
}

func takenUp(s *site) {
	begun, goOn := make(chan struct{}, 9), make(chan struct{})
	var thoughts atomic.Int32
	s.worker(func(ctx context.Context, p engine.Position) (engine.Choice, error) {
		thoughts.Add(1)
		begun <- struct{}{}
		<-goOn
		return bottest.FirstMove{}.Choose(ctx, p)
	})
	ctx, end := context.WithCancel(s.Context())
	go func() {
		<-begun
		end()
	}()
	if _, err := s.asker().Ask(ctx, think.Job{Owed: true}, asks(1, "c3"), here); !errors.Is(err, context.Canceled) {
		s.Errorf("the copy that ends gets %v", err)
	}
	time.AfterFunc(50*time.Millisecond, func() { close(goOn) })
	if c, err := s.asker().Ask(s.Context(), think.Job{Owed: true}, asks(1, "c3"), here); err != nil || c.Move == "" {
		s.Errorf("who takes the turn up gets %v, %v", c, err)
	}
	if n := thoughts.Load(); n != 1 {
		s.Errorf("the turn took %d thoughts", n)
	}
}
