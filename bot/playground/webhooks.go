package playground

import (
	"net/http"
)

// interactionOf finds the interaction whose token is in the path. Its token works
// only once it has been answered. The lock is held.
func (s *Server) interactionOf(r *http.Request) (*interaction, error) {
	if r.PathValue("app") != applicationID {
		return nil, errUnknownWebhook
	}
	i := s.interactions[r.PathValue("token")]
	if i == nil || s.clock.Now().Sub(i.created) > tokenLife {
		return nil, errWebhookToken
	}
	if !i.answered || i.kind == autocompleteInteraction {
		return nil, errUnknownWebhook
	}
	return i, nil
}

// answerOf finds the message that is in the path, "@original" being the first answer,
// among those that the interaction's token may edit. The lock is held.
func (s *Server) answerOf(r *http.Request) (*message, error) {
	i, err := s.interactionOf(r)
	if err != nil {
		return nil, err
	}
	id := r.PathValue("message")
	if id == "@original" {
		id = i.original
	}
	m := s.find(i.channel.id, id)
	if m == nil || !i.messages[id] {
		return nil, errUnknownMessage
	}
	return m, nil
}

// readDraft reads a checked message.
func readDraft(w http.ResponseWriter, r *http.Request) (*draft, map[int]upload, error) {
	b, err := readBody(w, r)
	if err != nil {
		return nil, nil, err
	}
	d := &draft{}
	if err := decode("", b.json, d); err != nil {
		return nil, nil, err
	}
	return d, b.files, d.check("", b.files)
}

// followUp sends a further message. The first after a deferral is the answer that
// was promised, and as private as that.
func (s *Server) followUp(w http.ResponseWriter, r *http.Request) (any, error) {
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.interactionOf(r)
	if err != nil {
		return nil, err
	}
	if m := s.find(i.channel.id, i.original); m != nil && m.loading() {
		return s.revised(m, d, files)
	}
	if i.guest && i.followed >= maxFollowUps {
		return nil, errTooManyFollowUps
	}
	blank := i.blank(s.world.bot)
	blank.Reference = i.original
	m, err := s.post(blank, d, files)
	if err != nil {
		return nil, err
	}
	i.followed++
	i.messages[m.ID] = true
	return s.messageJSON(m), nil
}

// revised edits a message and returns it as it is then. The lock is held.
func (s *Server) revised(m *message, d *draft, files map[int]upload) (any, error) {
	if err := s.revise(m, d, files); err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

func (s *Server) getAnswer(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.answerOf(r)
	if err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

func (s *Server) patchAnswer(w http.ResponseWriter, r *http.Request) (any, error) {
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.answerOf(r)
	if err != nil {
		return nil, err
	}
	return s.revised(m, d, files)
}

func (s *Server) deleteAnswer(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.answerOf(r)
	if err != nil {
		return nil, err
	}
	s.remove(m)
	return nil, nil
}
