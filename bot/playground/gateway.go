package playground

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Intents select events besides interactions, of which there are none here. Privileged ones must be
// granted to an app, and are not.
const (
	privilegedIntents = 1<<1 | 1<<8 | 1<<15
	knownIntents      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

const (
	maxSend     = 4096 // bytes per frame
	maxSends    = 120  // frames per sendWindow
	sendWindow  = time.Minute
	maxLog      = 500             // events kept for resuming
	sessionLife = 2 * time.Minute // of a disconnected session
)

const heartbeatInterval = 41250 * time.Millisecond

// gateway sends events to bots over websockets, with Discord's rules for login, heartbeats,
// resuming, intents and close codes. It is safe for concurrent use.
type gateway struct {
	server *Server
	links  sync.WaitGroup // of the open connections

	mu       sync.Mutex
	sessions map[string]*session
}

// session is what RESUME continues. Its log is also the send queue.
type session struct {
	id   string
	seq  int64    // of the last event
	log  [][]byte // the last events, in order
	link *link    // nil while disconnected
	lost time.Time
}

// link is one websocket connection.
type link struct {
	ws   *websocket.Conn
	host string        // by which the bot reaches the server
	wake chan struct{} // there may be events to send

	// Guarded by gateway.mu.
	session *session // nil before IDENTIFY or RESUME
	next    int64    // sequence number of the next event to send

	// Used only by the reader.
	window time.Time // start of the current sendWindow
	sends  int
}

func gatewayURL(host string) string { return "ws://" + host + "/gateway/" }

// ServeHTTP serves a connection until it ends.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		g.server.config.Log.Warn("gateway refused", "error", err)
		return
	}
	ws.SetReadLimit(1 << 20) // far more than maxSend, which is refused with a close code
	g.links.Add(1)
	defer g.links.Done()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	l := &link{ws: ws, host: r.Host, wake: make(chan struct{}, 1)}
	if v := r.URL.Query().Get("v"); v != "9" && v != "10" {
		g.refuse(l, rules.CloseVersion, "Invalid API version.")
		return
	}
	go g.write(ctx, l)
	end := g.read(ctx, l)
	g.detach(l, end)
}

// read handles the bot's frames, and returns the close code of the connection.
func (g *gateway) read(ctx context.Context, l *link) websocket.StatusCode {
	g.send(ctx, l, rules.OpHello, object{"heartbeat_interval": g.server.config.Heartbeat.Milliseconds(), "_trace": []string{}})
	for {
		// Without a heartbeat for two intervals the bot counts as dead.
		wait, cancel := context.WithTimeout(ctx, 2*g.server.config.Heartbeat)
		_, data, err := l.ws.Read(wait)
		cancel()
		if err != nil {
			return websocket.CloseStatus(err)
		}
		if code, why := g.receive(ctx, l, data); code != 0 {
			g.refuse(l, code, why)
			return code
		}
	}
}

// refuse closes a connection with a code and reason, and records a violation.
func (g *gateway) refuse(l *link, code websocket.StatusCode, why string) {
	g.server.violations.add(Violation{Method: "GATEWAY", Status: int(code), Message: why})
	// The bot may already be gone.
	_ = l.ws.Close(code, why)
}

// receive handles one frame. A code other than 0 ends the connection.
func (g *gateway) receive(ctx context.Context, l *link, data []byte) (websocket.StatusCode, string) {
	if g.flooded(l) {
		return rules.CloseRateLimited, "You are being rate limited."
	}
	var f rules.Frame
	if len(data) > maxSend || json.Unmarshal(data, &f) != nil {
		return rules.CloseDecode, "Error while decoding payload."
	}
	switch f.Op {
	case rules.OpHeartbeat:
		g.send(ctx, l, rules.OpHeartbeatACK, nil)
		return 0, ""
	case rules.OpIdentify, rules.OpResume:
		return g.login(ctx, l, f)
	}
	return rules.CloseUnknownOpcode, "Unknown opcode."
}

// flooded counts a frame, and reports whether it exceeds maxSends.
func (g *gateway) flooded(l *link) bool {
	now := g.server.world.Now()
	if now.Sub(l.window) >= sendWindow {
		l.window, l.sends = now, 0
	}
	l.sends++
	return l.sends > maxSends
}

// write sends the session's events as they arrive.
func (g *gateway) write(ctx context.Context, l *link) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}
		for _, event := range g.pending(l) {
			if err := l.ws.Write(ctx, websocket.MessageText, event); err != nil {
				return // the reader notices too
			}
		}
	}
}

// pending returns the events not sent yet, and marks them as sent.
func (g *gateway) pending(l *link) [][]byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := l.session
	if s == nil || s.link != l {
		return nil
	}
	first := s.seq - int64(len(s.log)) + 1
	events := s.log[min(max(l.next-first, 0), int64(len(s.log))):]
	l.next = s.seq + 1
	return slices.Clone(events)
}

func (g *gateway) send(ctx context.Context, l *link, op int, data any) {
	raw, err := json.Marshal(object{"op": op, "d": data, "s": nil, "t": nil})
	if err != nil {
		panic(err) // only frames of this package arrive here
	}
	// The reader notices a broken connection.
	_ = l.ws.Write(ctx, websocket.MessageText, raw)
}

