package chat

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// Kind is what a person did.
type Kind int

// A person sent a command, is typing an option, pressed a button or picked from a
// menu, or sent a form.
const (
	Command Kind = iota
	Suggest
	Press
	Submit
)

// User is a person, or a bot, as seen in a channel.
type User struct {
	ID   string // decimal snowflake
	Name string // as shown in the channel; what a person types, and [engine.Plain]
	Bot  bool
	// Away is why they could not answer in the channel of the request, as far as that is told
	// of who was named or picked.
	Away Away
}

// Away is why a person could not answer in a channel.
type Away int

// Nothing is known to keep the person away; they are not in the server, or not among those who
// exchange direct messages; they do not see the channel; or they are in a time-out.
const (
	Here Away = iota
	Elsewhere
	Unseeing
	Silenced
)

// mostName bounds a name, in characters as [Length] counts them: Discord's have at most 32,
// of which each may count twice.
const mostName = 64

// plain is the user under a name that can be shown: their ID where nothing is left of it.
func (u User) plain() User {
	if u.Name = Shorten(engine.PlainLine(u.Name), mostName); u.Name == "" {
		u.Name = u.ID
	}
	return u
}

// Request is one thing that a person did, free of the transport that brought it.
type Request struct {
	ID       string // of the interaction
	Kind     Kind
	App      string // the bot's own user ID
	Guild    string // "" in direct messages
	Channel  string // decimal snowflake; a thread counts as a channel
	User     User
	Locale   string // as Discord writes it: "en-GB"
	Received time.Time
	// Parent is the channel of a thread, "" elsewhere.
	Parent string
	// Manages: the person may manage the server.
	Manages bool
	// Arranges: the person may manage the server's events.
	Arranges bool
	// Posts: the bot sits in this channel and may post to it of its own accord.
	Posts bool
	// Threads: it may besides open threads here and write in them.
	Threads bool
	// Unseen: the person alone sees what is said to them here, whatever it is marked as.
	Unseen bool

	// Command and Sub name the command, and Options its values, for Command and
	// Suggest: string, int, float64, bool, [User] or [engine.File].
	Command string
	Sub     string
	Options map[string]any
	// A command in the menu of a member has that one as its option [Target].
	// Fetch, if not nil, gets the files that are attached, by option: in Options they have
	// their names alone. It is for whom the bot answers, once. Its error is a
	// [*engine.Refusal].
	Fetch func(ctx context.Context) (map[string]engine.File, error)
	// Focus names the option being typed, for Suggest. Its value in Options is the
	// text so far.
	Focus string

	// Action is the custom ID of the button, menu or form, for Press and Submit.
	Action string
	// Message is the ID of the message that carries the component, "" if it is not known.
	Message string
	// OnPrivate: the component sits under a message that only this user sees, so that
	// replacing it would hide the answer from everybody else.
	OnPrivate bool
	// Values are what was picked from a menu.
	Values []string
	// People are those who were picked from a menu of people.
	People []User
	// Fields are a form's texts by field ID, and Chosen what was picked from its menus.
	Fields map[string]string
	Chosen map[string][]string
}

// Target is the option of a command in the menu of a member: that [User].
const Target = "member"

// Plain is the request with all that a person may have typed made fit to be shown, as
// [engine.Plain] does: names, and the texts of options and of forms. Files stay as they
// are, but for their names.
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
