package playgroundtest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// answer makes a bot's request, checks the response against the description, and returns its ID, if
// any.
func answer(t *testing.T, s *Server, method, path, body string) (id string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.APIBase()+"api/v10"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
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
	r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api/v10")
	d := described(t)
	_, route, _, err := d.find(r)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := d.schema(route, "responses/"+strconv.Itoa(res.StatusCode))
	if err != nil {
		t.Fatalf("%s %s: %s %s: %v", method, path, res.Status, raw, err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := complaint(schema.Validate(v)); err != nil {
		t.Errorf("%s %s: %v", method, path, err)
	}
	var o struct{ ID string }
	_ = json.Unmarshal(raw, &o) // a list has none
	return o.ID
}

// interaction runs a command as a person, and returns the interaction that the bot gets.
func interaction(t *testing.T, s *Server, text string) *discordgo.Interaction {
	t.Helper()
	d, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		t.Fatal(err)
	}
	d.Client.Transport = rerouted{strings.TrimSuffix(strings.TrimPrefix(s.APIBase(), "http://"), "/")}
	d.StateEnabled, d.ShouldReconnectOnError = false, false
	came := make(chan *discordgo.Interaction, 1)
	d.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { came <- i.Interaction })
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.APIBase()+"api/run",
		strings.NewReader(`{"user":"you","channel":"games","text":"`+text+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	select {
	case i := <-came:
		return i
	case <-time.After(time.Minute):
		t.Fatal("no interaction came")
		return nil
	}
}

// rerouted redirects requests for Discord to a playground.
type rerouted struct{ host string }

func (p rerouted) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", p.host, p.host
	return http.DefaultTransport.RoundTrip(r)
}

// stopped is a clock by which nothing is late.
type stopped struct{}

func (stopped) Now() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

func (stopped) AfterFunc(time.Duration, func()) func() bool { return func() bool { return true } }

// The playground's responses match Discord's description.
func TestAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := New(t, playground.Config{Clock: stopped{}, Limits: playground.Limits{}})
	const (
		guild   = "1456074443980800001"
		app     = "1456074443980800002"
		channel = "1456074443980800003"
		you     = "1456074443980800005"
		message = `{"content":"<@` + you + `>","components":[{"type":1,"components":[` +
			`{"type":2,"style":1,"label":"x","custom_id":"y"}]},{"type":1,"components":[` +
			`{"type":3,"custom_id":"z","options":[{"label":"a","value":"b"}]}]}]}`
	)
	const elsewhere = `{"url":"https://example.org/a.png"}`
	const components = `{"flags":32768,"components":[{"type":17,"accent_color":1,"components":[{"type":10,"content":"<@` + you + `>"},` +
		`{"type":12,"items":[{"media":` + elsewhere + `}]},` +
		`{"type":1,"components":[{"type":2,"style":1,"label":"x","emoji":{"name":"🎲"},"custom_id":"y"}]}]},` +
		`{"type":17,"components":[{"type":10,"content":"a"}]}]}`
	for _, path := range []string{
		"/gateway", "/gateway/bot", "/applications/@me", "/oauth2/applications/@me", "/users/@me",
		"/users/@me/guilds", "/guilds/" + guild, "/channels/" + channel,
	} {
		answer(t, s, "GET", path, "")
	}
	answer(t, s, "POST", "/users/@me/channels", `{"recipient_id":"`+you+`"}`)

	for _, of := range []string{"/applications/" + app, "/applications/" + app + "/guilds/" + guild} {
		answer(t, s, "PUT", of+"/commands", `[{"name":"a","description":"b"},`+
			`{"name":"b","description":"b","options":[{"type":3,"name":"c","description":"d","autocomplete":true}]}]`)
		answer(t, s, "GET", of+"/commands", "")
	}

	id := answer(t, s, "POST", "/channels/"+channel+"/messages", message)
	answer(t, s, "PATCH", "/channels/"+channel+"/messages/"+id, `{"content":"y"}`)
	answer(t, s, "GET", "/channels/"+channel+"/messages/"+id, "")
	answer(t, s, "GET", "/channels/"+channel+"/messages", "")
	id = answer(t, s, "POST", "/channels/"+channel+"/messages", components)
	answer(t, s, "PATCH", "/channels/"+channel+"/messages/"+id, components)
	thread := answer(t, s, "POST", "/channels/"+channel+"/threads", `{"name":"x","type":11}`)
	answer(t, s, "GET", "/channels/"+thread, "")

	i := interaction(t, s, "/a")
	answer(t, s, "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback?with_response=true", `{"type":4,"data":`+message+`}`)
	webhook := "/webhooks/" + app + "/" + i.Token
	answer(t, s, "GET", webhook+"/messages/@original", "")
	answer(t, s, "PATCH", webhook+"/messages/@original", `{"content":"y"}`)
	answer(t, s, "PATCH", webhook+"/messages/@original", `{"content":null,"embeds":[],`+components[1:])
	id = answer(t, s, "POST", webhook+"?wait=true", `{"content":"z","flags":64}`)
	answer(t, s, "PATCH", webhook+"/messages/"+id, `{"content":"y"}`)
}
