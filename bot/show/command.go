package show

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// Param is one option of a subcommand: an argument of the engine's, or one that
// only Discord knows.
type Param struct {
	engine.Arg
	User bool // a member of the channel
	// Complete completes the option; it comes before the argument's own Suggest.
	Complete func(c *Call, typed string) []engine.Named
}

// Subcommand is what stands behind "/hex show". A general command such as "/help" has
// the same form.
type Subcommand struct {
	Name   string
	Help   engine.Text
	Params []Param
	Run    func(c *Call) (chat.Reply, error)
}

// CommandGroup is a command that belongs to no game and has subcommands: "/tournament new".
type CommandGroup struct {
	Name   string
	Help   engine.Text
	Subs   []Subcommand
	Server bool // it is for servers alone
	// Managers: it is for members who may manage the server, unless that decides otherwise.
	Managers bool
}

// Title is the name of a command that nobody types, in the reader's language.
func (s Subcommand) Title() engine.Text { return engine.T(s.Name) }

// Commands are all that the bot can be asked.
type Commands struct {
	General []Subcommand            // those that belong to no game
	Groups  []CommandGroup          // likewise, with subcommands
	About   []Subcommand            // those in the menu of a member, whom they are given
	Of      map[string][]Subcommand // by game
}

// Find returns a command; its sub is "" for a general one without subcommands. ok is false
// where there is none of that name.
func (cs *Commands) Find(command, sub string) (s Subcommand, ok bool) {
	if s, ok := named(slices.Concat(cs.General, cs.About), command); ok {
		return s, true
	}
	return named(cs.Subs(command), sub)
}

// Subs are the subcommands of a game or of a group, none of other commands.
func (cs *Commands) Subs(command string) []Subcommand {
	for _, g := range cs.Groups {
		if g.Name == command {
			return g.Subs
		}
	}
	return cs.Of[command]
}

// Label is how a command is typed, without the stroke. ok is false where there is none.
func (cs *Commands) Label(command, sub string) (label string, ok bool) {
	s, ok := cs.Find(command, sub)
	if len(cs.Subs(command)) > 0 {
		return command + " " + s.Name, ok
	}
	return s.Name, ok
}

// named returns the one of some commands that has a name.
func named(list []Subcommand, name string) (s Subcommand, ok bool) {
	i := slices.IndexFunc(list, func(s Subcommand) bool { return s.Name == name })
	if i < 0 {
		return Subcommand{}, false
	}
	return list[i], true
}

// Params are options that are arguments of the engine's alone.
func Params(args []engine.Arg) []Param {
	list := make([]Param, len(args))
	for i, a := range args {
		list[i].Arg = a
	}
	return list
}

// CheckGiven refuses a value under a name that a subcommand does not have, or of another
// type. Discord sends such where it still lists commands of an older bot.
func (s Subcommand) CheckGiven(options map[string]any) error {
	for name, value := range options {
		if !s.Takes(name, value) {
			return engine.Refuse("this command has changed; type it again, and pick its options from the list")
		}
	}
	return nil
}

// Takes reports whether the command has an option of a name for such a value.
func (s Subcommand) Takes(name string, value any) bool {
	for _, p := range s.Params {
		if p.Name == name {
			return p.takes(value)
		}
	}
	return false
}

func (p Param) takes(value any) bool {
	if p.User {
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
