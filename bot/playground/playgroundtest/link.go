package playgroundtest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

const closeText = "An error that was asked for."

// link is a connection of a bot, with its connection to the server.
type link struct {
	proxy *Proxy
	bot   *websocket.Conn
	host  string      // by which the bot reaches the proxy
	query string      // of the URL
	still atomic.Bool // nothing is forwarded

	// Guarded by the proxy.
	server   *websocket.Conn // nil after an invalid session, until the next login
	session  *session        // nil before READY or RESUMED
	resuming *session        // the session of a RESUME, until its first event
	arrived  int64           // last event that the bot had received before a RESUME
	shuffle  *Fault          // nil: nothing is held
	held     []frame         // events held until their interactions are reversed
}

// fromBot forwards the bot's frames until either side ends the connection.
func (l *link) fromBot(ctx context.Context) {
	for {
		kind, data, err := l.bot.Read(ctx)
		if err != nil {
			_ = l.bot.CloseNow()
			l.leave(err) // as the bot has left
			return
		}
		var f frame
		_ = json.Unmarshal(data, &f) // the server refuses anything but frames
		logsIn := f.Op == rules.OpIdentify || f.Op == rules.OpResume
		if logsIn {
			l.proxy.mu.Lock()
			l.proxy.attempts = append(l.proxy.attempts, Attempt{time.Now(), f.Op == rules.OpResume})
			l.proxy.mu.Unlock()
		}
		if l.still.Load() {
			continue
		}
		if logsIn && !l.login(ctx, &f) {
			return
		}
		if server := l.reach(ctx, &f); server != nil {
			_ = server.Write(ctx, kind, data) // the reader notices a broken connection
		}
	}
}

// leave ends the connection to the server, if there is one, as another one was ended.
func (l *link) leave(end error) {
	l.proxy.mu.Lock()
	server := l.server
	l.server = nil
	l.proxy.mu.Unlock()
	if server != nil {
		closeLike(server, end)
	}
}

// broken is the end of a connection by a network failure.
var broken error

// closeLike closes a connection as another one was closed: with the same code, or without a close
// frame.
func closeLike(c *websocket.Conn, end error) {
	reason, ok := errors.AsType[websocket.CloseError](end)
	if !ok {
		_ = c.CloseNow()
		return
	}
	_ = c.Close(reason.Code, reason.Reason) // the other side may be gone
}

// login lets a login or RESUME fail if a fault requires it. Otherwise it connects to the server
// again if the session was invalidated. It reports whether the connection goes on.
func (l *link) login(ctx context.Context, f *frame) bool {
	if fault, struck := l.proxy.active.strikeKind(Login); struck {
		l.leave(broken)
		_ = l.bot.Close(websocket.StatusCode(fault.Code), closeText)
		return false
	}
	if fault, struck := l.proxy.active.strikeKind(Answer); struck {
		l.sendText(ctx, fault.Text)
		l.silence()
		return true
	}
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	if f.Op == rules.OpResume {
		var d struct {
			Session string `json:"session_id"`
			Seq     int64  `json:"seq"`
		}
		_ = json.Unmarshal(f.Data, &d) // the server refuses an invalid RESUME
		l.resuming, l.arrived = l.proxy.sessions[d.Session], d.Seq
	}
	if l.server != nil {
		return true
	}
	server, err := l.dial(ctx)
	if err == nil {
		_, _, err = server.Read(ctx) // HELLO, which the bot already has
	}
	if err != nil {
		_ = l.bot.CloseNow()
		return false
	}
	l.server = server
	go l.fromServer(ctx, server)
	return true
}

// reach returns the server connection to which a frame is forwarded, or nil.
func (l *link) reach(ctx context.Context, f *frame) *websocket.Conn {
	l.proxy.mu.Lock()
	server := l.server
	l.proxy.mu.Unlock()
	if f.Op == rules.OpHeartbeat && server == nil && !l.still.Load() && !l.deaf() {
		l.say(ctx, rules.OpHeartbeatACK, nil)
	}
	return server
}

