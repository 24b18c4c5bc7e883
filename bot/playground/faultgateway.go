package playground

import (
	"slices"

	"github.com/coder/websocket"
)

// faultText is the reason that a connection closed by a fault gives.
const faultText = "An error that was asked for."

// maxRecent is how many interactions of a session can come a second time.
const maxRecent = 100

// each calls a function for the connections that have logged in.
func (g *gateway) each(f func(*gateway, *link)) {
	g.mu.Lock()
	var links []*link
	for _, s := range g.sessions {
		if s.link != nil {
			links = append(links, s.link)
		}
	}
	g.mu.Unlock()
	for _, l := range links {
		f(g, l)
	}
}

// drop cuts a socket without a word, as a network does.
func (g *gateway) drop(l *link) { _ = l.ws.CloseNow() }

// reconnect asks a bot to connect anew, and cuts the socket of one that stays.
func (g *gateway) reconnect(l *link) {
	g.send(g.ctx, l, opReconnect, nil)
	g.server.clock.AfterFunc(reconnectTime, func() { g.drop(l) })
}

// invalidate ends a session, or only its connection if it is resumable. The bot may log
// in again on the same socket.
func (g *gateway) invalidate(l *link, resumable bool) {
	g.mu.Lock()
	if s := l.session; s != nil {
		l.session, s.link, s.lost = nil, nil, g.server.clock.Now()
		if !resumable {
			delete(g.sessions, s.id)
		}
	}
	g.mu.Unlock()
	g.send(g.ctx, l, opInvalidSession, resumable)
	g.server.streams.publish(event{Type: "bot", Online: ptr(g.online())}, nil)
}

// expel closes a connection with a code, which may end the session too.
func (g *gateway) expel(l *link, code int) {
	g.mu.Lock()
	if s := l.session; s != nil && endsSession(websocket.StatusCode(code)) {
		l.session, s.link = nil, nil
		delete(g.sessions, s.id)
	}
	g.mu.Unlock()
	// Close waits for the other side, which may be slow.
	go func() { _ = l.ws.Close(websocket.StatusCode(code), faultText) }()
	g.server.streams.publish(event{Type: "bot", Online: ptr(g.online())}, nil)
}

// shuffled holds interactions until there are as many as the fault wants, and then
// delivers them in reverse order. It reports whether it did. The lock is held.
func (g *gateway) shuffled(data object) bool {
	f, ok := g.server.troubles.find(func(f *Fault) bool { return f.Kind == FaultShuffle })
	if !ok {
		return false
	}
	g.held = append(g.held, data)
	if len(g.held) >= f.Count {
		g.server.troubles.end(f.ID)
		slices.Reverse(g.held)
		g.deliver()
	}
	return true
}

// release delivers what was held, in the order in which it came.
func (g *gateway) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.deliver()
}

// deliver sends the held interactions. The lock is held.
func (g *gateway) deliver() {
	for _, data := range g.held {
		for _, s := range g.sessions {
			s.append(interactionCreate, data)
		}
	}
	g.held = nil
}

// repeated are the session's interactions that come a second time with a RESUME. The
// lock is held.
func (g *gateway) repeated(s *session, arrived int64) [][]byte {
	f, ok := g.server.troubles.find(func(f *Fault) bool { return f.Kind == FaultRepeat })
	if !ok {
		return nil
	}
	g.server.troubles.end(f.ID)
	var again [][]byte
	for _, e := range s.recent {
		if e.seq <= arrived {
			again = append(again, e.raw)
		}
	}
	return again[max(0, len(again)-f.Count):]
}
