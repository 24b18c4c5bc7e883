// Package world is what the server serves: a guild with its channels and threads, people and
// the bot, what each of them may do, and what the time is; the messages, commands and
// interactions that pass between them, as Discord writes them; and a journal of what of it
// outlives the process.
package world

import (
	"slices"
	"strings"
	"sync"
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

	ids    snowflakes
	opened []func(*Channel)

	mu           sync.RWMutex
	list         []*Channel // replaced, never changed
	restrictions map[*Channel]Restriction
	standings    map[*User]Standing
	archived     map[*Channel]bool
}

// New returns the world as it is before anything happens. The clock is the system's if
// it is nil. The functions are called with each thread that is opened.
func New(clock Clock, opened ...func(*Channel)) *World {
	if clock == nil {
		clock = SystemClock{}
	}
	w := &World{
		Clock: clock, opened: opened,
		restrictions: map[*Channel]Restriction{}, standings: map[*User]Standing{}, archived: map[*Channel]bool{},
	}
	for _, u := range append(People(), Bot()) {
		w.Users = append(w.Users, &u)
	}
	w.Bot = w.Users[len(w.Users)-1]
	for _, c := range append(Channels(), directs()...) {
		w.list = append(w.list, &c)
	}
	slices.SortFunc(w.list, func(a, b *Channel) int { return CompareIDs(a.ID, b.ID) })
	return w
}

// User is a person, or the bot.
type User struct {
	ID          string
	Key         string // what a user is called in addresses and on a command line: "friend"
	Name        string
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
