package world

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// maxHistory is how many messages of a channel are kept.
const maxHistory = 200

// DidNotRespond is what Discord shows to who got no answer.
const DidNotRespond = "The application did not respond"

// Message is one in a channel. Its lists are replaced, never changed, so that a copy
// stays as it is. It is kept as JSON.
type Message struct {
	ID          string            `json:"id"`
	Channel     string            `json:"channel"`
	Author      string            `json:"author"`
	Content     string            `json:"content,omitempty"`
	Flags       int               `json:"flags,omitempty"`
	To          string            `json:"to,omitempty"` // who alone sees it
	At          time.Time         `json:"at"`
	Edited      time.Time         `json:"edited,omitzero"`
	Attachments []Attachment      `json:"attachments,omitempty"`
	Embeds      []rules.Embed     `json:"embeds,omitempty"`
	Components  []rules.Component `json:"components,omitempty"`
	Mentioned   []string          `json:"mentioned,omitempty"` // users in the content, as far as allowed
	Called      []string          `json:"called,omitempty"`    // those of them who were called
	Reference   string            `json:"reference,omitempty"` // the message that it replies to
	Cause       *Cause            `json:"cause,omitempty"`
}

// Cause is the interaction that a message answers.
type Cause struct {
	Interaction string `json:"interaction"`
	Type        int    `json:"type"`
	User        string `json:"user"`
	Command     string `json:"command,omitempty"` // "hex new"
	Menu        bool   `json:"menu,omitempty"`    // the command is of a menu, and was not typed
}

// Loading reports whether the message is an answer that is still to come.
func (m *Message) Loading() bool { return m.Flags&rules.FlagLoading != 0 }

// Text is what the message says: its content, and its texts among the components, a line
// each.
func (m *Message) Text() string {
	texts := slices.DeleteFunc([]string{m.Content}, func(s string) bool { return s == "" })
	rules.Walk(m.Components, "", func(c *rules.Component, _ string) {
		if c.Type == rules.TextDisplay {
			texts = append(texts, c.Content)
		}
	})
	return strings.Join(texts, "\n")
}

// Unshown are the names of files that nobody sees: a message of the second version shows
// those alone that its components name.
func (m *Message) Unshown() []string {
	if m.Flags&rules.FlagComponentsV2 == 0 {
		return nil
	}
	named := map[string]bool{}
	rules.Walk(m.Components, "", func(c *rules.Component, _ string) {
		for _, f := range c.Files() {
			named[f.URL] = true
		}
	})
	var names []string
	for _, a := range m.Attachments {
		if !named[attachment+a.Name] {
			names = append(names, a.Name)
		}
	}
	return names
}

// attachment begins the address of a file of the same message.
const attachment = "attachment://"

// SeenBy reports whether a user sees the message, in a channel that the user sees.
func (m *Message) SeenBy(u *User) bool { return m.To == "" || m.To == u.ID || m.Author == u.ID }

func (m *Message) key() string { return m.Channel + "/" + m.ID }

// Change is what happened to a message.
type Change int

// Changes.
const (
	Posted Change = iota
	Edited
	Deleted
)

// Messages holds the messages. It is safe for concurrent use.
type Messages struct {
	world   *World
	journal *Journal
	base    string // of addresses, without a slash at the end
	watch   []func(Change, Message)

	mu       sync.Mutex
	messages map[string][]*Message  // by channel, oldest first
	files    map[string]*storedFile // by attachment
}

// NewMessages returns the messages that the journal has kept. Files have addresses below
// base. The functions are called with each change, in order; they must not call the
// store.
func NewMessages(w *World, j *Journal, base string, watch ...func(Change, Message)) (*Messages, error) {
	s := &Messages{
		world: w, journal: j, base: base, watch: watch,
		messages: map[string][]*Message{}, files: map[string]*storedFile{},
	}
	if err := each(j, messageRecords, s.restore); err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	for _, list := range s.messages {
		slices.SortFunc(list, func(a, b *Message) int { return CompareIDs(a.ID, b.ID) })
		for _, m := range list {
			fail(m) // the token of an answer still to come died with its process
		}
	}
	return s, nil
}

