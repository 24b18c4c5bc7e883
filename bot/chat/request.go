// Package chat defines what passes between a transport and the bot.
//
// A transport, such as package discord, turns a user's action into a [Request] (request.go) and sends
// the [Reply] (reply.go), which may carry a table's board ([BoardTracker]); shells and tests do the same without
// Discord. The package knows neither transports, games nor tables. [Words] (words.go) renders the texts
// of replies in the reader's language, ready to send: typed text has been escaped by [Escape]. [Call]
// (call.go) is a request while it is answered. A [Poster] sends what answers no request.
package chat

import (
	"context"
	"maps"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
)

// Kind is a kind of user action.
type Kind int

// A user sent a command, is typing an option, pressed a button or picked from a menu, or submitted
// a form.
const (
	Command Kind = iota
	Suggest
	Press
	Submit
)

// User is a person or a bot, as seen in a channel.
type User struct {
	ID   string // decimal snowflake
	Name string // as shown in the channel; cleaned by [engine.Plain]
	Bot  bool
	// Away is why the user could not answer in the channel of the request, as far as known, for
	// users named or picked.
	Away Away
}

// Away is why a user could not answer in a channel.
type Away int

// The reasons: none is known; the user is not in the server or direct-message channel; does not see
// the channel; or is in a time-out.
const (
	Here Away = iota
	Elsewhere
	Unseeing
	Silenced
)

// maxName bounds a name, counted like [Length]: Discord's names have at most 32 characters of up to
// two units.
const maxName = 64

// plain returns the user with a displayable name, or the ID if nothing is left of the name.
func (u User) plain() User {
	if u.Name = Shorten(engine.PlainLine(u.Name), maxName); u.Name == "" {
		u.Name = u.ID
	}
	return u
}

// Request is a user action, independent of the transport.
type Request struct {
	ID      string // of the interaction
	Kind    Kind
	App     string // the bot's own user ID
	Guild   string // "" in direct messages
	Channel string // decimal snowflake, also of a thread
	User    User
	Locale  string // in Discord's form, such as "en-GB"
	// Parent is the parent channel of a thread, otherwise "".
	Parent string
	// Manages is set if the user may manage the server.
	Manages bool
	// Arranges is set if the user may manage the server's events.
	Arranges bool
	// Posts is set if the bot is in this channel and may post unasked.
	Posts bool
	// Threads is set if the bot may also open threads here and write in them.
	Threads bool
	// Unseen is set if all replies are seen only by the user.
	Unseen bool

	// Command and Sub name the command, and Options its values, for Command and Suggest: string,
	// int, float64, bool, [User] or [engine.File].
	Command string
	Sub     string
	Options map[string]any
	// For a command in the menu of a member, that member is the option [Target]. Fetch, if not nil,
	// downloads the attached files, by option; Options contain only their names. It is to be called
	// once, and only for users whom the bot answers. Its error is an [*engine.Refusal].
	Fetch func(ctx context.Context) (map[string]engine.File, error)
	// Focus is the option being typed, for Suggest. Its value in Options is the text so far.
	Focus string

	// Action is the custom ID of the button, menu or form, for Press and Submit.
	Action string
	// Message is the ID of the message with the component, "" if unknown.
	Message string
	// OnPrivate is set if only this user sees the message with the component, so that replacing it
	// would hide the answer from others.
	OnPrivate bool
	// Values are the choices picked from a menu.
	Values []string
	// People are the users picked from a menu of people.
	People []User
	// Fields are a form's texts by field ID, and Chosen the choices picked from its menus.
	Fields map[string]string
	Chosen map[string][]string
}

// Target is the option of a command in the menu of a member; its value is that [User].
const Target = "member"

// Plain returns the request with all typed text made displayable by [engine.Plain]: names, and the
// texts of options and forms. Of files only the names are changed.
func (r Request) Plain() Request {
	r.User = r.User.plain()
	r.Options = maps.Clone(r.Options)
	for name, value := range r.Options {
		switch v := value.(type) {
		case string:
			r.Options[name] = engine.Plain(v)
		case User:
			r.Options[name] = v.plain()
		case engine.File:
			r.Options[name] = engine.File{Name: engine.PlainLine(v.Name), Data: v.Data}
		}
	}
	r.People = slices.Clone(r.People)
	for i, u := range r.People {
		r.People[i] = u.plain()
	}
	r.Fields = maps.Clone(r.Fields)
	for id, text := range r.Fields {
		r.Fields[id] = engine.Plain(text)
	}
	return r
}
