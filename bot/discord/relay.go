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

// relay is one connection to the gateway. It forwards messages between Discord and discordgo and
// inspects them, because discordgo
//   - ends the process at a message that it cannot decode,
//   - deadlocks if asked to reconnect while it opens (bwmarrin/discordgo#513),
//   - retries the login at once, without end, after an invalid session,
//   - neither resumes a session after a close code nor reports the code.
//
// Each relay has its own discordgo session, which lasts as long as the connection.
type relay struct {
	g       *gateway
	discord *websocket.Conn
	library *websocket.Conn
	opened  time.Time
	resumes *session // resumed instead of a login; nil: log in

	// The session as this connection has reported it, written by down only.
	session session
	greeted bool // READY or RESUMED received

	seq atomic.Int64 // of the last event
	// unacked is when the first unacknowledged heartbeat was sent.
	unacked atomic.Pointer[time.Time]
}

// session is what resuming needs.
type session struct {
	ID      string `json:"session_id"`
	URL     string `json:"resume_gateway_url"`
	seq     int64  // of the last event
	refused int    // failed attempts to resume in a row
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

// dial opens a websocket to Discord and connects a discordgo session to it.
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

// openLibrary starts a discordgo session in this process, and returns Discord's side of its
// websocket.
func (g *gateway) openLibrary() (*websocket.Conn, error) {
	near, far := g.pipe()
	library, err := discordgo.New("Bot " + string(g.d.config.Token))
	if err != nil {
		return nil, err
	}
	library.Identify.Intents = discordgo.IntentsNone // interactions need none
	library.ShardID, library.ShardCount = g.d.config.Shard, max(g.d.config.Shards, 1)
	library.Compress = false // messages are short, and the relay inspects them
	library.StateEnabled = false
	library.ShouldReconnectOnError = false
	library.SyncEvents = true // in order; the handlers return at once
	library.LogLevel = -1     // it would log the token to standard error
	library.Client = &http.Client{Transport: localTransport{}}
	library.Dialer = &websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return near, nil }}
	library.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			g.d.receive(e.RawData)
		}
	})
	go func() {
		if library.Open() != nil { // the relay knows why
			_ = near.Close()
		}
	}()
	return accept(far)
}

// localTransport answers discordgo's only REST call, for the gateway's URL, with this process.
type localTransport struct{}

func (localTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"url":"ws://gateway/"}`)),
	}, nil
}

// accept performs the server's side of a websocket handshake.
func accept(conn net.Conn) (*websocket.Conn, error) {
	in := bufio.NewReader(conn)
	request, err := http.ReadRequest(in)
	if err != nil {
		return nil, err
	}
	return new(websocket.Upgrader).Upgrade(hijacker{conn, in}, request, nil)
}

// hijacker implements the part of [http.ResponseWriter] that [websocket.Upgrader] needs.
type hijacker struct {
	net.Conn
	in *bufio.Reader
}

func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.Conn, bufio.NewReadWriter(h.in, bufio.NewWriter(h.Conn)), nil
}

func (h hijacker) Header() http.Header { return http.Header{} }

func (h hijacker) WriteHeader(int) {}

// run forwards messages until either side leaves or the context ends. It returns what ended it, nil
// for the context.
func (r *relay) run(ctx context.Context) (err error) {
	ended, closeAcked := make(chan error, 2), make(chan struct{})
	var both sync.WaitGroup
	both.Go(func() { defer close(closeAcked); ended <- r.down() })
	both.Go(func() { ended <- r.up() })
	code := websocket.CloseServiceRestart // keeps the session resumable
	select {
	case err = <-ended:
	case <-ctx.Done():
		code = websocket.CloseNormalClosure
	}
	_ = r.discord.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTimeout))
	if ctx.Err() != nil {
		select { // Discord answers a close frame by closing
		case <-closeAcked:
		case <-time.After(closeTimeout):
		}
	}
	_ = r.discord.Close()
	// discordgo answers the ping after it has handled all earlier messages.
	_ = r.library.WriteControl(websocket.PingMessage, nil, time.Now().Add(closeTimeout))
	_ = r.library.Close()
	both.Wait()
	return err
}

type frame struct {
	Op   int             `json:"op"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

