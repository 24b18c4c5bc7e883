package discord

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
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
				time.Sleep(100 * time.Millisecond)
			}
			mu.Lock()
			defer mu.Unlock()
			order = append(order, r.ID)
			return slowly(time.Minute, chat.Reply{Text: "x"}) // which nothing waits for
		}}
		b := newBench(t, bot)
		for i := range 20 {
			b.receive(command(fmt.Sprint(1000 + i)))
		}
		b.receive(command("1020", fmt.Sprintf(`{"channel_id":"%s1"}`, testChan)))
		time.Sleep(2 * time.Millisecond)
		b.receive(wire("1021", 4, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":3,"value":"c","focused":true}]}]}`))
		synctest.Wait()
		if got := handled(); !slices.Equal(got, []string{"1021"}) {
			t.Errorf("%v were handled before the suggestion", got)
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		got := slices.DeleteFunc(handled(), func(id string) bool { return id > "1019" }) // others do not count
		if len(got) != 20 || !slices.IsSorted(got) {
			t.Errorf("order %v", got)
		}
	})
}

func TestProgressIsShownAtMostOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
			for i := range 25 {
				show(chat.Reply{Text: fmt.Sprint(i)})
				time.Sleep(90 * time.Millisecond)
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
		time.Sleep(3 * time.Second)
		return chat.Reply{Text: "whole", Private: true}
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Private: true, Later: later}))
		b.receive(press("1"))
		b.expect(t, "POST callback 4 half (private)", "PATCH @original whole")
	})
}

// A press that was acknowledged as an update, and then is answered by a new message,
// has one new message, which is edited.
func TestProgressAfterTheWrongAcknowledgement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{handle: func(context.Context, chat.Request) chat.Reply {
			time.Sleep(2 * time.Second)
			return chat.Reply{Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
				show(chat.Reply{Text: "half"})
				time.Sleep(2 * time.Second)
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
				<-ctx.Done() // a thought
				ended = true
				return chat.Reply{Text: "cut short"}
			}}
		}})
		b.receive(command("1"))
		b.receive(command("2"))
		time.Sleep(time.Millisecond)
		start := time.Now()
		go func() {
			time.Sleep(500 * time.Millisecond)
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
		synctest.Wait() // what was given up still logs
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
