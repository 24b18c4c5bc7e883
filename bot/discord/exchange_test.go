package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

func TestRequestsOfAChannelAreHandledInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		handled := func() []string {
			mu.Lock()
			defer mu.Unlock()
			return slices.Clone(order)
		}
		bot := fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
			if r.Kind != chat.Suggest {
				takes(100 * time.Millisecond)
			}
			mu.Lock()
			defer mu.Unlock()
			order = append(order, r.ID)
			return slowly(time.Minute, chat.Reply{Text: "x"}) // nothing waits for this
		}}
		b := newBench(t, bot)
		for i := range 20 {
			b.receive(command(fmt.Sprint(1000 + i)))
		}
		b.receive(command("1020", fmt.Sprintf(`{"channel_id":"%s1"}`, testChan)))
		takes(2 * time.Millisecond)
		b.receive(wire("1021", 4, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":3,"value":"c","focused":true}]}]}`))
		synctest.Wait()
		if got := handled(); !slices.Equal(got, []string{"1021"}) {
			t.Errorf("%v were handled before the suggestion", got)
		}
		pass(5 * time.Second)
		got := slices.DeleteFunc(handled(), func(id string) bool { return id > "1019" }) // ignore the others
		if len(got) != 20 || !slices.IsSorted(got) {
			t.Errorf("order %v", got)
		}
	})
}

