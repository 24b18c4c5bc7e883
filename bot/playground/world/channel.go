package world

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Channel types.
const (
	textChannel   = 0
	directMessage = 1
	PublicThread  = 11
)

// Channel is a text channel or a thread of the guild, or a person's direct message channel with the
// bot.
type Channel struct {
	ID, Name, Topic string

	DM      string // user ID of a direct message channel, "" in the guild
	Parent  string // ID of a thread's parent channel, "" for others
	Owner   string // user ID of the thread's creator
	Archive int    // minutes of inactivity after which the thread is archived
}

// SeenBy reports whether a user sees the channel. The bot sees all.
func (c *Channel) SeenBy(u *User) bool { return u.IsBot || c.DM == "" || c.DM == u.ID }

// Channels returns all channels. The list must not be modified.
func (w *World) Channels() []*Channel {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.list
}

// Channel returns a channel by ID, or nil.
func (w *World) Channel(id string) *Channel {
	return first(w.Channels(), func(c *Channel) bool { return c.ID == id })
}

// Named returns a channel of the guild by ID or name, or nil.
func (w *World) Named(name string) *Channel {
	return first(w.Channels(), func(c *Channel) bool {
		return c.DM == "" && (c.ID == name || strings.EqualFold(c.Name, name))
	})
}

// defaultArchive is the default inactivity after which a thread is archived, in minutes.
const defaultArchive = 4320

// OpenThread adds a thread to a channel.
func (w *World) OpenThread(in *Channel, by *User, d *rules.Thread) *Channel {
	t := &Channel{
		ID: w.NewID(), Name: d.Name, Topic: "A thread of #" + in.Name, Parent: in.ID, Owner: by.ID, Archive: defaultArchive,
	}
	if d.Archive != nil {
		t.Archive = *d.Archive
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(slices.Clone(w.list), t)
	return t
}

// Archive archives a thread or reopens it.
func (w *World) Archive(c *Channel, away bool) { w.archived.set(c, away) }