// readFrame returns nil if the message is not a gateway frame.
func readFrame(message []byte) (f *frame) {
	if json.Unmarshal(message, &f) != nil {
		return nil
	}
	return f
}

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

// look returns the message to forward to discordgo, nil for none. An error ends the connection.
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
		r.unacked.Store(nil)
		if !r.greeted { // discordgo still holds the lock needed to record this
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
	return nil, nil // Discord sends no other opcode
}

// checkHello refuses intervals that would make discordgo's ticker panic, or leave a dead connection
// unnoticed.
func (f *frame) checkHello() error {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(f.Data, &hello) != nil || hello.Interval <= 0 || hello.Interval > heartbeatTimeout.Milliseconds() {
		return fmt.Errorf("unknown heartbeat interval: %.100q", f.Data)
	}
	return nil
}

func (r *relay) event(f *frame, message []byte) (pass []byte, err error) {
	r.seq.Store(max(r.seq.Load(), f.Seq))
	switch f.Type {
	case "READY":
		return r.ready(f)
	case "RESUMED":
		r.greeted, r.session.refused = true, 0
		r.g.d.log.Info("the session with Discord goes on")
		r.g.d.config.Watch.Resumes.Inc()
		r.g.linked(true)
		return message, nil
	case "INTERACTION_CREATE":
		if !r.greeted && r.tooOld(f.Data) {
			return nil, nil
		}
		return message, nil
	}
	return nil, nil
}

// tooOld reports whether an interaction that Discord repeats at a resume can no longer be answered: what
// it asks for must not be done unseen. Others arrive as they are made, and their age would only tell
// that this machine's clock is wrong.
func (r *relay) tooOld(interaction json.RawMessage) bool {
	id := messageID(interaction)
	at, err := discordgo.SnowflakeTimestamp(id)
	if err != nil || time.Since(at) < r.g.d.firstBy {
		return false
	}
	r.g.d.log.Warn("an interaction came too late to be answered, and is dropped", "interaction", id)
	return true
}

// ready starts a session, and reduces READY to the fields that discordgo needs: it would decode all
// servers, and panics at a null one.
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
	if told.User != nil {
		r.g.d.user.Store(told.User.ID)
	}
	r.g.d.log.Info("logged in")
	r.g.d.config.Watch.Logins.Inc()
	r.g.linked(true)
	return json.Marshal(map[string]any{
		"op": f.Op, "s": f.Seq, "t": f.Type, "d": map[string]any{"user": told.User, "application": told.Application},
	})
}

// up forwards messages from discordgo. Heartbeats get the last sequence number, including events
// that were not forwarded, and the login becomes a resume if there is a session.
func (r *relay) up() error {
	for {
		_, message, err := r.library.ReadMessage()
		if err != nil {
			return err
		}
		f := readFrame(message)
		switch {
		case f == nil:
			continue // discordgo sends no such message
		case f.Op == opHeartbeat:
			if r.heartbeatLost(time.Now()) {
				return errNoHeartbeat
			}
			message = fmt.Appendf(nil, `{"op":%d,"d":%d}`, opHeartbeat, r.seq.Load())
		case f.Op == opIdentify && r.resumes != nil:
			message, err = json.Marshal(map[string]any{"op": opResume, "d": map[string]any{
				"token": "Bot " + string(r.g.d.config.Token), "session_id": r.resumes.ID, "seq": r.resumes.seq,
			}})
		case f.Op == opIdentify:
			r.g.noteLogin(time.Now())
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

// ackTimeout is the age of an unacknowledged heartbeat at which it counts as lost when the next one
// is sent. Discord may request one out of turn.
const ackTimeout = 20 * time.Second

// heartbeatLost records that a heartbeat is sent, and reports whether an earlier one was lost.
func (r *relay) heartbeatLost(now time.Time) bool {
	if r.unacked.CompareAndSwap(nil, &now) {
		return false
	}
	first := r.unacked.Load() // nil if acknowledged meanwhile
	return first != nil && now.Sub(*first) > ackTimeout
}

// maxRefused is the number of failed resumes after which a session is given up.
const maxRefused = 3

// nextSession returns the session to resume after this connection ended with err, nil for a new
// one.
func (r *relay) nextSession(err error) *session {
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

// Close codes after which the session cannot be resumed, though the bot may log in again.
const (
	closeSequence = 4007
	closeTimedOut = 4009
)
