// Package slash defines slash commands in Discord's JSON, and parses commands as people type them.
//
// A line has Discord's syntax: "/", the command, its subcommand if it has any, then values. A named
// value as in "size:5" extends to the next " name:" of an option of that command, so it may contain
// spaces and colons. Words before the first name fill the options in order; if there are more words
// than options, the last option takes the rest if it is a string. A word that cannot be meant for
// an optional user or choice skips that option. If some options are required and the last of these
// is a string without choices, it takes the rest, and later options must be named; so does a long text in
// the first place:
//
//	/hex new @friend size:5 level:easy
//	/hex move c5
//	/hex import a3 swap d4 size:5
//
// [Parse] parses a whole line, and [Complete] suggests continuations of an unfinished one. Neither
// knows users or files: their values stay as typed, and the caller resolves them. The
// package does not depend on discordgo, the network or games.
package slash

import (
	"cmp"
)

// OptionType is Discord's type of an option.
type OptionType int

// Option types. Discord has more, which the bot does not use.
const (
	SubCommand OptionType = 1
	String     OptionType = 3
	Integer    OptionType = 4
	Boolean    OptionType = 5
	User       OptionType = 6
	Attachment OptionType = 11
)

// Choice is a choice of an option, or of an autocomplete response.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	// Value is a string or an int, according to the option's type. Decoded from JSON, every number
	// is a float64.
	Value any `json:"value"`
}

// Option is an option of a command, or a subcommand.
type Option struct {
	Type                     OptionType        `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	// Unlisted are values that [Parse] accepts besides the choices. Discord does not know them.
	Unlisted []string `json:"-"`
	// Options are the options of a subcommand.
	Options []Option `json:"options,omitempty"`
	// MinValue and MaxValue are inclusive bounds of integers.
	MinValue *float64 `json:"min_value,omitempty"`
	MaxValue *float64 `json:"max_value,omitempty"`
	// MinLength and MaxLength are inclusive bounds of strings, in characters.
	MinLength    *int `json:"min_length,omitempty"`
	MaxLength    *int `json:"max_length,omitempty"`
	Autocomplete bool `json:"autocomplete,omitempty"`
}

// Values of Command.Contexts: where a command may be used.
const (
	InGuild = iota
	InBotDM
	InPrivateChannel
)

// Values of Command.IntegrationTypes: how the app of a command may be installed.
const (
	GuildInstall = iota
	UserInstall
)

// Command types. The zero type means SlashCommand.
const (
	SlashCommand = iota + 1
	// UserCommand is in a member's menu. It has a name, but no description or options.
	UserCommand
	// MessageCommand is in a message's menu.
	MessageCommand
	// EntryPoint opens an app's activity. Discord creates it, and it cannot be removed.
	EntryPoint
)

// Command is an application command of any type.
type Command struct {
	Type                     int               `json:"type,omitempty"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Options                  []Option          `json:"options,omitempty"`
	IntegrationTypes         []int             `json:"integration_types,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`
	// Permissions are those that a member needs, as Discord's decimal bit set; "" for none.
	Permissions string `json:"default_member_permissions,omitempty"`
}

// ManageGuild is the permission to manage a server, for [Command.Permissions].
const ManageGuild = "32"

// Value is the value of an option in a call.
type Value struct {
	Name string
	Type OptionType
	// Text is the value as typed.
	Text string
	// Value is a string, an int or a bool. For a user it is the bare name, or the bare ID of a
	// mention; for an attachment it is the text.
	Value any
	// Focused: the person is typing this value. Then Value is Text, not validated.
	Focused bool
}

// Call is a command with its values, in the order of its options.
type Call struct {
	Command string
	// Sub is the subcommand; "" for a command without any.
	Sub     string
	Options []Value
}

// Kind returns the command's type.
func (c *Command) Kind() int { return cmp.Or(c.Type, SlashCommand) }

// Typed reports whether the command is a slash command.
func (c *Command) Typed() bool { return c.Kind() == SlashCommand }

func hasSubs(options []Option) bool { return len(options) > 0 && options[0].Type == SubCommand }

// At returns the options of a subcommand, or with "" of the command itself. It returns nil for an
// unknown subcommand.
func (c *Command) At(sub string) []Option {
	if sub == "" {
		return c.Options
	}
	if o := find(c.Options, sub); o != nil {
		return o.Options
	}
	return nil
}
