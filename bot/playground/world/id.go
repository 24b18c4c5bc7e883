package world

import (
	"strconv"
	"strings"
)

// IDs of the local world: a guild with two text channels, five people and the bot. The shell uses
// them too, so that games can continue in either. They must never change, since bots store them.
// They are snowflakes of the first moment of 2026.
const (
	GuildID        = "1456074443980800001"
	BotID          = "1456074443980800002" // of both the application and its user
	GamesID        = "1456074443980800003"
	LobbyID        = "1456074443980800004"
	YouID          = "1456074443980800005"
	FriendID       = "1456074443980800006"
	YouDirectID    = "1456074443980800007" // the direct message channel of "you"
	FriendDirectID = "1456074443980800008"
	AdaID          = "1456074443980800009"
	BenID          = "1456074443980800010"
	ChoID          = "1456074443980800011"
	AdaDirectID    = "1456074443980800012"
	BenDirectID    = "1456074443980800013"
	ChoDirectID    = "1456074443980800014"
)

// People returns the people, the guild's owner first.
func People() []User {
	return []User{
		{ID: YouID, Key: "you", Name: "Alex", Direct: YouDirectID, Permissions: ownerPermissions},
		{ID: FriendID, Key: "friend", Name: "Friend", Direct: FriendDirectID, Permissions: memberPermissions},
		{ID: AdaID, Key: "ada", Name: "Ada", Direct: AdaDirectID, Permissions: memberPermissions},
		{ID: BenID, Key: "ben", Name: "Ben", Direct: BenDirectID, Permissions: memberPermissions},
		{ID: ChoID, Key: "cho", Name: "Cho", Direct: ChoDirectID, Permissions: memberPermissions},
	}
}

// Bot returns the bot's user.
func Bot() User {
	return User{ID: BotID, Key: "sixfold", Name: "Sixfold", IsBot: true, Permissions: memberPermissions}
}

// Channels returns the guild's text channels.
func Channels() []Channel {
	return []Channel{
		{ID: GamesID, Name: "games", Topic: "Where games are played"},
		{ID: LobbyID, Name: "lobby", Topic: "Another channel, with tables of its own"},
	}
}

const (
	discordEpoch = 1420070400000 // 2015-01-01, the start of snowflakes, in Unix milliseconds
	stampBits    = 22            // number of bits below the milliseconds
)

// NewID returns an ID greater than all earlier ones.
func (w *World) NewID() string {
	now := w.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastID = max(w.lastID+1, (now.UnixMilli()-discordEpoch)<<stampBits)
	return strconv.FormatInt(w.lastID, 10)
}

// reserve makes later IDs greater than this one.
func (w *World) reserve(id string) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastID = max(w.lastID, n)
}

// CompareIDs compares two snowflakes numerically.
func CompareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
