package playground_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// inject makes a fault.
func inject(t *testing.T, s *playground.Server, f playground.Fault) (id string) {
	t.Helper()
	id, err := s.Inject(f)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// say posts a message of the bot, and returns the answer's status.
func say(t *testing.T, s *playground.Server, text string) int {
	t.Helper()
	return call(t, s, "POST", "channels/"+channels(t, s)[0]+"/messages", `{"content":"`+text+`"}`, asBot(s)).status
}

// contents are those of the messages in the first channel.
func contents(t *testing.T, s *playground.Server) string {
	t.Helper()
	var list []string
	for _, m := range (page{t, s, "you"}).messages("games") {
		list = append(list, m.Content)
	}
	return strings.Join(list, " ")
}

func TestFaultyStatus(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	const route = "POST /channels/*/messages"
	inject(t, s, playground.Fault{Kind: playground.FaultStatus, Route: route, Count: 2, Status: 502})
	inject(t, s, playground.Fault{Kind: playground.FaultStatus, Route: route, Status: 503, After: true})
	if r := call(t, s, "GET", "users/@me", "", asBot(s)); r.status != http.StatusOK {
		t.Errorf("another route: %d", r.status)
	}
	for i, want := range []int{502, 502, 503, 200} {
		if got := say(t, s, fmt.Sprint(i)); got != want {
			t.Errorf("message %d: %d, want %d", i, got, want)
		}
	}
	// The third was handled, though its answer says otherwise.
	if got := contents(t, s); got != "2 3" {
		t.Errorf("the messages are %q", got)
	}
	if left := s.Faults(); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
	always := inject(t, s, playground.Fault{Kind: playground.FaultStatus, Count: -1, Status: 500})
	for range 3 {
		if r := call(t, s, "GET", "gateway", "", nil); r.status != 500 || r.body["message"] != "500: Internal Server Error" {
			t.Errorf("got %+v", r)
		}
	}
	if !s.EndFault(always) || s.EndFault(always) {
		t.Error("a fault is ended once")
	}
	if r := call(t, s, "GET", "gateway", "", nil); r.status != http.StatusOK {
		t.Errorf("after the fault: %d", r.status)
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{Clock: systemClock{}})
	const wait = 30 * time.Millisecond
	inject(t, s, playground.Fault{Kind: playground.FaultLatency, Route: "* /gateway", Delay: wait})
	begin := time.Now()
	if r := call(t, s, "GET", "gateway", "", nil); r.status != http.StatusOK || time.Since(begin) < wait {
		t.Errorf("answered %d after %v", r.status, time.Since(begin))
	}
}

// systemClock is the time that passes.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// A socket that breaks leaves the client without an answer, whether or not the server
// did what it was asked.
func TestBrokenSocket(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := session(t, s, s.Token())
	upload := func(name string) error {
		return multipart(t, d, "POST", discordgo.EndpointChannelMessages(channels(t, s)[0]), object{"content": name},
			&discordgo.File{Name: "a.bin", Reader: bytes.NewReader(make([]byte, 1<<20))})
	}
	inject(t, s, playground.Fault{Kind: playground.FaultCut, Route: "POST /channels/*/messages"})
	inject(t, s, playground.Fault{Kind: playground.FaultCut, Route: "POST /channels/*/messages", After: true})
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

// A 429 that the bot did not cause is no violation, and uses up no answer.
func TestRateLimitedCallback(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	_, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	inject(t, s, playground.Fault{Kind: playground.FaultTooMany, Route: "POST /interactions/*/*/callback", Delay: 250 * time.Millisecond})
	inject(t, s, playground.Fault{Kind: playground.FaultTooMany, Route: "/interactions/*/*/callback", Delay: time.Minute, Global: true})
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

// A fault may make it later than any deadline.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock}, 10062, 50027)
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	jump := func(d time.Duration) { inject(t, s, playground.Fault{Kind: playground.FaultClock, Delay: d}) }

	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	jump(3*time.Second + time.Millisecond)
	wantCode(t, d.InteractionRespond(i, answer("too late")), 404, 10062)

	p.do("run", object{"text": "/ping"})
	i = next(t, came)
	jump(2 * time.Second)
	if err := d.InteractionRespond(i, answer("in time")); err != nil {
		t.Error(err)
	}
	jump(15*time.Minute - time.Second)
	_, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "too late"})
	wantCode(t, err, 401, 50027)

	// A deadline passes when jump and clock together say so.
	got := make(chan reply)
	go func() { got <- p.run("/ping") }()
	next(t, came)
	jump(2 * time.Second)
	select {
	case r := <-got:
		t.Errorf("noticed after 2 seconds: %+v", r)
	default:
	}
	clock.advance(time.Second)
	if r := <-got; r.Notice == "" {
		t.Errorf("got %+v", r)
	}
}

