package playground_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

func TestForeignPagesAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	register(t, connect(t, s, nil), ping())
	own := strings.TrimSuffix(s.URL(), "/")
	p := page{t, s, "you"}
	body := `{"user":"you","channel":"lobby","text":"hello"}`
	posts := []struct {
		name, kind string
		header     http.Header
		want       int
	}{
		{"its own page", "application/json", http.Header{"Origin": {own}, "Sec-Fetch-Site": {"same-origin"}}, 200},
		{"a script", "application/json; charset=utf-8", nil, 200},
		{"another origin", "application/json", http.Header{"Origin": {"https://example.org"}}, 403},
		{"another port", "application/json", http.Header{"Origin": {"http://127.0.0.1:1"}}, 403},
		{"a sandboxed page", "application/json", http.Header{"Origin": {"null"}}, 403},
		{"another site without origin", "application/json", http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
		{"a form", "text/plain", nil, 415},
		{"a form by its own type", "application/x-www-form-urlencoded", nil, 415},
	}
	for _, tt := range posts {
		t.Run(tt.name, func(t *testing.T) {
			if status, r := p.send("say", tt.kind, strings.NewReader(body), tt.header); status != tt.want {
				t.Errorf("got %d %s, want %d", status, r.Error, tt.want)
			}
		})
	}
	gets := []struct {
		name, path string
		header     http.Header
		want       int
	}{
		{"the page", "/", nil, 200},
		{"the page by the name localhost", "/", http.Header{"Host": {"localhost:8666"}}, 200},
		{"a name that resolves to this machine", "/api/messages?user=you&channel=lobby", http.Header{"Host": {"evil.example"}}, 403},
		{"a page of another site reading", "/api/messages?user=you&channel=lobby", http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"no-cors"}}, 403},
		{"a link on another site", "/", http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}}, 200},
		{"the bot's side by a page", "/api/v10/gateway", http.Header{"Origin": {own}}, 403},
		{"an unknown path", "/etc/passwd", nil, 404},
	}
	for _, tt := range gets {
		t.Run(tt.name, func(t *testing.T) {
			res := fetch(t, own+tt.path, tt.header)
			_ = res.Body.Close()
			if res.StatusCode != tt.want {
				t.Errorf("got %d, want %d", res.StatusCode, tt.want)
			}
		})
	}
	if got := p.messages("lobby"); len(got) != 2 {
		t.Errorf("%d messages were said, want 2", len(got))
	}
}

// A file that could be a page with scripts is not displayed inline.
func TestFilesCannotBePages(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := connect(t, s, nil)
	p := page{t, s, "you"}
	var state struct{ Channels []struct{ ID string } }
	p.get("state?user=you", &state)
	m, err := d.ChannelMessageSendComplex(state.Channels[0].ID, &discordgo.MessageSend{
		Content: "x", Files: []*discordgo.File{{Name: "../evil page.html", Reader: strings.NewReader("<script>alert(1)</script>")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if m.Attachments[0].Filename != "evil_page.html" {
		t.Errorf("its name is %q", m.Attachments[0].Filename)
	}
	res := fetch(t, m.Attachments[0].URL, nil)
	_ = res.Body.Close()
	if h := res.Header; !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("served with %v", h)
	}
}

type event struct {
	Type, Channel, ID, Text, Interaction string
	Message                              *message
	Modal                                *modal
	Online                               *bool
}

// listen reads a user's stream.
func listen(t *testing.T, s *playground.Server, user string) <-chan event {
	t.Helper()
	res := fetch(t, s.URL()+"api/stream?user="+user, nil)
	t.Cleanup(func() { _ = res.Body.Close() })
	events := make(chan event, 1000)
	go func() {
		defer close(events)
		lines := bufio.NewReader(res.Body)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				var e event
				if err := json.Unmarshal([]byte(data), &e); err != nil {
					t.Errorf("event %q: %v", data, err)
				}
				events <- e
			}
		}
	}()
	if e := <-events; e.Type != "hello" {
		t.Fatalf("got %+v, want hello", e)
	}
	return events
}

// until returns the types of the events up to the first of a type, and that event.
func until(t *testing.T, events <-chan event, kind string) ([]string, event) {
	t.Helper()
	var types []string
	for e := range events {
		types = append(types, e.Type)
		if e.Type == kind {
			return types, e
		}
	}
	t.Fatalf("the stream ended after %v", types)
	return nil, event{}
}

func TestStream(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	you, friend := listen(t, s, "you"), listen(t, s, "friend")
	d, came := inbox(t, s, ping())
	if types, e := until(t, you, "commands"); strings.Join(types, " ") != "bot commands" || e.Online != nil {
		t.Errorf("got %v", types)
	}
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	deferred := &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
	}
	if err := d.InteractionRespond(i, deferred); err != nil {
		t.Fatal(err)
	}
	if err := d.InteractionResponseDelete(i); err != nil {
		t.Fatal(err)
	}
	content := "for all"
	if _, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: content}); err != nil {
		t.Fatal(err)
	}
	types, e := until(t, you, "message")
	if got := strings.Join(types, " "); got != "thinking delete message" || e.Message.Content != content || e.Channel != i.ChannelID {
		t.Errorf("you got %v, %+v", types, e)
	}
	types, _ = until(t, friend, "message")
	if got := strings.Join(types, " "); got != "bot commands message" {
		t.Errorf("the friend got %v", types)
	}
}

