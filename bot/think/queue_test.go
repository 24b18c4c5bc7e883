package think

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// office is a pool in a bubble of time, whose jobs a test observes.
type office struct {
	pool *Pool
	all  sync.WaitGroup

	mu    sync.Mutex
	begun []string // the names of the jobs, in the order in which they began
}

// pass advances the clock of the bubble.
func pass(d time.Duration) { time.Sleep(d) }

// ask runs a named job in the background, which lasts a given time, and returns the channel of its
// error.
func (o *office) ask(ctx context.Context, name string, j Job, lasts time.Duration) <-chan error {
	ended := make(chan error, 1)
	o.all.Go(func() {
		ended <- o.pool.Do(ctx, j, func() error {
			o.mu.Lock()
			o.begun = append(o.begun, name)
			o.mu.Unlock()
			pass(lasts)
			return nil
		})
	})
	synctest.Wait()
	return ended
}

// A person with a dozen long searches blocks nobody.
func TestOnePersonCannotHoldThePool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(2, time.Minute, watch.New(), nil)}
		refused := 0
		for i := range 12 {
			select {
			case err := <-o.ask(t.Context(), fmt.Sprint("long ", i), Job{Person: "ann", Channel: "1"}, time.Minute):
				if _, ok := engine.Why(err); !ok {
					t.Errorf("search %d: %v", i, err)
				}
				refused++
			default:
			}
		}
		if refused != 12-maxAsked || len(o.begun) != 1 {
			t.Errorf("of 12 searches %d were refused and %d began, want %d and 1", refused, len(o.begun), 12-maxAsked)
		}
		begin := time.Now()
		move := o.ask(t.Context(), "move", Job{Person: "bob", Channel: "1", Takes: 100 * time.Millisecond, Owed: true}, 100*time.Millisecond)
		if err := <-move; err != nil || time.Since(begin) > 100*time.Millisecond {
			t.Errorf("another's move took %v: %v", time.Since(begin), err)
		}
		search := o.ask(t.Context(), "search", Job{Person: "bob", Channel: "1"}, time.Second)
		if err := <-search; err != nil || time.Since(begin) > 2*time.Second {
			t.Errorf("another's search ended after %v: %v", time.Since(begin), err)
		}
		o.all.Wait()
	})
}

// People take turns, regardless of how many jobs the first has; between those not served yet, their
// channels take turns.
func TestPeopleTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		for _, job := range []struct{ person, channel string }{
			{"ann", "1"}, {"ann", "1"}, {"ann", "1"}, {"bob", "1"}, {"bob", "1"}, {"cleo", "2"},
		} {
			o.ask(t.Context(), job.person, Job{Person: job.person, Channel: job.channel}, time.Second)
		}
		o.all.Wait()
		if want := []string{"ann", "cleo", "bob", "ann", "bob", "ann"}; !slices.Equal(o.begun, want) {
			t.Errorf("served %q, want %q", o.begun, want)
		}
	})
}

// What waits at the crew is of as many people, who take turns with those who wait here.
func TestTheCrewIsManyPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		thinker := &Thinker{pool: o.pool}
		o.ask(t.Context(), "before", Job{Person: "ann"}, time.Second)
		o.all.Go(func() {
			for waiting := range uint64(4) {
				room, err := thinker.Enter(t.Context(), false, (4-waiting)%4)
				if err != nil {
					t.Error(err)
				}
				o.mu.Lock()
				o.begun = append(o.begun, "move")
				o.mu.Unlock()
				o.all.Go(func() {
					pass(time.Second)
					room.Leave()
				})
			}
		})
		synctest.Wait()
		for i := range 5 {
			o.ask(t.Context(), fmt.Sprint("tool", i), Job{Person: fmt.Sprint(i)}, time.Second)
		}
		pass(1500 * time.Millisecond)
		synctest.Wait()
		o.ask(t.Context(), "late", Job{Person: "late"}, time.Second)
		o.all.Wait()
		if want := []string{"before", "move", "tool0", "tool1", "tool2", "tool3", "tool4", "move", "move", "move", "late"}; !slices.Equal(o.begun, want) {
			t.Errorf("served %q, want %q", o.begun, want)
		}
	})
}

// A question of the crew begins in the room that is held for it, before all who wait; in a room that was
// left, if a worker is free; and never beside another job of its person.
func TestRoomOfTheCrew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		q := o.pool.queue
		held, err := q.turn(t.Context(), Job{Owed: true}, 0)
		if err != nil {
			t.Fatal(err)
		}
		o.ask(t.Context(), "tool", Job{Person: "ann"}, time.Second)
		done, err := q.swap(t.Context(), held, Job{Person: "bob", Owed: true})
		if err != nil || len(o.begun) > 0 {
			t.Fatalf("in its room: %v, while %q began", err, o.begun)
		}
		done()
		synctest.Wait()
		if _, err := q.swap(t.Context(), nil, Job{Person: "bob", Owed: true}); !errors.Is(err, ErrBusy) {
			t.Errorf("in a room that others have: %v", err)
		}
		o.all.Wait()
		second, _ := q.turn(t.Context(), Job{Owed: true}, 0)
		q.end(second)
		if done, err = q.swap(t.Context(), nil, Job{Person: "bob", Owed: true}); err != nil {
			t.Errorf("in a room that nobody else has: %v", err)
		}
		done()
		o = &office{pool: NewPool(2, time.Minute, watch.New(), nil)}
		o.ask(t.Context(), "own", Job{Person: "bob"}, time.Second)
		began := time.Now()
		held, _ = o.pool.queue.turn(t.Context(), Job{Owed: true}, 0)
		if done, err = o.pool.queue.swap(t.Context(), held, Job{Person: "bob", Owed: true}); err != nil || time.Since(began) != time.Second {
			t.Errorf("beside another job of its person it begins after %v: %v", time.Since(began), err)
		}
		done()
		o.all.Wait()
		if q := o.pool.queue; q.free != [2]int{2, 2} || len(q.waiting)+len(q.people)+len(q.channels) > 0 {
			t.Errorf("left: free %v, %d waiting, %d people", q.free, len(q.waiting), len(q.people))
		}
	})
}

