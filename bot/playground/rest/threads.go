package rest

import (
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// readThread reads a checked thread, and the channel that it is to be in.
func (a *api) readThread(w http.ResponseWriter, r *http.Request) (*rules.Thread, *world.Channel, error) {
	c, err := a.writable(r)
	if err != nil {
		return nil, nil, err
	}
	d := &rules.Thread{}
	if _, err := read(w, r, d); err != nil {
		return nil, nil, err
	}
	if err := d.Check(); err != nil {
		return nil, nil, err
	}
	if c.DM != "" || c.Parent != "" {
		return nil, nil, rules.WrongChannelType
	}
	return d, c, nil
}

// postThread opens a thread without a message. A type must be given: without one Discord
// opens a private thread, and there are none here.
func (a *api) postThread(w http.ResponseWriter, r *http.Request) (any, error) {
	d, c, err := a.readThread(w, r)
	if err != nil {
		return nil, err
	}
	if d.Type == nil || *d.Type != world.PublicThread {
		return nil, rules.WrongChannelType
	}
	return a.opened(c, a.World.NewID(), d)
}

// postMessageThread opens the thread of a message, which has its ID.
func (a *api) postMessageThread(w http.ResponseWriter, r *http.Request) (any, error) {
	d, c, err := a.readThread(w, r)
	if err != nil {
		return nil, err
	}
	m, err := a.messageOf(r)
	if err != nil {
		return nil, err
	}
	return a.opened(c, m.ID, d)
}

func (a *api) opened(in *world.Channel, id string, d *rules.Thread) (any, error) {
	t := a.World.OpenThread(in, a.World.Bot, id, d)
	if t == nil {
		return nil, rules.ThreadExists
	}
	return created{a.World.ChannelJSON(t)}, nil
}

// ownThread finds the thread of a path; of other channels the bot changes nothing.
func (a *api) ownThread(r *http.Request) (*world.Channel, error) {
	c, err := a.visible(r)
	if err == nil && c.Owner != a.World.Bot.ID {
		err = rules.MissingPermissions
	}
	return c, err
}

// patchThread puts a thread of the bot's away, or takes it out again: it may do no more.
func (a *api) patchThread(w http.ResponseWriter, r *http.Request) (any, error) {
	c, err := a.ownThread(r)
	if err != nil {
		return nil, err
	}
	var d struct {
		Archived *bool `json:"archived"`
	}
	if _, err := read(w, r, &d); err != nil {
		return nil, err
	}
	if d.Archived != nil {
		a.World.Archive(c, *d.Archived)
	}
	return a.World.ChannelJSON(c), nil
}

// deleteThread refuses: that takes a permission which the bot has not got.
func (a *api) deleteThread(_ http.ResponseWriter, r *http.Request) (any, error) {
	if _, err := a.visible(r); err != nil {
		return nil, err
	}
	return nil, rules.MissingPermissions
}
