// Package guild holds the settings of servers: where games are played, how they look, who is
// mentioned, who may start searches, and the puzzle of the day. Those who may manage the server
// change them. The package does not depend on any particular game.
package guild

import (
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/store"
)

// Kind is the kind of the records of servers' settings, by server ID.
const Kind store.Kind[Ways] = "server"

// Ways are the settings of a server. The zero value is the default.
type Ways struct {
	// Channels are those in which tables may be opened, including their threads; empty for all.
	Channels []string `json:"channels,omitempty"`
	Threads  bool     `json:"threads,omitempty"` // each table gets its own thread
	Theme    string   `json:"theme,omitempty"`   // default for members without a theme; "" for the operator's
	Calls    string   `json:"calls,omitempty"`
	Rated    bool     `json:"rated,omitempty"` // tables are rated by default
	Searches string   `json:"searches,omitempty"`
	// Defaults are the default options of the command `new`, by game, such as "size:13 level:hard".
	Defaults map[string]string `json:"defaults,omitempty"`
	Daily    Daily             `json:"daily,omitzero"`
}

// Whom the bot's messages mention in the channels of a server.
const (
	CallsTurns = ""     // the player whose turn it is
	CallsEnds  = "ends" // whoever is challenged, and the players at the end of a game
	CallsNone  = "never"
)

// Who may start searches: computations of seconds that are not moves of the bot.
const (
	searchAll      = ""
	searchManagers = "managers"
	searchNobody   = "nobody"
)

// Daily says when and where the puzzle of the day is posted; the zero value means never.
type Daily struct {
	Channel string `json:"channel,omitempty"`
	Game    string `json:"game,omitempty"`
	Hour    int    `json:"hour"`             // 0 to 23
	Zone    string `json:"zone,omitempty"`   // of the hour and of the day; "" for UTC
	Locale  string `json:"locale,omitempty"` // of the person who set it
}

// Of returns the settings of a server, the zero value for "".
func Of(r store.Reader, guild string) (w Ways, err error) {
	if guild == "" {
		return w, nil
	}
	w, _, err = Kind.Get(r, guild)
	return w, err
}

// Zone returns the time zone in which the server's days begin at midnight: that of its puzzle of the day.
func (w Ways) Zone() *time.Location { return daily.ZoneNamed(w.Daily.Zone) }

// RequireChannel refuses a channel in which the server allows no tables; parent is the parent channel
// of a thread, or "".
func (w Ways) RequireChannel(channel, parent string) error {
	if len(w.Channels) == 0 || slices.Contains(w.Channels, channel) || parent != "" && slices.Contains(w.Channels, parent) {
		return nil
	}
	return engine.Refuse("on this server games are played in %s; go there and try again", mentions(w.Channels))
}

// RequireSearch refuses a search that the server does not allow.
func (w Ways) RequireSearch(manages bool) error {
	switch {
	case w.Searches == searchNobody:
		return engine.Refuse("on this server nobody starts searches; they can be had in direct messages with me")
	case w.Searches == searchManagers && !manages:
		return engine.Refuse("on this server those who manage it start searches; they can be had in direct messages with me")
	}
	return nil
}
