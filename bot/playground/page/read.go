package page

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

func (p *page) state(r *http.Request) (any, error) {
	u, err := p.person(r.FormValue("user"))
	if err != nil {
		return nil, err
	}
	view := func(u *world.User) object { return object{"id": u.ID, "name": u.Name, "key": u.Key} }
	var users []object
	for _, other := range p.World.People() {
		users = append(users, view(other))
	}
	var channels []object
	for _, c := range p.World.Channels() {
		if p.World.Sees(u, c) {
			channels = append(channels, object{"id": c.ID, "name": c.Name, "topic": c.Topic, "dm": c.DM != "", "parent": c.Parent})
		}
	}
	bot := object{"id": p.World.Bot.ID, "name": p.World.Bot.Name, "online": p.Online()}
	return object{"user": view(u), "users": users, "bot": bot, "channels": channels}, nil
}

func (p *page) commandList(r *http.Request) (any, error) {
	var list []*rules.Command
	if id := r.FormValue("channel"); id != "" {
		c := p.World.Channel(id)
		if c == nil {
			return nil, refusef("there is no channel %q", id)
		}
		u, err := p.person(cmp.Or(r.FormValue("user"), world.YouID))
		if err != nil {
			return nil, err
		}
		list = p.Commands.Usable(c, u)
	} else {
		list = slices.Concat(p.Commands.List(world.GuildID), p.Commands.List(""))
	}
	return rules.NotNull(list), nil
}

const maxPage = 100

func (p *page) history(r *http.Request) (any, error) {
	u, c, err := p.where(r.FormValue("user"), r.FormValue("channel"))
	if err != nil {
		return nil, err
	}
	limit := maxPage
	if text := r.FormValue("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 {
			return nil, refusef("limit is a number from 1")
		}
	}
	views := []object{}
	for _, m := range slices.Backward(p.Messages.List(c.ID)) {
		if m.SeenBy(u) && len(views) < limit {
			views = append(views, view(p.World, p.Messages, &m))
		}
	}
	slices.Reverse(views)
	return views, nil
}

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
