package messages

import (
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

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
func (m *Message) SeenBy(u *world.User) bool { return m.To == "" || m.To == u.ID || m.Author == u.ID }

func (m *Message) key() string { return m.Channel + "/" + m.ID }
