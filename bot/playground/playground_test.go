package playground_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// patience bounds the wait for a condition; it is exceeded only if something is broken.
const patience = time.Minute

// server is a playground, or one behind a proxy.
type server interface {
	URL() string
	APIBase() string
	Token() string
}

// start runs a playground until the test ends, and fails the test for unexpected violations.
func start(t *testing.T, c playground.Config, expected ...int) *playground.Server {
	t.Helper()
	c.Addr = "127.0.0.1:0"
	if c.Clock == nil {
		c.Clock = newClock() // so that a slow machine misses no deadline
	}
	if c.Limits == nil {
		c.Limits = playground.Limits{} // as no window ends while the clock is stopped
	}
	s, err := playground.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("Close again: %v", err)
		}
		for _, v := range s.Violations() {
			if !has(expected, v.Code) {
				t.Errorf("unexpected violation: %v", v)
			}
		}
	})
	return s
}

func has(list []int, n int) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// toPlayground redirects requests for Discord to a playground.
type toPlayground struct {
	base *url.URL
	next http.RoundTripper
}

func (p toPlayground) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = p.base.Scheme, p.base.Host, p.base.Host
	return p.next.RoundTrip(r)
}

// transport returns the transport to a server, which may be in memory.
func transport(s server) http.RoundTripper {
	if in, ok := s.(interface{ Transport() http.RoundTripper }); ok {
		return in.Transport()
	}
	return http.DefaultTransport
}

// session returns an unopened discordgo session.
func session(t *testing.T, s server, token string) *discordgo.Session {
	t.Helper()
	base, err := url.Parse(s.APIBase())
	if err != nil {
		t.Fatal(err)
	}
	d, err := discordgo.New("Bot " + token)
	if err != nil {
		t.Fatal(err)
	}
	d.Client.Transport = toPlayground{base, transport(s)}
	d.Identify.Intents = discordgo.IntentsGuilds
	d.StateEnabled = false
	d.LogLevel = -1
	return d
}

// connect opens a session that handles interactions with a function.
func connect(t *testing.T, s server, handle func(*discordgo.Session, *discordgo.InteractionCreate)) *discordgo.Session {
	t.Helper()
	d := session(t, s, s.Token())
	if handle != nil {
		d.AddHandler(handle)
	}
	// It ends with the server, as its own Close sleeps for a second.
	d.ShouldReconnectOnError = false
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	return d
}

// register registers the application's commands.
func register(t *testing.T, d *discordgo.Session, commands ...*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	t.Helper()
	app, err := d.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.ApplicationCommandBulkOverwrite(app.ID, "", commands)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func echo() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{Name: "echo", Description: "Say it back", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "What", Required: true},
		{Type: discordgo.ApplicationCommandOptionInteger, Name: "times", Description: "How often"},
		{Type: discordgo.ApplicationCommandOptionUser, Name: "to", Description: "To whom"},
	}}
}

// page is a user's browser.
type page struct {
	t    *testing.T
	s    server
	user string
}

type reply struct {
	Interaction string
	Message     *message
	Modal       *modal
	Notice      string
	Error       string
	Items       []item
	Hint        string
	Channel     string
}

type item struct{ Kind, Label, Help, Insert string }

type modal struct {
	ID         string
	Title      string
	CustomID   string `json:"custom_id"`
	Components []row
}

type row struct {
	Type       int
	Components []struct {
		Type     int
		CustomID string `json:"custom_id"`
		Label    string
		Disabled bool
	}
}

type message struct {
	ID, Channel, Content, To string
	Author                   struct {
		ID, Name string
		Bot      bool
	}
	Private, Thinking, Edited bool
	Mentions                  []string
	ReplyTo                   *struct{ User, Name, Command string } `json:"reply_to"`
	Attachments               []struct {
		ID, Name, URL, Alt, Type string
		Width, Height, Size      int
	}
	Components []row
}

func (p page) post(path string, body map[string]any) (int, reply) {
	p.t.Helper()
	if body["user"] == nil {
		body["user"] = p.user
	}
	if body["channel"] == nil {
		body["channel"] = "games"
	}
	raw, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.send(path, "application/json", bytes.NewReader(raw), nil)
}

func (p page) send(path, kind string, body io.Reader, header http.Header) (int, reply) {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.s.URL()+"api/"+path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	for k, v := range header {
		req.Header[k] = v
	}
	res, err := transport(p.s).RoundTrip(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var r reply
	if err := json.NewDecoder(res.Body).Decode(&r); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	return res.StatusCode, r
}

// run runs a command, and waits for the first answer.
func (p page) run(text string) reply {
	p.t.Helper()
	return p.do("run", map[string]any{"text": text, "wait": true})
}

func (p page) click(m *message, customID string) reply {
	p.t.Helper()
	return p.do("click", map[string]any{"message": m.ID, "custom_id": customID, "wait": true})
}

func (p page) do(path string, body map[string]any) reply {
	p.t.Helper()
	status, r := p.post(path, body)
	if status != http.StatusOK {
		p.t.Fatalf("%s %v: %d %s", path, body, status, r.Error)
	}
	return r
}

func (p page) messages(channel string) []message {
	p.t.Helper()
	var list []message
	p.get("messages?user="+p.user+"&channel="+url.QueryEscape(channel), &list)
	return list
}

func (p page) get(path string, v any) {
	p.t.Helper()
	res := fetch(p.t, p.s.URL()+"api/"+path, nil)
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(v); err != nil {
		p.t.Fatal(err)
	}
}

func fetch(t *testing.T, address string, header http.Header) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		req.Header[k] = v
		if k == "Host" {
			req.Host = v[0]
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// await polls for a condition, since a playground on a real network does not signal it.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// clock is a clock moved by hand.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[int]timer
	last   int
}

type timer struct {
	at time.Time
	f  func()
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC), timers: map[int]timer{}}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	id := c.last
	c.timers[id] = timer{c.now.Add(d), f}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, ok := c.timers[id]
		delete(c.timers, id)
		return ok
	}
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []func()
	for id, t := range c.timers {
		if !t.at.After(c.now) {
			due = append(due, t.f)
			delete(c.timers, id)
		}
	}
	c.mu.Unlock()
	for _, f := range due {
		f()
	}
}

// answer returns a simple first answer.
func answer(content string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content},
	}
}

func TestCommandAndAnswer(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := connect(t, s, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		data := i.ApplicationCommandData()
		text := data.Options[0].StringValue()
		for _, o := range data.Options {
			switch o.Name {
			case "times":
				text = strings.Repeat(text, int(o.IntValue()))
			case "to":
				text += " " + data.Resolved.Users[o.Value.(string)].Mention() + " from " + i.Member.User.Username
			}
		}
		if err := d.InteractionRespond(i.Interaction, answer(text)); err != nil {
			t.Errorf("answer: %v", err)
		}
	})
	register(t, d, echo())
	r := page{t, s, "you"}.run("/echo hello times:2 to:@friend")
	if r.Message == nil || !strings.HasPrefix(r.Message.Content, "hellohello <@") || !strings.HasSuffix(r.Message.Content, "from you") {
		t.Fatalf("got %+v", r.Message)
	}
	if m := r.Message; m.ReplyTo == nil || m.ReplyTo.Command != "/echo" || m.ReplyTo.Name != "Alex" || !m.Author.Bot || len(m.Mentions) != 1 {
		t.Errorf("got %+v", m)
	}
	if got := (page{t, s, "friend"}).messages("games"); len(got) != 1 || got[0].ID != r.Message.ID {
		t.Errorf("the friend sees %+v", got)
	}
}
