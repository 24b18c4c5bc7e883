package discord

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// relay is one connection to the gateway. It passes on what Discord and discordgo say to each
// other, and reads along, because discordgo
//   - ends the process at a message that it cannot read,
//   - deadlocks when it is asked to reconnect while it opens (bwmarrin/discordgo#513),
//   - logs in again at once, and for ever, when a session is invalid,
//   - neither resumes a session after a close code nor says which code it was.
//
// Each relay has a discordgo session of its own, which lasts as long as the connection.
type relay struct {
	g       *gateway
	discord *websocket.Conn
	library *websocket.Conn
	opened  time.Time
	resumes *session // sent in place of a login; nil: logs in

	// What the connection has told of the session, written by down alone.
	session session
	greeted bool // READY or RESUMED has come

	seq atomic.Int64 // of the last event
	// unanswered is when the first heartbeat went out that Discord has not acknowledged.
	unanswered atomic.Pointer[time.Time]
}

// session is what resuming takes.
type session struct {
	ID      string `json:"session_id"`
	URL     string `json:"resume_gateway_url"`
	seq     int64  // of the last event
	refused int    // how often resuming it has failed in a row
}

// The gateway's opcodes; see https://discord.com/developers/docs/topics/opcodes-and-status-codes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatACK   = 11
)

var (
	errReconnect      = errors.New("it asks to connect again")
	errInvalidSession = errors.New("the session is not valid")
	errNoGreeting     = errors.New("it did not answer the login")
	errNoHeartbeat    = errors.New("it does not acknowledge heartbeats")
)

// dial opens a websocket to Discord, and a discordgo session behind it.
func (g *gateway) dial(ctx context.Context, address string, resumes *session) (*relay, error) {
	conn, response, err := g.dialer.DialContext(ctx, address+"?v="+APIVersion+"&encoding=json", nil)
	if err != nil {
		return nil, err
	}
	_ = response.Body.Close() // empty: the connection is a websocket now
	r := &relay{g: g, discord: conn, opened: time.Now(), resumes: resumes}
	if r.library, err = g.openLibrary(); err != nil {
		_ = conn.Close() // the other error matters more
		return nil, err
	}
	if resumes != nil {
		r.session = *resumes
		r.seq.Store(resumes.seq)
	}
	return r, nil
}

// openLibrary starts a discordgo session within the process, and returns the side of its
// websocket on which Discord is.
func (g *gateway) openLibrary() (*websocket.Conn, error) {
	near, far := g.pipe()
	library, err := discordgo.New("Bot " + string(g.d.config.Token))
	if err != nil {
		return nil, err
	}
	library.Identify.Intents = discordgo.IntentsNone // interactions need none
	library.ShardID, library.ShardCount = g.d.config.Shard, max(g.d.config.Shards, 1)
	library.Compress = false // messages are short, and looked at on the way
	library.StateEnabled = false
	library.ShouldReconnectOnError = false
	library.SyncEvents = true // in order; the handlers return at once
	library.LogLevel = -1     // it would log the token, and to standard error
	library.Client = &http.Client{Transport: nearby{}}
	library.Dialer = &websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return near, nil }}
	library.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			g.d.receive(e.RawData)
		}
	})
	go func() {
		if library.Open() != nil { // why, the relay knows
			_ = near.Close()
		}
	}()
	return accept(far)
}

// nearby answers discordgo's one call, which asks where the gateway is: in this process.
type nearby struct{}

