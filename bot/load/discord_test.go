//go:build unix

package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// fakeDiscord is a minimal Discord: it sends interactions, and accepts answers and posts. It is
// safe for concurrent use.
type fakeDiscord struct {
	base   string // ends in a slash
	server *http.Server
	ids    atomic.Uint64
	// stalled, if not nil, receives an element for each edit, which then gets no response.
	stalled chan struct{}
	// guilds is the number of servers reported to the bot at login.
	guilds int

	mu      sync.Mutex
	gateway *websocket.Conn
	online  chan struct{}          // closed while a bot is connected
	offline chan struct{}          // closed while no bot is connected
	asked   map[string]*question   // by token
	posts   map[string]chan string // the bot's posts by channel
	late    int                    // number of first answers after 3 seconds
}

// question is an interaction without a final answer.
type question struct {
	sent     time.Time
	answered chan answer // of size 1

	first time.Duration // until the first answer, guarded by discord.mu
}

// answer is the final message of an interaction.
type answer struct {
	Content string
	Private bool
	First   time.Duration // time to the first answer, which may be a deferral
	Whole   time.Duration // time to this one
	Err     error         // errGone
}

const (
	appID = "1300000000000000000"
	guild = "1310000000000000000"
	// deadline is Discord's for a first answer.
	deadline = 3 * time.Second
)

// errGone is the answer to all open questions when the bot's connection ends.
var errGone = errors.New("the bot is gone")

// newDiscord serves until the test ends. The set functions run before that.
func newDiscord(tb testing.TB, set ...func(*fakeDiscord)) *fakeDiscord {
	tb.Helper()
	var lc net.ListenConfig
	listener, err := lc.Listen(tb.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	d := &fakeDiscord{
		base:   "http://" + listener.Addr().String() + "/",
		online: make(chan struct{}), offline: make(chan struct{}),
		asked: map[string]*question{}, posts: map[string]chan string{},
	}
	close(d.offline)
	for _, f := range set {
		f(d)
	}
	d.ids.Store(1_400_000_000_000_000_000)
	routes := http.NewServeMux()
	routes.HandleFunc("/gateway/", d.serveGateway)
	routes.HandleFunc("/api/v9/applications/@me", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]any{"id": appID, "bot": map[string]string{"id": appID}})
	})
	routes.HandleFunc("/api/v9/gateway/bot", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]string{"url": "ws://" + listener.Addr().String() + "/gateway/"})
	})
	routes.HandleFunc("/api/v9/applications/", func(w http.ResponseWriter, _ *http.Request) { write(w, []string{}) })
	routes.HandleFunc("POST /api/v9/interactions/{id}/{token}/callback", d.callback)
	routes.HandleFunc("/api/v9/webhooks/{app}/{token}", d.webhook)
	routes.HandleFunc("/api/v9/webhooks/{app}/{token}/messages/{message}", d.webhook)
	routes.HandleFunc("POST /api/v9/channels/{channel}/messages", d.post)
	routes.HandleFunc("PATCH /api/v9/channels/{channel}/messages/{message}", d.change)
	d.server = &http.Server{Handler: routes, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() { defer close(served); _ = d.server.Serve(listener) }() // until Close
	tb.Cleanup(func() {
		_ = d.server.Close()
		<-served
	})
	return d
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may have gone
}

// frame is a message of the gateway.
type frame struct {
	Op   int    `json:"op"`
	Type string `json:"t,omitempty"`
	Seq  uint64 `json:"s,omitempty"`
	Data any    `json:"d"`
}

// serveGateway serves a bot's connection: login and heartbeats.
func (d *fakeDiscord) serveGateway(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = conn.CloseNow() }()
	ctx := r.Context()
	if d.send(ctx, conn, frame{Op: 10, Data: map[string]int{"heartbeat_interval": 41_250}}) != nil {
		return
	}
	for {
		_, raw, err := conn.Read(ctx)
		if err != nil {
			break
		}
		var f frame
		if err := json.Unmarshal(raw, &f); err != nil {
			break
		}
		switch f.Op {
		case 1:
			_ = d.send(ctx, conn, frame{Op: 11})
		case 2, 6:
			d.welcome(ctx, conn)
			d.connected(conn)
		}
	}
	d.disconnected(conn)
}

