package bot

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// param is one option of a subcommand: an argument of the engine's, or one that
// only Discord knows.
type param struct {
	engine.Arg
	user bool // a member of the channel
	// suggest completes the option; it comes before the argument's own Suggest.
	suggest func(c *call, typed string) []engine.Named
}

// subcommand is what stands behind "/hex show". A general command such as "/help" has
// the same form.
type subcommand struct {
	name   string
	help   engine.Text
	params []param
	run    func(c *call) (chat.Reply, error)
}

// commandGroup is a command that belongs to no game and has subcommands: "/tournament new".
type commandGroup struct {
	name   string
	help   engine.Text
	subs   []subcommand
	server bool // it is for servers alone
	// managers: it is for members who may manage the server, unless that decides otherwise.
	managers bool
}

// title is the name of a command that nobody types, in the reader's language.
func (s subcommand) title() engine.Text { return engine.T(s.name) }

// commands are all that the bot can be asked.
type commands struct {
	general []subcommand            // those that belong to no game
	groups  []commandGroup          // likewise, with subcommands
	about   []subcommand            // those in the menu of a member, whom they are given
	of      map[string][]subcommand // by game
}

// find returns a command; its sub is "" for a general one without subcommands. ok is false
// where there is none of that name.
func (cs *commands) find(command, sub string) (s subcommand, ok bool) {
	if s, ok := named(slices.Concat(cs.general, cs.about), command); ok {
		return s, true
	}
	return named(cs.subs(command), sub)
}

// subs are the subcommands of a game or of a group, none of other commands.
func (cs *commands) subs(command string) []subcommand {
	for _, g := range cs.groups {
		if g.name == command {
			return g.subs
		}
	}
	return cs.of[command]
}

// label is how a command is typed, without the stroke. ok is false where there is none.
func (cs *commands) label(command, sub string) (label string, ok bool) {
	s, ok := cs.find(command, sub)
	if len(cs.subs(command)) > 0 {
		return command + " " + s.name, ok
	}
	return s.name, ok
}

// named returns the one of some commands that has a name.
func named(list []subcommand, name string) (s subcommand, ok bool) {
	i := slices.IndexFunc(list, func(s subcommand) bool { return s.name == name })
	if i < 0 {
		return subcommand{}, false
	}
	return list[i], true
}

func params(args []engine.Arg) []param {
	list := make([]param, len(args))
	for i, a := range args {
		list[i].Arg = a
	}
	return list
}

// checkGiven refuses a value under a name that a subcommand does not have, or of another
// type. Discord sends such where it still lists commands of an older bot.
func (s subcommand) checkGiven(options map[string]any) error {
	for name, value := range options {
		if !s.takes(name, value) {
			return engine.Refuse("this command has changed; type it again, and pick its options from the list")
		}
	}
	return nil
}

func (s subcommand) takes(name string, value any) bool {
	for _, p := range s.params {
		if p.Name == name {
			return p.takes(value)
		}
	}
	return false
}

func (p param) takes(value any) bool {
	if p.user {
		_, ok := value.(chat.User)
		return ok
	}
	switch value.(type) {
	case string:
		return p.Kind == engine.Word || p.Kind == engine.Pick
	case int:
		return p.Kind == engine.Integer
	case bool:
		return p.Kind == engine.Boolean
	case engine.File:
		return p.Kind == engine.Upload
	}
	return false
}
