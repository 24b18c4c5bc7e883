package playground_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// asBot returns the headers of an authorized bot.
func asBot(s server) http.Header {
	return http.Header{"Authorization": {"Bot " + s.Token()}}
}

// result is a response to the bot.
type result struct {
	status int
	header http.Header
	body   object // nil if it is not an object
}

// call makes a bot's request to a path below /api/v10/.
func call(t *testing.T, s server, method, path, body string, header http.Header) result {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.APIBase()+"api/v10/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		r.Header[k] = v
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := result{status: res.StatusCode, header: res.Header}
	_ = json.Unmarshal(raw, &got.body) // it may be a list, or empty
	return got
}

// channels returns the IDs of the channels that you see.
func channels(t *testing.T, s server) []string {
	t.Helper()
	var state struct{ Channels []struct{ ID string } }
	page{t, s, "you"}.get("state?user=you", &state)
	var ids []string
	for _, c := range state.Channels {
		ids = append(ids, c.ID)
	}
	return ids
}

func wantHeaders(t *testing.T, got http.Header, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got.Get(name) != value {
			t.Errorf("%s is %q, want %q", name, got.Get(name), value)
		}
	}
}

func TestBucket(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock, Limits: playground.DefaultLimits()}, 0)
	ids := channels(t, s)
	send := func(channel string) result {
		return call(t, s, "POST", "channels/"+channel+"/messages", `{"content":"x"}`, asBot(s))
	}
	first := send(ids[0])
	wantHeaders(t, first.header, map[string]string{
		"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "5.000",
		"X-RateLimit-Reset": "1780315205.000", "Retry-After": "",
	})
	// The same channel counts, another one does not.
	second := send(ids[0])
	wantHeaders(t, second.header, map[string]string{
		"X-RateLimit-Remaining": "3", "X-RateLimit-Bucket": first.header.Get("X-RateLimit-Bucket"),
	})
	clock.advance(1500 * time.Millisecond)
	for range 3 {
		if r := send(ids[0]); r.status != http.StatusOK {
			t.Fatalf("got %+v", r)
		}
	}
	over := send(ids[0])
	wantHeaders(t, over.header, map[string]string{
		"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3.500", "Retry-After": "4",
		"X-RateLimit-Scope": "user", "X-RateLimit-Global": "",
	})
	if over.status != http.StatusTooManyRequests || over.body["retry_after"] != 3.5 || over.body["global"] != false {
		t.Errorf("got %d %v", over.status, over.body)
	}
	if r := send(ids[1]); r.status != http.StatusOK || r.header.Get("X-RateLimit-Remaining") != "4" {
		t.Errorf("the other channel: %+v", r)
	}
	clock.advance(3500 * time.Millisecond)
	if r := send(ids[0]); r.status != http.StatusOK || r.header.Get("X-RateLimit-Remaining") != "4" {
		t.Errorf("in the next window: %+v", r)
	}
	if v := s.Violations(); len(v) != 1 || v[0].Status != http.StatusTooManyRequests {
		t.Errorf("noted as %v", v)
	}
}

// Each interaction token has its own limit; callbacks have none.
func TestBucketOfWebhooks(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{Limits: playground.Limits{"webhook": {Calls: 1, Window: time.Second}}}, 0)
	_, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	for range 2 {
		p.do("run", object{"text": "/ping"})
		i := next(t, came)
		first := call(t, s, "POST", "interactions/"+i.ID+"/"+i.Token+"/callback", `{"type":4,"data":{"content":"x"}}`, nil)
		if first.status != http.StatusNoContent || first.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("got %+v", first)
		}
		address := "webhooks/" + i.AppID + "/" + i.Token + "/messages/@original"
		if r := call(t, s, "GET", address, "", nil); r.status != http.StatusOK || r.header.Get("X-RateLimit-Remaining") != "0" {
			t.Errorf("got %+v", r)
		}
		if r := call(t, s, "GET", address, "", nil); r.status != http.StatusTooManyRequests {
			t.Errorf("got %+v", r)
		}
	}
}

func TestGlobalLimit(t *testing.T) {
	t.Parallel()
	clock := newClock()
	limits := playground.Limits{playground.GlobalLimit: playground.DefaultLimits()[playground.GlobalLimit]}
	s := start(t, playground.Config{Clock: clock, Limits: limits}, 0, 10062, 10063)
	lookup := func() result { return call(t, s, "GET", "users/@me", "", asBot(s)) }
	callback := func(header http.Header) int {
		return call(t, s, "POST", "interactions/1/x/callback", `{"type":1}`, header).status
	}
	for range 25 {
		lookup()
	}
	clock.advance(500 * time.Millisecond)
	for range 24 {
		lookup()
	}
	if got := callback(asBot(s)); got != http.StatusNotFound {
		t.Errorf("the 50th request, a callback with the bot's token: %d", got)
	}
	over := lookup()
	wantHeaders(t, over.header, map[string]string{
		"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", "Retry-After": "1",
	})
	if over.status != http.StatusTooManyRequests || over.body["retry_after"] != 0.5 || over.body["global"] != true {
		t.Errorf("the 51st: %d %v", over.status, over.body)
	}
	if got := callback(asBot(s)); got != http.StatusTooManyRequests {
		t.Errorf("a callback with the bot's token: %d, though the token is used up", got)
	}
	if got := callback(nil); got != http.StatusNotFound {
		t.Errorf("a callback without it: %d", got)
	}
	clock.advance(500 * time.Millisecond)
	for n := range 26 {
		if r, want := lookup(), n < 25; (r.status == http.StatusOK) != want {
			t.Errorf("request %d half a second later: %d", n+1, r.status)
		}
	}
}

