package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// testKey signs the tests' requests as Discord.
var testKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

func publicKey(key ed25519.PrivateKey) string {
	return hex.EncodeToString(key.Public().(ed25519.PublicKey))
}

// byHTTP configures a bench with an HTTP endpoint.
func byHTTP(c *Config) {
	c.Endpoint, c.PublicKey = "127.0.0.1:0", publicKey(testKey)
}

// signed returns a request signed as by Discord at a time.
func signed(ctx context.Context, address string, at time.Time, body []byte) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	stamp := strconv.FormatInt(at.Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(testKey, append([]byte(stamp), body...))))
	return r
}

// flushed is a recorder that signals when the answer is sent.
type flushed struct {
	*httptest.ResponseRecorder
	tell func()
}

func (f flushed) Flush() { f.tell() }

// deliver serves a request. learns is the time until Discord knows the answer's webhook.
func (b *bench) deliver(r *http.Request, learns time.Duration) *httptest.ResponseRecorder {
	learn := func() {
		b.api.mu.Lock()
		defer b.api.mu.Unlock()
		b.api.answered["token-of-1"] = true
	}
	w := flushed{httptest.NewRecorder(), func() {
		if learns == 0 {
			learn()
		} else {
			time.AfterFunc(learns, learn)
		}
	}}
	b.transport.(*endpoint).server.Handler.ServeHTTP(w, r)
	return w.ResponseRecorder
}

// interaction delivers an interaction signed now.
func (b *bench) interaction(raw []byte) *httptest.ResponseRecorder {
	return b.deliver(signed(context.Background(), "http://bot.test"+endpointPath, time.Now(), raw), 0)
}

