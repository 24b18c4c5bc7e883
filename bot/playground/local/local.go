// Package local names who and what there is where there is no Discord: a guild with two
// text channels, five people, and the bot. The playground and the shell both have them, so
// that a game begun in one goes on in the other.
package local

// The IDs must never change: bots store them. They are Discord's snowflakes of the first
// moment of 2026.
const (
	GuildID        = "1456074443980800001"
	BotID          = "1456074443980800002" // of the application and of its user
	GamesID        = "1456074443980800003"
	LobbyID        = "1456074443980800004"
	YouID          = "1456074443980800005"
	FriendID       = "1456074443980800006"
	YouDirectID    = "1456074443980800007" // the direct messages of "you" with the bot
	FriendDirectID = "1456074443980800008"
	AdaID          = "1456074443980800009"
	BenID          = "1456074443980800010"
	ChoID          = "1456074443980800011"
	AdaDirectID    = "1456074443980800012"
	BenDirectID    = "1456074443980800013"
	ChoDirectID    = "1456074443980800014"
)

// User is a person, or the bot.
type User struct {
	ID   string
	Key  string // what a user is called in addresses and on a command line: "friend"
	Name string
}

// People are those who are there, the owner of the guild first.
func People() []User {
	return []User{{YouID, "you", "You"}, {FriendID, "friend", "Friend"}, {AdaID, "ada", "Ada"}, {BenID, "ben", "Ben"}, {ChoID, "cho", "Cho"}}
}

// Directs are the channels of people's direct messages with the bot, by person.
func Directs() map[string]string {
	return map[string]string{
		YouID: YouDirectID, FriendID: FriendDirectID, AdaID: AdaDirectID, BenID: BenDirectID, ChoID: ChoDirectID,
	}
}

// Bot is the bot's user.
func Bot() User { return User{BotID, "sixfold", "Sixfold"} }

// Channel is a text channel of the guild.
type Channel struct{ ID, Name, Topic string }

// Channels are those of the guild.
func Channels() []Channel {
	return []Channel{
		{GamesID, "games", "Where games are played"},
		{LobbyID, "lobby", "Another channel, with tables of its own"},
	}
}
