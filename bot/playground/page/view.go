package page

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

type messageView struct {
	ID          string            `json:"id"`
	Channel     string            `json:"channel"`
	Author      object            `json:"author"`
	Content     string            `json:"content"`
	Flags       int               `json:"flags"`
	Private     bool              `json:"private"`
	To          string            `json:"to,omitempty"`
	Thinking    bool              `json:"thinking"`
	Edited      bool              `json:"edited"`
	At          time.Time         `json:"at"`
	ReplyTo     object            `json:"reply_to"`
	Mentions    []string          `json:"mentions"`
	Attachments []object          `json:"attachments"`
	Components  []rules.Component `json:"components"`
}

func view(w *world.World, store *world.Messages, m *world.Message) *messageView {
	author := w.User(m.Author)
	v := &messageView{
		ID: m.ID, Channel: m.Channel, Author: object{"id": author.ID, "name": author.Name, "bot": author.IsBot}, Content: m.Text(),
		Flags: m.Flags, Private: m.To != "", To: m.To, Thinking: m.Loading(), Edited: !m.Edited.IsZero(), At: m.At.UTC(),
		Mentions: rules.NotNull(m.Called), Components: rules.NotNull(store.Shown(m)), Attachments: []object{},
	}
	if m.Cause != nil && m.Cause.Type == world.CommandInteraction && m.Reference == "" {
		command := "/" + m.Cause.Command // "/hex new", or "Challenge" for a user command
		if m.Cause.Menu {
			command = m.Cause.Command
		}
		v.ReplyTo = object{"user": m.Cause.User, "name": w.User(m.Cause.User).Name, "command": command}
	}
	for _, a := range m.Attachments {
		v.Attachments = append(v.Attachments, object{
			"id": a.ID, "name": a.Name, "url": a.Path(), "alt": a.Alt, "type": a.Type, "size": a.Size, "width": a.Width, "height": a.Height,
		})
	}
	return v
}

func viewModal(m *world.Modal) object {
	return object{"id": m.ID, "custom_id": m.CustomID, "title": m.Title, "components": rules.NotNull(m.Components)}
}