// responded returns the answer in a response, as a call.
func responded(t *testing.T, r *http.Response) apiCall {
	t.Helper()
	defer r.Body.Close()
	c := apiCall{What: "RESPONSE"}
	if r.StatusCode != http.StatusOK {
		c.What = fmt.Sprint("RESPONSE ", r.StatusCode)
		return c
	}
	if err := c.read(&http.Request{Header: r.Header, Body: r.Body}); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEndpointAnswersInTheResponse(t *testing.T) {
	const tooLong = 2 * time.Second
	board := chat.Attachment{Name: "board.png", Data: []byte("PNG"), Alt: "Red has c3"}
	sorry := "[de] " + textPanicked.String() + " (private)"
	tests := []struct {
		name string
		bot  fakeBot
		in   json.RawMessage
		says string
		want []string // the calls after it
	}{
		{"at once", answering(chat.Reply{Text: "hello"}), command("1"), "RESPONSE 4 hello", nil},
		{"at once, private", answering(chat.Reply{Text: "no", Private: true}), command("1"), "RESPONSE 4 no (private)", nil},
		{"a press updates", answering(chat.Reply{Text: "board", Update: true}), press("1"), "RESPONSE 7 board", nil},
		{"a form", answering(chat.Reply{Form: &chat.Form{Title: "Move", Action: "f", Fields: []chat.Field{{ID: "cell", Label: "Cell"}}}}), press("1"), "RESPONSE 9", nil},
		{"a picture", answering(slowly(time.Second, chat.Reply{Text: "board", Files: []chat.Attachment{board}})), command("1"), "RESPONSE 4 board", nil},
		{"deferred", answering(slowly(tooLong, chat.Reply{Text: "board"})), command("1"), "RESPONSE 5", []string{"PATCH @original board"}},
		{"deferred in private", answering(slowly(tooLong, chat.Reply{Text: "hint", Private: true})), command("1"), "RESPONSE 5 (private)", []string{"PATCH @original hint"}},
		{"deferred update", answering(slowly(tooLong, chat.Reply{Text: "board", Update: true})), press("1"), "RESPONSE 6", []string{"PATCH @original board"}},
		{"a slow store, then a refusal", late(tooLong, chat.Reply{Text: "no", Private: true}), command("1"), "RESPONSE 5", []string{"DELETE @original", "POST webhook no (private)"}},
		{"messages after", answering(chat.Reply{Text: "one", After: []chat.Reply{{Text: "two"}}}), command("1"), "RESPONSE 4 one", []string{"POST webhook two"}},
		{"suggestions", answering(chat.Reply{Suggestions: []chat.Suggestion{{Name: "c5", Value: "c5"}}}), wire("1", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`), "RESPONSE 8", nil},
		{"a panic", fakeBot{handle: func(context.Context, chat.Request) chat.Reply { panic("what ann wrote") }}, command("1"), "RESPONSE 4 " + sorry, nil},
		{"garbled", answering(chat.Reply{Text: "x"}), command("1", `{"member":{"user":{"id":5}}}`), "RESPONSE 4 [de] " + textGarbled.String() + " (private)", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, tt.bot, byHTTP)
				got := responded(t, b.interaction(tt.in).Result())
				if got.String() != tt.says {
					t.Errorf("%s, want %s\nlog:\n%s", got, tt.says, b.log)
				}
				if tt.name == "a picture" {
					if diff := cmp.Diff(map[string]string{"files[0] board.png image/png": "PNG"}, got.Files); diff != "" {
						t.Errorf("files (-want +got):\n%s", diff)
					}
				}
				b.expect(t, tt.want...)
				if strings.Contains(b.log.String(), "what ann wrote") {
					t.Errorf("the log has what people wrote:\n%s", b.log)
				}
			})
		})
	}
}

func TestEndpointAcknowledgesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(time.Minute, chat.Reply{Text: "done"})), byHTTP)
		if got := responded(t, b.interaction(command("1")).Result()); got.kind() != answerDeferMessage {
			t.Error(got)
		}
		if took := time.Since(b.api.start); took != deferAfter {
			t.Errorf("acknowledged after %v", took)
		}
		b.expect(t, "PATCH @original done")
	})
}

func TestEndpointAnswersPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP)
		w := b.interaction([]byte(`{"type":1,"id":"1","application_id":"` + testApp + `","token":"token-of-1","version":1}`))
		if w.Code != http.StatusOK || w.Body.String() != `{"type":1}` || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%d %s %v", w.Code, w.Body, w.Header())
		}
		b.expect(t)
	})
}

func TestEndpointRefuses(t *testing.T) {
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, ed25519.SeedSize))
	ok := command("1")
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	body := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		}
	}
	tests := []struct {
		name   string
		age    time.Duration
		body   []byte
		change func(r *http.Request)
		want   int
		lines  int // in the log
	}{
		{"no signature", 0, ok, func(r *http.Request) { r.Header.Del("X-Signature-Ed25519") }, 401, 1},
		{"no time", 0, ok, func(r *http.Request) { r.Header.Del("X-Signature-Timestamp") }, 401, 1},
		{"a signature that is no hexadecimal number", 0, ok, header("X-Signature-Ed25519", strings.Repeat("x", 128)), 401, 1},
		{"a short signature", 0, ok, header("X-Signature-Ed25519", "00"), 401, 1},
		{"a signature by nobody", 0, ok, header("X-Signature-Ed25519", strings.Repeat("0", 128)), 401, 1},
		{"a signature by somebody else", 0, ok, header("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(other, ok))), 401, 1},
		{"a time that is no number", 0, ok, header("X-Signature-Timestamp", "now"), 401, 1},
		{"a time that is not what was signed", time.Second, ok, func(r *http.Request) {
			r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(time.Now().Unix(), 10))
		}, 401, 1},
		{"a body that is not what was signed", 0, ok, body(string(command("2"))), 401, 1},
		{"an empty body for one", 0, ok, body(""), 401, 1},
		{"an old request", freshness + time.Second, ok, nil, 401, 1},
		{"a request from the future", -freshness - time.Second, ok, nil, 401, 1},
		{"a time beyond all", 0, ok, header("X-Signature-Timestamp", "-9223372036854775808"), 401, 1},
		{"a body that is too large", 0, bytes.Repeat([]byte(" "), maxBody+1), nil, 413, 1},
		{"a body that is too large and does not say so", 0, bytes.Repeat([]byte(" "), maxBody+1), func(r *http.Request) { r.ContentLength = -1 }, 413, 1},
		{"no JSON", 0, []byte(`{`), nil, 400, 1},
		{"nothing", 0, nil, nil, 400, 1},
		{"a list", 0, []byte(`[1]`), nil, 400, 1},
		{"a type of the future", 0, wire("1", 77, `{}`), nil, 400, 1},
		{"no way to answer", 0, command("1", `{"token":7,"member":null}`), nil, 400, 1},
		{"garbled typing", 0, wire("1", 4, `[]`), nil, 400, 1},
		{"another method", 0, ok, func(r *http.Request) { r.Method = http.MethodPut }, 405, 0},
		{"reading", 0, nil, func(r *http.Request) { r.Method = http.MethodGet }, 405, 0},
		{"another path", 0, ok, func(r *http.Request) { r.URL.Path = "/" }, 404, 0},
		{"a path below", 0, ok, func(r *http.Request) { r.URL.Path = endpointPath + "/x" }, 404, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
					t.Errorf("handled: %+v", r)
					return chat.Reply{Text: "x"}
				}}, byHTTP)
				r := signed(t.Context(), "http://bot.test"+endpointPath, time.Now().Add(-tt.age), tt.body)
				if tt.change != nil {
					tt.change(r)
				}
				w := b.deliver(r, 0)
				pass(watch.RefusalsEvery)
				if lines := strings.Count(b.log.String(), "\n"); w.Code != tt.want || lines != tt.lines {
					t.Errorf("status %d, want %d; log:\n%s", w.Code, tt.want, b.log)
				}
				if strings.Contains(b.log.String(), "Ann") {
					t.Errorf("the log has what was sent:\n%s", b.log)
				}
				b.expect(t)
			})
		})
	}
}

// A flood of unsigned requests does not flood the log.
func TestEndpointLogsRefusalsOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP)
		for range 1000 {
			r := signed(t.Context(), "http://bot.test"+endpointPath, time.Now(), command("1"))
			r.Header.Del("X-Signature-Ed25519")
			if w := b.deliver(r, 0); w.Code != http.StatusUnauthorized {
				t.Fatalf("status %d", w.Code)
			}
			takes(100 * time.Millisecond)
		}
		pass(watch.RefusalsEvery)
		log := b.log.String()
		if n := strings.Count(log, "\n"); n != 2 || !strings.Contains(log, "unsigned:600") && !strings.Contains(log, "unsigned:601") {
			t.Errorf("100 s of refusals are told in %d lines:\n%s", n, log)
		}
	})
}

func TestEndpointTakesClocksThatDiffer(t *testing.T) {
	for _, age := range []time.Duration{freshness - time.Second, time.Second - freshness} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP)
			w := b.deliver(signed(t.Context(), "http://bot.test"+endpointPath, time.Now().Add(-age), command("1")), 0)
			if w.Code != http.StatusOK {
				t.Errorf("%v: status %d", age, w.Code)
			}
		})
	}
}

// While a signature is fresh, anybody who has seen a request could replay it.
func TestEndpointHandlesARepeatedRequestOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		handled := map[string]int{}
		b := newBench(t, fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
			mu.Lock()
			defer mu.Unlock()
			if handled[r.ID]++; r.ID == "1" {
				return slowly(time.Second, chat.Reply{Text: "x"})
			}
			return chat.Reply{Text: "x"}
		}}, byHTTP)
		seen := time.Now().Add(freshness) // sent by a clock that is ahead
		repeat := func() *httptest.ResponseRecorder {
			return b.deliver(signed(t.Context(), "http://bot.test"+endpointPath, seen, command("1")), 0)
		}
		var running sync.WaitGroup
		running.Go(func() {
			if w := repeat(); w.Code != http.StatusOK {
				t.Errorf("status %d", w.Code)
			}
		})
		takes(time.Millisecond)
		if w := repeat(); w.Code != http.StatusAccepted || w.Body.Len() != 0 {
			t.Errorf("while it is worked on: status %d, %s", w.Code, w.Body)
		}
		running.Wait()
		const others = 2048
		for i := range others {
			if w := b.interaction(command(strconv.Itoa(1000 + i))); w.Code != http.StatusOK {
				t.Fatalf("status %d", w.Code)
			}
			takes(time.Until(seen.Add(freshness)) / others)
		}
		takes(time.Until(seen.Add(freshness - time.Second)))
		if w := repeat(); w.Code != http.StatusAccepted {
			t.Errorf("at the end of its time: status %d", w.Code)
		}
		takes(3 * time.Second)
		if w := repeat(); w.Code != http.StatusUnauthorized {
			t.Errorf("after its time: status %d", w.Code)
		}
		if handled["1"] != 1 {
			t.Errorf("handled %d times", handled["1"])
		}
	})
}

func TestLastingIDsForget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ids := lastingIDs{keep: time.Minute}
		for i := range 10_000 {
			if !ids.add(strconv.Itoa(i)) {
				t.Fatalf("%d is not new", i)
			}
			takes(time.Second)
			if n := len(ids.recent) + len(ids.previous); n > 2*60+10 {
				t.Fatalf("%d are remembered", n)
			}
			if i >= 50 && ids.add(strconv.Itoa(i-50)) {
				t.Fatalf("%d was forgotten within the minute", i-50)
			}
		}
	})
}

func TestEndpointKeepsTheOrderOfAChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		b := newBench(t, fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
			takes(20 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			order = append(order, r.ID)
			return chat.Reply{Text: "x"}
		}}, byHTTP)
		var running sync.WaitGroup
		for i := range 20 {
			running.Go(func() { b.interaction(command(strconv.Itoa(1000 + i))) })
			takes(time.Microsecond)
		}
		running.Wait()
		if len(order) != 20 || !slices.IsSorted(order) {
			t.Errorf("order %v", order)
		}
	})
}

// Discord refuses calls to the webhook until it has processed the response.
func TestEndpointWaitsUntilDiscordKnowsTheAnswer(t *testing.T) {
	tests := []struct {
		name   string
		learns time.Duration
	}{
		{"soon", 100 * time.Millisecond},
		{"late", 5 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(chat.Reply{Text: "one", After: []chat.Reply{{Text: "two"}}}), byHTTP)
				b.deliver(signed(t.Context(), "http://bot.test"+endpointPath, time.Now(), command("1")), tt.learns)
				pass(time.Minute)
				calls := b.api.lines()
				if last := b.api.calls[len(calls)-1]; b.api.messages != 1 || last.At < tt.learns || last.At > 2*tt.learns+time.Second {
					t.Errorf("%d messages; the last call came at %v", b.api.messages, last.At)
				}
				if len(calls) > 8 {
					t.Errorf("%d calls", len(calls))
				}
			})
		})
	}
	t.Run("never", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, answering(chat.Reply{Text: "one", After: []chat.Reply{{Text: "two"}}}), byHTTP)
			b.deliver(signed(t.Context(), "http://bot.test"+endpointPath, time.Now(), command("1")), time.Hour)
			pass(time.Minute)
			if n := len(b.api.lines()); b.api.messages != 0 || n > 8 || !strings.Contains(b.log.String(), "not sent") {
				t.Errorf("%d calls, log:\n%s", n, b.log)
			}
		})
	})
}

// A caller that disconnects loses the answer, and nothing else happens.
func TestEndpointSurvivesItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var handled atomic.Bool
		b := newBench(t, fakeBot{handle: func(context.Context, chat.Request) chat.Reply {
			takes(time.Second)
			handled.Store(true)
			return chat.Reply{Text: "x"}
		}}, byHTTP)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		b.deliver(signed(ctx, "http://bot.test"+endpointPath, time.Now(), command("1")), 0)
		if handled.Load() || time.Since(b.api.start) != time.Second/2 {
			t.Error("the request went on without its caller")
		}
		b.expect(t)
		if !handled.Load() || strings.Count(b.log.String(), "the answer was not sent") != 1 {
			t.Errorf("handled: %v, log:\n%s", handled.Load(), b.log)
		}
	})
}

func TestEndpointTakesNothingNewWhileItCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(2*time.Second, chat.Reply{Text: "x"})), byHTTP)
		var running sync.WaitGroup
		running.Go(func() {
			if got := responded(t, b.interaction(command("1")).Result()); got.kind() != answerDeferMessage {
				t.Error(got)
			}
		})
		takes(time.Second)
		running.Go(func() {
			takes(time.Second / 2)
			if got := responded(t, b.interaction(command("2")).Result()).String(); got != "RESPONSE 4 [de] "+textClosing.String()+" (private)" {
				t.Error(got)
			}
			if w := b.interaction(wire("3", 4, `{"name":"hex"}`)); w.Code != http.StatusServiceUnavailable {
				t.Errorf("typing: status %d", w.Code)
			}
		})
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		running.Wait()
		b.expect(t, "PATCH @original x")
	})
}

func TestEndpointNeedsAKey(t *testing.T) {
	for _, key := range []string{"", "00", strings.Repeat("x", 64), publicKey(testKey) + "00"} {
		_, err := newConnection(answering(chat.Reply{}), Config{Endpoint: "127.0.0.1:0", PublicKey: key}, discard)
		if err == nil || !strings.Contains(err.Error(), "64 hexadecimal digits") {
			t.Errorf("%q: %v", key, err)
		}
	}
}
