package playground

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// event is one of the stream's.
type event struct {
	Type        string       `json:"type"`
	Channel     string       `json:"channel,omitempty"`
	ID          string       `json:"id,omitempty"`
	Message     *messageView `json:"message,omitempty"`
	Modal       *modalView   `json:"modal,omitempty"`
	Text        string       `json:"text,omitempty"`
	Interaction string       `json:"interaction,omitempty"`
	Online      *bool        `json:"online,omitempty"`
}

// maxLag is how many events a slow reader may be behind before it is cut off.
const maxLag = 256

// keepAlive is how often a silent stream says that it lives, so that proxies and
// sleeping machines notice when it does not.
const keepAlive = 15 * time.Second

// streams are the pages that listen.
type streams struct {
	mu     sync.Mutex
	subs   map[*subscriber]bool
	closed bool
}

type subscriber struct {
	user   *user
	events chan []byte // closed when the reader is cut off
}

func (s *streams) subscribe(u *user) *subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	sub := &subscriber{user: u, events: make(chan []byte, maxLag)}
	if s.closed {
		close(sub.events)
		return sub
	}
	if s.subs == nil {
		s.subs = map[*subscriber]bool{}
	}
	s.subs[sub] = true
	return sub
}

func (s *streams) unsubscribe(sub *subscriber) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut(sub)
}

func (s *streams) cut(sub *subscriber) {
	if s.subs[sub] {
		delete(s.subs, sub)
		close(sub.events)
	}
}

// publish tells those who may see it; nil: everyone.
func (s *streams) publish(e event, sees func(*user) bool) {
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err) // events are made of strings, numbers and the like
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

func (s *streams) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for sub := range s.subs {
		s.cut(sub)
	}
}

// stream serves GET /api/stream.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	u := s.person(r.FormValue("user"))
	if u == nil {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no user %q", r.FormValue("user")))
		return
	}
	sub := s.streams.subscribe(u)
	defer s.streams.unsubscribe(sub)
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
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
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
		case <-tick.C:
		}
		if !say(line) {
			return
		}
	}
}
