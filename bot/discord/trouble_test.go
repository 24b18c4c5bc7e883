package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// silence is a transport that responds to some calls, and then to none.
type silence struct {
	answered int64
	calls    atomic.Int64
}

func (s *silence) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.calls.Add(1) <= s.answered {
		return response(r, http.StatusNoContent, nil, ""), nil
	}
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// Discord stops responding: every call returns, and the connection closes. The bubble would report
// a call without a deadline as a deadlock.
func TestNoCallHangs(t *testing.T) {
	suggest := wire("1", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`)
	attached := wire("1", 2, `{"name":"hex","options":[{"name":"game","type":11,"value":"8"}],
		"resolved":{"attachments":{"8":{"filename":"g.sgf","size":5,"url":"http://cdn.test/g.sgf"}}}}`)
	receive := func(in json.RawMessage) func(*bench) error {
		return func(b *bench) error { b.receive(in); b.busy.Wait(); return nil }
	}
	tests := []struct {
		name  string
		reply chat.Reply
		call  func(b *bench) error
		by    time.Duration
		heard int64 // calls with a response
		calls int64 // minimum number of calls
	}{
		{"an answer", chat.Reply{Text: "x"}, receive(command("1")), 30 * time.Second, 0, 1},
		{"an edit", slowly(2*time.Second, chat.Reply{Text: "x"}), receive(command("1")), 30 * time.Second, 1, 2},
		{"suggestions", chat.Reply{}, receive(suggest), 4 * time.Second, 0, 1},
		{"a file to fetch", chat.Reply{Text: "x"}, receive(attached), 30 * time.Second, 0, 2},
		{"a post", chat.Reply{}, func(b *bench) error {
			return b.Post(context.Background(), testChan, chat.Reply{Text: "x"})
		}, postBy + time.Second, 0, 1},
		{"the commands", chat.Reply{}, func(b *bench) error {
			return b.syncCommands(context.Background(), testApp)
		}, 2 * time.Minute, 0, attempts},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(tt.reply))
				line := &silence{answered: tt.heard}
				b.client.Transport = line
				start := time.Now()
				_ = tt.call(b) // it only has to return
				if took := time.Since(start); took > tt.by || line.calls.Load() < tt.calls {
					t.Errorf("returned after %v and %d calls, want at most %v and at least %d", took, line.calls.Load(), tt.by, tt.calls)
				}
			})
		})
	}
}

// A panic caused by a request must not end the program, and the person is told.
func TestPanicsAreCaught(t *testing.T) {
	panicking := func(context.Context, func(chat.Reply)) chat.Reply { panic("what ann wrote") }
	sorry := "[de] " + textPanicked.String() + " (private)"
	handler := fakeBot{handle: func(context.Context, chat.Request) chat.Reply { panic("what ann wrote") }}
	suggest := wire("1", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`)
	tests := []struct {
		name string
		bot  Handler
		call func(b *bench)
		want []string
	}{
		{"in Handle", handler, func(b *bench) { b.receive(command("1")) }, []string{"POST callback 4 " + sorry}},
		{"in suggestions", handler, func(b *bench) { b.receive(suggest) }, []string{"POST callback 8"}},
		{"in Later", answering(chat.Reply{Later: panicking}), func(b *bench) { b.receive(command("1")) }, []string{"POST callback 4 " + sorry}},
		{
			"in Later after it showed something", answering(chat.Reply{Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
				show(chat.Reply{Text: "half"})
				takes(time.Second)
				panic("what ann wrote")
			}}), func(b *bench) { b.receive(command("1")) },
			[]string{"POST callback 4 half", "DELETE @original", "POST webhook " + sorry},
		},
		{
			"in After", answering(chat.Reply{Text: "x", After: []chat.Reply{{Later: panicking}}}), func(b *bench) { b.receive(command("1")) },
			[]string{"POST callback 4 x", "POST webhook " + sorry},
		},
		{"in Translate", mute{}, func(b *bench) { b.receive(command("1", `{"member":null}`)) }, nil},
		{"in a post", fakeBot{}, func(b *bench) {
			if err := b.Post(context.Background(), testChan, chat.Reply{Later: panicking}); !errors.Is(err, watch.ErrPanicked) {
				t.Errorf("post: %v, want ErrPanicked", err)
			}
		}, nil},
		{"after a post", fakeBot{}, func(b *bench) {
			_ = b.Post(context.Background(), testChan, chat.Reply{Text: "x", After: []chat.Reply{{Later: panicking}}})
		}, []string{"POST messages x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, tt.bot)
				tt.call(b)
				b.expect(t, tt.want...)
				if log := b.log.String(); !strings.Contains(log, "trouble_test.go") || strings.Contains(log, "what ann wrote") {
					t.Errorf("the log says not where it was, or what people wrote:\n%s", log)
				}
			})
		})
	}
}

