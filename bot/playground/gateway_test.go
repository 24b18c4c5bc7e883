package playground_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// dial connects to the gateway, and reads HELLO.
func dial(t *testing.T, s server) *websocket.Conn {
	t.Helper()
	return dialAt(t, s, 41250)
}

// dialAt is dial with a heartbeat interval in milliseconds.
func dialAt(t *testing.T, s server, beat int) *websocket.Conn {
	t.Helper()
	address := strings.Replace(s.APIBase(), "http", "ws", 1) + "gateway/?v=10&encoding=json"
	c, res, err := websocket.Dial(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.Body != nil {
		_ = res.Body.Close()
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	if f := read(t, c); f.Op != 10 || !strings.Contains(string(f.Data), fmt.Sprintf(`"heartbeat_interval":%d`, beat)) {
		t.Fatalf("got %+v, want HELLO", f)
	}
	return c
}

func read(t *testing.T, c *websocket.Conn) frame {
	t.Helper()
	var f frame
	if err := wsjson.Read(t.Context(), c, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func send(t *testing.T, c *websocket.Conn, v any) {
	t.Helper()
	if err := wsjson.Write(t.Context(), c, v); err != nil {
		t.Fatal(err)
	}
}

func identify(token string, intents int) object {
	return object{"op": 2, "d": object{"token": token, "intents": intents, "properties": object{"os": "linux"}}}
}

// login connects and identifies, and returns the session's ID.
func login(t *testing.T, s server) (*websocket.Conn, string) {
	t.Helper()
	c := dial(t, s)
	send(t, c, identify(s.Token(), 0))
	return c, ready(t, c)
}

// ready reads READY, and returns the session's ID.
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

func resume(t *testing.T, s server, c *websocket.Conn, id string, seq int) {
	t.Helper()
	send(t, c, object{"op": 6, "d": object{"token": s.Token(), "session_id": id, "seq": seq}})
}

// wantFrame reads a frame, and checks it.
func wantFrame(t *testing.T, c *websocket.Conn, op int, kind, data string) {
	t.Helper()
	if f := read(t, c); f.Op != op || f.Type != kind || data != "" && string(f.Data) != data {
		t.Errorf("got op %d %s %s, want op %d %s %s", f.Op, f.Type, f.Data, op, kind, data)
	}
}

// wantClose waits for the end of a connection, by a close code, or -1 for a cut socket.
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

func TestGatewayCloseCodes(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 0)
	flood := make([]any, 121)
	for i := range flood {
		flood[i] = object{"op": 1, "d": nil}
	}
	tests := []struct {
		name  string
		sends []any
		want  websocket.StatusCode
	}{
		{"a wrong token", []any{identify("Bot wrong", 0)}, 4004},
		{"a privileged intent", []any{identify(s.Token(), 1<<15)}, 4014},
		{"an intent that does not exist", []any{identify(s.Token(), 1<<30)}, 4013},
		{"no intents", []any{object{"op": 2, "d": object{"token": s.Token(), "properties": object{}}}}, 4002},
		{"twice", []any{identify(s.Token(), 0), identify(s.Token(), 0)}, 4005},
		{"an unknown operation", []any{object{"op": 99}}, 4001},
		{"more than 4,096 bytes", []any{object{"op": 1, "d": strings.Repeat("x", 5000)}}, 4002},
		{"more than 120 sends a minute", flood, 4008},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := dial(t, s)
			for _, v := range tt.sends {
				send(t, c, v)
			}
			for {
				if _, _, err := c.Read(t.Context()); err != nil {
					if got := websocket.CloseStatus(err); got != tt.want {
						t.Errorf("closed by %d, want %d: %v", got, tt.want, err)
					}
					return
				}
			}
		})
	}
}

func TestReadyAndHeartbeat(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	c := dial(t, s)
	send(t, c, identify("Bot "+s.Token(), 1))
	ready := read(t, c)
	var d struct {
		SessionID string `json:"session_id"`
		Resume    string `json:"resume_gateway_url"`
		User      struct{ Bot bool }
		Guilds    []struct{ Unavailable bool }
	}
	if err := json.Unmarshal(ready.Data, &d); err != nil {
		t.Fatal(err)
	}
	if ready.Type != "READY" || ready.Seq != 1 || d.SessionID == "" || !strings.HasPrefix(d.Resume, "ws://127.0.0.1:") || !d.User.Bot || len(d.Guilds) != 1 {
		t.Errorf("got %s", ready.Data)
	}
	send(t, c, object{"op": 1, "d": 1})
	if ack := read(t, c); ack.Op != 11 {
		t.Errorf("got %+v, want the heartbeat's ACK", ack)
	}
}

// A broken connection loses nothing: RESUME replays the missed events.
func TestResumeReplays(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := connect(t, s, nil)
	register(t, d, ping())
	c := dial(t, s)
	send(t, c, identify(s.Token(), 0))
	var ready struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(read(t, c).Data, &ready); err != nil {
		t.Fatal(err)
	}
	_ = c.CloseNow()
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	p.do("run", object{"text": "/ping"})

	resume := func(session string, seq int) *websocket.Conn {
		c := dial(t, s)
		send(t, c, object{"op": 6, "d": object{"token": s.Token(), "session_id": session, "seq": seq}})
		return c
	}
	c = resume(ready.SessionID, 1)
	for i, want := range []string{"INTERACTION_CREATE", "INTERACTION_CREATE", "RESUMED"} {
		if f := read(t, c); f.Type != want || f.Seq != int64(i+2) {
			t.Errorf("got %s with sequence %d, want %s with %d", f.Type, f.Seq, want, i+2)
		}
	}
	// The sequence goes on with RESUMED.
	_ = c.CloseNow()
	c = resume(ready.SessionID, 3)
	for _, want := range []int64{4, 5} {
		if f := read(t, c); f.Type != "RESUMED" || f.Seq != want {
			t.Errorf("got %s with sequence %d, want RESUMED with %d", f.Type, f.Seq, want)
		}
	}
	// 1000 ends the session. The server notices shortly after the handshake, so a faster connection
	// has resumed the session and must end it again.
	await(t, "an invalid session", func() bool {
		_ = c.Close(websocket.StatusNormalClosure, "")
		c = resume(ready.SessionID, 4)
		f := read(t, c)
		return f.Op == 9 && string(f.Data) == "false"
	})
}

func TestWrongTokenIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 0)
	d := session(t, s, "wrong")
	_, err := d.Application("@me")
	wantCode(t, err, 401, 0)
	if v := s.Violations(); len(v) != 1 || v[0].Status != 401 {
		t.Errorf("noted as %v", v)
	}
}

func TestHeartbeatIsConfigured(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{Heartbeat: 20 * time.Millisecond})
	c := dialAt(t, s, 20)
	wantClose(t, c, -1) // after two intervals without a heartbeat
}
