package playground

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"strings"

	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

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

// login handles IDENTIFY and RESUME.
func (g *gateway) login(ctx context.Context, l *link, f rules.Frame) (websocket.StatusCode, string) {
	var d login
	switch {
	case json.Unmarshal(f.Data, &d) != nil:
		return rules.CloseDecode, "Error while decoding payload."
	case g.authenticated(l):
		return rules.CloseAuthenticated, "Already authenticated."
	case strings.TrimPrefix(d.Token, "Bot ") != g.server.config.Token:
		return rules.CloseAuthentication, "Authentication failed."
	case f.Op == rules.OpResume:
		return g.resume(ctx, l, d)
	}
	return g.identify(l, d)
}

// identify opens a session.
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

func (g *gateway) authenticated(l *link) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return l.session != nil
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
	switch {
	case s == nil || *d.Seq < s.seq-int64(len(s.log)):
		delete(g.sessions, d.Session)
		g.mu.Unlock()
		g.send(ctx, l, rules.OpInvalidSession, false)
		return 0, ""
	case *d.Seq > s.seq:
		delete(g.sessions, d.Session)
		g.mu.Unlock()
		return rules.CloseSequence, "Invalid seq."
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

// interaction sends an interaction to all sessions.
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
