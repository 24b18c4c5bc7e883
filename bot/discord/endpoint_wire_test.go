package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/store"
)

// exchangeOffice is a Discord on loopback that sends interactions by HTTP.
type exchangeOffice struct {
	t   *testing.T
	api *fakeAPI
	url string // the base of the API
	// called receives an element for each answered call.
	called chan struct{}
}

// newOffice returns a Discord with one application, which has the public key.
func newOffice(t *testing.T, key string) *exchangeOffice {
	t.Helper()
	api := &fakeAPI{start: time.Now(), answered: map[string]bool{}}
	api.fault = func(c apiCall) (int, http.Header, string, error) {
		switch {
		case !strings.HasPrefix(c.Path, "webhooks/") && c.Auth != "Bot "+testToken:
			return 401, nil, `{"code":0,"message":"401: Unauthorized"}`, nil
		case c.Path == "applications/@me":
			return 200, nil, fmt.Sprintf(`{"id":%q,"verify_key":%q,"bot":{"id":%q}}`, testApp, key, testBot), nil
		case strings.HasPrefix(c.Path, "gateway"):
			t.Errorf("%s: there is no need of a gateway", c.Path)
		}
		return 0, nil, "", nil
	}
	called := make(chan struct{}, 1000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to, err := r.URL.Parse(testAPI + strings.TrimPrefix(r.URL.String(), "/"))
		if err != nil {
			t.Error(err)
			return
		}
		r.URL = to
		answer, err := api.RoundTrip(r)
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body)
		called <- struct{}{}
	}))
	t.Cleanup(server.Close)
	return &exchangeOffice{t, api, server.URL + "/", called}
}

func (o *exchangeOffice) config() Config {
	return Config{Token: testToken, API: o.url, Endpoint: "127.0.0.1:0", PublicKey: publicKey(testKey), Records: memory{}}
}

// send delivers an interaction, and returns the answer.
func (o *exchangeOffice) send(d *Connection, id string, raw []byte) apiCall {
	o.t.Helper()
	address := "http://" + d.transport.(*endpoint).listener.Addr().String() + endpointPath
	response, err := http.DefaultClient.Do(signed(o.t.Context(), address, time.Now(), raw))
	if err != nil {
		o.t.Fatal(err)
	}
	c := responded(o.t, response)
	o.api.mu.Lock()
	defer o.api.mu.Unlock()
	o.api.answered["token-of-"+id] = true
	return c
}

// settled waits for a message with a board: the answer or its replacement.
func (o *exchangeOffice) settled(answer apiCall) apiCall {
	o.t.Helper()
	for len(answer.Files) == 0 {
		bottest.Receive(o.t, o.called)
		o.api.mu.Lock()
		answer = o.api.calls[len(o.api.calls)-1]
		o.api.mu.Unlock()
	}
	return answer
}

