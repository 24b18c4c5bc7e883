package playground

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// maxHistory is how many messages of a channel are kept.
const maxHistory = 200

// message is one in a channel. It is kept as JSON.
type message struct {
	ID          string       `json:"id"`
	Channel     string       `json:"channel"`
	Author      string       `json:"author"`
	Content     string       `json:"content,omitempty"`
	Flags       int          `json:"flags,omitempty"`
	To          string       `json:"to,omitempty"` // who alone sees it
	At          time.Time    `json:"at"`
	Edited      time.Time    `json:"edited,omitzero"`
	Attachments []attachment `json:"attachments,omitempty"`
	Embeds      []richEmbed  `json:"embeds,omitempty"`
	Components  []component  `json:"components,omitempty"`
	Mentioned   []string     `json:"mentioned,omitempty"` // users in the content, as far as allowed
	Called      []string     `json:"called,omitempty"`    // those of them who were called
	Reference   string       `json:"reference,omitempty"` // the message that it replies to
	Cause       *cause       `json:"cause,omitempty"`
}

// cause is the interaction that a message answers.
type cause struct {
	Interaction string `json:"interaction"`
	Type        int    `json:"type"`
	User        string `json:"user"`
	Command     string `json:"command,omitempty"` // "hex new"
}

func (m *message) loading() bool { return m.Flags&flagLoading != 0 }

// seenBy reports whether a user sees the message, in a channel that the user sees.
func (m *message) seenBy(u *user) bool { return m.To == "" || m.To == u.id || m.Author == u.id }

func (m *message) key() string { return m.Channel + "/" + m.ID }