// welcome logs a bot in, and sends it its servers.
func (d *fakeDiscord) welcome(ctx context.Context, conn *websocket.Conn) {
	guilds := []any{}
	for n := range d.guilds {
		guilds = append(guilds, map[string]any{"id": strconv.Itoa(1_370_000_000_000_000_000 + n), "unavailable": true})
	}
	_ = d.send(ctx, conn, frame{Op: 0, Type: "READY", Seq: 1, Data: map[string]any{
		"v": 9, "session_id": "one", "user": map[string]any{"id": appID, "username": "Sixfold", "bot": true},
		"application": map[string]string{"id": appID}, "guilds": guilds,
	}})
	var channels []any
	for n := range 20 {
		channels = append(channels, map[string]any{"id": strconv.Itoa(1_380_000_000_000_000_000 + n), "type": 0, "name": "a channel"})
	}
	for _, g := range guilds {
		one := map[string]any{"name": "a server", "member_count": 100, "channels": channels, "roles": []any{}}
		maps.Copy(one, g.(map[string]any))
		_ = d.send(ctx, conn, frame{Op: 0, Type: "GUILD_CREATE", Seq: 1, Data: one})
	}
}

func (d *fakeDiscord) send(ctx context.Context, conn *websocket.Conn, f frame) error {
	raw, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return conn.Write(ctx, websocket.MessageText, raw)
}

func (d *fakeDiscord) connected(conn *websocket.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gateway, d.offline = conn, make(chan struct{})
	clear(d.posts)
	close(d.online)
}

// disconnected ends all questions with errGone.
func (d *fakeDiscord) disconnected(conn *websocket.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.gateway != conn {
		return
	}
	d.gateway, d.online = nil, make(chan struct{})
	close(d.offline)
	for token, q := range d.asked {
		delete(d.asked, token)
		q.answered <- answer{Err: errGone}
	}
}

// awaitBot waits until a bot is connected.
func (d *fakeDiscord) awaitBot(ctx context.Context) error {
	d.mu.Lock()
	online := d.online
	d.mu.Unlock()
	select {
	case <-online:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("no bot connects: %w", ctx.Err())
	}
}

// person is who acts, and in which channel.
type person struct {
	channel, id, name string
}

// option is one option of a command, with Discord's number for its type.
type option struct {
	Name  string `json:"name"`
	Type  int    `json:"type"`
	Value any    `json:"value"`
}

func text(name, value string) option          { return option{name, 3, value} }
func integer(name string, value int) option   { return option{name, 4, value} }
func boolean(name string, value bool) option  { return option{name, 5, value} }
func member(name string, value person) option { return option{name, 6, value.id} }

// run runs a Hex command as somebody, and waits for the answer. others are the users named by
// options.
func (d *fakeDiscord) run(ctx context.Context, p person, sub string, others []person, options ...option) (answer, error) {
	if options == nil {
		options = []option{}
	}
	users, members := map[string]any{}, map[string]any{}
	for _, o := range others {
		users[o.id] = map[string]any{"id": o.id, "username": o.name, "global_name": o.name}
		members[o.id] = map[string]any{"nick": nil, "roles": []string{}}
	}
	return d.ask(ctx, p, map[string]any{
		"id": "1320000000000000000", "name": "hex", "type": 1,
		"options":  []any{map[string]any{"name": sub, "type": 1, "options": options}},
		"resolved": map[string]any{"users": users, "members": members},
	})
}

// patience bounds the wait for an answer. A bot that misses Discord's deadline sends none.
const patience = time.Minute

// ask sends an interaction and waits for the answer.
func (d *fakeDiscord) ask(ctx context.Context, p person, data any) (answer, error) {
	id := strconv.FormatUint(d.ids.Add(1), 10)
	token := "token-" + id
	f := frame{Op: 0, Type: "INTERACTION_CREATE", Seq: 2, Data: map[string]any{
		"id": id, "application_id": appID, "type": 2, "token": token, "version": 1,
		"guild_id": guild, "channel_id": p.channel, "channel": map[string]any{"id": p.channel, "type": 0},
		"member": map[string]any{"user": map[string]any{"id": p.id, "username": p.name, "global_name": p.name}, "roles": []string{}},
		"locale": "en-GB", "context": 0, "app_permissions": "8", "entitlements": []string{},
		"authorizing_integration_owners": map[string]string{"0": guild}, "data": data,
	}}
	q := &question{sent: time.Now(), answered: make(chan answer, 1)}
	d.mu.Lock()
	conn := d.gateway
	if conn != nil {
		d.asked[token] = q
	}
	d.mu.Unlock()
	if conn == nil {
		return answer{}, errGone
	}
	if d.send(ctx, conn, f) != nil {
		return answer{}, errGone
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case a := <-q.answered:
		return a, a.Err
	case <-ctx.Done():
		return answer{}, fmt.Errorf("no answer: %w", ctx.Err())
	}
}

