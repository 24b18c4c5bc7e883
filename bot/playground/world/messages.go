package world

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

const maxHistory = 200

// DidNotRespond is Discord's notice for an interaction without an answer.
const DidNotRespond = "The application did not respond"

// Message is a message in a channel, stored as JSON. Its slices are replaced, never modified, so a
// shallow copy is safe.
type Message struct {
	ID          string            `json:"id"`
	Channel     string            `json:"channel"`
	Author      string            `json:"author"`
	Content     string            `json:"content,omitempty"`
	Flags       int               `json:"flags,omitempty"`
	To          string            `json:"to,omitempty"` // the only user who sees it, "" for all
	At          time.Time         `json:"at"`
	Edited      time.Time         `json:"edited,omitzero"`
	Attachments []Attachment      `json:"attachments,omitempty"`
	Components  []rules.Component `json:"components,omitempty"`
	Mentioned   []string          `json:"mentioned,omitempty"` // users mentioned in the content, as far as allowed
	Called      []string          `json:"called,omitempty"`    // mentioned users who were notified
	Reference   string            `json:"reference,omitempty"` // the message that this replies to
	Cause       *Cause            `json:"cause,omitempty"`
}

// Cause is the interaction that a message answers.
type Cause struct {
	Interaction string `json:"interaction"`
	Type        int    `json:"type"`
	User        string `json:"user"`
	Command     string `json:"command,omitempty"` // "hex new"
	Menu        bool   `json:"menu,omitempty"`    // a user command, picked from a menu
}

// Loading reports whether the message is a deferred answer without content.
func (m *Message) Loading() bool { return m.Flags&rules.FlagLoading != 0 }

// Text returns the message's content and the texts of its components, one per line.
func (m *Message) Text() string {
	texts := slices.DeleteFunc([]string{m.Content}, func(s string) bool { return s == "" })
	rules.Walk(m.Components, "", func(c *rules.Component, _ string) {
		if c.Type == rules.TextDisplay {
			texts = append(texts, c.Content)
		}
	})
	return strings.Join(texts, "\n")
}

// Unshown returns the files that no component shows. A message of components v2 shows no others.
func (m *Message) Unshown() []Attachment {
	shown := map[string]bool{}
	rules.Walk(m.Components, "", func(c *rules.Component, _ string) {
		for _, f := range c.Files() {
			shown[f.URL] = true
		}
	})
	return slices.DeleteFunc(slices.Clone(m.Attachments), func(a Attachment) bool { return shown[attachment+a.Name] })
}

// attachment is the URL scheme of files of the same message.
const attachment = "attachment://"

// SeenBy reports whether a user who sees the channel sees the message.
func (m *Message) SeenBy(u *User) bool { return m.To == "" || m.To == u.ID || m.Author == u.ID }

func (m *Message) key() string { return m.Channel + "/" + m.ID }

// Change is a kind of change to a message.
type Change int

// The kinds of change.
const (
	Posted Change = iota
	Edited
	Deleted
)

// Messages holds the messages and their files. It is safe for concurrent use.
type Messages struct {
	world   *World
	journal *Journal
	base    string // of file URLs, without a trailing slash
	changed func(Change, Message)

	mu       sync.Mutex
	messages map[string][]*Message  // by channel, oldest first
	files    map[string]*storedFile // by attachment
}

// NewMessages returns the messages in the journal. File URLs start with base. changed is
// called with each change, in order, and must not call the store.
func NewMessages(w *World, j *Journal, base string, changed func(Change, Message)) (*Messages, error) {
	s := &Messages{
		world: w, journal: j, base: base, changed: changed,
		messages: map[string][]*Message{}, files: map[string]*storedFile{},
	}
	if err := each(j, messageRecords, s.restore); err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	for _, list := range s.messages {
		slices.SortFunc(list, func(a, b *Message) int { return CompareIDs(a.ID, b.ID) })
		for _, m := range list {
			fail(m) // its token ended with the former process
		}
	}
	return s, nil
}

// restore adds a message of the journal, unless its channel or a user does not exist.
func (s *Messages) restore(m *Message) {
	for _, id := range append([]string{m.Author}, m.Mentioned...) {
		if s.world.User(id) == nil {
			return
		}
	}
	if s.world.Channel(m.Channel) == nil || m.Cause != nil && s.world.User(m.Cause.User) == nil {
		return
	}
	s.messages[m.Channel] = append(s.messages[m.Channel], m)
	s.world.reserve(m.ID)
	for _, a := range m.Attachments {
		s.world.reserve(a.ID)
		s.files[a.ID] = &storedFile{Attachment: a}
	}
}

// Get returns a message of a channel, and whether it exists.
func (s *Messages) Get(channel, id string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(channel, id); m != nil {
		return *m, true
	}
	return Message{}, false
}

// List returns a channel's messages, oldest first.
func (s *Messages) List(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Message, len(s.messages[channel]))
	for i, m := range s.messages[channel] {
		list[i] = *m
	}
	return list
}

// Post posts a checked draft, and returns the message.
func (s *Messages) Post(m Message, d *rules.Draft) (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.At, m.ID = s.world.Now(), s.world.NewID()
	m.Flags = d.Flags.Value & rules.SettableFlags
	if m.Flags&rules.FlagEphemeral == 0 {
		m.To = ""
	}
	if err := s.apply(&m, d); err != nil {
		return Message{}, err
	}
	m.Called = m.Mentioned
	s.insert(m)
	return m, nil
}

