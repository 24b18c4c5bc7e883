// Package slash describes slash commands in Discord's own JSON form, and reads a
// command as a person types it.
//
// A line reads as Discord shows it: "/", the command, its subcommand where it has
// some, then values. A value named as in "size:5" runs to the next " name:" that
// names an option of that command, so it may hold blanks and colons. Words before
// the first name fill the options in order; where they are more than the options,
// the last option takes the rest if it is a string. An optional user or choice is passed
// by where a word cannot be meant for it. Where some options are required
// and the last of these is a string without choices, it takes the rest, and those
// behind it need their names:
//
//	/hex new @friend size:5 level:easy
//	/hex move c5
//
// [Parse] reads a whole line, [Complete] says what may follow an unfinished one.
// Neither knows users, channels or files: such values stay as typed and the caller
// looks them up. The package knows nothing of discordgo, of the network or of games.
package slash

import (
	"cmp"
	"strings"
)

// OptionType is Discord's number for the type of an option.
type OptionType int

// The types of options.
const (
	SubCommand OptionType = iota + 1
	Group
	String
	Integer
	Boolean
	User
	Channel
	Role
	Mentionable
	Number
	Attachment
)

// Choice is one of the values that an option, or an answer to autocomplete, offers.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	// Value is a string, an int or a float64, as the option's type is. After
	// decoding JSON every number is a float64.
	Value any `json:"value"`
}

// Option is an option of a command, or a subcommand, or a group of subcommands.
type Option struct {
	Type                     OptionType        `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	// Unlisted are values that [Parse] takes besides the choices. Discord knows nothing of
	// them.
	Unlisted []string `json:"-"`
	// Options are those of a subcommand, or the subcommands of a group.
	Options []Option `json:"options,omitempty"`
	// MinValue and MaxValue bound integers and numbers, both inclusive.
	MinValue *float64 `json:"min_value,omitempty"`
	MaxValue *float64 `json:"max_value,omitempty"`
	// MinLength and MaxLength bound strings, in characters, both inclusive.
	MinLength    *int `json:"min_length,omitempty"`
	MaxLength    *int `json:"max_length,omitempty"`
	Autocomplete bool `json:"autocomplete,omitempty"`
}

// Where a command may be used: values of Command.Contexts.
const (
	InGuild = iota
	InBotDM
	InPrivateChannel
)

// How the app of a command may be installed: values of Command.IntegrationTypes.
const (
	GuildInstall = iota
	UserInstall
)

// Types of commands. The zero type means the same as SlashCommand.
const (
	SlashCommand = iota + 1
	// UserCommand stands in the menu of a member: it has a name, and neither a description
	// nor options.
	UserCommand
	// MessageCommand stands in the menu of a message.
	MessageCommand
	// EntryPoint opens an app's activity. Discord makes it, and lets nobody take it away.
	EntryPoint
)

// Command is a slash command, or one of another type.
type Command struct {
	Type                     int               `json:"type,omitempty"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Options                  []Option          `json:"options,omitempty"`
	IntegrationTypes         []int             `json:"integration_types,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`
	// Permissions are those that a member needs, Discord's bits as a number, "" for none.
	Permissions string `json:"default_member_permissions,omitempty"`
}

// ManageGuild is the permission of those who may manage a server, for [Command.Permissions].
const ManageGuild = "32"

// Value is one option of a call.
type Value struct {
	Name string
	Type OptionType
	// Text is the value as typed.
	Text string
	// Value is a string, an int, a float64 or a bool. Of a user, a channel or a
	// role it is the bare name, or the bare id of a mention; of an attachment it is
	// the text.
	Value any
	// Focused: the person is typing this value, and Value is Text, not yet checked.
	Focused bool
}

// Call is a command with its values, in the order of the options' definition.
type Call struct {
	Command string
	// Sub is the subcommand, "" for a command that has none; within a group it is
	// "group subcommand".
	Sub     string
	Options []Value
}

// Option returns the value of that name.
func (c Call) Option(name string) (Value, bool) {
	for _, v := range c.Options {
		if v.Name == name {
			return v, true
		}
	}
	return Value{}, false
}

// Kind is the command's type.
func (c *Command) Kind() int { return cmp.Or(c.Type, SlashCommand) }

// Typed reports whether it is a slash command, which is typed.
func (c *Command) Typed() bool { return c.Kind() == SlashCommand }

// hasSubs reports whether the options are subcommands or groups.
func hasSubs(options []Option) bool {
	return len(options) > 0 && (options[0].Type == SubCommand || options[0].Type == Group)
}

// At returns the options of a subcommand, named as in [Call]; with "" the command's
// own. It is nil if there is no such subcommand.
func (c *Command) At(sub string) []Option {
	options := c.Options
	for name := range strings.FieldsSeq(sub) {
		o := find(options, name)
		if o == nil {
			return nil
		}
		options = o.Options
	}
	return options
}
