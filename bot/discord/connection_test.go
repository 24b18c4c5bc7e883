package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

const (
	testAPI   = "http://discord.test/api/v9/"
	testToken = "the-bots-own-token"
	testApp   = "111111111111111111"
	testBot   = "112222222222222222"
	testChan  = "333333333333333333"
	testGuild = "444444444444444444"
	testUser  = "555555555555555555"
)

// fakeBot answers with a function.
type fakeBot struct {
	handle   func(ctx context.Context, r chat.Request) chat.Reply
	commands []slash.Command
}

func (f fakeBot) Handle(ctx context.Context, r chat.Request) chat.Reply { return f.handle(ctx, r) }
func (f fakeBot) Commands() []slash.Command                             { return f.commands }

func (f fakeBot) Translate(locale string, t engine.Text) string {
	return "[" + locale + "] " + t.String()
}

// answering returns a bot that gives the same reply to all.
func answering(r chat.Reply) fakeBot {
	return fakeBot{handle: func(context.Context, chat.Request) chat.Reply { return r }}
}

// apiCall is a call as the API got it.
type apiCall struct {
	What  string // "POST callback", "PATCH @original", "POST webhook", …
	Path  string
	Auth  string
	At    time.Duration // since the start
	Body  map[string]any
	Files map[string]string // by part: content
}

// kind is the type of a callback.
func (c apiCall) kind() int { n, _ := c.Body["type"].(float64); return int(n) }

// message is the message in a call, a callback's or a webhook's.
func (c apiCall) message() map[string]any {
	if data, ok := c.Body["data"].(map[string]any); ok {
		return data
	}
	return c.Body
}

// content is what the message says: the first of its texts.
func (c apiCall) content() string { return firstText(c.message()) }

func firstText(component map[string]any) string {
	parts, _ := component["components"].([]any)
	for _, part := range parts {
		part, _ := part.(map[string]any)
		text, _ := part["content"].(string)
		if text == "" {
			text = firstText(part)
		}
		if text != "" {
			return text
		}
	}
	return ""
}

func (c apiCall) flags() int { n, _ := c.message()["flags"].(float64); return int(n) }

// String returns the call in short form: what, callback type, content, private.
func (c apiCall) String() string {
	s := c.What
	if c.kind() != 0 {
		s += fmt.Sprintf(" %d", c.kind())
	}
	if c.content() != "" {
		s += " " + c.content()
	}
	if c.flags()&flagPrivate != 0 {
		s += " (private)"
	}
	return s
}

// fakeAPI stands in for Discord's REST API, as an [http.RoundTripper], so that tests can use a
// synthetic clock. It is strict about the order of answers.
type fakeAPI struct {
	// fault, if not nil, may replace the API's response. Status 0 lets the call through, and an
	// error breaks the connection.
	fault func(c apiCall) (status int, header http.Header, body string, err error)

	mu       sync.Mutex
	start    time.Time
	calls    []apiCall
	answered map[string]bool // by interaction token
	messages int
	commands []byte
}

func (a *fakeAPI) RoundTrip(r *http.Request) (*http.Response, error) {
	c := apiCall{Path: strings.TrimPrefix(r.URL.String(), testAPI), Auth: r.Header.Get("Authorization")}
	if err := c.read(r); err != nil {
		return nil, err
	}
	parts := strings.Split(strings.SplitN(c.Path, "?", 2)[0], "/")
	c.What = r.Method + " " + parts[len(parts)-1]
	if parts[0] == "webhooks" && len(parts) == 3 {
		c.What = r.Method + " webhook"
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	c.At = time.Since(a.start)
	a.calls = append(a.calls, c)
	if a.fault != nil {
		switch status, header, body, err := a.fault(c); {
		case err != nil:
			return nil, err
		case status != 0:
			return response(r, status, header, body), nil
		}
	}
	status, body := a.answer(c, parts)
	return response(r, status, nil, body), nil
}

func response(r *http.Request, status int, header http.Header, body string) *http.Response {
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status)), Header: header,
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}
}

