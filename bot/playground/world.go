package playground

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// object is JSON in the making.
type object = map[string]any

// The fixed inhabitants. Their IDs must never change: bots store them.
var (
	guildID       = fixedID(1)
	applicationID = fixedID(2)
	gamesID       = fixedID(3)
	lobbyID       = fixedID(4)
	youID         = fixedID(5)
	friendID      = fixedID(6)
)

const (
	discordEpoch = 1420070400000 // 2015-01-01, in milliseconds, where snowflakes begin
	founded      = 1767225600000 // 2026-01-01, when the playground's world began
	stampBits    = 22            // of a snowflake below its milliseconds
)

func fixedID(n int64) string {
	return strconv.FormatInt((founded-discordEpoch)<<stampBits|n, 10)
}

// snowflakes makes IDs that always increase.
type snowflakes struct {
	mu   sync.Mutex
	last int64
}

func (s *snowflakes) next(now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last+1, (now.UnixMilli()-discordEpoch)<<stampBits)
	return strconv.FormatInt(s.last, 10)
}

// passed makes sure that IDs to come are greater than this one.
func (s *snowflakes) passed(id string) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last, n)
}

// user is a person, or the bot.
type user struct {
	id, key, name string
	bot           bool
	permissions   permission
}

// channel is a text channel or a thread of the guild, or one person's direct messages
// with the bot.
type channel struct {
	id, name, topic string
	dm              string // whose direct messages, "" in the guild
	parent          string // whose thread, "" if it is none
	owner           string // who opened the thread
	archive         int    // minutes of silence after which the thread is archived
}

// Types of channels.
const (
	textChannel   = 0
	directMessage = 1
	publicThread  = 11
)

// seenBy reports whether a user sees the channel. The bot sees all.
func (c *channel) seenBy(u *user) bool { return u.bot || c.dm == "" || c.dm == u.id }

// permission is Discord's set of bits.
type permission uint64

const (
	// member may view, send, embed, attach, read history, react, use commands and
	// external emoji, and open threads and send in them.
	memberPermissions permission = 1<<6 | 1<<10 | 1<<11 | 1<<14 | 1<<15 | 1<<16 | 1<<18 | 1<<31 | 1<<35 | 1<<38
	// owner may besides administrate and manage the guild and its messages.
	ownerPermissions = memberPermissions | 1<<3 | 1<<5 | 1<<13
)

func (p permission) String() string { return strconv.FormatUint(uint64(p), 10) }

// world is who and what there is. It does not change once made, except that threads are
// opened and the bot is restricted.
type world struct {
	bot   *user
	users []*user // with the bot, last

	mu           sync.RWMutex
	list         []*channel // replaced, never changed
	restrictions map[*channel]Restriction
}

// channels are all there are; the list must not be changed.
func (w *world) channels() []*channel {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.list
}

// add opens a thread.
func (w *world) add(c *channel) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(slices.Clone(w.list), c)
}

func (w *world) restrict(c *channel, r Restriction) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.restrictions[c] = r
}

func (w *world) restriction(c *channel) Restriction {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.restrictions[c]
}

func newWorld() *world {
	you := &user{id: youID, key: "you", name: "You", permissions: ownerPermissions}
	friend := &user{id: friendID, key: "friend", name: "Friend", permissions: memberPermissions}
	bot := &user{id: applicationID, key: "sixfold", name: "Sixfold", bot: true, permissions: memberPermissions}
	return &world{
		restrictions: map[*channel]Restriction{},

		bot:   bot,
		users: []*user{you, friend, bot},
		list: []*channel{
			{id: gamesID, name: "games", topic: "Where games are played"},
			{id: lobbyID, name: "lobby", topic: "Another channel, with tables of its own"},
			{id: fixedID(7), name: bot.name, topic: "Direct messages", dm: you.id},
			{id: fixedID(8), name: bot.name, topic: "Direct messages", dm: friend.id},
		},
	}
}

// people are the users who are not the bot.
func (w *world) people() []*user { return w.users[:len(w.users)-1] }

// user finds a user by ID, by key, or by name in any case; nil if there is none.
func (w *world) user(name string) *user {
	for _, u := range w.users {
		if u.id == name || strings.EqualFold(u.key, name) || strings.EqualFold(u.name, name) {
			return u
		}
	}
	return nil
}

// channel finds a channel by ID; nil if there is none.
func (w *world) channel(id string) *channel {
	for _, c := range w.channels() {
		if c.id == id {
			return c
		}
	}
	return nil
}

// named finds a channel of the guild by ID or name; nil if there is none.
func (w *world) named(name string) *channel {
	for _, c := range w.channels() {
		if c.dm == "" && (c.id == name || strings.EqualFold(c.name, name)) {
			return c
		}
	}
	return nil
}