func TestMute(t *testing.T) {
	t.Parallel()
	tests := []struct {
		code int
		sees bool
		has  func(permissions int64) bool
	}{
		{50013, true, func(p int64) bool { return p&(1<<10) != 0 && p&(1<<11) == 0 }},
		{50001, false, func(p int64) bool { return p&(1<<10|1<<11) == 0 }},
		{50007, true, func(p int64) bool { return p&(1<<10) != 0 && p&(1<<11) != 0 }}, // as a person forbids it
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.code), func(t *testing.T) {
			t.Parallel()
			s := start(t, playground.Config{}, tt.code)
			d, came := inbox(t, s, ping())
			ids := channels(t, s)
			mute := inject(t, s, playground.Fault{Kind: playground.FaultMute, Channel: ids[0], Code: tt.code})
			_, err := d.ChannelMessageSend(ids[0], "x")
			wantCode(t, err, 403, tt.code)
			wantCode(t, d.ChannelTyping(ids[0]), 403, tt.code)
			if _, err := d.ChannelMessages(ids[0], 10, "", "", ""); (err == nil) != tt.sees {
				t.Errorf("reading: %v", err)
			}
			if _, err := d.ChannelMessageSend(ids[1], "x"); err != nil {
				t.Errorf("another channel: %v", err)
			}
			page{t, s, "you"}.do("run", object{"text": "/ping"})
			i := next(t, came)
			if !tt.has(i.AppPermissions) {
				t.Errorf("app_permissions are %d", i.AppPermissions)
			}
			// Answers need no permission.
			if err := d.InteractionRespond(i, answer("x")); err != nil {
				t.Error(err)
			}
			s.EndFault(mute)
			if _, err := d.ChannelMessageSend(ids[0], "x"); err != nil {
				t.Errorf("after the fault: %v", err)
			}
		})
	}
}

// Where only its user installed it, the bot may answer, with 5 follow-ups, and nothing
// else.
func TestGuest(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 40094, 50001)
	both := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
	mobile := &discordgo.ApplicationCommand{Name: "mobile", Description: "Everywhere", IntegrationTypes: &both}
	d, came := inbox(t, s, ping(), mobile)
	id := channels(t, s)[0]
	guest := inject(t, s, playground.Fault{Kind: playground.FaultGuest, Channel: id})
	p := page{t, s, "you"}
	if status, r := p.post("run", object{"text": "/ping"}); status != http.StatusBadRequest {
		t.Errorf("a command that is not for users ran: %+v", r)
	}
	p.do("run", object{"text": "/mobile"})
	i := next(t, came)
	owners := i.AuthorizingIntegrationOwners
	if len(owners) != 1 || owners[discordgo.ApplicationIntegrationUserInstall] != i.Member.User.ID || i.AppPermissions&(1<<11) != 0 {
		t.Errorf("owners %v, permissions %d", owners, i.AppPermissions)
	}
	_, err := d.ChannelMessageSend(id, "x")
	wantCode(t, err, 403, 50001)
	_, err = d.Channel(id)
	wantCode(t, err, 403, 50001)

	deferred := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	if err := d.InteractionRespond(i, deferred); err != nil {
		t.Fatal(err)
	}
	follow := func() error {
		_, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "x"})
		return err
	}
	// The first fills the deferred answer in, five are follow-ups.
	for n := range 6 {
		if err := follow(); err != nil {
			t.Errorf("message %d: %v", n+1, err)
		}
	}
	wantCode(t, follow(), 400, 40094)
	s.EndFault(guest)
	p.do("run", object{"text": "/ping"})
	i = next(t, came)
	if err := d.InteractionRespond(i, answer("x")); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		if err := follow(); err != nil {
			t.Errorf("a member: %v", err)
		}
	}
}

func TestFaultInterface(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 0)
	p := page{t, s, "you"}
	id := channels(t, s)[0]
	body := object{"kind": "limit", "route": "GET /gateway", "count": 2, "ms": 1500}
	p.do("faults", body)
	if r := call(t, s, "GET", "gateway", "", nil); r.body["retry_after"] != 1.5 {
		t.Errorf("got %+v", r)
	}
	var active []struct {
		ID, Kind, Route string
		Count, MS       int
	}
	p.get("faults", &active)
	if len(active) != 1 || active[0].Kind != "limit" || active[0].Route != "GET /gateway" || active[0].Count != 1 || active[0].MS != 1500 {
		t.Fatalf("got %+v", active)
	}
	p.do("faults/end", object{"id": active[0].ID})
	p.get("faults", &active)
	if len(active) != 0 {
		t.Errorf("got %+v", active)
	}
	refused := []object{
		{"kind": "earthquake"},
		{"kind": "status", "status": 404},
		{"kind": "latency"},
		{"kind": "limit", "ms": -1},
		{"kind": "clock"},
		{"kind": "close", "code": 1000},
		{"kind": "login"},
		{"kind": "cut", "route": "POST /["},
		{"kind": "shuffle", "count": 101},
		{"kind": "repeat", "count": -1},
		{"kind": "mute", "channel": "1", "code": 50013},
		{"kind": "mute", "channel": id, "code": 50000},
		{"kind": "guest", "channel": "1"},
		{"kind": 5},
	}
	for _, f := range refused {
		if status, r := p.post("faults", f); status != http.StatusBadRequest || r.Error == "" {
			t.Errorf("%v: %d %+v", f, status, r)
		}
	}
	if status, _ := p.post("faults/end", object{"id": "1"}); status != http.StatusBadRequest {
		t.Errorf("a fault that is over is ended: %d", status)
	}
	foreign := http.Header{"Origin": {"https://example.org"}}
	if status, _ := p.send("faults", "application/json", strings.NewReader(`{"kind":"drop"}`), foreign); status != http.StatusForbidden {
		t.Errorf("another site's page makes a fault: %d", status)
	}
	if status, _ := p.send("faults", "text/plain", strings.NewReader(`{"kind":"drop"}`), nil); status != http.StatusUnsupportedMediaType {
		t.Errorf("a form makes a fault: %d", status)
	}
	call(t, s, "GET", "users/@me", "", nil)
	var violations []struct{ Status int }
	p.get("violations", &violations)
	if len(violations) != 1 || violations[0].Status != http.StatusUnauthorized {
		t.Errorf("the violations are %+v", violations)
	}
}
