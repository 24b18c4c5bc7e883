package playground

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// refusal is a sentence for who uses the page.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

func refusef(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// request is the body of all that the page posts; each kind uses some of it.
type request struct {
	User     string         `json:"user"`
	Channel  string         `json:"channel"`
	Text     string         `json:"text"`
	Message  string         `json:"message"`
	CustomID string         `json:"custom_id"`
	Values   []string       `json:"values"`
	Modal    string         `json:"modal"`
	Fields   map[string]any `json:"fields"` // a string, or a list of strings of a menu
	Locale   string         `json:"locale"`
	Wait     bool           `json:"wait"`

	files map[string]upload // by option
}

// posted serves a request in JSON.
func posted(h func(context.Context, *request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		req := &request{}
		if readPosted(w, r, req) {
			answerPage(w, r, req, h)
		}
	}
}

// readPosted reads a body in JSON into v, or refuses it and returns false.
func readPosted(w http.ResponseWriter, r *http.Request, v any) bool {
	if !isJSON(r) {
		refuse(w, http.StatusUnsupportedMediaType, "the body must be application/json")
		return false
	}
	b, err := readBody(w, r)
	if err == nil {
		err = decode("", b.json, v)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return false
	}
	return true
}

func answerPage(w http.ResponseWriter, r *http.Request, req *request, h func(context.Context, *request) (any, error)) {
	v, err := h(r.Context(), req)
	if why, ok := errors.AsType[*refusal](err); ok {
		refuse(w, http.StatusBadRequest, why.Error())
		return
	}
	if err != nil { // the page is gone, or the server is going
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	writeJSON(w, http.StatusOK, v)
}

// person finds a user who is not the bot, by key, ID or name; nil if there is none.
func (s *Server) person(name string) *user {
	if u := s.world.user(name); u != nil && !u.bot {
		return u
	}
	return nil
}

// place finds who does something, and where.
func (s *Server) where(userName, channelID string) (*user, *channel, error) {
	u := s.person(userName)
	if u == nil {
		return nil, nil, refusef("there is no user %q", userName)
	}
	c := s.world.channel(channelID)
	if c == nil {
		c = s.world.named(strings.TrimPrefix(channelID, "#"))
	}
	if c == nil || !c.seenBy(u) {
		return nil, nil, refusef("there is no channel %q", channelID)
	}
	return u, c, nil
}

type userView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Key  string `json:"key"`
}

type botView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Online bool   `json:"online"`
}

type channelView struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Topic string `json:"topic"`
	DM    bool   `json:"dm"`
	// Parent is the channel of a thread.
	Parent string `json:"parent,omitempty"`
}

// state serves GET /api/state.
func (s *Server) state(w http.ResponseWriter, r *http.Request) {
	u := s.person(r.FormValue("user"))
	if u == nil {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no user %q", r.FormValue("user")))
		return
	}
	view := func(u *user) userView { return userView{u.id, u.name, u.key} }
	var users []userView
	for _, p := range s.world.people() {
		users = append(users, view(p))
	}
	var channels []channelView
	for _, c := range s.world.channels() {
		if c.seenBy(u) {
			channels = append(channels, channelView{c.id, c.name, c.topic, c.dm != "", c.parent})
		}
	}
	bot := botView{s.world.bot.id, s.world.bot.name, s.gateway.online()}
	writeJSON(w, http.StatusOK, object{"user": view(u), "users": users, "bot": bot, "channels": channels})
}

// commandList serves GET /api/commands.
func (s *Server) commandList(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	commands := slices.Concat(s.commands[guildID], s.commands[""])
	if id := r.FormValue("channel"); id != "" {
		c := s.world.channel(id)
		if c == nil {
			refuse(w, http.StatusBadRequest, fmt.Sprintf("there is no channel %q", id))
			return
		}
		commands = s.usableCommands(c)
	}
	writeJSON(w, http.StatusOK, list(commands))
}

// history serves GET /api/messages.
func (s *Server) history(w http.ResponseWriter, r *http.Request) {
	u, c, err := s.where(r.FormValue("user"), r.FormValue("channel"))
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	limit := maxPage
	if text := r.FormValue("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 {
			refuse(w, http.StatusBadRequest, "limit is a number from 1")
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	views := []*messageView{}
	for _, m := range slices.Backward(s.messages[c.id]) {
		if m.seenBy(u) && len(views) < limit {
			views = append(views, s.view(m))
		}
	}
	slices.Reverse(views)
	writeJSON(w, http.StatusOK, views)
}

// say serves POST /api/say.
func (s *Server) say(_ context.Context, req *request) (any, error) {
	u, c, err := s.where(req.User, req.Channel)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(req.Text)
	if n := utf8.RuneCountInString(text); n == 0 || n > maxContent {
		return nil, refusef("a message has 1 to %d characters", maxContent)
	}
	d := &draft{Content: optional[string]{Set: true, Value: text}}
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.post(message{Channel: c.id, Author: u.id}, d, nil)
	if err != nil {
		return nil, refusef("%v", err)
	}
	return object{"message": s.view(m)}, nil
}

// dismiss serves POST /api/dismiss.
func (s *Server) dismiss(_ context.Context, req *request) (any, error) {
	u := s.person(req.User)
	if u == nil {
		return nil, refusef("there is no user %q", req.User)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, messages := range s.messages {
		for _, m := range messages {
			if m.ID == req.Message && m.To == u.id {
				s.remove(m)
				return object{}, nil
			}
		}
	}
	return nil, refusef("there is no private message %q", req.Message)
}
