package playgroundtest

import (
	"encoding/json"

	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// deliver returns the frames to pass to the bot after a frame of the server: that frame, repeated
// or held events, or none.
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
	case f.Op == rules.OpHeartbeatACK && l.deaf():
		return nil
	case f.Op != rules.OpDispatch || f.Type == nil || f.Seq == nil:
		return [][]byte{data}
	case *f.Type == "READY":
		var d struct {
			ID string `json:"session_id"`
		}
		_ = json.Unmarshal(f.Data, &d) // the server always sends one
		l.session = &session{}
		l.proxy.sessions[d.ID] = l.session
		return [][]byte{data}
	}
	return append(l.again(), l.event(f)...)
}

// again returns the interactions to repeat before the first event of a resumed session. The lock is
// held.
func (l *link) again() [][]byte {
	s := l.resuming
	if s == nil {
		return nil
	}
	l.session, l.resuming = s, nil
	f := l.proxy.active.first(Repeat)
	if f == nil {
		return nil
	}
	l.proxy.active.end(f.ID) // whatever its count
	var again [][]byte
	for i := range s.recent {
		if *s.recent[i].Seq <= l.arrived {
			again = append(again, s.recent[i].raw())
		}
	}
	return again[max(0, len(again)-f.Count):]
}

// event returns the events to pass on after f: f itself, unless it is held. The lock is held.
func (l *link) event(f frame) [][]byte {
	if l.shuffle == nil && f.isInteraction() {
		l.shuffle = l.proxy.active.first(Shuffle)
	}
	if l.shuffle == nil {
		return [][]byte{l.pass(f)}
	}
	l.held = append(l.held, f)
	var places []int // of interactions
	for i := range l.held {
		if l.held[i].isInteraction() {
			places = append(places, i)
		}
	}
	if len(places) < l.shuffle.Count {
		return nil
	}
	for i, j := 0, len(places)-1; i < j; i, j = i+1, j-1 {
		// Swap the data but not the sequence numbers, which must increase.
		a, b := &l.held[places[i]], &l.held[places[j]]
		a.Data, b.Data = b.Data, a.Data
	}
	id := l.shuffle.ID
	events := l.passHeld()
	l.proxy.end(id)
	return events
}

// pass returns an event as sent to the bot. It records an interaction, unless a resumed session delivers
// it again. The lock is held.
func (l *link) pass(f frame) []byte {
	if s := l.session; s != nil && f.isInteraction() {
		if n := len(s.recent); n == 0 || *s.recent[n-1].Seq < *f.Seq {
			s.recent = append(s.recent, f)
			s.recent = s.recent[max(0, len(s.recent)-maxRecent):]
		}
	}
	return f.raw()
}

// passHeld stops holding events, and returns those held. The lock is held.
func (l *link) passHeld() [][]byte {
	var events [][]byte
	for _, f := range l.held {
		events = append(events, l.pass(f))
	}
	l.held, l.shuffle = nil, nil
	return events
}

// end ends a fault, and reports whether it was pending. It delivers the events held for it in their
// original order. The lock is held.
func (p *Proxy) end(id string) bool {
	for l := range p.open {
		if l.shuffle != nil && l.shuffle.ID == id {
			for _, event := range l.passHeld() {
				_ = l.bot.Write(p.ctx, websocket.MessageText, event)
			}
		}
	}
	return p.active.end(id)
}