// answer returns Discord's response.
func (a *fakeAPI) answer(c apiCall, parts []string) (status int, body string) {
	switch parts[0] {
	case "interactions":
		token := parts[2]
		if a.answered[token] {
			return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`
		}
		a.answered[token] = true
		if strings.HasSuffix(c.Path, "?with_response=true") {
			a.messages++
			return 200, fmt.Sprintf(`{"interaction":{"response_message_id":"9000000000000000%02d"}}`, a.messages)
		}
		return 204, ""
	case "webhooks":
		if !a.answered[parts[2]] {
			return 404, `{"code":10015,"message":"Unknown Webhook"}`
		}
	case "applications":
		if strings.HasPrefix(c.What, "PUT") {
			a.commands, _ = json.Marshal(c.Body["list"])
		}
		if a.commands == nil {
			return 200, "[]"
		}
		return 200, string(a.commands)
	}
	if strings.HasPrefix(c.What, "DELETE") {
		return 204, ""
	}
	a.messages++
	return 200, fmt.Sprintf(`{"id":"9000000000000000%02d"}`, a.messages)
}

// read decodes the body.
func (c *apiCall) read(r *http.Request) error {
	if r.Body == nil {
		return nil
	}
	data, err := io.ReadAll(r.Body)
	if err != nil || len(data) == 0 {
		return err
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if kind == "multipart/form-data" {
		c.Files = map[string]string{}
		form := multipart.NewReader(bytes.NewReader(data), params["boundary"])
		for {
			part, err := form.NextPart()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return err
			}
			content, err := io.ReadAll(part)
			if err != nil {
				return err
			}
			if part.FormName() == "payload_json" {
				data = content
			} else {
				c.Files[part.FormName()+" "+part.FileName()+" "+part.Header.Get("Content-Type")] = string(content)
			}
		}
	}
	if data[0] == '[' {
		data = []byte(`{"list":` + string(data) + `}`)
	}
	return json.Unmarshal(data, &c.Body)
}

// lines returns all calls in short form.
func (a *fakeAPI) lines() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var lines []string
	for _, c := range a.calls {
		lines = append(lines, c.String())
	}
	return lines
}

// bench is a connection without a gateway, on a fake API.
type bench struct {
	*Connection
	api *fakeAPI
	log *bytes.Buffer
}

// newBench must be called inside a bubble.
func newBench(t *testing.T, bot Handler, changes ...func(*Config)) *bench {
	t.Helper()
	log := &bytes.Buffer{}
	config := Config{Token: testToken, API: testAPI, Records: memory{}}
	for _, change := range changes {
		change(&config)
	}
	d, err := newConnection(bot, config, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	api := &fakeAPI{start: time.Now(), answered: map[string]bool{}}
	d.client.Transport = api
	d.user.Store(testBot)
	b := &bench{d, api, log}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if strings.Contains(log.String(), testToken) || strings.Contains(log.String(), "token-of-") {
			t.Errorf("a token is in the log:\n%s", log)
		}
	})
	return b
}

// expect waits until nothing more happens, and compares the calls.
func (b *bench) expect(t *testing.T, want ...string) {
	t.Helper()
	pass(time.Hour)
	if got := b.api.lines(); !slices.Equal(got, want) {
		t.Errorf("calls:\n\t%s\nwant:\n\t%s\nlog:\n%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"), b.log)
	}
}

// memory keeps records in a map.
type memory map[string][]byte

func (m memory) Get(kind, id string) ([]byte, error) {
	value, ok := m[kind+" "+id]
	if !ok {
		return nil, errors.New("no such record")
	}
	return value, nil
}

func (m memory) Put(kind, id string, value []byte) error {
	m[kind+" "+id] = value
	return nil
}

// wire makes the JSON of an interaction. more is merged over the usual fields.
func wire(id string, kind int, data string, more ...string) json.RawMessage {
	fields := map[string]json.RawMessage{}
	usual := fmt.Sprintf(`{"id":%q,"application_id":%q,"type":%d,"token":"token-of-%s","version":1,"locale":"de",
		"guild_id":%q,"channel_id":%q,"context":0,"app_permissions":"2147483647",
		"authorizing_integration_owners":{"0":%q},"channel":{"id":%q,"type":0},
		"member":{"nick":null,"user":{"id":%q,"username":"ann","global_name":"Ann"}},"data":%s}`,
		id, testApp, kind, id, testGuild, testChan, testGuild, testChan, testUser, data)
	for _, text := range append([]string{usual}, more...) {
		if err := json.Unmarshal([]byte(text), &fields); err != nil {
			panic(err)
		}
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return raw
}

func command(id string, more ...string) json.RawMessage {
	return wire(id, 2, `{"id":"1","type":1,"name":"hex","options":[{"name":"show","type":1,"options":[]}]}`, more...)
}

func press(id string, more ...string) json.RawMessage {
	more = append([]string{`{"message":{"id":"777777777777777777"}}`}, more...)
	return wire(id, 3, `{"custom_id":"hex:move","component_type":2}`, more...)
}

var discard = slog.New(slog.DiscardHandler)

// wholeBot is a bot that plays a form of Hex.
func wholeBot(s *store.Store, hex *engine.Game, log *slog.Logger) *bot.Bot {
	config := config.Default()
	config.Limits.PersonCommands = 100_000 // one person may act for many
	return bot.New(config, s, []bot.Entry{{Game: hex, Draw: drawersOfHex()}}, log, bot.Process{})
}

// drawersOfHex draw Hex.
func drawersOfHex() []render.Drawer {
	games := bot.Games()
	return games[slices.IndexFunc(games, func(e bot.Entry) bool { return e.Game.ID == "hex" })].Draw
}