// postLoading posts the loading message of a deferred answer, and returns it.
func (s *Messages) postLoading(m Message, ephemeral bool) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.At, m.ID, m.Flags = s.world.Now(), s.world.NewID(), rules.FlagLoading
	if ephemeral {
		m.Flags |= rules.FlagEphemeral
	} else {
		m.To = ""
	}
	s.insert(m)
	return m
}

// Edit applies a checked draft to a message, and returns the message. An edit notifies nobody, not
// even the first content of a deferred answer.
func (s *Messages) Edit(channel, id string, d *rules.Draft) (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.find(channel, id)
	if m == nil {
		return Message{}, rules.UnknownMessage
	}
	if err := d.CheckFlags(m.Flags); err != nil {
		return Message{}, err
	}
	next := *m
	next.Flags = m.Flags&^rules.FlagLoading | d.Flags.Value&rules.FlagComponentsV2
	if err := s.apply(&next, d); err != nil {
		return Message{}, err
	}
	if !m.Loading() {
		next.Edited = s.world.Now()
	}
	for _, a := range m.Attachments {
		if !slices.ContainsFunc(next.Attachments, func(b Attachment) bool { return a.ID == b.ID }) {
			s.dropFile(a.ID, s.persistent(m))
		}
	}
	*m = next
	s.persist(m)
	s.changed(Edited, *m)
	return next, nil
}

// failAnswer ends a deferred answer, if the message is one and still loading.
func (s *Messages) failAnswer(channel, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(channel, id); m != nil && fail(m) {
		s.persist(m)
		s.changed(Edited, *m)
	}
}

func fail(m *Message) bool {
	if !m.Loading() {
		return false
	}
	m.Flags &^= rules.FlagLoading
	m.Content = DidNotRespond
	return true
}

// Delete deletes a message if it exists.
func (s *Messages) Delete(channel, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(channel, id); m != nil {
		s.drop(m)
		s.changed(Deleted, *m)
	}
}

// find returns a message of a channel, or nil. The lock is held.
func (s *Messages) find(channel, id string) *Message {
	return first(s.messages[channel], func(m *Message) bool { return m.ID == id })
}

// insert adds a new message to its channel, removing the oldest beyond maxHistory, and reports the
// change. The lock is held.
func (s *Messages) insert(m Message) {
	s.messages[m.Channel] = append(s.messages[m.Channel], &m)
	for list := s.messages[m.Channel]; len(list) > maxHistory; list = s.messages[m.Channel] {
		s.drop(list[0])
	}
	s.persist(&m)
	s.changed(Posted, m)
}

// drop removes a message and its files. The lock is held.
func (s *Messages) drop(m *Message) {
	s.messages[m.Channel] = slices.DeleteFunc(s.messages[m.Channel], func(x *Message) bool { return x.ID == m.ID })
	for _, a := range m.Attachments {
		s.dropFile(a.ID, s.persistent(m))
	}
	if s.persistent(m) {
		s.journal.remove(messageRecords, m.key())
	}
}

// persistent reports whether a message outlives the process. Private messages and those in threads
// do not.
func (s *Messages) persistent(m *Message) bool {
	return m.To == "" && s.world.Channel(m.Channel).Parent == ""
}

func (s *Messages) persist(m *Message) {
	if s.persistent(m) {
		s.journal.putJSON(messageRecords, m.key(), m)
	}
}

// apply applies a draft to a message; fields that the draft omits are kept. The lock is held.
func (s *Messages) apply(m *Message, d *rules.Draft) error {
	v2 := m.Flags&rules.FlagComponentsV2 != 0
	if err := d.CheckComponents(v2); err != nil {
		return err
	}
	if d.Content.Set {
		m.Content = strings.TrimSpace(d.Content.Value)
	}
	if d.Components.Set {
		m.Components = d.Components.Value
		rules.Complete(m.Components)
	}
	if d.Attachments.Set {
		m.Attachments = nil
	}
	var names []string
	for _, a := range m.Attachments {
		names = append(names, a.Name)
	}
	for _, u := range d.Files {
		names = append(names, u.Name)
	}
	if v2 && m.Content != "" { // new or kept
		return rules.Invalid(d.At("flags"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if v2 && len(m.Components) == 0 || !v2 && m.Content == "" && len(names) == 0 {
		return rules.EmptyMessage
	}
	if err := d.CheckReferences(m.Components, names); err != nil {
		return err
	}
	if d.Content.Set || d.Components.Set || d.AllowedMentions != nil {
		m.Mentioned = s.mentions(m.Text(), d.AllowedMentions)
	}
	m.Attachments = slices.Clip(m.Attachments)
	for _, u := range d.Files {
		m.Attachments = append(m.Attachments, s.addFile(u, s.persistent(m)))
	}
	return nil
}

var mention = regexp.MustCompile(`<@!?(\d+)>`)

// mentions returns the users that a text mentions, as far as they may be notified.
func (s *Messages) mentions(text string, allowed *rules.AllowedMentions) []string {
	var ids []string
	for _, match := range mention.FindAllStringSubmatch(text, -1) {
		id := match[1]
		if s.world.User(id) != nil && allowed.Allows(id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
