package messages

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/payload"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Message is one in a channel. Its lists are replaced, never changed, so that a copy
// stays as it is. It is kept as JSON.
type Message struct {
	ID          string              `json:"id"`
	Channel     string              `json:"channel"`
	Author      string              `json:"author"`
	Content     string              `json:"content,omitempty"`
	Flags       int                 `json:"flags,omitempty"`
	To          string              `json:"to,omitempty"` // who alone sees it
	At          time.Time           `json:"at"`
	Edited      time.Time           `json:"edited,omitzero"`
	Attachments []Attachment        `json:"attachments,omitempty"`
	Embeds      []payload.Embed     `json:"embeds,omitempty"`
	Components  []payload.Component `json:"components,omitempty"`
	Mentioned   []string            `json:"mentioned,omitempty"` // users in the content, as far as allowed
	Called      []string            `json:"called,omitempty"`    // those of them who were called
	Reference   string              `json:"reference,omitempty"` // the message that it replies to
	Cause       *Cause              `json:"cause,omitempty"`
}

// Cause is the interaction that a message answers.
type Cause struct {
	Interaction string `json:"interaction"`
	Type        int    `json:"type"`
	User        string `json:"user"`
	Command     string `json:"command,omitempty"` // "hex new"
}

// Loading reports whether the message is an answer that is still to come.
func (m *Message) Loading() bool { return m.Flags&payload.FlagLoading != 0 }

// SeenBy reports whether a user sees the message, in a channel that the user sees.
func (m *Message) SeenBy(u *world.User) bool { return m.To == "" || m.To == u.ID || m.Author == u.ID }

func (m *Message) key() string { return m.Channel + "/" + m.ID }