// After a restart only the store tells what was handled before. It is not asked once such
// interactions are too old to be answered.
func TestWhatWasHandledBeforeTheStartIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		broken := false
		known := func(c *Config) {
			c.Handled = func(id string) (bool, error) {
				asked++
				if broken {
					return false, errors.New("the disk smells")
				}
				return id == "1" || id == "3", nil
			}
		}
		typing := wire("3", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`)
		b := newBench(t, answering(chat.Reply{Text: "x"}), known)
		b.receive(command("1"))
		b.receive(press("1"))
		b.receive(command("2"))
		synctest.Wait()
		b.receive(typing) // changes nothing
		synctest.Wait()
		if got, want := b.api.lines(), []string{"POST callback 4 x", "POST callback 8"}; !slices.Equal(got, want) || asked != 2 {
			t.Errorf("%q, asked %d times", got, asked)
		}
		broken = true
		b.receive(command("4"))
		synctest.Wait()
		if n := len(b.api.lines()); n != 3 || !strings.Contains(b.log.String(), "the disk smells") {
			t.Errorf("where it cannot be told, %d calls; log:\n%s", n, b.log)
		}
		takes(answerBy + time.Second)
		b.receive(command("5"))
		synctest.Wait()
		if n := len(b.api.lines()); n != 4 || asked != 3 {
			t.Errorf("later, %d calls, asked %d times", n, asked)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP, func(c *Config) {
			c.Handled = func(id string) (bool, error) { return id == "1", nil }
		})
		if w := b.interaction(command("1")); w.Code != http.StatusAccepted || w.Body.Len() != 0 {
			t.Errorf("by HTTP: status %d, %s", w.Code, w.Body)
		}
		if w := b.interaction(command("2")); w.Code != http.StatusOK {
			t.Errorf("another by HTTP: status %d", w.Code)
		}
	})
}

// TestWhatAnotherCopyStoredIsAnswered: it may have died before it answered.
func TestWhatAnotherCopyStoredIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}), func(c *Config) {
			c.Copies = 2
			c.Handled = func(string) (bool, error) { return true, nil }
		})
		b.receive(command("1"))
		b.expect(t, "POST callback 4 x")
	})
}

func TestProgressIsShownAtMostOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
			for i := range 25 {
				show(chat.Reply{Text: fmt.Sprint(i)})
				takes(90 * time.Millisecond)
			}
			return chat.Reply{Text: "end"}
		}}))
		b.receive(command("1"))
		b.expect(t, "POST callback 4 0", "PATCH @original 11", "PATCH @original 22", "PATCH @original end")
	})
}

func TestProgressTakesTheFormOfTheAnswer(t *testing.T) {
	later := func(_ context.Context, show func(chat.Reply)) chat.Reply {
		show(chat.Reply{Text: "half"})
		takes(3 * time.Second)
		return chat.Reply{Text: "whole", Private: true}
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Private: true, Later: later}))
		b.receive(press("1"))
		b.expect(t, "POST callback 4 half (private)", "PATCH @original whole")
	})
}

// A press acknowledged as an update but answered by a new message gets one new message, which is
// then edited.
func TestProgressAfterTheWrongAcknowledgement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{handle: func(context.Context, chat.Request) chat.Reply {
			takes(2 * time.Second)
			return chat.Reply{Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
				show(chat.Reply{Text: "half"})
				takes(2 * time.Second)
				return chat.Reply{Text: "whole"}
			}}
		}})
		b.receive(press("1"))
		b.expect(t, "POST callback 6", "POST webhook half", "PATCH 900000000000000001 whole")
	})
}

func TestCloseSendsAnswersInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		b := newBench(t, fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
			if r.ID == "1" {
				return slowly(time.Second, chat.Reply{Text: "drawn"})
			}
			return chat.Reply{Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
				<-ctx.Done() // thinking
				ended = true
				return chat.Reply{Text: "cut short"}
			}}
		}})
		b.receive(command("1"))
		b.receive(command("2"))
		takes(time.Millisecond)
		start := time.Now()
		go func() {
			takes(500 * time.Millisecond)
			b.receive(command("3"))
		}()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); !ended || took > graceBy+time.Second {
			t.Errorf("thought ended: %v, closed after %v", ended, took)
		}
		b.expect(t, "POST callback 4 [de] "+textClosing.String()+" (private)",
			"POST callback 4 drawn", "POST callback 5", "PATCH @original cut short")
		select {
		case <-b.Done():
		default:
			t.Error("not done")
		}
		if b.Err() != nil {
			t.Error(b.Err())
		}
	})
}

// TestWhoLeavesLetsOthersAnswer: interactions that arrive while a copy leaves are answered by
// another copy, or if there is none refused. A copy that hands over stays while its replacement may
// still be logging in.
func TestWhoLeavesLetsOthersAnswer(t *testing.T) {
	refusal := func(text engine.Text) string { return "POST callback 4 [de] " + text.String() + " (private)" }
	closing, doubt := refusal(textClosing), refusal(textAnswerUnknown)
	for _, c := range []struct {
		leave  func(*Connection) error
		want   []string
		within time.Duration
	}{
		{(*Connection).HandOver, []string{"POST callback 4 x", doubt, doubt}, openTimeout},
		{(*Connection).Close, []string{"POST callback 4 x", closing, closing}, 3 * time.Second}, // the second is refused
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, answering(slowly(time.Second, chat.Reply{Text: "x"})), func(c *Config) { c.Turn = &fakeTurn{sure: true} })
			b.api.answered["token-of-3"] = true
			b.receive(command("1"))
			go func() {
				takes(500 * time.Millisecond)
				b.receive(command("2"))
				b.receive(command("3"))
			}()
			takes(time.Millisecond)
			began := time.Now()
			if err := c.leave(b.Connection); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > c.within || took < c.within-time.Second {
				t.Errorf("left after %v, want %v", took, c.within)
			}
			b.expect(t, c.want...)
			if last := b.api.calls[len(b.api.calls)-1].At; last < deferAfter {
				t.Errorf("told after %v", last)
			}
		})
	}
}

// fakeTurn tells which copy answers: this one if sure. Otherwise, after a delay, the result of
// ours, or nobody if that is nil.
type fakeTurn struct {
	sure  bool
	after time.Duration
	ours  *bool
}

func (f *fakeTurn) Sure() bool { return f.sure }

func (f *fakeTurn) Await(ctx context.Context, came time.Time) (bool, error) {
	if f.ours == nil {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return *f.ours, pause(ctx, f.after-time.Since(came))
}

// TestWhoCannotTellLetsOthersAnswer: a copy that cannot tell whether another has taken over handles
// nothing, answers later than that copy would, and does not replace its answer.
func TestWhoCannotTellLetsOthersAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turn fakeTurn
		b := newBench(t, answering(chat.Reply{Text: "x"}), func(c *Config) { c.Turn = &turn })
		b.api.answered["token-of-2"] = true // by the other copy
		b.receive(command("1"))
		b.receive(command("2"))
		b.receive(wire("3", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`))
		pass(time.Minute)
		turn.sure = true
		b.receive(command("4"))
		doubt := "POST callback 4 [de] " + textAnswerUnknown.String() + " (private)"
		b.expect(t, doubt, doubt, "POST callback 4 x")
		if at := b.api.calls[0].At; at <= deferAfter || at > firstBy {
			t.Errorf("it speaks after %v", at)
		}
	})
}