// mute cannot translate.
type mute struct{ fakeBot }

func (mute) Translate(string, engine.Text) string { panic("what ann wrote") }

// If Discord does not tell whether it accepted the first answer, the person must not be left
// waiting for an answer that never comes.
func TestAnswersThatNobodyHeardOf(t *testing.T) {
	unknown := func(apiCall) (int, http.Header, string, error) {
		return 404, nil, `{"code":10015,"message":"Unknown Webhook"}`, nil
	}
	lost := errors.New("connection reset")
	tests := []struct {
		name  string
		reply chat.Reply
		takes bool // Discord accepts the unanswered call
		want  []string
	}{
		{"an answer got through", chat.Reply{Text: "x"}, true, []string{"PATCH @original x"}},
		{"an answer did not", chat.Reply{Text: "x"}, false, []string{"PATCH @original x"}},
		{"the acknowledgement got through", slowly(4*time.Second, chat.Reply{Text: "x"}), true, []string{"PATCH @original x"}},
		{"the acknowledgement did not", slowly(4*time.Second, chat.Reply{Text: "x"}), false, []string{"PATCH @original x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(tt.reply))
				b.api.fault = func(c apiCall) (int, http.Header, string, error) {
					switch {
					case c.What == "POST callback":
						b.api.answered["token-of-1"] = b.api.answered["token-of-1"] || tt.takes
						return 0, nil, "", lost
					case !b.api.answered["token-of-1"]:
						return unknown(c)
					}
					return 0, nil, "", nil
				}
				b.receive(command("1"))
				pass(time.Hour)
				got := slices.DeleteFunc(b.api.lines(), func(line string) bool { return strings.HasPrefix(line, "POST callback") })
				if !slices.Equal(got, tt.want) {
					t.Errorf("calls %v, want %v", got, tt.want)
				}
				if told := strings.Contains(b.log.String(), "the answer was not sent"); told == tt.takes {
					t.Errorf("log:\n%s", b.log)
				}
			})
		})
	}
}

// All attempts to acknowledge failed, and there is still time.
func TestFirstAnswerAfterAFailedAcknowledgement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(2500*time.Millisecond, chat.Reply{Text: "x"})))
		b.api.fault = faults("POST callback", nil, "<html>", 502, 502, 502, 502)
		b.receive(command("1"))
		b.expect(t, "POST callback 5", "POST callback 5", "POST callback 5", "POST callback 5", "PATCH @original x", "POST callback 4 x")
		if last := b.api.calls[len(b.api.calls)-1]; last.At > firstBy {
			t.Errorf("answered after %v", last.At)
		}
	})
}

// There is nothing to take away where the acknowledgement was lost.
func TestPrivateAnswerAfterAFailedAcknowledgement(t *testing.T) {
	for name, reply := range map[string]chat.Reply{"a message": {Text: "x", Private: true}, "a board": {Text: "x", Private: true, Board: &fakeTracker{}}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, late(2500*time.Millisecond, reply))
				b.api.fault = faults("POST callback", nil, "<html>", 502, 502, 502, 502)
				b.receive(command("1"))
				b.expect(t, "POST callback 5", "POST callback 5", "POST callback 5", "POST callback 5", "DELETE @original", "POST callback 4 x (private)")
			})
		})
	}
}

// A first answer limited for longer than there is time is only logged: it is neither slept through
// nor sent another way.
func TestRateLimitedAnswerIsLogged(t *testing.T) {
	for name, reply := range map[string]chat.Reply{"at once": {Text: "x"}, "later": slowly(2*time.Second, chat.Reply{Text: "x"})} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(reply))
				b.api.fault = faults("POST callback", nil, `{"message":"slow","retry_after":60}`, 429, 429, 429)
				b.receive(command("1"))
				start := time.Now()
				b.busy.Wait()
				if took := time.Since(start); took > 2*time.Second {
					t.Errorf("given up after %v", took)
				}
				if got := b.api.lines(); len(got) != 1 {
					t.Errorf("calls %v", got)
				}
				if !strings.Contains(b.log.String(), "the answer was not sent") {
					t.Errorf("log:\n%s", b.log)
				}
			})
		})
	}
}

