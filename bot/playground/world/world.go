// Package world is the state of the server: a guild with its channels and threads, people and the
// bot, their permissions, and the clock; messages, commands and interactions in Discord's JSON; and
// a journal of what outlives the process.
package world

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// GuildName is the guild's name.
const GuildName = "Playground"

// Locale is everybody's default locale.
const Locale = "en-US"

// World is the guild with its members and channels. It is safe for concurrent use. Only threads,
// restrictions and standings change.
type World struct {
	Clock

	Bot   *User
	Users []*User // including the bot, last

	ids snowflakes

	restrictions table[*Channel, Restriction]
	standings    table[*User, Standing]
	archived     table[*Channel, bool]

	mu   sync.RWMutex
	list []*Channel // replaced, never modified
}

// table is a map for concurrent use. The zero value is ready to use.
type table[K comparable, V any] struct{ of sync.Map }

func (t *table[K, V]) get(k K) V {
	found, _ := t.of.Load(k)
	v, _ := found.(V)
	return v
}

func (t *table[K, V]) set(k K, v V) { t.of.Store(k, v) }

// New returns the initial world. A nil clock means the system's.
func New(clock Clock) *World {
	w := &World{Clock: cmp.Or[Clock](clock, SystemClock{})}
	for _, u := range append(People(), Bot()) {
		w.Users = append(w.Users, &u)
	}
	w.Bot = w.Users[len(w.Users)-1]
	for _, c := range Channels() {
		w.list = append(w.list, &c)
	}
	for _, u := range w.People() {
		w.list = append(w.list, &Channel{ID: u.Direct, Name: w.Bot.Name, Topic: "Direct messages", DM: u.ID})
	}
	slices.SortFunc(w.list, func(a, b *Channel) int { return CompareIDs(a.ID, b.ID) })
	return w
}

// User is a person or the bot.
type User struct {
	ID          string
	Key         string // short name in URLs and on command lines, such as "friend"
	Name        string
	Direct      string // ID of a person's direct message channel with the bot
	IsBot       bool
	Permissions Permission
}

// People returns the users other than the bot.
func (w *World) People() []*User { return w.Users[:len(w.Users)-1] }

// User returns a user by ID, key or name, ignoring case, or nil.
func (w *World) User(name string) *User {
	return first(w.Users, func(u *User) bool {
		return u.ID == name || strings.EqualFold(u.Key, name) || strings.EqualFold(u.Name, name)
	})
}

// first returns the first element for which is holds, or nil.
func first[T any](list []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}

// Person is User without the bot.
func (w *World) Person(name string) *User {
	if u := w.User(name); u != nil && !u.IsBot {
		return u
	}
	return nil
}
