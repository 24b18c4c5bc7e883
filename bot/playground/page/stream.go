package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// maxLag is how many events a subscriber may lag behind before it is disconnected.
const maxLag = 256

// keepAlive is the interval of keep-alive comments, by which proxies and sleeping machines detect a
// dead stream.
const keepAlive = 15 * time.Second

// Stream publishes events to the pages. It is safe for concurrent use.
type Stream struct {
	mu   sync.Mutex
	subs map[*subscriber]bool
}

type subscriber struct {
	user   *world.User
	events chan []byte // closed when the subscriber is disconnected
}

func (s *Stream) subscribe(u *world.User) *subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	sub := &subscriber{user: u, events: make(chan []byte, maxLag)}
	if s.subs == nil {
		s.subs = map[*subscriber]bool{}
	}
	s.subs[sub] = true
	return sub
}

func (s *Stream) unsubscribe(sub *subscriber) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut(sub)
}

func (s *Stream) cut(sub *subscriber) {
	if s.subs[sub] {
		delete(s.subs, sub)
		close(sub.events)
	}
}

// publish sends an event to the users whom sees selects; nil: to all.
func (s *Stream) publish(e object, sees func(*world.User) bool) {
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err) // events contain only strings, numbers and the like
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for sub := range s.subs {
		if sees != nil && !sees(sub.user) {
			continue
		}
		select {
		case sub.events <- raw:
		default:
			s.cut(sub)
		}
	}
}

func (p *page) stream(w http.ResponseWriter, r *http.Request) {
	u, err := p.person(r.FormValue("user"))
	if err != nil {
		rules.WriteSentence(w, http.StatusBadRequest, err.Error())
		return
	}
	sub := p.Stream.subscribe(u)
	defer p.Stream.unsubscribe(sub)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	say := func(line string) bool {
		_, err := fmt.Fprint(w, line+"\n\n")
		return err == nil && out.Flush() == nil
	}
	if !say(`data: {"type":"hello"}`) {
		return
	}
	tick := time.Tick(keepAlive)
	for {
		line := ": alive"
		select {
		case <-r.Context().Done():
			return
		case raw, ok := <-sub.events:
			if !ok {
				return
			}
			line = "data: " + string(raw)
		case <-tick:
		}
		if !say(line) {
			return
		}
	}
}

// Message publishes a change to a message to the users who see it.
func (s *Stream) Message(w *world.World, store *world.Messages, change world.Change, m *world.Message) {
	kind := "message"
	switch {
	case change == world.Deleted:
		kind = "delete"
	case change == world.Edited:
		kind = "update"
	case m.Loading():
		kind = "thinking"
	}
	e := object{"type": kind, "channel": m.Channel}
	if change == world.Deleted {
		e["id"] = m.ID
	} else {
		e["message"] = view(w, store, m)
	}
	c := w.Channel(m.Channel)
	s.publish(e, func(u *world.User) bool { return c.SeenBy(u) && m.SeenBy(u) })
}

// Modal shows a form to its person.
func (s *Stream) Modal(m *world.Modal) {
	e := object{"type": "modal", "channel": m.Channel.ID, "modal": viewModal(m)}
	s.publish(e, func(u *world.User) bool { return u == m.User })
}

// Unanswered tells a person that no answer came in time.
func (s *Stream) Unanswered(i *world.Interaction) {
	e := object{"type": "notice", "channel": i.Channel.ID, "text": world.DidNotRespond, "interaction": i.ID}
	s.publish(e, func(u *world.User) bool { return u == i.User })
}

// Commands publishes that the commands have changed.
func (s *Stream) Commands() { s.publish(object{"type": "commands"}, nil) }

// Online publishes whether the bot is connected.
func (s *Stream) Online(is bool) { s.publish(object{"type": "bot", "online": is}, nil) }
