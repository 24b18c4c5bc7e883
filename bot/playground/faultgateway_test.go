package playground_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"
	gorilla "github.com/gorilla/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

func TestFaultDrop(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	c, id := login(t, s)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Drop})
	wantClose(t, c, -1)
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
}

func TestFaultReconnect(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := startFaulty(t, playground.Config{Clock: clock})
	c, id := login(t, s)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Reconnect})
	wantFrame(t, c, 7, "", "null")
	clock.advance(5 * time.Second)
	wantClose(t, c, -1)
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
}

func TestFaultInvalidSession(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	c, first := login(t, s)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Invalid, Resumable: true})
	wantFrame(t, c, 9, "", "true")
	resume(t, s, c, first, 1)
	wantFrame(t, c, 0, "RESUMED", "")
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Invalid})
	wantFrame(t, c, 9, "", "false")
	await(t, "the session to end", func() bool { return !s.online() })
	resume(t, s, c, first, 2)
	wantFrame(t, c, 9, "", "false")
	send(t, c, identify(s.Token(), 0))
	if second := ready(t, c); second == first {
		t.Error("the session is the same")
	}
}

func TestFaultClose(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	c, id := login(t, s)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Close, Code: 4000})
	wantClose(t, c, 4000)
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
	// A fatal code ends the session too, and the following logins fail.
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Login, Code: 4014, Count: 2})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Close, Code: 4014})
	wantClose(t, c, 4014)
	await(t, "the session to end", func() bool { return !s.online() })
	c = dial(t, s)
	resume(t, s, c, id, 2)
	wantClose(t, c, 4014)
	c = dial(t, s)
	send(t, c, identify(s.Token(), 0))
	wantClose(t, c, 4014)
	c = dial(t, s)
	resume(t, s, c, id, 2)
	wantFrame(t, c, 9, "", "false")
	send(t, c, identify(s.Token(), 0))
	ready(t, c)
}

func TestFaultDeaf(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	c, _ := login(t, s)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Deaf, Count: 2})
	for range 3 {
		send(t, c, object{"op": 1, "d": 1})
	}
	wantFrame(t, c, 11, "", "")
	// Only the third was acknowledged, so the next frame is of another kind.
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Reconnect})
	wantFrame(t, c, 7, "", "")
}

// Tests determine the text in place of HELLO or READY, or between two frames. A silent connection
// stays open until one side leaves.
func TestFaultWords(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	const reconnect = `{"op":7,"d":null}`
	said := func(c *websocket.Conn, want string) {
		t.Helper()
		if _, got, err := c.Read(t.Context()); err != nil || string(got) != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	open := func() (*websocket.Conn, error) {
		c, response, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(s.APIBase(), "http")+"gateway/?v=9", nil)
		if err != nil {
			return nil, err
		}
		if response.Body != nil {
			_ = response.Body.Close()
		}
		t.Cleanup(func() { _ = c.CloseNow() })
		return c, nil
	}
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Hello, Text: reconnect})
	if c, err := open(); err != nil {
		t.Error(err)
	} else {
		said(c, reconnect)
	}
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Answer, Text: "<html>"})
	c := dial(t, s)
	send(t, c, identify(s.Token(), 0))
	said(c, "<html>")
	c, id := login(t, s)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Say, Text: "null"})
	said(c, "null")
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Still})
	send(t, c, object{"op": 1, "d": 1})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Say, Text: "null"})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Drop})
	wantClose(t, c, -1)
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Status, Route: "GET /gateway/", Status: 503})
	if _, err := open(); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("it is opened: %v", err)
	}
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
}

// A RESUME repeats the same interactions with their old sequence numbers.
func TestFaultRepeat(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	register(t, session(t, s, s.Token()), ping())
	c, id := login(t, s)
	p := page{t, s, "you"}
	var first []frame
	for range 3 {
		p.do("run", object{"text": "/ping"})
		first = append(first, read(t, c))
	}
	send(t, c, object{"op": 1, "d": 4})
	wantFrame(t, c, 11, "", "") // all was received, and is still repeated
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Repeat, Count: 2})
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Drop})
	wantClose(t, c, -1)
	p.do("run", object{"text": "/ping"})
	missed := func(again ...frame) {
		c = dial(t, s)
		resume(t, s, c, id, 4)
		for _, want := range again {
			if f := read(t, c); f.Seq != want.Seq || string(f.Data) != string(want.Data) {
				t.Errorf("got event %d %.60s, want %d %.60s", f.Seq, f.Data, want.Seq, want.Data)
			}
		}
		wantFrame(t, c, 0, "INTERACTION_CREATE", "")
		wantFrame(t, c, 0, "RESUMED", "")
	}
	missed(first[1:]...)
	missed() // once only
}

