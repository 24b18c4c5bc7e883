package playground_test

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// login connects and identifies, and returns the session's ID.
func login(t *testing.T, s *playground.Server) (*websocket.Conn, string) {
	t.Helper()
	c := dial(t, s)
	send(t, c, identify(s.Token(), 0))
	return c, ready(t, c)
}

// ready takes READY, and returns the session's ID.
func ready(t *testing.T, c *websocket.Conn) string {
	t.Helper()
	f := read(t, c)
	var d struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(f.Data, &d); err != nil || f.Type != "READY" {
		t.Fatalf("got %+v, want READY: %v", f, err)
	}
	return d.SessionID
}

func resume(t *testing.T, s *playground.Server, c *websocket.Conn, id string, seq int) {
	t.Helper()
	send(t, c, object{"op": 6, "d": object{"token": s.Token(), "session_id": id, "seq": seq}})
}

// wantFrame takes a frame.
func wantFrame(t *testing.T, c *websocket.Conn, op int, kind, data string) {
	t.Helper()
	if f := read(t, c); f.Op != op || f.Type != kind || data != "" && string(f.Data) != data {
		t.Errorf("got op %d %s %s, want op %d %s %s", f.Op, f.Type, f.Data, op, kind, data)
	}
}

// wantClose awaits the end of a connection: a close code, or -1 for a socket that is
// cut.
func wantClose(t *testing.T, c *websocket.Conn, code websocket.StatusCode) {
	t.Helper()
	_, _, err := c.Read(t.Context())
	if got := websocket.CloseStatus(err); err == nil || got != code {
		t.Errorf("ended by %v, want code %d", err, code)
	}
	_, broken := errors.AsType[*net.OpError](err)
	if code == -1 && !broken && !errors.Is(err, io.EOF) {
		t.Errorf("ended by %v, want a broken socket", err)
	}
}

func TestFaultDrop(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	c, id := login(t, s)
	inject(t, s, playground.Fault{Kind: playground.FaultDrop})
	wantClose(t, c, -1)
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
}

func TestFaultReconnect(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock})
	c, id := login(t, s)
	inject(t, s, playground.Fault{Kind: playground.FaultReconnect})
	wantFrame(t, c, 7, "", "null")
	clock.advance(5 * time.Second)
	wantClose(t, c, -1)
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
}

func TestFaultInvalidSession(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	c, first := login(t, s)
	inject(t, s, playground.Fault{Kind: playground.FaultInvalid, Resumable: true})
	wantFrame(t, c, 9, "", "true")
	resume(t, s, c, first, 1)
	wantFrame(t, c, 0, "RESUMED", "")
	inject(t, s, playground.Fault{Kind: playground.FaultInvalid})
	wantFrame(t, c, 9, "", "false")
	resume(t, s, c, first, 2)
	wantFrame(t, c, 9, "", "false")
	send(t, c, identify(s.Token(), 0))
	if second := ready(t, c); second == first {
		t.Error("the session is the same")
	}
}

func TestFaultClose(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	c, id := login(t, s)
	inject(t, s, playground.Fault{Kind: playground.FaultClose, Code: 4000})
	wantClose(t, c, 4000)
	c = dial(t, s)
	resume(t, s, c, id, 1)
	wantFrame(t, c, 0, "RESUMED", "")
	// A fatal code ends the session too, and the next logins fail.
	inject(t, s, playground.Fault{Kind: playground.FaultLogin, Code: 4014, Count: 2})
	inject(t, s, playground.Fault{Kind: playground.FaultClose, Code: 4014})
	wantClose(t, c, 4014)
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
	s := start(t, playground.Config{})
	c, _ := login(t, s)
	inject(t, s, playground.Fault{Kind: playground.FaultDeaf, Count: 2})
	for range 3 {
		send(t, c, object{"op": 1, "d": 1})
	}
	wantFrame(t, c, 11, "", "")
	// Only the third was acknowledged: the next frame is of another kind.
	inject(t, s, playground.Fault{Kind: playground.FaultReconnect})
	wantFrame(t, c, 7, "", "")
}

// The same interactions come again with a RESUME, under their old numbers.
func TestFaultRepeat(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	register(t, session(t, s, s.Token()), ping())
	c, id := login(t, s)
	p := page{t, s, "you"}
	var first []frame
	for range 3 {
		p.do("run", object{"text": "/ping"})
		first = append(first, read(t, c))
	}
	send(t, c, object{"op": 1, "d": 4})
	wantFrame(t, c, 11, "", "") // all of it has arrived, and still comes again
	inject(t, s, playground.Fault{Kind: playground.FaultRepeat, Count: 2})
	inject(t, s, playground.Fault{Kind: playground.FaultDrop})
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
	s := start(t, playground.Config{})
	_, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	run := func(n int) (ids []string) {
		for range n {
			ids = append(ids, p.do("run", object{"text": "/ping"}).Interaction)
		}
		return ids
	}
	want := func(ids ...string) {
		t.Helper()
		got := map[string]bool{}
		for range ids {
			got[next(t, came).ID] = true // discordgo has its own disorder
		}
		for _, id := range ids {
			if !got[id] {
				t.Errorf("%s did not come", id)
			}
		}
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
	inject(t, s, playground.Fault{Kind: playground.FaultShuffle, Count: 3})
	a := run(4)
	order(a[2], a[1], a[0], a[3])
	want(a...)
	held := inject(t, s, playground.Fault{Kind: playground.FaultShuffle, Count: 3})
	b := run(2)
	select {
	case i := <-came:
		t.Errorf("%s was not held", i.ID)
	default:
	}
	s.EndFault(held)
	order(b[0], b[1])
	want(b...)
}

// A bot that was told to reconnect does so, and misses nothing.
func TestDiscordgoReconnects(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	came := make(chan *discordgo.Interaction, 10)
	d := session(t, s, s.Token())
	d.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { came <- i.Interaction })
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	register(t, d, ping())
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	next(t, came) // only now is READY handled for sure
	inject(t, s, playground.Fault{Kind: playground.FaultReconnect})
	id := p.do("run", object{"text": "/ping"}).Interaction
	if i := next(t, came); i.ID != id {
		t.Errorf("got %s, want %s", i.ID, id)
	}
}

func TestHeartbeatIsConfigured(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{Heartbeat: 20 * time.Millisecond})
	c := dialAt(t, s, 20)
	wantClose(t, c, -1) // twice the interval without one
}
