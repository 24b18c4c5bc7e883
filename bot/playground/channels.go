package playground

import (
	"net/http"
	"slices"
	"strconv"
)

// messageOf finds the message of a path. Private ones cannot be reached by it. The
// lock is held.
func (s *Server) messageOf(r *http.Request) (*message, error) {
	c, err := s.visible(r)
	if err != nil {
		return nil, err
	}
	if m := s.find(c.id, r.PathValue("message")); m != nil && m.To == "" {
		return m, nil
	}
	return nil, errUnknownMessage
}

func (s *Server) getChannel(_ http.ResponseWriter, r *http.Request) (any, error) {
	c, err := s.visible(r)
	if err != nil {
		return nil, err
	}
	return s.world.channelJSON(c), nil
}

func (s *Server) postTyping(_ http.ResponseWriter, r *http.Request) (any, error) {
	c, err := s.visible(r)
	if err != nil {
		return nil, err
	}
	return nil, s.mayPost(c)
}

// maxPage is how many messages a request may ask for.
const maxPage = 100

// listMessages answers with the newest first.
func (s *Server) listMessages(_ http.ResponseWriter, r *http.Request) (any, error) {
	c, err := s.visible(r)
	if err != nil {
		return nil, err
	}
	limit := 50
	if text := r.FormValue("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > maxPage {
			var f faults
			f.add("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return nil, f.err()
		}
	}
	before, after := r.FormValue("before"), r.FormValue("after")
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []object{}
	for _, m := range slices.Backward(s.messages[c.id]) {
		in := (before == "" || compareIDs(m.ID, before) < 0) && (after == "" || compareIDs(m.ID, after) > 0)
		if in && m.To == "" && len(found) < limit {
			found = append(found, s.messageJSON(m))
		}
	}
	return found, nil
}

func (s *Server) postMessage(w http.ResponseWriter, r *http.Request) (any, error) {
	c, err := s.visible(r)
	if err != nil {
		return nil, err
	}
	if err := s.mayPost(c); err != nil {
		return nil, err
	}
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	d.Flags &^= flagPrivate // only answers to interactions can be private
	s.mu.Lock()
	defer s.mu.Unlock()
	if ref := d.Reference; ref != nil && s.find(c.id, ref.MessageID) == nil {
		if ref.MustExist == nil || *ref.MustExist {
			var f faults
			f.add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
			return nil, f.err()
		}
		d.Reference = nil
	}
	m, err := s.post(message{Channel: c.id, Author: s.world.bot.id}, d, files)
	if err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

func (s *Server) getMessage(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.messageOf(r)
	if err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

func (s *Server) patchMessage(w http.ResponseWriter, r *http.Request) (any, error) {
	d, files, err := readDraft(w, r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.messageOf(r)
	if err != nil {
		return nil, err
	}
	if m.Author != s.world.bot.id {
		return nil, errOtherAuthor
	}
	return s.revised(m, d, files)
}

// deleteMessage deletes the bot's own messages: it may not manage others'.
func (s *Server) deleteMessage(_ http.ResponseWriter, r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.messageOf(r)
	if err != nil {
		return nil, err
	}
	if m.Author != s.world.bot.id {
		return nil, errMissingPermissions
	}
	s.remove(m)
	return nil, nil
}

func (s *Server) getApplication(http.ResponseWriter, *http.Request) (any, error) {
	return s.world.applicationJSON(), nil
}

func (s *Server) getUser(_ http.ResponseWriter, r *http.Request) (any, error) {
	id := r.PathValue("user")
	if id == "@me" {
		return selfJSON(s.world.bot), nil
	}
	for _, u := range s.world.users {
		if u.id == id {
			return userJSON(u), nil
		}
	}
	return nil, errUnknownUser
}

func (s *Server) listGuilds(http.ResponseWriter, *http.Request) (any, error) {
	return []object{{
		"id": guildID, "name": "Playground", "icon": nil, "banner": nil, "owner": false, "features": []string{},
		"permissions": s.world.bot.permissions.String(),
	}}, nil
}

// postDirect opens a person's direct messages with the bot.
func (s *Server) postDirect(w http.ResponseWriter, r *http.Request) (any, error) {
	b, err := readBody(w, r)
	if err != nil {
		return nil, err
	}
	var to struct {
		Recipient flexible `json:"recipient_id"`
	}
	if err := decode("", b.json, &to); err != nil {
		return nil, err
	}
	for _, c := range s.world.channels() {
		if c.dm != "" && c.dm == string(to.Recipient) {
			return s.world.channelJSON(c), nil
		}
	}
	return nil, errUnknownUser
}

// guildOf checks the guild of a path.
func guildOf(r *http.Request) error {
	if r.PathValue("guild") != guildID {
		return errUnknownGuild
	}
	return nil
}

func (s *Server) getGuild(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := guildOf(r); err != nil {
		return nil, err
	}
	return s.world.guildJSON(), nil
}

func (s *Server) listChannels(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := guildOf(r); err != nil {
		return nil, err
	}
	return s.world.guildCreateJSON()["channels"], nil
}

func (s *Server) listMembers(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := guildOf(r); err != nil {
		return nil, err
	}
	return s.world.guildCreateJSON()["members"], nil
}

func (s *Server) getMember(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := guildOf(r); err != nil {
		return nil, err
	}
	for _, u := range s.world.users {
		if u.id == r.PathValue("user") {
			return memberJSON(u), nil
		}
	}
	return nil, errUnknownMember
}