// TestWhoIsNextAnswersForWhoIsSilent: an interaction received by two copies is handled by the right
// one, in order, unless the other has acknowledged it meanwhile.
func TestWhoIsNextAnswersForWhoIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		ours := true
		turn := fakeTurn{after: 1200 * time.Millisecond, ours: &ours}
		b := newBench(t, fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, r.ID)
			return chat.Reply{Text: "x"}
		}}, func(c *Config) { c.Turn = &turn })
		const n = 20
		b.api.answered["token-of-1000"] = true // by the other copy
		for i := range n + 1 {
			b.receive(command(fmt.Sprint(1000 + i)))
		}
		pass(time.Minute)
		ours = false
		b.receive(command("1100"))
		pass(time.Minute)
		if len(order) != n || order[0] != "1001" || !slices.IsSorted(order) {
			t.Errorf("order %v", order)
		}
		claims := 0
		for _, call := range b.api.calls {
			if call.At < turn.after || call.At > deferAfter {
				t.Errorf("answered after %v", call.At)
			}
			if call.String() == "POST callback 5" {
				claims++
			}
		}
		if calls := len(b.api.calls); claims != n+1 || calls != 2*n+1 {
			t.Errorf("%d calls: %q", calls, b.api.lines())
		}
	})
}

// TestWhoIsNextAnswersInTimeInABusyChannel: an interaction received by two copies is acknowledged
// within Discord's limit even if its channel is busy for longer, and handled afterwards.
func TestWhoIsNextAnswersInTimeInABusyChannel(t *testing.T) {
	const long = 10 * time.Second
	ours := true
	for name, c := range map[string]struct {
		turn fakeTurn
		want []string
		last time.Duration
	}{
		"it answers":     {fakeTurn{ours: &ours}, []string{"POST callback 5", "POST callback 5", "PATCH @original x", "PATCH @original x"}, 2 * long},
		"it cannot tell": {fakeTurn{}, []string{"POST callback 5", "POST callback 4 [de] " + textAnswerUnknown.String() + " (private)", "PATCH @original x"}, long},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turn := fakeTurn{sure: true}
				b := newBench(t, late(long, chat.Reply{Text: "x"}), func(c *Config) { c.Turn = &turn })
				b.receive(command("1"))
				turn = c.turn
				b.receive(command("2"))
				b.expect(t, c.want...)
				if told := b.api.calls[1].At; told > firstBy {
					t.Errorf("told after %v", told)
				}
				if last := b.api.calls[len(b.api.calls)-1].At; last != c.last {
					t.Errorf("handled by %v, want %v", last, c.last)
				}
			})
		})
	}
}

// TestWhatSomebodyElseAnsweredIsLeft: a copy that is late sends neither an answer nor follow-ups
// after another program's answer. If no other copy of the bot should have answered, it logs that.
func TestWhatSomebodyElseAnsweredIsLeft(t *testing.T) {
	ours := true
	for name, reply := range map[string]chat.Reply{
		"at once": {Text: "x", After: []chat.Reply{{Text: "y"}}},
		"slow": {Later: func(context.Context, func(chat.Reply)) chat.Reply {
			takes(3 * time.Second)
			return chat.Reply{Text: "x"}
		}},
		"shown": {Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
			show(chat.Reply{Text: "half"})
			takes(time.Second)
			return chat.Reply{Text: "x"}
		}},
		"private": {Text: "x", Private: true},
	} {
		for _, turn := range []Turn{nil, &fakeTurn{sure: true}, &fakeTurn{ours: &ours}} {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(reply), func(c *Config) { c.Turn = turn })
				b.api.answered["token-of-1"] = true
				b.receive(command("1"))
				pass(2 * time.Minute)
				if calls := b.api.lines(); len(calls) != 1 || !strings.HasPrefix(calls[0], "POST callback") {
					t.Errorf("%s: %q", name, calls)
				}
				told := strings.Contains(b.log.String(), "another bot or cluster runs with the same token")
				if should := turn == nil || turn.Sure(); told != should || strings.Count(b.log.String(), "WARN") > 1 {
					t.Errorf("%s, turn %+v: it tells its operator:\n%s", name, turn, b.log)
				}
			})
		}
	}
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		b := newBench(t, answering(chat.Reply{Later: func(context.Context, func(chat.Reply)) chat.Reply {
			<-release
			return chat.Reply{Text: "x"}
		}}))
		b.receive(command("1"))
		start := time.Now()
		if err := b.Close(); err == nil {
			t.Error("no error")
		}
		if took := time.Since(start); took > drainBy+2*time.Second {
			t.Errorf("closed after %v", took)
		}
		close(release)
		synctest.Wait() // exchanges that were given up still log
	})
}

func TestThoughtsEndBeforeTheToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
			<-ctx.Done()
			return chat.Reply{Text: "enough"}
		}}))
		b.receive(command("1"))
		b.expect(t, "POST callback 5", "PATCH @original enough")
		if at := b.api.calls[1].At; at < 14*time.Minute || at >= 15*time.Minute {
			t.Errorf("ended after %v", at)
		}
	})
}