// TestSlowRequestsEnd: a body that does not come is waited for no longer than a minute, while streams
// that nobody writes to stay, as others' requests do. Of too many connections the oldest makes way.
func TestSlowRequestsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := &playgroundtest.Network{}
		s := start(t, playground.Config{Network: network})
		address := strings.TrimSuffix(strings.TrimPrefix(s.URL(), "http://"), "/")
		dial := func(request string) <-chan error {
			conn, err := network.DialContext(t.Context(), "tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if _, err := io.WriteString(conn, strings.ReplaceAll(request, "HOST", address)); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() {
				_, err := io.Copy(io.Discard, conn)
				ended <- err
			}()
			synctest.Wait()
			return ended
		}
		stream := dial("GET /api/stream?user=you HTTP/1.1\r\nHost: HOST\r\n\r\n")
		slow := dial("POST /api/run?user=you HTTP/1.1\r\nHost: HOST\r\nContent-Length: 100\r\n\r\n{")
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(slow) == 0 {
			t.Error("a body is waited for longer than an hour")
		}
		if len(stream) > 0 {
			t.Errorf("the stream has ended: %v", <-stream)
		}
		const most = 512
		for range most {
			dial("G")
		}
		if len(stream) == 0 {
			t.Errorf("more than %d connections are open", most)
		}
	})
}

// Only the person who asked is told of a missing answer.
func TestStreamNotice(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock}, 10062)
	_, came := inbox(t, s, ping())
	you, friend := listen(t, s, "you"), listen(t, s, "friend")
	p := page{t, s, "you"}
	r := p.do("run", object{"text": "/ping"})
	next(t, came)
	clock.advance(patience)
	p.do("say", object{"text": "hello?"})
	types, e := until(t, you, "notice")
	if e.Text != "The application did not respond" || r.Interaction == "" || len(types) != 1 {
		t.Errorf("got %v %+v", types, e)
	}
	if types, _ := until(t, friend, "message"); len(types) != 1 {
		t.Errorf("the friend got %v", types)
	}
}

func TestAnotherPortIsTaken(t *testing.T) {
	t.Parallel()
	first := start(t, playground.Config{})
	address := strings.Trim(strings.TrimPrefix(first.URL(), "http://"), "/")
	second, err := playground.New(playground.Config{Addr: address})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = second.Close() }()
	if second.URL() == first.URL() {
		t.Errorf("both are at %s", first.URL())
	}
	res := fetch(t, second.URL(), nil)
	defer func() { _ = res.Body.Close() }()
	if b, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(b), "<html") {
		t.Errorf("the page is %q, %v", b, err)
	}
	if _, err := playground.New(playground.Config{Addr: "192.0.2.1:80"}); err == nil {
		t.Error("an address that is not ours is taken")
	}
}

// The page cannot inject faults: only tests can, with a proxy.
func TestNoFaultsAreServed(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	for _, path := range []string{"api/faults", "api/faults/end"} {
		res := fetch(t, s.URL()+path, nil)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered with %s", path, res.Status)
		}
	}
}