// deaf reports whether a heartbeat must not be acknowledged.
func (l *link) deaf() bool {
	_, struck := l.proxy.active.strikeKind(Deaf)
	return struck
}

// say sends the bot a frame of the proxy's.
func (l *link) say(ctx context.Context, op int, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // only frames of this package arrive here
	}
	f := frame{rules.Frame{Op: op, Data: raw}}
	_ = l.bot.Write(ctx, websocket.MessageText, f.raw()) // the reader notices a broken connection
}

// sendText sends a text to the bot, which need not be a frame.
func (l *link) sendText(ctx context.Context, text string) {
	if text != "" && !l.still.Load() {
		_ = l.bot.Write(ctx, websocket.MessageText, []byte(text)) // the reader notices a broken connection
	}
}

// silence stops all forwarding. The server's connection breaks.
func (l *link) silence() {
	l.still.Store(true)
	l.leave(broken)
}

// fromServer forwards the server's frames until its connection ends, and then ends the bot's,
// unless the bot has a new one.
func (l *link) fromServer(ctx context.Context, server *websocket.Conn) {
	for {
		_, data, err := server.Read(ctx)
		if err != nil {
			l.proxy.mu.Lock()
			current := l.server == server
			l.proxy.mu.Unlock()
			if current {
				closeLike(l.bot, err)
			}
			_ = server.CloseNow()
			return
		}
		for _, event := range l.deliver(server, data) {
			_ = l.bot.Write(ctx, websocket.MessageText, event)
		}
	}
}

// drop cuts the connection without a close frame, like a network failure.
func (l *link) drop() {
	l.leave(broken)
	_ = l.bot.CloseNow()
}

// endSession disconnects from the server, which ends the session if forGood is set.
func (l *link) endSession(forGood bool) {
	l.proxy.mu.Lock()
	l.session = nil
	l.proxy.mu.Unlock()
	if forGood {
		l.leave(websocket.CloseError{Code: websocket.StatusNormalClosure})
	} else {
		l.leave(broken)
	}
}

// frame is a message of the gateway.
type frame struct{ rules.Frame }

func (f *frame) isInteraction() bool {
	return f.Op == rules.OpDispatch && f.Seq != nil && f.Type != nil && *f.Type == "INTERACTION_CREATE"
}

func (f *frame) raw() []byte {
	raw, err := json.Marshal(f)
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	return raw
}

// session is a session of the bot, as far as faults need it.
type session struct {
	recent []frame // the last interactions delivered, by sequence number
}

func (p *Proxy) gateway(w http.ResponseWriter, r *http.Request) {
	bot, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	p.links.Add(1)
	defer p.links.Done()
	bot.SetReadLimit(1 << 20)
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	l := &link{proxy: p, bot: bot, host: r.Host, query: r.URL.RawQuery}
	if f, struck := p.active.strikeKind(Hello); struck {
		l.sendText(ctx, f.Text)
		l.silence()
		l.fromBot(ctx)
		return
	}
	server, err := l.dial(ctx)
	if err != nil {
		_ = bot.CloseNow()
		return
	}
	p.mu.Lock()
	p.open[l] = true
	l.server = server
	p.mu.Unlock()
	go l.fromServer(ctx, server)
	l.fromBot(ctx)
	p.mu.Lock()
	delete(p.open, l)
	p.mu.Unlock()
}

func (l *link) dial(ctx context.Context) (*websocket.Conn, error) {
	address := "ws://" + l.proxy.server.Host + "/gateway/?" + l.query
	server, response, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		Host:       l.host, // which the server tells the bot to resume at
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: l.proxy.network.DialContext}},
	})
	if err != nil {
		return nil, err
	}
	if response.Body != nil {
		_ = response.Body.Close()
	}
	server.SetReadLimit(-1)
	return server, nil
}
