// Package world is the state of the server: a guild with its channels and threads, people and the
// bot, their permissions, and the clock; messages, commands and interactions in Discord's JSON; and
// a journal of what outlives the process.
package world

import (
	"cmp"
	"context"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
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

	restrictions table[*Channel, Restriction]
	standings    table[*User, Standing]
	archived     table[*Channel, bool]

	mu     sync.RWMutex
	list   []*Channel // replaced, never modified
	lastID int64
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

// Named returns a channel of the guild by name, ignoring case, or nil.
func (w *World) Named(name string) *Channel {
	return first(w.Channels(), func(c *Channel) bool { return c.DM == "" && strings.EqualFold(c.Name, name) })
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

// Clock provides time and timers. Tests replace it.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine after d, unless stop is called first.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// SystemClock is the system's clock.
type SystemClock struct{}

// Now implements [Clock].
func (SystemClock) Now() time.Time { return time.Now() }

// AfterFunc implements [Clock].
func (SystemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// Network listens and dials. Tests replace it.
type Network interface {
	Listen(ctx context.Context, network, address string) (net.Listener, error)
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

// MachineNetwork returns the machine's network.
func MachineNetwork() Network {
	return &struct {
		net.ListenConfig
		net.Dialer
	}{}
}
