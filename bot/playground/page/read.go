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
