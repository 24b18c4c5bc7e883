// Package world is who and where there is: a guild with its channels and threads, people
// and the bot, and what the bot may do; and what the time is. It knows how Discord writes
// them. Who and what is there from the start stands in package local.
package world

import (
	"slices"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/local"
)

// GuildName is what the guild is called.
const GuildName = "Playground"

// Locale is everybody's language, unless the page says otherwise.
const Locale = "en-US"

// World is safe for concurrent use. It does not change once made, except that threads are
// opened and put away, the bot is restricted, and people are kept away.
type World struct {
	Clock

	Bot   *User
	Users []*User // with the bot, last

	ids snowflakes

	mu           sync.RWMutex
	list         []*Channel // replaced, never changed
	restrictions map[*Channel]Restriction
	standings    map[*User]Standing
	archived     map[*Channel]bool
	opened       []func(*Channel)
}

// New returns the world as it is before anything happens. The clock is the system's if
// it is nil.
func New(clock Clock) *World {
	if clock == nil {
		clock = systemClock{}
	}
	w := &World{Clock: clock, restrictions: map[*Channel]Restriction{}, standings: map[*User]Standing{}, archived: map[*Channel]bool{}}
	permissions := map[string]Permission{local.YouID: ownerPermissions}
	for _, u := range local.People() {
		w.Users = append(w.Users, &User{User: u, Permissions: permissions[u.ID] | memberPermissions})
	}
	w.Bot = &User{User: local.Bot(), IsBot: true, Permissions: memberPermissions}
	w.Users = append(w.Users, w.Bot)
	for _, c := range local.Channels() {
		w.list = append(w.list, &Channel{Channel: c})
	}
	for person, id := range local.Directs() {
		direct := local.Channel{ID: id, Name: w.Bot.Name, Topic: "Direct messages"}
		w.list = append(w.list, &Channel{Channel: direct, DM: person})
	}
	slices.SortFunc(w.list, func(a, b *Channel) int { return CompareIDs(a.ID, b.ID) })
	return w
}

// User is a person, or the bot.
type User struct {
	local.User

	IsBot       bool
	Permissions Permission
}

// People are the users who are not the bot.
func (w *World) People() []*User { return w.Users[:len(w.Users)-1] }

// User finds a user by ID, by key, or by name in any case; nil if there is none.
func (w *World) User(name string) *User {
	for _, u := range w.Users {
		if u.ID == name || strings.EqualFold(u.Key, name) || strings.EqualFold(u.Name, name) {
			return u
		}
	}
	return nil
}

// UserByID finds a user by ID alone; nil if there is none.
func (w *World) UserByID(id string) *User {
	for _, u := range w.Users {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// Person finds a user who is not the bot as [World.User] does; nil if there is none.
func (w *World) Person(name string) *User {
	if u := w.User(name); u != nil && !u.IsBot {
		return u
	}
	return nil
}