// RoundTrip implements [http.RoundTripper].
func (nearby) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"url":"ws://gateway/"}`)),
	}, nil
}

// accept is the server's side of a websocket.
func accept(conn net.Conn) (*websocket.Conn, error) {
	in := bufio.NewReader(conn)
	request, err := http.ReadRequest(in)
	if err != nil {
		return nil, err
	}
	return new(websocket.Upgrader).Upgrade(hijacker{conn, in}, request, nil)
}

// hijacker lends a connection to [websocket.Upgrader], which asks for no more than this.
type hijacker struct {
	net.Conn
	in *bufio.Reader
}

// Hijack implements [http.Hijacker].
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.Conn, bufio.NewReadWriter(h.in, bufio.NewWriter(h.Conn)), nil
}

// Header implements [http.ResponseWriter].
func (h hijacker) Header() http.Header { return http.Header{} }

// WriteHeader implements [http.ResponseWriter].
func (h hijacker) WriteHeader(int) {}

// run passes messages on until either side leaves or the context ends, and returns what
// ended it: nil for the context.
func (r *relay) run(ctx context.Context) (err error) {
	ended, closeAcked := make(chan error, 2), make(chan struct{})
	var both sync.WaitGroup
	both.Go(func() { defer close(closeAcked); ended <- r.down() })
	both.Go(func() { ended <- r.up() })
	code := websocket.CloseServiceRestart // after which the session can be resumed
	select {
	case err = <-ended:
	case <-ctx.Done():
		code = websocket.CloseNormalClosure
	}
	_ = r.discord.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTimeout))
	if ctx.Err() != nil {
		select { // Discord answers the goodbye by closing
		case <-closeAcked:
		case <-time.After(closeTimeout):
		}
	}
	_ = r.discord.Close()
	// It reads on once it has handed over what came before.
	_ = r.library.WriteControl(websocket.PingMessage, nil, time.Now().Add(closeTimeout))
	_ = r.library.Close()
	both.Wait()
	return err
}

// frame is a message of the gateway.
type frame struct {
	Op   int             `json:"op"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

// readFrame returns nil for what is no message of the gateway.
func readFrame(message []byte) (f *frame) {
	if json.Unmarshal(message, &f) != nil {
		return nil
	}
	return f
}

// down passes on what Discord says.
func (r *relay) down() error {
	for {
		deadline := time.Now().Add(heartbeatTimeout)
		if !r.greeted {
			deadline = r.opened.Add(openTimeout)
		}
		if err := r.discord.SetReadDeadline(deadline); err != nil {
			return err
		}
		_, message, err := r.discord.ReadMessage()
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() && !r.greeted {
			return errNoGreeting
		}
		if err != nil {
			return err
		}
		now := time.Now()
		r.g.lastReceived.Store(&now)
		pass, err := r.look(message)
		if err != nil {
			return err
		}
		if pass == nil {
			continue
		}
		if err := r.library.WriteMessage(websocket.TextMessage, pass); err != nil {
			return err
		}
	}
}

// look returns what discordgo gets in place of a message, nil for nothing. An error ends the
// connection.
func (r *relay) look(message []byte) (pass []byte, err error) {
	f := readFrame(message)
	if f == nil {
		r.g.d.log.Warn("a message of the gateway cannot be read, and is dropped", "bytes", len(message))
		return nil, nil
	}
	switch f.Op {
	case opDispatch:
		return r.event(f, message)
	case opHeartbeatACK:
		r.unanswered.Store(nil)
		if !r.greeted { // discordgo holds the lock that it wants to note this
			return nil, nil
		}
		return message, nil
	case opHeartbeat:
		return message, nil
	case opHello:
		return message, f.checkHello()
	case opReconnect:
		return nil, errReconnect
	case opInvalidSession:
		if string(f.Data) != "true" {
			r.session = session{}
		}
		return nil, errInvalidSession
	}
	return nil, nil // no other opcode comes from Discord
}

// checkHello refuses what discordgo could not make a ticker of, and what would leave a dead
// connection unnoticed.
func (f *frame) checkHello() error {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(f.Data, &hello) != nil || hello.Interval <= 0 || hello.Interval > heartbeatTimeout.Milliseconds() {
		return fmt.Errorf("unknown heartbeat interval: %.100q", f.Data)
	}
	return nil
}