func TestFaultShuffle(t *testing.T) {
	t.Parallel()
	s := startFaulty(t, playground.Config{})
	register(t, session(t, s, s.Token()), ping())
	p := page{t, s, "you"}
	run := func(n int) (ids []string) {
		for range n {
			ids = append(ids, p.do("run", object{"text": "/ping"}).Interaction)
		}
		return ids
	}
	c, _ := login(t, s)
	order := func(ids ...string) {
		t.Helper()
		for _, id := range ids {
			var i struct{ ID string }
			if err := json.Unmarshal(read(t, c).Data, &i); err != nil || i.ID != id {
				t.Errorf("got %s, want %s: %v", i.ID, id, err)
			}
		}
	}
	s.Inject(playgroundtest.Fault{Kind: playgroundtest.Shuffle, Count: 3})
	a := run(4)
	order(a[2], a[1], a[0], a[3])
	held := s.Inject(playgroundtest.Fault{Kind: playgroundtest.Shuffle, Count: 3})
	b := run(2)
	send(t, c, object{"op": 1, "d": 5})
	wantFrame(t, c, 11, "", "") // and no interaction before
	s.End(held)
	order(b[0], b[1])
}

// inMemory is a faulty playground on a network in memory.
type inMemory struct {
	faulty
	transport *http.Transport
}

func (m inMemory) Transport() http.RoundTripper { return m.transport }

// dialsGateway returns DialContext for discordgo's gateway connection. After sending a close frame,
// discordgo sleeps for a second with its lock held, and its reader waits for the lock if an answer
// arrives. In a synctest bubble, whose clock stops while a goroutine waits for a mutex, that is a
// deadlock. So nothing arrives any more until the connection is closed.
func dialsGateway(n *playgroundtest.Network) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := n.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		closed := make(chan struct{})
		return &gatewayConn{Conn: conn, closed: closed, close: sync.OnceFunc(func() { close(closed) })}, nil
	}
}

// gatewayConn is a client's connection on which nothing arrives after a close frame.
type gatewayConn struct {
	net.Conn
	parting atomic.Bool
	close   func()
	closed  chan struct{}
}

// closeFrame is the first byte of a websocket's close frame.
const closeFrame = 0x88

func (c *gatewayConn) Write(b []byte) (int, error) {
	if len(b) > 0 && b[0] == closeFrame {
		c.parting.Store(true)
	}
	return c.Conn.Write(b)
}

func (c *gatewayConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.parting.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (c *gatewayConn) Close() error {
	c.close()
	return c.Conn.Close()
}

// opened returns a discordgo session in a bubble, after READY. As in real bots, it reconnects by
// itself, and sleeps for a second whenever its connection breaks.
func opened(t *testing.T) (p page, s inMemory, d *discordgo.Session, came chan *discordgo.Interaction) {
	t.Helper()
	n := &playgroundtest.Network{}
	s = inMemory{startFaulty(t, playground.Config{Network: n}), &http.Transport{DialContext: n.DialContext}}
	came = make(chan *discordgo.Interaction, 10)
	d = session(t, s, s.Token())
	d.Dialer = &gorilla.Dialer{NetDialContext: dialsGateway(n)}
	d.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { came <- i.Interaction })
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		synctest.Wait() // until no goroutine is about to use the socket
		_ = d.Close()
	})
	register(t, d, ping())
	p = page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	if err := d.InteractionRespond(next(t, came), answer("first")); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return p, s, d, came
}

// A bot told to reconnect does so, and misses nothing.
func TestDiscordgoReconnects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, s, _, came := opened(t)
		s.Inject(playgroundtest.Fault{Kind: playgroundtest.Reconnect})
		id := p.do("run", object{"text": "/ping"}).Interaction
		if i := next(t, came); i.ID != id {
			t.Errorf("got %s, want %s", i.ID, id)
		}
	})
}

// discordgo reconnects by itself, and gets what it missed.
func TestDiscordgoResumes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, s, d, came := opened(t)
		resumed := make(chan bool, 10)
		d.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { resumed <- true })
		s.Inject(playgroundtest.Fault{Kind: playgroundtest.Drop})
		got := make(chan reply, 1)
		go func() { got <- p.run("/ping") }()
		i := next(t, came)
		if err := d.InteractionRespond(i, answer("after the gap")); err != nil {
			t.Fatal(err)
		}
		if r := <-got; r.Message == nil || r.Message.Content != "after the gap" {
			t.Errorf("got %+v", r)
		}
		synctest.Wait()
		if len(resumed) != 1 {
			t.Errorf("the session was resumed %d times", len(resumed))
		}
	})
}

// online reports whether the page shows the bot as connected.
func (f faulty) online() bool {
	f.t.Helper()
	r, err := http.NewRequestWithContext(f.t.Context(), http.MethodGet, f.URL()+"api/state?user=you", nil)
	if err != nil {
		f.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		f.t.Fatal(err)
	}
	defer res.Body.Close()
	var state struct{ Bot struct{ Online bool } }
	if err := json.NewDecoder(res.Body).Decode(&state); err != nil {
		f.t.Fatal(err)
	}
	return state.Bot.Online
}