// A person who asks again at once does not overtake those waiting.
func TestNewcomersDoNotOvertake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		o.ask(t.Context(), "ann", Job{Person: "ann"}, time.Second)
		o.ask(t.Context(), "bob", Job{Person: "bob"}, time.Second)
		pass(time.Second)
		synctest.Wait()
		o.ask(t.Context(), "cleo", Job{Person: "cleo"}, time.Second)
		o.ask(t.Context(), "ann", Job{Person: "ann"}, time.Second)
		o.all.Wait()
		if want := []string{"ann", "bob", "cleo", "ann"}; !slices.Equal(o.begun, want) {
			t.Errorf("served %q, want %q", o.begun, want)
		}
	})
}

// A level's move is owed, whatever else the person has asked for.
func TestOwedMovesAreNotRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		var moves []<-chan error
		for range 20 {
			moves = append(moves, o.ask(t.Context(), "move", Job{Person: "ann", Takes: time.Second, Owed: true}, time.Second))
		}
		for _, ended := range moves {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		o.all.Wait()
	})
}

// Work that may take as long as it likes has the pool's limit, or else no end.
func TestNoTimeIsNoLimit(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			pool := NewPool(1, limit, watch.New(), nil)
			for _, takes := range []time.Duration{0, time.Second, time.Hour} {
				want := takes
				if limit > 0 && (takes == 0 || takes > limit) {
					want = limit
				}
				_ = pool.Think(t.Context(), Job{Takes: takes}, func(ctx context.Context) error {
					var got time.Duration
					if end, ends := ctx.Deadline(); ends {
						got = time.Until(end)
					}
					if got != want || ctx.Err() != nil {
						t.Errorf("with a limit of %v, work of %v gets %v: %v", limit, takes, got, ctx.Err())
					}
					return nil
				})
			}
		})
	}
}

func TestWaitingIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		var told []string
		waits := func(name string) func() { return func() { told = append(told, name) } }
		o.ask(t.Context(), "first", Job{Person: "ann", Waits: waits("first")}, time.Second)
		o.ask(t.Context(), "second", Job{Person: "bob", Waits: waits("second")}, time.Second)
		o.all.Wait()
		if !slices.Equal(told, []string{"second"}) {
			t.Errorf("%q were told to wait", told)
		}
	})
}

// Jobs end or are cancelled while they wait and as they begin, in any order: in the end every
// worker is free and no share is left.
func TestQueueForgets(t *testing.T) {
	errStopped := errors.New("stopped")
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			o := &office{pool: NewPool(1+int(seed%3), time.Minute, watch.New(), nil)}
			var mu sync.Mutex
			running := map[string]int{}
			for range 200 {
				ctx, stop := context.WithCancelCause(t.Context())
				j := Job{
					Person: []string{"", "ann", "bob", "cleo"}[random.IntN(4)], Channel: []string{"1", "2"}[random.IntN(2)],
					Takes: time.Duration(random.IntN(3)) * time.Second, Owed: random.IntN(2) == 0,
				}
				lasts := time.Duration(random.IntN(2000)) * time.Millisecond
				time.AfterFunc(time.Duration(random.IntN(4000))*time.Millisecond, func() { stop(errStopped) })
				o.all.Go(func() {
					key := fmt.Sprint(j.Person, j.sort())
					err := o.pool.Do(ctx, j, func() error {
						mu.Lock()
						if running[key]++; j.Person != "" && running[key] > 1 {
							t.Errorf("%d jobs of %s run at a time", running[key], key)
						}
						mu.Unlock()
						pass(lasts)
						mu.Lock()
						running[key]--
						mu.Unlock()
						return nil
					})
					if _, refused := engine.Why(err); err != nil && !refused && !errors.Is(err, errStopped) {
						t.Error(err)
					}
				})
				pass(time.Duration(random.IntN(300)) * time.Millisecond)
			}
			o.all.Wait()
			q := o.pool.queue
			if workers := 1 + int(seed%3); q.free != [2]int{workers, workers} || len(q.waiting)+len(q.people)+len(q.channels) > 0 {
				t.Errorf("seed %d: free %v of %d, %d waiting, %d people, %d channels", seed, q.free, workers, len(q.waiting), len(q.people), len(q.channels))
			}
		})
	}
}

func TestRefusalSaysWhatToDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{pool: NewPool(1, time.Minute, watch.New(), nil)}
		for range maxAsked {
			o.ask(t.Context(), "search", Job{Person: "ann"}, time.Second)
		}
		err := <-o.ask(t.Context(), "search", Job{Person: "ann"}, time.Second)
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), "wait until one has ended") {
			t.Errorf("refused with %v", err)
		}
		o.all.Wait()
	})
}
