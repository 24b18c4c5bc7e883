package show

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// Param is one option of a subcommand: an argument of the engine, or one that only Discord knows.
type Param struct {
	engine.Arg
	User bool // a member of the channel
	// Complete completes the option, in preference to the argument's own Suggest.
	Complete func(c *Call, typed string) []engine.Named
}

// Subcommand is a subcommand such as "/hex show", or a general command such as "/help".
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
	Server bool // only for servers
	// Managers restricts it to members who may manage the server.
	Managers bool
}

// Title returns the name of a context menu command, for translation.
func (s Subcommand) Title() engine.Text { return engine.T(s.Name) }

// Commands are all commands of the bot.
type Commands struct {
	General []Subcommand            // about no game
	Groups  []CommandGroup          // about no game, with subcommands
	About   []Subcommand            // in a member's context menu; given the member
	Of      map[string][]Subcommand // by game
}

// Find returns a command, if there is one of that name. sub is "" for a general command.
func (cs *Commands) Find(command, sub string) (s Subcommand, ok bool) {
	name := func(s Subcommand) string { return s.Name }
	if s, ok := engine.Find(slices.Concat(cs.General, cs.About), command, name); ok {
		return s, true
	}
	return engine.Find(cs.Subs(command), sub, name)
}

// Subs returns the subcommands of a game or a group, and none for other commands.
func (cs *Commands) Subs(command string) []Subcommand {
	if g, ok := engine.Find(cs.Groups, command, func(g CommandGroup) string { return g.Name }); ok {
		return g.Subs
	}
	return cs.Of[command]
}

// Label returns a command as it is typed, without the slash, if there is one.
func (cs *Commands) Label(command, sub string) (label string, ok bool) {
	s, ok := cs.Find(command, sub)
	if len(cs.Subs(command)) > 0 {
		return command + " " + s.Name, ok
	}
	return s.Name, ok
}

// Params returns options for arguments of the engine.
func Params(args []engine.Arg) []Param {
	return engine.Map(args, func(a engine.Arg) Param { return Param{Arg: a} })
}

// CheckGiven refuses an option that the subcommand does not have, or a value of another type.
// Discord sends such options while it still lists the commands of an older version.
func (s Subcommand) CheckGiven(options map[string]any) error {
	for name, value := range options {
		if !s.Takes(name, value) {
			return engine.Refuse("this command has changed; type it again, and pick its options from the list")
		}
	}
	return nil
}

// Takes reports whether the command has an option with that name and the type of the value.
func (s Subcommand) Takes(name string, value any) bool {
	p, ok := s.param(name)
	return ok && p.takes(value)
}

func (s Subcommand) param(name string) (Param, bool) {
	return engine.Find(s.Params, name, func(p Param) string { return p.Name })
}

func (p Param) takes(value any) bool {
	switch value.(type) {
	case chat.User:
		return p.optionType() == slash.User
	case string:
		return p.optionType() == slash.String
	case int:
		return p.optionType() == slash.Integer
	case bool:
		return p.optionType() == slash.Boolean
	case engine.File:
		return p.optionType() == slash.Attachment
	}
	return false
}
