package page

import (
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// view returns a message as the page shows it.
func view(w *world.World, store *world.Messages, m *world.Message) object {
	author := w.User(m.Author)
	attachments := []object{}
	for _, a := range m.Attachments {
		attachments = append(attachments, object{
			"id": a.ID, "name": a.Name, "url": a.Path(), "alt": a.Alt, "type": a.Type, "size": a.Size, "width": a.Width, "height": a.Height,
		})
	}
	v := object{
		"id": m.ID, "channel": m.Channel, "author": object{"id": author.ID, "name": author.Name, "bot": author.IsBot},
		"content": m.Text(), "flags": m.Flags, "private": m.To != "", "to": m.To, "thinking": m.Loading(),
		"edited": !m.Edited.IsZero(), "at": m.At.UTC(), "reply_to": nil, "mentions": rules.NotNull(m.Called),
		"components": rules.NotNull(store.Shown(m)), "attachments": attachments,
	}
	if m.Cause != nil && m.Cause.Type == world.CommandInteraction && m.Reference == "" {
		command := "/" + m.Cause.Command // "/hex new", or "Challenge" for a user command
		if m.Cause.Menu {
			command = m.Cause.Command
		}
		v["reply_to"] = object{"user": m.Cause.User, "name": w.User(m.Cause.User).Name, "command": command}
	}
	return v
}

func viewModal(m *world.Modal) object {
	return object{"id": m.ID, "custom_id": m.CustomID, "title": m.Title, "components": rules.NotNull(m.Components)}
}