// find returns a message of a channel, or nil. The lock is held.
func (s *Server) find(channel, id string) *message {
	list := s.messages[channel]
	i := slices.IndexFunc(list, func(m *message) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return list[i]
}

// post makes a message of a draft. The lock is held.
func (s *Server) post(m message, d *draft, files map[int]upload) (*message, error) {
	m.At = s.clock.Now()
	m.ID = s.ids.next(m.At)
	m.Flags = d.Flags & settableFlags
	if m.Flags&flagPrivate == 0 {
		m.To = ""
	}
	if d.Reference != nil {
		m.Reference = d.Reference.MessageID
	}
	if err := s.apply(&m, d, files); err != nil {
		return nil, err
	}
	m.Called = m.Mentioned
	return s.place(&m), nil
}

// place puts a new message into its channel and tells everyone. The lock is held.
func (s *Server) place(m *message) *message {
	s.messages[m.Channel] = append(s.messages[m.Channel], m)
	for list := s.messages[m.Channel]; len(list) > maxHistory; list = s.messages[m.Channel] {
		s.drop(list[0])
	}
	s.keep(m)
	kind := "message"
	if m.loading() {
		kind = "thinking"
	}
	s.tell(kind, m)
	if m.To == "" {
		s.announce("MESSAGE_CREATE", m)
	}
	return m
}

// revise edits a message. An edit calls nobody, except that it is the first content
// of an answer that was awaited: then too nobody is called. The lock is held.
func (s *Server) revise(m *message, d *draft, files map[int]upload) error {
	next := *m
	next.Flags = m.Flags&^flagLoading | d.Flags&flagComponentsV2
	if err := s.apply(&next, d, files); err != nil {
		return err
	}
	if !m.loading() {
		next.Edited = s.clock.Now()
	}
	for _, a := range m.Attachments {
		if !slices.ContainsFunc(next.Attachments, func(b attachment) bool { return a.ID == b.ID }) {
			s.dropFile(a.ID, s.lasts(m))
		}
	}
	*m = next
	s.changed(m)
	return nil
}

// changed keeps an edited message and tells everyone. The lock is held.
func (s *Server) changed(m *message) {
	s.keep(m)
	s.tell("update", m)
	if m.To == "" {
		s.announce("MESSAGE_UPDATE", m)
	}
}

// fail ends an answer that never came. The lock is held.
func (s *Server) fail(m *message) bool {
	if !m.loading() {
		return false
	}
	m.Flags &^= flagLoading
	m.Content = didNotRespond
	return true
}

// remove deletes a message and tells everyone. The lock is held.
func (s *Server) remove(m *message) {
	s.drop(m)
	c := s.world.channel(m.Channel)
	s.streams.publish(event{Type: "delete", Channel: m.Channel, ID: m.ID}, func(u *user) bool {
		return c.seenBy(u) && m.seenBy(u)
	})
	if m.To == "" {
		o := object{"id": m.ID, "channel_id": m.Channel}
		if c.dm == "" {
			o["guild_id"] = guildID
		}
		s.gateway.dispatch("MESSAGE_DELETE", messageIntent(c), o)
	}
}

// drop forgets a message and its files. The lock is held.
func (s *Server) drop(m *message) {
	s.messages[m.Channel] = slices.DeleteFunc(s.messages[m.Channel], func(x *message) bool { return x.ID == m.ID })
	for _, a := range m.Attachments {
		s.dropFile(a.ID, s.lasts(m))
	}
	if s.lasts(m) {
		s.journal.remove(messageKind, m.key())
	}
}

func (s *Server) dropFile(id string, kept bool) {
	delete(s.files, id)
	if kept {
		s.journal.remove(fileKind, id)
	}
}

// lasts reports whether a message outlives the process: private ones and those in
// threads do not.
func (s *Server) lasts(m *message) bool {
	return m.To == "" && s.world.channel(m.Channel).parent == ""
}

// keep writes a message down, if it lasts.
func (s *Server) keep(m *message) {
	if s.lasts(m) {
		s.journal.putJSON(messageKind, m.key(), m)
	}
}

// tell publishes a message to the pages of those who see it. The lock is held.
func (s *Server) tell(kind string, m *message) {
	c := s.world.channel(m.Channel)
	s.streams.publish(event{Type: kind, Channel: m.Channel, Message: s.view(m)}, func(u *user) bool {
		return c.seenBy(u) && m.seenBy(u)
	})
}

// announce sends a message's event to the bot, which gets the content of its own
// alone. The lock is held.
func (s *Server) announce(name string, m *message) {
	c := s.world.channel(m.Channel)
	o := s.messageJSON(m)
	if m.Author != s.world.bot.id && c.dm == "" {
		o["content"], o["embeds"], o["attachments"], o["components"] = "", []object{}, []object{}, []object{}
	}
	if c.dm == "" {
		o["guild_id"] = guildID
	}
	s.gateway.dispatch(name, messageIntent(c), o)
}

func messageIntent(c *channel) int {
	if c.dm != "" {
		return intentDirectMessages
	}
	return intentGuildMessages
}

// apply puts a draft over a message: what the draft leaves out stays.
func (s *Server) apply(m *message, d *draft, files map[int]upload) error {
	if d.Content.Set {
		m.Content = strings.TrimSpace(d.Content.Value)
	}
	if d.Embeds.Set {
		m.Embeds = d.Embeds.Value
	}
	if d.Components.Set {
		m.Components = d.Components.Value
		complete(m.Components)
	}
	kept, err := keptFiles(m, d)
	if err != nil {
		return err
	}
	shown := len(kept) + len(files)
	v2 := m.Flags&flagComponentsV2 != 0
	switch {
	case shown > maxAttachments:
		var f faults
		count(&f, join(d.path, "attachments"), shown, 0, maxAttachments)
		return f.err()
	case v2 && len(m.Components) == 0, !v2 && m.Content == "" && len(m.Embeds) == 0 && shown == 0:
		return errEmptyMessage
	}
	if err := d.checkReferences(m.Embeds, m.Components, fileNames(kept, d, files)); err != nil {
		return err
	}
	if d.Content.Set || d.AllowedMentions != nil {
		m.Mentioned = s.mentions(m.Content, d.AllowedMentions)
	}
	m.Attachments = slices.Concat(kept, s.newFiles(m, d, files))
	return nil
}

var mention = regexp.MustCompile(`<@!?(\d+)>`)

// mentions are the users whom the content mentions and who may be called.
func (s *Server) mentions(content string, allowed *allowedMentions) []string {
	var ids []string
	for _, match := range mention.FindAllStringSubmatch(content, -1) {
		id := match[1]
		if s.world.user(id) != nil && allowed.allows(id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
