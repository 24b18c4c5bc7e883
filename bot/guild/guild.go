// Package guild is a server's own ways with the bot: where games are played, how they look,
// who is called and who may search, and the puzzle of the day that is posted there. Whoever
// may manage the server sets them; nothing here knows a game's name.
package guild

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Kind is the kind of the small records that hold the ways of servers, by ID.
const Kind store.Kind[Ways] = "server"

// Ways are those of a server. The zero value is what holds where nobody has set anything.
type Ways struct {
	// Channels are those in which tables are opened, with their threads; none: everywhere.
	Channels []string `json:"channels,omitempty"`
	Threads  bool     `json:"threads,omitempty"` // each table has a thread of its own
	Theme    string   `json:"theme,omitempty"`   // of who has set none; "": the operator's
	Calls    string   `json:"calls,omitempty"`
	Rated    bool     `json:"rated,omitempty"` // tables are rated, unless it is said otherwise
	Searches string   `json:"searches,omitempty"`
	// Defaults are the options of the command `new` that hold where none are given, by game:
	// "size:13 level:hard".
	Defaults map[string]string `json:"defaults,omitempty"`
	Daily    Daily             `json:"daily,omitzero"`
}

// Who is called by the bot's messages in the channels of a server.
const (
	CallsTurns = ""      // whose turn it is
	CallsEnds  = "ends"  // who is challenged, and who played when a game is over
	CallsNone  = "never" // nobody
)

// Who may start searches: what thinks for seconds and is no move of the bot's own.
const (
	searchAll      = ""
	searchManagers = "managers"
	searchNobody   = "nobody"
)

// Daily is when and where the puzzle of the day is posted; the zero value is never.
type Daily struct {
	Channel string `json:"channel,omitempty"`
	Game    string `json:"game,omitempty"`
	Hour    int    `json:"hour"` // 0 to 23
	Zone    string `json:"zone,omitempty"`
	Locale  string `json:"locale,omitempty"` // of who has set it
}

// Store keeps small records; see [store.Store].
type Store interface {
	store.DB
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// Servers keep the ways of all servers. It is safe for concurrent use.
type Servers struct{ store Store }

// New returns the servers whose ways are in a store.
func New(s Store) *Servers { return &Servers{s} }

// Of are the ways of a server, the zero value for none.
func (s *Servers) Of(guild string) (w Ways, err error) {
	if guild == "" {
		return w, nil
	}
	w, _, err = Kind.Get(s.store, guild)
	return w, err
}

// PlaysIn reports whether tables are opened in a channel; parent is that of a thread, or "".
func (w Ways) PlaysIn(channel, parent string) bool {
	return len(w.Channels) == 0 || slices.Contains(w.Channels, channel) || parent != "" && slices.Contains(w.Channels, parent)
}

// RequireChannel refuses to open a table where the server does not have them.
func (w Ways) RequireChannel(channel, parent string) error {
	if w.PlaysIn(channel, parent) {
		return nil
	}
	return engine.Refuse("on this server games are played in %s; go there and try again", mentions(w.Channels))
}

// RequireSearch refuses a search to whom the server does not allow one.
func (w Ways) RequireSearch(manages bool) error {
	switch {
	case w.Searches == searchNobody:
		return engine.Refuse("on this server nobody starts searches; they can be had in direct messages with me")
	case w.Searches == searchManagers && !manages:
		return engine.Refuse("on this server those who manage it start searches; they can be had in direct messages with me")
	}
	return nil
}
