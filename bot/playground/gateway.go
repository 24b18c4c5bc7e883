package playground

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Operations of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatACK   = 11
)

// close codes.
const (
	closeUnknownOpcode     websocket.StatusCode = 4001
	closeDecode            websocket.StatusCode = 4002
	closeNotAuthenticated  websocket.StatusCode = 4003
	closeAuthentication    websocket.StatusCode = 4004
	closeAuthenticated     websocket.StatusCode = 4005
	closeSequence          websocket.StatusCode = 4007
	closeRateLimited       websocket.StatusCode = 4008
	closeTimedOut          websocket.StatusCode = 4009
	closeShard             websocket.StatusCode = 4010
	closeSharding          websocket.StatusCode = 4011
	closeVersion           websocket.StatusCode = 4012
	closeIntents           websocket.StatusCode = 4013
	closeDisallowedIntents websocket.StatusCode = 4014
)

// Intents that matter here. The privileged ones must be granted to an app, and are
// not: a bot of slash commands needs none.
const (
	intentGuilds         = 1 << 0
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12
	intentContent        = 1 << 15
	privilegedIntents    = 1<<1 | 1<<8 | intentContent
	knownIntents         = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

const (
	maxSend     = 4096 // bytes a send
	maxSends    = 120  // sends in sendWindow
	sendWindow  = time.Minute
	maxLog      = 500             // events kept for a session that resumes
	sessionLife = 2 * time.Minute // of a session without connection
)

// heartbeatInterval is how often Discord wants a heartbeat.
const heartbeatInterval = 41250 * time.Millisecond

// gateway is the websocket by which a bot hears of events: login, heartbeats, resuming,
// intents and close codes as Discord has them. It is safe for concurrent use.
type gateway struct {
	server *Server
	ctx    context.Context // ends with the gateway
	cancel context.CancelFunc
	links  sync.WaitGroup

	mu       sync.Mutex
	sessions map[string]*session
}

// session is what a RESUME takes up again: the events sent, and to be sent. The log
// is the queue as well: a link sends what it has not sent yet.
type session struct {
	id      string
	intents int
	seq     int64    // of the last event
	log     [][]byte // the last events, in order
	link    *link    // nil while nobody is connected
	lost    time.Time
}

// link is one connection.
type link struct {
	ws   *websocket.Conn
	wake chan struct{} // there may be something to send

	// Guarded by the gateway.
	session *session // nil before IDENTIFY or RESUME
	next    int64    // sequence of the event to send next

	// The reader's own.
	window time.Time // beginning of the minute in which sends are counted
	sends  int
}

// frame is what travels, in either direction.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

// newGateway returns a gateway. [gateway.close] ends it.
func newGateway(s *Server) *gateway {
	ctx, cancel := context.WithCancel(context.Background())
	return &gateway{server: s, ctx: ctx, cancel: cancel, sessions: map[string]*session{}}
}

// url is where the bot connects to.
func (g *gateway) url() string { return "ws://" + g.server.address + "/gateway/" }

// close ends all connections.
func (g *gateway) close() {
	g.cancel()
	g.links.Wait()
}

// ServeHTTP takes a connection and stays until it ends.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		g.server.config.Log.Warn("gateway refused", "error", err)
		return
	}
	ws.SetReadLimit(1 << 20) // far over maxSend, which is answered by a close code
	g.links.Add(1)
	defer g.links.Done()
	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	l := &link{ws: ws, wake: make(chan struct{}, 1)}
	if v := r.URL.Query().Get("v"); v != "9" && v != "10" {
		g.refuse(l, closeVersion, "Invalid API version.")
		return
	}
	go g.write(ctx, l)
	end := g.read(ctx, l)
	g.detach(l, end)
}

// read handles what the bot sends, and returns the code the connection ended with.
func (g *gateway) read(ctx context.Context, l *link) websocket.StatusCode {
	g.send(ctx, l, opHello, object{"heartbeat_interval": g.server.config.Heartbeat.Milliseconds(), "_trace": []string{}})
	for {
		// Twice the interval without a heartbeat: the other side is dead.
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

// refuse closes a connection with a reason.
func (g *gateway) refuse(l *link, code websocket.StatusCode, why string) {
	g.server.violations.add(Violation{Method: "GATEWAY", Status: int(code), Message: why})
	// The other side may be gone already, and then there is nobody to tell.
	_ = l.ws.Close(code, why)
}

// receive handles one frame; a code other than 0 ends the connection.
func (g *gateway) receive(ctx context.Context, l *link, data []byte) (websocket.StatusCode, string) {
	if g.flooded(l) {
		return closeRateLimited, "You are being rate limited."
	}
	var f frame
	if len(data) > maxSend || json.Unmarshal(data, &f) != nil {
		return closeDecode, "Error while decoding payload."
	}
	switch f.Op {
	case opHeartbeat:
		g.acknowledge(l, f.Data)
		g.send(ctx, l, opHeartbeatACK, nil)
		return 0, ""
	case opIdentify:
		return g.identify(l, f.Data)
	case opResume:
		return g.resume(ctx, l, f.Data)
	case opPresence, opVoice, opMembers:
		if !g.authenticated(l) {
			return closeNotAuthenticated, "Not authenticated."
		}
		return 0, "" // nothing shows presences, voices or offline members
	}
	return closeUnknownOpcode, "Unknown opcode."
}

// flooded counts a send, and reports whether it is one too many.
func (g *gateway) flooded(l *link) bool {
	now := g.server.world.Now()
	if now.Sub(l.window) >= sendWindow {
		l.window, l.sends = now, 0
	}
	l.sends++
	return l.sends > maxSends
}

// write sends the session's events as they come.
func (g *gateway) write(ctx context.Context, l *link) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}
		for _, event := range g.pending(l) {
			if err := l.ws.Write(ctx, websocket.MessageText, event); err != nil {
				return // the reader sees the end too
			}
		}
	}
}

// pending takes the events that the link has not sent.
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

// send sends a frame that is no event.
func (g *gateway) send(ctx context.Context, l *link, op int, data any) {
	raw, err := json.Marshal(object{"op": op, "d": data, "s": nil, "t": nil})
	if err != nil {
		panic(err) // only our own frames come here
	}
	// The reader learns of a broken connection.
	_ = l.ws.Write(ctx, websocket.MessageText, raw)
}