// event passes on the events that the bot has a use for.
func (r *relay) event(f *frame, message []byte) (pass []byte, err error) {
	r.seq.Store(max(r.seq.Load(), f.Seq))
	switch f.Type {
	case "READY":
		return r.ready(f)
	case "RESUMED":
		r.greeted, r.session.refused = true, 0
		r.g.resumed()
		return message, nil
	case "INTERACTION_CREATE":
		return message, nil
	}
	return nil, nil
}

// ready begins a session, and leaves of READY what discordgo reads: it would go through all servers,
// and panics at one that is null.
func (r *relay) ready(f *frame) (pass []byte, err error) {
	var told struct {
		session
		User        *discordgo.User        `json:"user"`
		Application *discordgo.Application `json:"application"`
	}
	if err := json.Unmarshal(f.Data, &told); err != nil {
		return nil, fmt.Errorf("read READY: %w", err)
	}
	r.greeted, r.session = true, told.session
	r.seq.Store(f.Seq)
	r.g.loggedIn(told.User)
	return json.Marshal(map[string]any{
		"op": f.Op, "s": f.Seq, "t": f.Type, "d": map[string]any{"user": told.User, "application": told.Application},
	})
}

// up passes on what discordgo says: heartbeats, which tell of all events, also of those that
// it does not get, and the login, for which resuming stands in where there is something to resume.
func (r *relay) up() error {
	for {
		_, message, err := r.library.ReadMessage()
		if err != nil {
			return err
		}
		f := readFrame(message)
		switch {
		case f == nil:
			continue // discordgo says nothing such
		case f.Op == opHeartbeat:
			if r.dead(time.Now()) {
				return errNoHeartbeat
			}
			message = fmt.Appendf(nil, `{"op":%d,"d":%d}`, opHeartbeat, r.seq.Load())
		case f.Op == opIdentify && r.resumes != nil:
			message, err = r.resume()
		case f.Op == opIdentify:
			r.g.logsIn(time.Now())
		}
		if err == nil {
			err = r.discord.SetWriteDeadline(time.Now().Add(openTimeout))
		}
		if err == nil {
			err = r.discord.WriteMessage(websocket.TextMessage, message)
		}
		if err != nil {
			return err
		}
	}
}

// ackTimeout is when a heartbeat counts as lost if the next goes out. Discord may ask for one between
// two others.
const ackTimeout = 20 * time.Second

// dead notes a heartbeat that goes out, and reports whether the one before was lost.
func (r *relay) dead(now time.Time) bool {
	if r.unanswered.CompareAndSwap(nil, &now) {
		return false
	}
	first := r.unanswered.Load() // an acknowledgement may have come meanwhile
	return first != nil && now.Sub(*first) > ackTimeout
}

func (r *relay) resume() ([]byte, error) {
	return json.Marshal(map[string]any{"op": opResume, "d": map[string]any{
		"token": "Bot " + string(r.g.d.config.Token), "session_id": r.resumes.ID, "seq": r.resumes.seq,
	}})
}

// maxRefused is how often a session is resumed in vain until it is given up.
const maxRefused = 3

// left returns the session with which the next connection goes on, nil for a new one, after
// this one ended for a reason.
func (r *relay) left(err error) *session {
	s := r.session
	s.seq = r.seq.Load()
	if r.resumes != nil && !r.greeted {
		s.refused++
	}
	code, closed := errors.AsType[*websocket.CloseError](err)
	if s.ID == "" || s.refused >= maxRefused || closed && (code.Code == closeSequence || code.Code == closeTimedOut) {
		return nil
	}
	return &s
}

// stood reports whether the connection has served so long that the next one is opened at once.
func (r *relay) stood() bool { return r.greeted && time.Since(r.opened) > stableAfter }

// Close codes after which a session cannot be resumed, though the bot may log in again.
const (
	closeSequence = 4007
	closeTimedOut = 4009
)