func TestGuestsGetFewMessages(t *testing.T) {
	const guest = `{"authorizing_integration_owners":{"1":"` + testUser + `"}}`
	for more, want := range map[string]int{guest: maxFollowed, `{}`: 8} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, answering(chat.Reply{Text: "x", After: slices.Repeat([]chat.Reply{{Text: "y"}}, 8)}))
			b.receive(command("1", more))
			pass(time.Hour)
			if got := len(b.api.lines()) - 1; got != want {
				t.Errorf("%s: %d messages after the answer, want %d", more, got, want)
			}
		})
	}
}

// Files larger than the interaction's limit, or Discord's, are replaced by text.
func TestFilesBeyondTheLimitBecomeWords(t *testing.T) {
	small := chat.Attachment{Name: "b.png", Data: make([]byte, 1000), Alt: "Red has c3"}
	large := chat.Attachment{Name: "b.png", Data: make([]byte, 1001), Alt: "Red has c3"}
	huge := chat.Attachment{Name: "g.gif", Data: make([]byte, 9<<20), Alt: "the whole game"}
	const limit = `{"attachment_size_limit":1000}`
	tests := []struct {
		name  string
		files []chat.Attachment
		more  string
		sent  int
		text  string
	}{
		{"within the limit", []chat.Attachment{small}, limit, 1, "x"},
		{"beyond it", []chat.Attachment{small, large}, limit, 1, "x\n[de] (b.png is too large to be sent here.) Red has c3"},
		{"no limit told", []chat.Attachment{huge}, `{}`, 1, "x"},
		{"beyond Discord's", []chat.Attachment{{Name: "g.gif", Data: make([]byte, 10<<20+1)}}, `{}`, 0, "x\n[de] (g.gif is too large to be sent here.)"},
		{"too much in one request", []chat.Attachment{huge, huge, huge}, `{}`, 2, "x\n[de] (g.gif is too large to be sent here.) the whole game"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(chat.Reply{Text: "x", Files: tt.files}))
				b.receive(command("1", tt.more))
				b.expect(t, "POST callback 4 "+tt.text)
				if c := b.api.calls[0]; len(c.Files) != tt.sent || len(c.message()["attachments"].([]any)) != tt.sent {
					t.Errorf("%d files sent, want %d", len(c.Files), tt.sent)
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{})
		if err := b.Post(context.Background(), testChan, chat.Reply{Text: "x", Files: []chat.Attachment{{Name: "g.gif", Data: make([]byte, 10<<20+1)}}}); err != nil {
			t.Error(err)
		}
		b.expect(t, "POST messages x\n[] (g.gif is too large to be sent here.)")
	})
}

// However an answer is sent, it notifies only those whom the reply mentions.
func TestNobodyElseIsCalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "@everyone <@5> <@&6>", Mentions: []string{"7"}, After: []chat.Reply{{Text: "<@5>"}}}))
		b.receive(command("1"))
		b.busy.Wait()
		if err := b.Post(context.Background(), testChan, chat.Reply{Text: "<@5>"}); err != nil {
			t.Error(err)
		}
		for i, want := range []string{`{"parse":[],"users":["7"]}`, `{"parse":[],"users":[]}`, `{"parse":[],"users":[]}`} {
			got, err := json.Marshal(b.api.calls[i].message()["allowed_mentions"])
			if err != nil || string(got) != want {
				t.Errorf("%s: allowed_mentions %s, want %s", b.api.calls[i], got, want)
			}
		}
	})
}