// login is the content of IDENTIFY and of RESUME.
type login struct {
	Token string `json:"token"`
	// Of IDENTIFY.
	Properties map[string]any `json:"properties"`
	Intents    *int           `json:"intents"`
	// Of RESUME.
	Session string `json:"session_id"`
	Seq     *int64 `json:"seq"`
}

func (g *gateway) login(ctx context.Context, l *link, f rules.Frame) (websocket.StatusCode, string) {
	var d login
	switch {
	case json.Unmarshal(f.Data, &d) != nil:
		return rules.CloseDecode, "Error while decoding payload."
	case l.session != nil: // which only this goroutine sets
		return rules.CloseAuthenticated, "Already authenticated."
	case strings.TrimPrefix(d.Token, "Bot ") != g.server.config.Token:
		return rules.CloseAuthentication, "Authentication failed."
	case f.Op == rules.OpResume:
		return g.resume(ctx, l, d)
	}
	return g.identify(l, d)
}

func (g *gateway) identify(l *link, d login) (websocket.StatusCode, string) {
	switch {
	case d.Intents == nil || d.Properties == nil:
		return rules.CloseDecode, "Error while decoding payload."
	case *d.Intents&^knownIntents != 0:
		return rules.CloseIntents, "Invalid intent(s)."
	case *d.Intents&privilegedIntents != 0:
		return rules.CloseDisallowedIntents, "Disallowed intent(s)."
	case !g.server.limits.spend(g.server.world.Now(), IdentifyLimit, "", 1):
		return rules.CloseAuthentication, "Your token was reset for too many logins."
	}
	s := &session{id: rand.Text(), link: l}
	g.mu.Lock()
	g.sessions[s.id] = s
	l.session, l.next = s, 1
	g.server.stream.Online(true)
	s.append("READY", g.ready(s))
	g.mu.Unlock()
	return 0, ""
}

func (g *gateway) ready(s *session) object {
	return object{
		"v": 9, "user": g.server.world.Bot.JSON(), "session_id": s.id, "resume_gateway_url": gatewayURL(s.link.host),
		"session_type": "normal", "guilds": []object{{"id": world.GuildID, "unavailable": true}},
		"application": object{"id": world.BotID, "flags": 0}, "private_channels": []object{},
		"presences": []object{}, "relationships": []object{}, "user_settings": object{}, "_trace": []string{},
	}
}

// resume continues a session with the events after the last received one, then RESUMED.
func (g *gateway) resume(ctx context.Context, l *link, d login) (websocket.StatusCode, string) {
	if d.Seq == nil {
		return rules.CloseDecode, "Error while decoding payload."
	}
	g.mu.Lock()
	g.forget()
	s := g.sessions[d.Session]
	if s == nil || *d.Seq < s.seq-int64(len(s.log)) || *d.Seq > s.seq {
		delete(g.sessions, d.Session)
		g.mu.Unlock()
		if s != nil && *d.Seq > s.seq {
			return rules.CloseSequence, "Invalid seq."
		}
		g.send(ctx, l, rules.OpInvalidSession, false)
		return 0, ""
	}
	old := s.link
	s.link, l.session, l.next = l, s, *d.Seq+1
	g.server.stream.Online(true)
	s.append("RESUMED", object{"_trace": []string{}})
	g.mu.Unlock()
	if old != nil {
		_ = old.ws.CloseNow() // the bot has abandoned it
	}
	return 0, ""
}

// detach ends a connection. Its session ends too if [rules.EndsSession] says so, and may be resumed for
// sessionLife otherwise.
func (g *gateway) detach(l *link, end websocket.StatusCode) {
	_ = l.ws.CloseNow() // it may be closed already
	g.mu.Lock()
	defer g.mu.Unlock()
	s := l.session
	if s == nil || s.link != l {
		return
	}
	s.link, s.lost = nil, g.server.world.Now()
	if rules.EndsSession(end) {
		delete(g.sessions, s.id)
	}
	g.server.stream.Online(g.online())
}

func (g *gateway) isOnline() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.online()
}

// online is isOnline with the lock held.
func (g *gateway) online() bool {
	for _, s := range g.sessions {
		if s.link != nil {
			return true
		}
	}
	return false
}

func (g *gateway) interaction(data object) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget()
	for _, s := range g.sessions {
		s.append("INTERACTION_CREATE", data)
	}
}

// forget removes sessions not resumed within sessionLife.
func (g *gateway) forget() {
	now := g.server.world.Now()
	for id, s := range g.sessions {
		if s.link == nil && now.Sub(s.lost) > sessionLife {
			delete(g.sessions, id)
		}
	}
}

// append adds an event to the log, and wakes the connection. The gateway's lock is held.
func (s *session) append(name string, data object) {
	s.seq++
	raw, err := json.Marshal(object{"op": rules.OpDispatch, "d": data, "s": s.seq, "t": name})
	if err != nil {
		panic(err) // events contain only strings, numbers and the like
	}
	s.log = append(s.log, raw)
	sent := int64(len(s.log))
	if s.link != nil {
		// Unsent events must stay: the log is also the send queue.
		sent = s.link.next - (s.seq - sent + 1)
	}
	s.log = s.log[max(0, min(int64(len(s.log)-maxLog), sent)):]
	if s.link != nil {
		select {
		case s.link.wake <- struct{}{}:
		default:
		}
	}
}