// restore adds a message of the journal, its ID and its files, if it is of this world's
// channels and users.
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
	s.world.passed(m.ID)
	for _, a := range m.Attachments {
		s.world.passed(a.ID)
		s.files[a.ID] = &storedFile{Attachment: a}
	}
}

// Get returns a message of a channel, and whether it is there.
func (s *Messages) Get(channel, id string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(channel, id); m != nil {
		return *m, true
	}
	return Message{}, false
}

// List returns the messages of a channel, oldest first.
func (s *Messages) List(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Message, len(s.messages[channel]))
	for i, m := range s.messages[channel] {
		list[i] = *m
	}
	return list
}

// Post makes a message of a checked draft, and returns it.
func (s *Messages) Post(m Message, d *rules.Draft, files map[int]rules.Upload) (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.At, m.ID = s.world.Now(), s.world.NewID()
	m.Flags = d.Flags.Value & rules.SettableFlags
	if m.Flags&rules.FlagEphemeral == 0 {
		m.To = ""
	}
	if d.Reference != nil {
		m.Reference = d.Reference.MessageID
	}
	if err := s.apply(&m, d, files); err != nil {
		return Message{}, err
	}
	m.Called = m.Mentioned
	s.insert(m)
	return m, nil
}

// promise shows that an answer will come, and returns the message that it will be.
func (s *Messages) promise(m Message, ephemeral bool) Message {
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

// Edit puts a checked draft over a message, and returns it. An edit calls nobody, also
// where it is the first content of an answer that was promised.
func (s *Messages) Edit(channel, id string, d *rules.Draft, files map[int]rules.Upload) (Message, error) {
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
	if err := s.apply(&next, d, files); err != nil {
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
	s.notify(Edited, *m)
	return next, nil
}

// failAnswer ends an answer that was promised and never came, if it is one.
func (s *Messages) failAnswer(channel, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(channel, id); m != nil && fail(m) {
		s.persist(m)
		s.notify(Edited, *m)
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

// Delete deletes a message, if it is there.
func (s *Messages) Delete(channel, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(channel, id); m != nil {
		s.drop(m)
		s.notify(Deleted, *m)
	}
}

// find returns a message of a channel, or nil. The lock is held.
func (s *Messages) find(channel, id string) *Message {
	list := s.messages[channel]
	i := slices.IndexFunc(list, func(m *Message) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return list[i]
}

// insert adds a new message to its channel and notifies the watchers. The lock is held.
func (s *Messages) insert(m Message) {
	s.messages[m.Channel] = append(s.messages[m.Channel], &m)
	for list := s.messages[m.Channel]; len(list) > maxHistory; list = s.messages[m.Channel] {
		s.drop(list[0])
	}
	s.persist(&m)
	s.notify(Posted, m)
}

func (s *Messages) notify(change Change, m Message) {
	for _, f := range s.watch {
		f(change, m)
	}
}

// drop forgets a message and its files. The lock is held.
func (s *Messages) drop(m *Message) {
	s.messages[m.Channel] = slices.DeleteFunc(s.messages[m.Channel], func(x *Message) bool { return x.ID == m.ID })
	for _, a := range m.Attachments {
		s.dropFile(a.ID, s.persistent(m))
	}
	if s.persistent(m) {
		s.journal.remove(messageRecords, m.key())
	}
}

// persistent reports whether a message outlives the process: private ones and those in
// threads do not.
func (s *Messages) persistent(m *Message) bool {
	return m.To == "" && s.world.Channel(m.Channel).Parent == ""
}

// persist journals a message that outlives the process.
func (s *Messages) persist(m *Message) {
	if s.persistent(m) {
		s.journal.putJSON(messageRecords, m.key(), m)
	}
}
