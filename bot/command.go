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

// title is the name of a command that nobody types, in the reader's language.
func (s subcommand) title() engine.Text { return engine.T(s.name) }

// commands are all that the bot can be asked.
type commands struct {
	general []subcommand            // those that belong to no game
	about   []subcommand            // those in the menu of a member, whom they are given
	of      map[string][]subcommand // by game
}

// find returns a command; its sub is "" for a general one. ok is false where there is
// none of that name.
func (cs *commands) find(command, sub string) (s subcommand, ok bool) {
	for _, s := range slices.Concat(cs.general, cs.about) {
		if s.name == command {
			return s, true
		}
	}
	for _, s := range cs.of[command] {
		if s.name == sub {
			return s, true
		}
	}
	return subcommand{}, false
}

// memberArg is the member in whose menu a command was picked: the option of that command,
// which nobody types.
var memberArg = engine.Arg{Name: chat.Target}

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
