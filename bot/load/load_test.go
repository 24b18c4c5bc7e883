//go:build unix

package load

import (
	"context"
	"encoding/json"
	"flag"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

var (
	channels = flag.String("channels", "1,64", "how many channels play at a time, several numbers one after the other")
	size     = flag.Int("size", 14, "rows and columns of the boards")
	pause    = flag.Duration("pause", 0, "how long people think about a move")
	profile  = flag.String("botprofile", "", "write the CPU profile of the bot's process, the last one's, to this file")
	thinking = flag.Int("thinking", 0, "how many further channels play against the level hard, so that the bot always thinks")
)

// stage is a bot with rooms in which people play.
type stage struct {
	tb      testing.TB
	discord *fakeDiscord
	bot     *process
	file    string
	size    int // of the boards
	rooms   []*room

	mu      sync.Mutex
	answers []answer // to moves
}

// newStage starts a bot of a kind and opens its rooms.
func newStage(tb testing.TB, kind string, rooms, size int) *stage {
	tb.Helper()
	s := &stage{tb: tb, discord: newDiscord(tb), file: filepath.Join(tb.TempDir(), "load.db"), size: size}
	s.bot = start(tb, s.discord, s.file, kind)
	s.enter(rooms)
	return s
}

// enter opens rooms until there are so many.
func (s *stage) enter(rooms int) {
	s.tb.Helper()
	for n := len(s.rooms); n < rooms; n++ {
		r := newRoom(s.discord, n, s.size, "")
		r.note = func(a answer) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.answers = append(s.answers, a)
		}
		s.rooms = append(s.rooms, r)
	}
	s.each(func(r *room) error {
		if r.game != nil {
			return nil
		}
		return r.open(s.tb.Context())
	})
}

// each does something in all rooms at the same time.
func (s *stage) each(do func(*room) error) {
	s.tb.Helper()
	var all sync.WaitGroup
	for _, r := range s.rooms {
		all.Go(func() {
			if err := do(r); err != nil {
				s.tb.Error(err)
			}
		})
	}
	all.Wait()
	if s.tb.Failed() {
		s.tb.FailNow()
	}
}

// play makes so many moves in all rooms together.
func (s *stage) play(moves int) {
	s.tb.Helper()
	var made atomic.Int64
	s.each(func(r *room) error {
		for made.Add(1) <= int64(moves) {
			if err := r.move(s.tb.Context()); err != nil {
				return err
			}
			time.Sleep(*pause) // for benchmarks with the flag
		}
		return nil
	})
}

// think keeps the bot's own players busy, in rooms of their own, until stop is called.
func (s *stage) think(rooms int) (stop func()) {
	s.tb.Helper()
	ctx, cancel := context.WithCancel(s.tb.Context())
	var all sync.WaitGroup
	for n := range rooms {
		r := newRoom(s.discord, 1_000_000+n, 11, "hard")
		all.Go(func() {
			for ctx.Err() == nil {
				if err := r.move(ctx); err != nil && ctx.Err() == nil {
					s.tb.Error(err)
					return
				}
			}
		})
	}
	return func() { cancel(); all.Wait() }
}

// latencies returns the times to the first answers, sorted.
func (s *stage) latencies() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []time.Duration
	for _, a := range s.answers {
		list = append(list, a.First)
	}
	slices.Sort(list)
	return list
}

// stored returns the mean size of a stored game, in bytes.
func (s *stage) stored() float64 {
	s.tb.Helper()
	s.bot.stop()
	kept, err := store.Open(s.file, store.Options{})
	if err != nil {
		s.tb.Fatal(err)
	}
	defer kept.Close()
	bytes, games := 0, 0
	for _, r := range s.rooms {
		tables, err := r.stored(kept)
		if err != nil {
			s.tb.Fatal(err)
		}
		for _, t := range tables {
			raw, err := json.Marshal(t) // as package store does
			if err != nil {
				s.tb.Fatal(err)
			}
			bytes += len(raw)
			games++
		}
	}
	return float64(bytes) / float64(games)
}

// BenchmarkLoad plays real games in many channels through the whole bot. An operation is a move.
// CPU and heap are those of the bot's process; the clients share the machine. The naive control
// plays a part of the moves in the same run, in at most naiveRooms channels.
func BenchmarkLoad(b *testing.B) {
	for n := range strings.SplitSeq(*channels, ",") {
		rooms, err := strconv.Atoi(n)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("channels="+n, func(b *testing.B) { benchmarkLoad(b, rooms) })
	}
}

// naiveRooms are enough to keep the machine busy; more would only miss the deadlines.
const naiveRooms = 8

func benchmarkLoad(b *testing.B, rooms int) {
	b.Helper()
	const part = 20 // fraction of the moves for the control
	naive := max(b.N/part, 1)
	control := newStage(b, "naive", min(rooms, naiveRooms), *size)
	naiveSpent, naiveTook := control.measured(naive)
	control.bot.kill()

	s := newStage(b, "real", 1, *size) // by now the cached board is drawn
	one := s.bot.vitals().Heap
	s.enter(rooms)
	stop := s.think(*thinking)
	b.ResetTimer()
	client := enginetest.CPU()
	spent, took := s.measured(b.N)
	client = enginetest.CPU() - client
	b.StopTimer()
	stop()
	first := s.latencies()
	milliseconds := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	b.ReportMetric(float64(b.N)/took.Seconds(), "moves/s")
	b.ReportMetric(float64(naive)/naiveTook.Seconds(), "naive-moves/s")
	b.ReportMetric(milliseconds(naiveSpent)/float64(naive), "naive-cpu-ms/move")
	b.ReportMetric(milliseconds(spent)/float64(b.N), "cpu-ms/move")
	b.ReportMetric(milliseconds(client)/float64(b.N), "client-cpu-ms/move")
	b.ReportMetric(milliseconds(first[len(first)/2]), "p50-ms")
	b.ReportMetric(milliseconds(first[len(first)*99/100]), "p99-ms")
	b.ReportMetric(milliseconds(first[len(first)-1]), "max-ms")
	b.ReportMetric(float64(s.discord.late), "late")
	b.ReportMetric((float64(s.bot.vitals().Heap)-float64(one))/float64(rooms), "heap-B/channel")
	b.ReportMetric(s.stored(), "B/game")
}

// measured plays, and returns the bot's CPU time and the elapsed time.
func (s *stage) measured(moves int) (spent, took time.Duration) {
	s.tb.Helper()
	spent = s.bot.vitals().CPU
	begin := time.Now()
	s.play(moves)
	took = time.Since(begin)
	return s.bot.vitals().CPU - spent, took
}

// TestLoad plays a few whole games in many channels.
func TestLoad(t *testing.T) {
	const moves = 300
	s := newStage(t, "blank", 32, 3)
	s.play(moves)
	for _, r := range s.rooms {
		if r.games() == 0 {
			t.Error("a room without a game")
		}
	}
	if n := len(s.latencies()); n != moves {
		t.Errorf("%d answers to %d moves", n, moves)
	}
}