// message is a message as the bot sends it, without its files.
type message struct {
	Components []component
	Flags      int
}

// component is one of a message, of any type.
type component struct {
	Content    string
	Components []component
}

// text is what the message says.
func (m message) text() string {
	list := m.Components
	for len(list) > 0 {
		if list[0].Content != "" {
			return list[0].Content
		}
		list = append(list[0].Components, list[1:]...)
	}
	return ""
}

const private = 1 << 6

// callback handles a first answer.
func (d *fakeDiscord) callback(w http.ResponseWriter, r *http.Request) {
	var said struct {
		Type int
		Data message
	}
	if d.take(w, r, &said) {
		d.answered(r.PathValue("token"), said.Data, said.Type == 5 || said.Type == 6)
		if r.FormValue("with_response") != "true" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		write(w, map[string]any{"interaction": map[string]string{"response_message_id": d.messageID()}})
	}
}

// messageID returns a new message ID.
func (d *fakeDiscord) messageID() string { return strconv.FormatUint(d.ids.Add(1), 10) }

// webhook handles edits of a first answer, and follow-ups.
func (d *fakeDiscord) webhook(w http.ResponseWriter, r *http.Request) {
	var said message
	if !d.take(w, r, &said) {
		return
	}
	if r.Method == http.MethodPatch && d.stalled != nil {
		select {
		case d.stalled <- struct{}{}:
			<-r.Context().Done() // the bot gives up
		case <-r.Context().Done():
		}
		return
	}
	if r.Method == http.MethodPatch {
		d.answered(r.PathValue("token"), said, false)
	}
	write(w, map[string]string{"id": d.messageID()})
}

func (d *fakeDiscord) post(w http.ResponseWriter, r *http.Request) {
	var said message
	if !d.take(w, r, &said) {
		return
	}
	select {
	case d.heard(r.PathValue("channel")) <- said.text():
	default: // nobody waits for it
	}
	write(w, map[string]string{"id": d.messageID()})
}

// change handles edits of messages by the bot.
func (d *fakeDiscord) change(w http.ResponseWriter, r *http.Request) {
	var said message
	if d.take(w, r, &said) {
		write(w, map[string]string{"id": r.PathValue("message")})
	}
}

// take reads a whole request, and decodes its JSON.
func (d *fakeDiscord) take(w http.ResponseWriter, r *http.Request, into any) bool {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	var payload io.Reader = r.Body
	if err == nil && kind == "multipart/form-data" {
		payload, err = multipart.NewReader(r.Body, params["boundary"]).NextPart() // the JSON comes first
	}
	if err == nil {
		err = json.NewDecoder(payload).Decode(into)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, r.Body)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return false
	}
	return true
}

// answered records an answer. A deferral is not the final one.
func (d *fakeDiscord) answered(token string, m message, announced bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	q := d.asked[token]
	if q == nil {
		return
	}
	now := time.Since(q.sent)
	if q.first == 0 {
		q.first = now
		if now > deadline {
			d.late++
		}
	}
	if announced {
		return
	}
	delete(d.asked, token)
	q.answered <- answer{Content: m.text(), Private: m.Flags&private != 0, First: q.first, Whole: now}
}

// heard returns the queue of the bot's posts in a channel.
func (d *fakeDiscord) heard(channel string) chan string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.posts[channel] == nil {
		d.posts[channel] = make(chan string, 8)
	}
	return d.posts[channel]
}

// listen waits for the bot to post in a channel.
func (d *fakeDiscord) listen(ctx context.Context, channel string) (string, error) {
	d.mu.Lock()
	offline := d.offline
	d.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case content := <-d.heard(channel):
		return content, nil
	case <-offline:
		return "", errGone
	case <-ctx.Done():
		return "", fmt.Errorf("the bot says nothing: %w", ctx.Err())
	}
}
