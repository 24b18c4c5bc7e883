package world

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Types of channels.
const (
	textChannel   = 0
	directMessage = 1
	PublicThread  = 11
)

// Channel is a text channel or a thread of the guild, or one person's direct messages
// with the bot.
type Channel struct {
	ID, Name, Topic string

	DM      string // whose direct messages, "" in the guild
	Parent  string // whose thread, "" if it is none
	Owner   string // who opened the thread
	Archive int    // minutes of silence after which the thread is archived
}

// SeenBy reports whether a user sees the channel. The bot sees all.
func (c *Channel) SeenBy(u *User) bool { return u.IsBot || c.DM == "" || c.DM == u.ID }

// Channels are all there are; the list must not be changed.
func (w *World) Channels() []*Channel {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.list
}

// Channel finds a channel by ID; nil if there is none.
func (w *World) Channel(id string) *Channel {
	for _, c := range w.Channels() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Named finds a channel of the guild by ID or name; nil if there is none.
func (w *World) Named(name string) *Channel {
	for _, c := range w.Channels() {
		if c.DM == "" && (c.ID == name || strings.EqualFold(c.Name, name)) {
			return c
		}
	}
	return nil
}

// defaultArchive is after how many minutes a thread is archived that does not say.
const defaultArchive = 4320

// OpenThread adds a thread with this ID to a channel; nil if there is one already.
func (w *World) OpenThread(in *Channel, by *User, id string, d *rules.Thread) *Channel {
	t := &Channel{
		ID: id, Name: d.Name, Topic: "A thread of #" + in.Name, Parent: in.ID, Owner: by.ID, Archive: defaultArchive,
	}
	if d.Archive != nil {
		t.Archive = *d.Archive
	}
	w.mu.Lock()
	if slices.ContainsFunc(w.list, func(c *Channel) bool { return c.ID == id }) {
		w.mu.Unlock()
		return nil
	}
	w.list = append(slices.Clone(w.list), t)
	w.mu.Unlock()
	for _, f := range w.opened {
		f(t)
	}
	return t
}

// Archive puts a thread away, or takes it out again.
func (w *World) Archive(c *Channel, away bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.archived[c] = away
}

func (w *World) away(c *Channel) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.archived[c]
}
