package playground_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// faulty is a playground behind a proxy that injects faults.
type faulty struct {
	*playground.Server
	*playgroundtest.Proxy

	t *testing.T
}

// APIBase returns the proxy's base URL.
func (f faulty) APIBase() string { return f.Proxy.APIBase() }

func startFaulty(t *testing.T, c playground.Config, expected ...int) faulty {
	t.Helper()
	if c.Clock == nil {
		c.Clock = newClock()
	}
	s := start(t, c, expected...)
	p := playgroundtest.NewProxy(t, s.APIBase(), c.Clock, cmp.Or(c.Network, world.MachineNetwork()))
	return faulty{s, p, t}
}

// say posts a message of the bot, and returns the status.
func say(t *testing.T, s server, text string) int {
	t.Helper()
	return call(t, s, "POST", "channels/"+channels(t, s)[0]+"/messages", `{"content":"`+text+`"}`, asBot(s)).status
}

// contents returns the messages of the first channel.
func contents(t *testing.T, s server) string {
	t.Helper()
	var list []string
	for _, m := range (page{t, s, "you"}).messages("games") {
		list = append(list, m.Content)
	}
	return strings.Join(list, " ")
}

func TestFaultyStatus(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	const route = "POST /channels/*/messages"
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Status, Route: route, Count: 2, Status: 502})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Status, Route: route, Status: 503, After: true})
	if r := call(t, s, "GET", "users/@me", "", asBot(s)); r.status != http.StatusOK {
		t.Errorf("another route: %d", r.status)
	}
	for i, want := range []int{502, 502, 503, 200} {
		if got := say(t, s, fmt.Sprint(i)); got != want {
			t.Errorf("message %d: %d, want %d", i, got, want)
		}
	}
	// The third was handled in spite of its response.
	if got := contents(t, s); got != "2 3" {
		t.Errorf("the messages are %q", got)
	}
	if left := s.Active(); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Status, Status: 403, Code: 50013})
	if r := call(t, s, "GET", "users/@me", "", asBot(s)); r.status != 403 || r.body["code"] != 50013.0 {
		t.Errorf("got %+v", r)
	}
	always := s.Inject(playgroundtest.Fault{Kind: playgroundtest.Status, Count: -1, Status: 500})
	for range 3 {
		if r := call(t, s, "GET", "gateway", "", nil); r.status != 500 || r.body["message"] != "500: Internal Server Error" {
			t.Errorf("got %+v", r)
		}
	}
	if !s.End(always) || s.End(always) {
		t.Error("a fault is ended once")
	}
	if r := call(t, s, "GET", "gateway", "", nil); r.status != http.StatusOK {
		t.Errorf("after the fault: %d", r.status)
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{Clock: world.SystemClock{}})
	const wait = 30 * time.Millisecond
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Latency, Route: "* /gateway", Delay: wait})
	begin := time.Now()
	if r := call(t, s, "GET", "gateway", "", nil); r.status != http.StatusOK || time.Since(begin) < wait {
		t.Errorf("answered %d after %v", r.status, time.Since(begin))
	}
}

// After a broken connection the client has no response, whether or not the server handled the
// request.
func TestBrokenSocket(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	d := session(t, s, s.Token())
	upload := func(name string) error {
		return multipart(t, d, "POST", discordgo.EndpointChannelMessages(channels(t, s)[0]), object{"content": name},
			&discordgo.File{Name: "a.bin", Reader: bytes.NewReader(make([]byte, 1<<20))})
	}
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Cut, Route: "POST /channels/*/messages"})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Cut, Route: "POST /channels/*/messages", After: true})
	for _, name := range []string{"amid", "before-the-answer"} {
		err := upload(name)
		if _, answered := errors.AsType[*discordgo.RESTError](err); err == nil || answered {
			t.Errorf("%s: %v, want a broken connection", name, err)
		}
	}
	if err := upload("whole"); err != nil {
		t.Error(err)
	}
	if got := contents(t, s); got != "before-the-answer whole" {
		t.Errorf("the messages are %q", got)
	}
}

// An injected 429 is no violation, and the interaction can still be answered.
func TestRateLimitedCallback(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	_, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.TooMany, Route: "POST /interactions/*/*/callback", Delay: 250 * time.Millisecond})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.TooMany, Route: "/interactions/*/*/callback", Delay: time.Minute, Global: true})
	answered := func() result {
		return call(t, s, "POST", "interactions/"+i.ID+"/"+i.Token+"/callback", `{"type":4,"data":{"content":"x"}}`, nil)
	}
	r := answered()
	wantHeaders(t, r.header, map[string]string{"Retry-After": "1", "X-RateLimit-Scope": "user", "X-RateLimit-Global": ""})
	if r.status != 429 || r.body["retry_after"] != 0.25 || r.body["global"] != false {
		t.Errorf("got %+v", r)
	}
	r = answered()
	wantHeaders(t, r.header, map[string]string{"Retry-After": "60", "X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"})
	if r.status != 429 || r.body["global"] != true {
		t.Errorf("got %+v", r)
	}
	if r := answered(); r.status != http.StatusNoContent {
		t.Errorf("got %+v", r)
	}
}

func TestFaultThatNeverWas(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	if s.End("1") {
		t.Error("a fault that there never was is ended")
	}
}