// A game by HTTP, without a gateway: it is opened, and a move is made.
func TestEndpointPlaysHex(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.TempDir()+"/games.db", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	o := newOffice(t, publicKey(testKey))
	c := o.config()
	c.Records = s
	d, err := Connect(t.Context(), wholeBot(s, bottest.QuickHex(), discard), c, discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if lines := o.api.lines(); !slices.Equal(lines, []string{"GET @me", "PUT commands"}) {
		t.Errorf("at the start: %q", lines)
	}
	if got := o.send(d, "9", []byte(`{"id":"9","type":1}`)); got.kind() != pong {
		t.Errorf("a ping: %s", got)
	}
	opened := o.settled(o.send(d, "10", hexCommand("new", `{"name":"size","type":4,"value":3},{"name":"swap","type":5,"value":false},{"name":"open","type":5,"value":true}`, `{"id":"10","token":"token-of-10"}`)))
	for name, content := range opened.Files {
		if !strings.HasSuffix(name, ".png image/png") || !strings.HasPrefix(content, "\x89PNG") {
			t.Errorf("no picture: %s %.20q", name, content)
		}
	}
	o.settled(o.send(d, "11", hexCommand("join", ``, stranger, `{"id":"11","token":"token-of-11"}`)))
	mover := testUser
	move := func(id, cell string) apiCall {
		var more []string
		if mover != testUser {
			more = append(more, stranger)
		}
		return o.send(d, id, hexCommand("move", fmt.Sprintf(`{"name":"cell","type":3,"value":%q}`, cell), append(more, fmt.Sprintf(`{"id":%q,"token":"token-of-%s"}`, id, id))...))
	}
	if got := move("12", "b2"); got.flags()&flagPrivate != 0 { // Red is drawn by lot
		mover = "666666666666666666"
		if got = move("13", "b2"); got.flags()&flagPrivate != 0 {
			t.Fatalf("nobody may move: %s", got)
		}
	}
	table, err := s.Load(store.Key{Channel: testChan, Game: "hex", Number: 1})
	if err != nil || len(table.Moves) != 1 {
		t.Errorf("%+v, %v", table, err)
	}
	if got := move("12", "c3").String(); got != "RESPONSE 202" {
		t.Errorf("a repeated interaction: %s", got)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if <-d.Done(); d.Err() != nil {
		t.Error(d.Err())
	}
	if conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", d.transport.(*endpoint).listener.Addr().String()); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

// flood is an endless body that counts the bytes read.
type flood struct{ taken atomic.Int64 }

func (f *flood) Read(p []byte) (int, error) {
	if f.taken.Load() > 100<<20 {
		return 0, io.EOF
	}
	f.taken.Add(int64(len(p)))
	return len(p), nil
}

func TestEndpointDoesNotReadFloods(t *testing.T) {
	t.Parallel()
	o := newOffice(t, publicKey(testKey))
	d, err := Connect(t.Context(), answering(chat.Reply{Text: "x"}), o.config(), discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	address := "http://" + d.transport.(*endpoint).listener.Addr().String() + endpointPath
	for _, length := range []int64{100 << 20, -1} {
		for _, signature := range []string{"", hex.EncodeToString(make([]byte, ed25519.SignatureSize))} {
			body := &flood{}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, body)
			if err != nil {
				t.Fatal(err)
			}
			r.ContentLength = length
			r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(time.Now().Unix(), 10))
			r.Header.Set("X-Signature-Ed25519", signature)
			want := http.StatusRequestEntityTooLarge
			if signature == "" {
				want = http.StatusUnauthorized
			}
			response, err := http.DefaultTransport.RoundTrip(r)
			if err == nil { // otherwise the connection was cut during the upload
				response.Body.Close()
				if response.StatusCode != want {
					t.Errorf("length %d, signature %q: status %d, want %d", length, signature, response.StatusCode, want)
				}
			}
			if taken := body.taken.Load(); taken > 32<<20 { // more than the sockets' buffers hold
				t.Errorf("length %d, signature %q: %d bytes were taken", length, signature, taken)
			}
		}
	}
	if got := o.send(d, "1", command("1")).String(); got != "RESPONSE 4 x" {
		t.Errorf("after the floods: %s", got)
	}
}

func TestEndpointDoesNotStart(t *testing.T) {
	t.Parallel()
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	other := publicKey(ed25519.NewKeyFromSeed([]byte(strings.Repeat("8", ed25519.SeedSize))))
	tests := []struct {
		name   string
		key    string // Discord's
		change func(c *Config)
		want   string
	}{
		{"with the key of another application", other, func(*Config) {}, "the public key is not that of this application"},
		{"with a token that Discord does not know", publicKey(testKey), func(c *Config) { c.Token = "another" }, "the token is not valid"},
		{"with no key", publicKey(testKey), func(c *Config) { c.PublicKey = "" }, "64 hexadecimal digits"},
		{"where somebody else listens", publicKey(testKey), func(c *Config) { c.Endpoint = taken.Addr().String() }, "address already in use"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			config := newOffice(t, tt.key).config()
			tt.change(&config)
			if _, err := Connect(t.Context(), answering(chat.Reply{}), config, discard); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// A listener that fails ends the connection with its error.
func TestEndpointEndsWithItsListener(t *testing.T) {
	t.Parallel()
	d, err := Connect(t.Context(), answering(chat.Reply{}), newOffice(t, publicKey(testKey)).config(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	d.transport.(*endpoint).listener.Close()
	<-d.Done()
	if err := d.Err(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if errors.Is(d.Err(), context.Canceled) || d.Err() == nil {
		t.Errorf("the reason is gone: %v", d.Err())
	}
}
