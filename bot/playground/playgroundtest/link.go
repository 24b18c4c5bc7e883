package playgroundtest

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/coder/websocket"
)

// closeText is the reason that a connection closed by a fault gives.
const closeText = "An error that was asked for."

// reconnectTime is how long a bot that was told to reconnect may stay.
const reconnectTime = 5 * time.Second

// link is one connection of a bot, and the one to the server behind it.
type link struct {
	proxy *Proxy
	bot   *websocket.Conn
	query string // of the address

	// Guarded by the proxy.
	server   *websocket.Conn // nil once the session was made invalid, until the next login
	session  *session        // nil before READY or RESUMED
	resuming *session        // what a RESUME asks for, until its first event
	arrived  int64           // the last event that it had
	deaf     int             // heartbeats whose ACK is not passed on
	still    bool            // nothing passes
	shuffle  *Fault          // nil: nothing is held
	held     []frame         // events, the interactions among them to be reversed
}

// fromBot passes on what the bot sends, until it or the server ends the connection.
func (l *link) fromBot(ctx context.Context) {
	for {
		kind, data, err := l.bot.Read(ctx)
		if err != nil {
			l.hangUp(err)
			return
		}
		var f frame
		_ = json.Unmarshal(data, &f) // the server refuses what is no frame
		logsIn := f.Op == opIdentify || f.Op == opResume
		if logsIn {
			l.count(f.Op == opResume)
		}
		if l.isStill() {
			continue
		}
		if logsIn && !l.login(ctx, &f) {
			return
		}
		if server := l.reach(ctx, &f); server != nil {
			_ = server.Write(ctx, kind, data) // a broken connection is seen by its reader
		}
	}
}

// count notes a login.
func (l *link) count(resumes bool) {
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	l.proxy.attempts = append(l.proxy.attempts, Attempt{time.Now(), resumes})
}

// hangUp ends the connection to the server as the bot ended its own.
func (l *link) hangUp(end error) {
	l.proxy.mu.Lock()
	server := l.server
	l.server = nil
	l.proxy.mu.Unlock()
	_ = l.bot.CloseNow()
	if server != nil {
		closeLike(server, end)
	}
}

// closeLike closes a connection as another one was closed: with its code, or without a
// word where the socket broke.
func closeLike(c *websocket.Conn, end error) {
	reason, ok := errors.AsType[websocket.CloseError](end)
	if !ok {
		_ = c.CloseNow()
		return
	}
	_ = c.Close(reason.Code, reason.Reason) // the other side may be gone already
}

// login lets a login or a RESUME fail if a fault says so. Otherwise the connection has a
// server, a new one where the session was made invalid.
func (l *link) login(ctx context.Context, f *frame) bool {
	if fault, struck := l.proxy.active.strikeKind(Login); struck {
		l.hangUpQuietly()
		_ = l.bot.Close(websocket.StatusCode(fault.Code), closeText)
		return false
	}
	if fault, struck := l.proxy.active.strikeKind(Answer); struck {
		l.utter(ctx, fault.Text)
		l.beStill()
		return true
	}
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	if f.Op == opResume {
		var d struct {
			Session string `json:"session_id"`
			Seq     int64  `json:"seq"`
		}
		_ = json.Unmarshal(f.Data, &d) // the server refuses what is no RESUME
		l.resuming, l.arrived = l.proxy.sessions[d.Session], d.Seq
	}
	if l.server != nil {
		return true
	}
	server, err := l.dial(ctx)
	if err == nil {
		_, _, err = server.Read(ctx) // HELLO, which the bot has had
	}
	if err != nil {
		_ = l.bot.CloseNow()
		return false
	}
	l.server = server
	go l.fromServer(ctx, server)
	return true
}

// hangUpQuietly cuts the connection to the server.
func (l *link) hangUpQuietly() {
	l.proxy.mu.Lock()
	server := l.server
	l.server = nil
	l.proxy.mu.Unlock()
	if server != nil {
		_ = server.CloseNow()
	}
}

// reach returns the connection that a frame is passed on to, nil if to none.
func (l *link) reach(ctx context.Context, f *frame) *websocket.Conn {
	heartbeat := f.Op == opHeartbeat
	deaf := false
	if heartbeat {
		_, deaf = l.proxy.active.strikeKind(Deaf)
	}
	l.proxy.mu.Lock()
	server, still := l.server, l.still
	if deaf && server != nil {
		l.deaf++
	}
	l.proxy.mu.Unlock()
	if heartbeat && server == nil && !deaf && !still {
		l.say(ctx, opHeartbeatACK, nil)
	}
	return server
}

// say sends the bot a frame of the proxy's own.
func (l *link) say(ctx context.Context, op int, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // only our own frames come here
	}
	f := frame{Op: op, Data: raw}
	_ = l.bot.Write(ctx, websocket.MessageText, f.raw()) // a broken connection is seen by its reader
}

// utter says a text to the bot, which need not be a frame.
func (l *link) utter(ctx context.Context, text string) {
	if text != "" && !l.isStill() {
		_ = l.bot.Write(ctx, websocket.MessageText, []byte(text)) // a broken connection is seen by its reader
	}
}

// beStill lets nothing pass any more. The server sees the connection break.
func (l *link) beStill() {
	l.proxy.mu.Lock()
	l.still = true
	l.proxy.mu.Unlock()
	l.hangUpQuietly()
}

func (l *link) isStill() bool {
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	return l.still
}

// fromServer passes on what the server sends, until that connection ends. If it is still
// the bot's, the bot's ends likewise.
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

// drop cuts the connection without a word, as a network does.
func (l *link) drop() {
	l.hangUpQuietly()
	_ = l.bot.CloseNow()
}

// reconnect asks the bot to connect anew, and cuts the socket of one that stays.
func (l *link) reconnect() {
	l.say(l.proxy.ctx, opReconnect, nil)
	l.proxy.clock.AfterFunc(reconnectTime, l.drop)
}

// invalidate ends the session, or only its connection if it is resumable. The bot may log
// in again on the same socket.
func (l *link) invalidate(resumable bool) {
	l.endSession(!resumable)
	l.say(l.proxy.ctx, opInvalidSession, resumable)
}

// expel closes the connection with a code, which may end the session too. It does not
// wait for the bot.
func (l *link) expel(code int) {
	l.endSession(endsSession(code))
	go func() { _ = l.bot.Close(websocket.StatusCode(code), closeText) }()
}

// endSession leaves the server: for good, so that the session ends there, or as if the
// network had failed.
func (l *link) endSession(forGood bool) {
	l.proxy.mu.Lock()
	server := l.server
	l.server, l.session = nil, nil
	l.proxy.mu.Unlock()
	switch {
	case server == nil:
	case forGood:
		_ = server.Close(websocket.StatusNormalClosure, "")
	default:
		_ = server.CloseNow()
	}
}

// endsSession reports whether Discord ends the session when it closes a connection by
// this code: 4000, an unknown error, and codes that it does not document leave it.
func endsSession(code int) bool {
	switch code {
	case 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014:
		return true
	}
	return false
}
