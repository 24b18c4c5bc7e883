package playground

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// archiveTimes are after how many minutes of silence a thread may be archived.
var archiveTimes = []int{60, 1440, 4320, 10080}

const (
	maxThreadName  = 100
	defaultArchive = 4320
)

// threadDraft is a thread as the bot opens it.
type threadDraft struct {
	Name    string `json:"name"`
	Archive *int   `json:"auto_archive_duration"`
	Type    *int   `json:"type"`
}

func (d *threadDraft) check() error {
	var f faults
	length(&f, "name", d.Name, 1, maxThreadName)
	if d.Archive != nil && !slices.Contains(archiveTimes, *d.Archive) {
		f.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of %s.", choices(archiveTimes))
	}
	return f.err()
}

// readThread reads a checked thread, and the channel that it is to be in.
func (s *Server) readThread(w http.ResponseWriter, r *http.Request) (*threadDraft, *channel, error) {
	c, err := s.visible(r)
	if err != nil {
		return nil, nil, err
	}
	if err := s.mayPost(c); err != nil {
		return nil, nil, err
	}
	b, err := readBody(w, r)
	if err != nil {
		return nil, nil, err
	}
	d := &threadDraft{}
	if err := decode("", b.json, d); err != nil {
		return nil, nil, err
	}
	if err := d.check(); err != nil {
		return nil, nil, err
	}
	if c.dm != "" || c.parent != "" {
		return nil, nil, errWrongChannelType
	}
	return d, c, nil
}

// postThread opens a thread without a message. A type must be given: without one Discord
// opens a private thread, and there are none here.
func (s *Server) postThread(w http.ResponseWriter, r *http.Request) (any, error) {
	d, c, err := s.readThread(w, r)
	if err != nil {
		return nil, err
	}
	if d.Type == nil || *d.Type != publicThread {
		return nil, errWrongChannelType
	}
	return created{s.openThread(c, s.world.bot, s.ids.next(s.clock.Now()), d)}, nil
}

// postMessageThread opens the thread of a message, which has its ID.
func (s *Server) postMessageThread(w http.ResponseWriter, r *http.Request) (any, error) {
	d, c, err := s.readThread(w, r)
	if err != nil {
		return nil, err
	}
	id := r.PathValue("message")
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.messageOf(r); err != nil {
		return nil, err
	}
	if s.world.channel(id) != nil {
		return nil, errThreadExists
	}
	return created{s.openThread(c, s.world.bot, id, d)}, nil
}

// openThread adds a thread to the world, and returns it in Discord's form.
func (s *Server) openThread(in *channel, by *user, id string, d *threadDraft) object {
	t := &channel{id: id, name: d.Name, topic: "A thread of #" + in.name, parent: in.id, owner: by.id, archive: defaultArchive}
	if d.Archive != nil {
		t.archive = *d.Archive
	}
	s.world.add(t)
	o := s.world.channelJSON(t)
	event := s.world.channelJSON(t)
	event["newly_created"] = true
	s.gateway.dispatch("THREAD_CREATE", intentGuilds, event)
	return o
}

// thread serves POST /api/thread: a person opens one.
func (s *Server) thread(_ context.Context, req *request) (any, error) {
	u, c, err := s.where(req.User, req.Channel)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(req.Text)
	switch n := utf8.RuneCountInString(name); {
	case n == 0 || n > maxThreadName:
		return nil, refusef("a thread's name has 1 to %d characters", maxThreadName)
	case c.dm != "" || c.parent != "":
		return nil, refusef("a thread is opened in a channel of the server")
	}
	id := s.ids.next(s.clock.Now())
	s.openThread(c, u, id, &threadDraft{Name: name})
	return object{"channel": id}, nil
}