// Too many invalid requests lead to a temporary ban.
func TestInvalidRequestsLeadToBan(t *testing.T) {
	t.Parallel()
	if got := playground.DefaultLimits()[playground.InvalidLimit]; got != (playground.Limit{Calls: 10_000, Window: 10 * time.Minute}) {
		t.Errorf("the limit is %v", got)
	}
	clock := newClock()
	limits := playground.Limits{playground.InvalidLimit: {Calls: 3, Window: 10 * time.Minute}}
	s := start(t, playground.Config{Clock: clock, Limits: limits}, 0, 10003, 1015, 20012)
	status := func(path string, header http.Header) int { return call(t, s, "GET", path, "", header).status }
	calls := []struct {
		path   string
		header http.Header
		want   int
	}{
		{"users/@me", nil, 401},
		{"applications/1/commands", asBot(s), 403},
		{"channels/1", asBot(s), 404}, // does not count
		{"users/@me", asBot(s), 200},
		{"users/@me", http.Header{"Authorization": {"Bearer x"}}, 401},
		{"users/@me", asBot(s), 429},
		{"gateway", nil, 429},
	}
	for _, c := range calls {
		if got := status(c.path, c.header); got != c.want {
			t.Errorf("%s: %d, want %d", c.path, got, c.want)
		}
	}
	clock.advance(10 * time.Minute)
	if got := status("users/@me", asBot(s)); got != http.StatusOK {
		t.Errorf("after the ban: %d", got)
	}
}

// Every authorized route and every webhook reports the remaining calls.
func TestRoutesHaveHeaders(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{Limits: playground.DefaultLimits()}, 10003, 10004, 10008, 10013, 50027, 50035, 50109)
	app := "1456074443980800002"
	for _, route := range []string{
		"GET gateway/bot", "POST webhooks/" + app + "/x", "GET webhooks/" + app + "/x/messages/1",
		"PATCH webhooks/" + app + "/x/messages/1", "DELETE webhooks/" + app + "/x/messages/1",
		"GET applications/" + app + "/commands", "PUT applications/" + app + "/guilds/1/commands",
		"GET channels/1", "GET channels/1/messages", "POST channels/1/messages",
		"GET channels/1/messages/1", "PATCH channels/1/messages/1", "DELETE channels/1/messages/1",
		"GET applications/@me", "GET users/@me", "GET users/@me/guilds", "POST users/@me/channels", "GET guilds/1",
	} {
		method, path, _ := strings.Cut(route, " ")
		r := call(t, s, method, path, "", asBot(s))
		for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
			if r.header.Get("X-RateLimit-"+name) == "" {
				t.Errorf("%s: %d without X-RateLimit-%s", route, r.status, name)
			}
		}
	}
}

func TestDailyCreates(t *testing.T) {
	t.Parallel()
	if got := playground.DefaultLimits()[playground.CreateLimit]; got != (playground.Limit{Calls: 200, Window: 24 * time.Hour}) {
		t.Errorf("the limit is %v", got)
	}
	clock := newClock()
	limits := playground.Limits{playground.CreateLimit: {Calls: 3, Window: 24 * time.Hour}}
	s := start(t, playground.Config{Clock: clock, Limits: limits}, 30034)
	d := connect(t, s, nil)
	app := register(t, d, ping(), echo())[0].ApplicationID
	register(t, d, echo(), ping()) // none is new
	put := func(guild string, names ...string) error {
		var list []*discordgo.ApplicationCommand
		for _, name := range names {
			list = append(list, &discordgo.ApplicationCommand{Name: name, Description: "x"})
		}
		_, err := d.ApplicationCommandBulkOverwrite(app, guild, list)
		return err
	}
	wantCode(t, put("", "ping", "a", "b"), 400, 30034)
	if err := put("", "ping", "a"); err != nil {
		t.Error(err)
	}
	wantCode(t, put("", "b"), 400, 30034)
	if err := put("1456074443980800001", "b"); err != nil {
		t.Errorf("in a guild: %v", err)
	}
	clock.advance(24 * time.Hour)
	if err := put("", "b"); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

func TestDailyLogins(t *testing.T) {
	t.Parallel()
	if got := playground.DefaultLimits()[playground.IdentifyLimit]; got != (playground.Limit{Calls: 1000, Window: 24 * time.Hour}) {
		t.Errorf("the limit is %v", got)
	}
	clock := newClock()
	limits := playground.Limits{playground.IdentifyLimit: {Calls: 2, Window: 24 * time.Hour}}
	s := start(t, playground.Config{Clock: clock, Limits: limits}, 0)
	left := func(want object) {
		t.Helper()
		got, _ := call(t, s, "GET", "gateway/bot", "", asBot(s)).body["session_start_limit"].(object)
		for k, v := range want {
			if got[k] != v {
				t.Errorf("%s is %v, want %v", k, got[k], v)
			}
		}
	}
	left(object{"total": 2.0, "remaining": 2.0, "reset_after": 0.0, "max_concurrency": 1.0})
	login(t, s)
	clock.advance(time.Hour)
	left(object{"remaining": 1.0, "reset_after": float64(23 * time.Hour / time.Millisecond)})
	login(t, s)
	c := dial(t, s)
	send(t, c, identify(s.Token(), 0))
	wantClose(t, c, 4004)
	clock.advance(23 * time.Hour)
	login(t, s)
}

// Routes without channel, application or guild have separate limits.
func TestBucketOfLookups(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{Limits: playground.Limits{"lookup": {Calls: 1, Window: time.Second}}}, 0)
	for _, path := range []string{"gateway/bot", "users/@me/guilds"} {
		for _, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
			if r := call(t, s, "GET", path, "", asBot(s)); r.status != want {
				t.Errorf("%s: %d, want %d", path, r.status, want)
			}
		}
	}
}