// No call about an interaction contains the bot's token.
func TestTokenStaysOutOfEveryKindOfAnswer(t *testing.T) {
	form := &chat.Form{Title: "Move", Action: "f", Fields: []chat.Field{{ID: "cell", Label: "Cell"}}}
	attached := wire("1", 2, `{"name":"hex","options":[{"name":"game","type":11,"value":"8"}],
		"resolved":{"attachments":{"8":{"filename":"g.sgf","size":5,"url":"http://discord.test/api/v9/g.sgf"}}}}`)
	suggest := wire("1", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`)
	for name, tt := range map[string]struct {
		reply chat.Reply
		in    json.RawMessage
	}{
		"suggestions": {chat.Reply{}, suggest}, "a form": {chat.Reply{Form: form}, press("1")},
		"a file": {chat.Reply{Text: "x"}, attached}, "a refusal": {chat.Reply{}, command("1", `{"member":null}`)},
		"a deletion": {slowly(2*time.Second, chat.Reply{Text: "x", Refused: true}), command("1")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(tt.reply))
				b.receive(tt.in)
				pass(time.Hour)
				if len(b.api.calls) == 0 {
					t.Error("no call")
				}
				for _, c := range b.api.calls {
					if c.Auth != "" {
						t.Errorf("%s: Authorization %q", c, c.Auth)
					}
				}
			})
		})
	}
}

// All routes of a channel or an interaction may share a limit, and only the response to one call
// shows whether another is allowed.
func TestRoutesShareLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(2*time.Second, chat.Reply{Text: "x", After: []chat.Reply{{Text: "y"}}})))
		b.api.fault = func(c apiCall) (int, http.Header, string, error) {
			if c.What == "PATCH @original" && strings.Contains(c.Path, "token-of-1/") {
				return 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"1.5"}}, `{"id":"1"}`, nil
			}
			return 0, nil, "", nil
		}
		b.receive(command("1"))
		b.receive(command("2", `{"channel_id":"8"}`))
		b.busy.Wait()
		for _, c := range b.api.calls {
			want := 2 * time.Second
			if strings.Contains(c.Path, "token-of-1?") {
				want += 1500 * time.Millisecond
			}
			if c.What == "POST webhook" && c.At != want {
				t.Errorf("%s came at %v, want %v", c.Path, c.At, want)
			}
		}
		if len(b.api.calls) != 6 {
			t.Errorf("calls %v", b.api.lines())
		}
	})
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(1)
		c := restCall{path: "channels/5/messages"}
		leave, err := l.acquire(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := l.acquire(ctx, restCall{path: "channels/5/messages/6"}); err == nil {
			t.Error("two calls of a channel are on their way at once")
		}
		if next, err := l.acquire(context.Background(), restCall{path: "channels/6/messages"}); err != nil {
			t.Error(err)
		} else {
			next()
		}
		leave()
		if next, err := l.acquire(context.Background(), c); err != nil {
			t.Error(err)
		} else {
			next()
		}
	})
}

// When a global rate limit ends, the waiting calls continue at the bot's rate.
func TestWaitingCallsDoNotBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{})
		b.api.fault = faults("POST messages", nil, `{"retry_after":30,"global":true}`, 429)
		for i := range 200 {
			go func() { _ = b.Post(context.Background(), fmt.Sprint(i), chat.Reply{Text: "x"}) }()
		}
		pass(time.Hour)
		var made []time.Duration
		for _, c := range b.api.calls {
			made = append(made, c.At)
			if c.At > 0 && c.At < 30*time.Second {
				t.Fatalf("a call after %v of the 30 s", c.At)
			}
		}
		if len(made) != 201 { // one of them twice
			t.Errorf("%d calls", len(made))
		}
		for i := 50; i < len(made); i++ {
			if within := made[i] - made[i-50]; within <= time.Second {
				t.Fatalf("51 calls within %v", within)
			}
		}
	})
}

// A call that waits for the bot's rate during a global limit also waits for the end of that limit.
func TestShutCatchesThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(1)
		for i := range burst {
			leave, err := l.acquire(context.Background(), restCall{path: fmt.Sprint("channels/", i), asBot: true})
			if err != nil {
				t.Fatal(err)
			}
			leave()
		}
		start := time.Now()
		entered := make(chan time.Duration, 1)
		go func() {
			if leave, err := l.acquire(context.Background(), restCall{path: "channels/9", asBot: true}); err == nil {
				leave()
			}
			entered <- time.Since(start)
		}()
		synctest.Wait() // it waits for its turn
		l.block(globalScope, 30*time.Second)
		if after := <-entered; after < 30*time.Second {
			t.Errorf("let through after %v", after)
		}
	})
}

// TestRateIsShared: three connections of one bot together make no more calls than one.
func TestRateIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, calls := time.Now(), 0
		var all sync.WaitGroup
		var mu sync.Mutex
		for range 3 {
			l := newLimits(3)
			all.Go(func() {
				for i := 0; time.Since(began) < 10*time.Second; i++ {
					leave, err := l.acquire(context.Background(), restCall{path: "channels/" + strconv.Itoa(i), asBot: true})
					if err != nil {
						t.Error(err)
						return
					}
					leave()
					mu.Lock()
					calls++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if calls < 9*perSecond || calls > 11*perSecond {
			t.Errorf("%d calls within 10 s, want about %d", calls, 10*perSecond)
		}
	})
}
