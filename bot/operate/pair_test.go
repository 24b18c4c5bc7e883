package operate_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
)

// place is a copy's place in a pair of leases.
type place struct {
	*operate.Pair
	begun atomic.Int32 // how often its work was started
	works atomic.Bool
	leave context.CancelFunc
}

// places makes each copy wait for a place.
func places(t *testing.T, c *copies, n int) []*place {
	t.Helper()
	var all []*place
	var working sync.WaitGroup
	for i := range n {
		p := &place{Pair: operate.NewPair(c.stores[i], "shard", string(rune('a'+i)), slog.New(slog.DiscardHandler))}
		ctx, leave := context.WithCancel(t.Context())
		p.leave = leave
		all = append(all, p)
		working.Go(func() {
			err := p.Keep(ctx, func(held context.Context) error {
				p.begun.Add(1)
				p.works.Store(true)
				defer p.works.Store(false)
				<-held.Done()
				return context.Cause(held)
			})
			if err != nil {
				t.Error(err)
			}
		})
		pass(3 * operate.Renew) // one after another
	}
	t.Cleanup(func() {
		for _, p := range all {
			p.leave()
		}
		working.Wait()
	})
	return all
}

// expect checks of each copy whether it works (w), leads for sure (L), or neither (-).
func expect(t *testing.T, when string, all []*place, want string) {
	t.Helper()
	synctest.Wait()
	var got strings.Builder
	for _, p := range all {
		switch {
		case p.Sure():
			got.WriteString("L")
		case p.works.Load():
			got.WriteString("w")
		default:
			got.WriteString("-")
		}
	}
	if got.String() != want {
		t.Errorf("%s: %s, want %s", when, got.String(), want)
	}
}

// TestNextInLineLeads: of three copies two work. When the leader leaves or dies, the next in line
// continues, and the third becomes next in line.
func TestNextInLineLeads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCopies(t, 3)
		all := places(t, c, 3)
		pass(time.Minute)
		expect(t, "at first", all, "Lw-")
		all[0].leave()
		pass(2 * operate.Renew)
		expect(t, "the first has left", all, "-Lw")
		c.clients[1].Cut(true)
		pass(operate.Lapse + 2*operate.Renew)
		expect(t, "the second is cut off", all, "-wL")
		c.clients[1].Cut(false)
		pass(10 * time.Second)
		expect(t, "the second has come back", all, "-wL")
		if first, second, third := all[0].begun.Load(), all[1].begun.Load(), all[2].begun.Load(); first != 1 || second != 2 || third != 1 {
			t.Errorf("the work was begun %d, %d and %d times", first, second, third)
		}
	})
}

// TestWorkGoesOnWhereNobodyCanTakeIt: copies that are cut off continue to work, and none is sure
// that it leads. When the log is back, each keeps its place, whichever sees it first.
func TestWorkGoesOnWhereNobodyCanTakeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCopies(t, 3)
		all := places(t, c, 3)
		for _, client := range c.clients {
			client.Cut(true)
		}
		pass(operate.Trust - 2*operate.Renew)
		expect(t, "cut off for a while", all, "Lw-")
		pass(time.Minute)
		expect(t, "cut off for long", all, "ww-")
		for _, i := range []int{2, 1, 0} {
			c.clients[i].Cut(false)
			pass(operate.Lapse / 3)
		}
		pass(time.Minute)
		expect(t, "back again", all, "Lw-")
		if all[0].begun.Load() != 1 || all[1].begun.Load() != 1 {
			t.Errorf("the work was begun %d and %d times", all[0].begun.Load(), all[1].begun.Load())
		}
	})
}

// patience is how long people may wait for a response.
const patience = 2400 * time.Millisecond

// answered is when a leader has acknowledged an interaction at the latest.
const answered = 1500 * time.Millisecond

// TestWhoDiesBeforeItAnswers: an interaction received before the leader has died, at any moment
// when it may not have acknowledged it, is not left to the leader.
func TestWhoDiesBeforeItAnswers(t *testing.T) {
	for lives := time.Duration(0); lives <= answered; lives += 71 * time.Millisecond {
		synctest.Test(t, func(t *testing.T) {
			c := newCopies(t, 2)
			all := places(t, c, 2)
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			time.AfterFunc(lives, func() { c.clients[0].Cut(true) })
			if ours, err := all[1].Await(ctx, time.Now()); !ours && err == nil {
				t.Errorf("what came %v before it died is left to it", lives)
			}
		})
	}
}

// TestWhoTakesThePlaceOfTheNextComesLater: the next in line loses its place while the log is away.
// Interactions it received before are not left to the copy that has the place now, which was not
// working yet.
func TestWhoTakesThePlaceOfTheNextComesLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCopies(t, 3)
		all := places(t, c, 3)
		c.clients[0].Cut(true)
		c.clients[1].Cut(true)
		pass(operate.Lapse + 2*operate.Renew)
		expect(t, "two are cut off", all, "www")
		ctx, stop := context.WithTimeout(t.Context(), patience)
		defer stop()
		time.AfterFunc(patience/2, func() { c.clients[1].Cut(false) })
		if ours, err := all[1].Await(ctx, time.Now()); ours || err == nil {
			t.Errorf("what came before it lost its place: %t, %v", ours, err)
		}
		if all[1].works.Load() {
			t.Error("it has not lost its place")
		}
	})
}

// TestWhoAnswers asks two copies who answers, throughout an outage of the leader: exactly one does,
// within 1.7 s; while the log is away nobody can tell.
func TestWhoAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCopies(t, 2)
		all := places(t, c, 2)
		lead, next := all[0], all[1]
		ask := func(p *place, within time.Duration) (ours bool, err error) {
			came := time.Now()
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			ours, err = p.Await(ctx, came)
			if took := time.Since(came); took > within {
				t.Errorf("it took %v to tell", took)
			}
			return ours, err
		}
		for range 50 {
			pass(37 * time.Millisecond)
			if ours, err := ask(lead, 0); !ours || err != nil {
				t.Errorf("who leads: %t, %v", ours, err)
			}
			if ours, err := ask(next, answered+operate.Renew+300*time.Millisecond); ours || err != nil {
				t.Errorf("who is next: %t, %v", ours, err)
			}
		}

		c.clients[0].Cut(true) // nothing is asked of it: it counts as dead
		for began := time.Now(); time.Since(began) < operate.Lapse+5*time.Second; {
			if ours, err := ask(next, 1700*time.Millisecond); !ours || err != nil {
				t.Errorf("%v after the first was cut off: %t, %v", time.Since(began), ours, err)
			}
			pass(37 * time.Millisecond)
		}
		if ours, err := ask(lead, patience); ours || err == nil {
			t.Errorf("who was cut off: %t, %v", ours, err)
		}
		c.clients[0].Cut(false)
		if ours, err := ask(lead, patience); ours || err != nil {
			t.Errorf("who sees that another leads: %t, %v", ours, err)
		}
		pass(10 * time.Second)
		expect(t, "back again", all, "wL")
		lead, next = next, lead

		for _, client := range c.clients {
			client.Cut(true)
		}
		pass(time.Second)
		for range 100 {
			if ours, err := ask(next, patience); ours || err == nil {
				t.Errorf("while the log stands still: %t, %v", ours, err)
			}
		}
		if ours, err := ask(lead, patience); ours || err == nil {
			t.Errorf("who leads, while the log stands still: %t, %v", ours, err)
		}
	})
}
