package bot

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

// open opens tables, one a channel from the first on, plays two moves at each of them, and leaves them alone.
func (s *session) open(first, tables int) {
	s.t.Helper()
	for channel := first; channel < first+tables; channel++ {
		for _, does := range []string{"/hex new size:5 level:easy", "/hex move c3"} {
			r := s.request("you", does)
			r.Channel = strconv.Itoa(channel)
			r.User.ID = r.Channel // who has many tables reads them all before each
			if reply := s.finish(r); reply.Refused {
				s.t.Fatal(reply.Text)
			}
		}
		s.shown = nil
	}
}

// heap is the bytes in use after everything that can be freed has been.
func (s *session) heap() int64 {
	s.clock = s.clock.Add(time.Hour)
	s.bot.Places.Flush() // until what is on its way is stored
	s.bot.Places.DropIdle()

	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestIdleTablesCostNoHeap: what is idle lies on disk alone. A table of 5×5 that was
// kept would take more than 2,000 bytes.
func TestIdleTablesCostNoHeap(t *testing.T) {
	enginetest.Alone(t)
	// On a disk that is waited for, as a bot has it: at full speed more waits for the collector.
	s := newSessionOn(t, func(file string) (*store.Store, error) { return store.Open(file, store.Options{}) }, nil)
	s.open(5000, 50) // what comes into being once
	const tables = 60
	each, before := int64(math.MaxInt64), s.heap()
	for batch := range 3 { // what is kept is kept of every one, and what comes into being once is not
		s.open(6000+batch*tables, tables)
		now := s.heap()
		each, before = min(each, (now-before)/tables), now
	}
	t.Logf("%d bytes of heap an idle table", each)
	if each > 600 { // some of it is what the collector has not come to; a board kept in memory makes it 750
		t.Error("that is too much: something is kept")
	}
}

// BenchmarkStart opens a store of 2,000 tables and looks for what is to be done, as at
// the start of the program.
func BenchmarkStart(b *testing.B) {
	file := filepath.Join(b.TempDir(), "start.db")
	tables, err := store.Open(file, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var all sync.WaitGroup // many at once share a commit
	for i := range 2000 {
		all.Go(func() {
			t := &store.Table{Head: store.Head{Game: "hex", Rules: 1, Seats: []string{"user:" + strconv.Itoa(i), "level:easy"}, Names: []string{"Anna", ""}}}
			if _, err := bottest.Create(tables, fmt.Sprint(1000+i/10), "hex", t); err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
	if err := tables.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		tables, err := store.Open(file, store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		bot := New(config.Default(), tables, Games(), slog.New(slog.NewTextHandler(io.Discard, nil)), Process{})
		ctx, stop := context.WithCancel(context.Background())
		stop()
		if err := bot.Run(ctx, make(channelPosts)); err != nil {
			b.Fatal(err)
		}
		if err := tables.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
