package playgroundtest

import (
	"encoding/json"
	"slices"

	"github.com/coder/websocket"
)

// deliver returns what of the server's frame goes to the bot now: the frame, events that
// come again or were held, or nothing.
func (l *link) deliver(server *websocket.Conn, data []byte) [][]byte {
	var f frame
	if json.Unmarshal(data, &f) != nil {
		return [][]byte{data}
	}
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	switch {
	case l.server != server: // the bot has left this connection
		return nil
	case f.Op == opHeartbeatACK && l.deaf > 0:
		l.deaf--
		return nil
	case f.Op != opDispatch || f.Type == nil || f.Seq == nil:
		return [][]byte{data}
	case *f.Type == "READY":
		return [][]byte{l.ready(&f, data)}
	}
	return append(l.again(), l.event(f)...)
}

// ready notes the session, and leads the bot to the proxy when it resumes. The lock is
// held.
func (l *link) ready(f *frame, data []byte) []byte {
	var d struct {
		ID string `json:"session_id"`
	}
	_ = json.Unmarshal(f.Data, &d) // the server sends one
	l.session = &session{}
	l.proxy.sessions[d.ID] = l.session
	return []byte(l.proxy.ours(string(data)))
}

// again are the interactions that come a second time, before the first event of a
// resumed session. The lock is held.
func (l *link) again() [][]byte {
	s := l.resuming
	if s == nil {
		return nil
	}
	l.session, l.resuming = s, nil
	f, struck := l.proxy.active.takeKind(Repeat)
	if !struck {
		return nil
	}
	var again [][]byte
	for i := range s.recent {
		if *s.recent[i].Seq <= l.arrived {
			again = append(again, s.recent[i].raw())
		}
	}
	return again[max(0, len(again)-f.Count):]
}

// event returns the events that one sets free: itself, unless it is held. The lock is
// held.
func (l *link) event(f frame) [][]byte {
	if l.shuffle == nil || len(l.held) == 0 && !f.isInteraction() {
		return [][]byte{l.pass(f)}
	}
	l.held = append(l.held, f)
	if len(interactions(l.held)) < l.shuffle.Count {
		return nil
	}
	places := interactions(l.held)
	for i, j := 0, len(places)-1; i < j; i, j = i+1, j-1 {
		// They swap places and keep the numbers of those, which must go up.
		a, b := &l.held[places[i]], &l.held[places[j]]
		a.Data, b.Data = b.Data, a.Data
	}
	return l.passHeld()
}

// interactions are the places of interactions among events.
func interactions(events []frame) []int {
	var places []int
	for i := range events {
		if events[i].isInteraction() {
			places = append(places, i)
		}
	}
	return places
}

// pass returns an event as it goes to the bot. The lock is held.
func (l *link) pass(f frame) []byte {
	if f.isInteraction() && l.session != nil {
		l.session.note(f)
	}
	return f.raw()
}

// passHeld ends the holding, and returns what was held. The lock is held.
func (l *link) passHeld() [][]byte {
	var events [][]byte
	for _, f := range l.held {
		events = append(events, l.pass(f))
	}
	id := l.shuffle.ID
	l.held, l.shuffle = nil, nil
	l.proxy.shuffled(id)
	return events
}

// shuffled ends a fault once no connection holds anything by it. The lock is held.
func (p *Proxy) shuffled(id string) {
	for l := range p.open {
		if l.shuffle != nil && l.shuffle.ID == id {
			return
		}
	}
	p.active.end(id)
}

// hold begins to hold interactions. A connection that does so already goes on as it is.
func (l *link) hold(f Fault) {
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	if l.shuffle == nil {
		l.shuffle = &f
	}
}

// release delivers what is held by a fault, in the order in which it came.
func (l *link) release(id string) {
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	if l.shuffle == nil || l.shuffle.ID != id {
		return
	}
	for _, event := range l.passHeld() {
		_ = l.bot.Write(l.proxy.ctx, websocket.MessageText, event)
	}
}

// settle ends what the connection held when it ended: the server has it still.
func (l *link) settle() {
	l.proxy.mu.Lock()
	defer l.proxy.mu.Unlock()
	if l.shuffle != nil {
		id := l.shuffle.ID
		l.held, l.shuffle = slices.Delete(l.held, 0, len(l.held)), nil
		l.proxy.shuffled(id)
	}
}
