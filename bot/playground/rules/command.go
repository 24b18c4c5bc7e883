package rules

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Command is an application command as the bot registers it, with the fields that Discord adds. It
// is stored as JSON.
type Command struct {
	slash.Command
	ID            string `json:"id"`
	ApplicationID string `json:"application_id"`
	GuildID       string `json:"guild_id,omitempty"`
	Version       string `json:"version"`
	// Permissions are the bits as a decimal string; nil: no restriction.
	Permissions *Numeric `json:"default_member_permissions"`
	NSFW        bool     `json:"nsfw"`
	// Handler tells what handles an entry point: 1 the app, 2 Discord.
	Handler int `json:"handler,omitempty"`
}

// Discord's limits on commands.
const (
	maxName           = 32
	maxDescription    = 100
	maxOptions        = 25
	maxChoiceText     = 100
	maxOptionText     = 6000
	maxCommandText    = 8000 // characters of a command with all its options
	maxInteger        = 1 << 53
	knownLocales      = " id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko "
	commandNameFormat = `^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`
)

// commandName is compiled at first use, as that takes a large part of the program's start-up time.
var commandName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(commandNameFormat) })

// CheckCommands validates all commands of a scope.
func CheckCommands(commands []*Command) error {
	var f Fields
	type key struct {
		kind int
		name string
	}
	seen := values[key]{}
	for i, c := range commands {
		if c == nil {
			f.Add(join("", i), "BASE_TYPE_REQUIRED", "This field is required")
			continue
		}
		checkCommand(&f, c, join("", i))
		seen.add(key{c.Kind(), c.Name}, &f, join("", i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
	}
	return f.Err()
}

func checkCommand(f *Fields, c *Command, path string) {
	switch c.Kind() {
	case slash.SlashCommand:
		checkName(f, path, c.Name, c.NameLocalizations)
		checkText(f, path, "description", c.Description, c.DescriptionLocalizations, maxDescription)
		checkCommandOptions(f, join(path, "options"), c.Options, false)
	case slash.UserCommand, slash.MessageCommand, slash.EntryPoint:
		checkUntyped(f, c, path)
	default:
		f.OneOf(join(path, "type"), c.Type, 1, 2, 3, 4)
	}
	checkSet(f, join(path, "contexts"), c.Contexts, slash.InPrivateChannel)
	checkSet(f, join(path, "integration_types"), c.IntegrationTypes, slash.UserInstall)
	if n := c.Characters(); n > maxCommandText {
		f.Add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
}

// checkUntyped validates a command that is not typed: its name may contain capitals and spaces, and
// it has no options. Only entry points have a description and a handler.
func checkUntyped(f *Fields, c *Command, path string) {
	checkText(f, path, "name", c.Name, c.NameLocalizations, maxName)
	count(f, join(path, "options"), len(c.Options), 0, 0)
	if c.Kind() != slash.EntryPoint {
		if c.Description != "" || c.DescriptionLocalizations != nil {
			f.Add(join(path, "description"), "APPLICATION_COMMAND_DESCRIPTION_INVALID", "Context menu commands cannot have a description")
		}
		return
	}
	length(f, join(path, "description"), c.Description, 0, maxDescription)
	f.OneOf(join(path, "handler"), c.Handler, 1, 2)
}

// checkSet validates a list of distinct numbers from 0 to most. It may be nil.
func checkSet(f *Fields, path string, set []int, most int) {
	if set == nil {
		return
	}
	count(f, path, len(set), 1, most+1)
	seen := values[int]{}
	for i, n := range set {
		if n < 0 || n > most {
			f.Add(join(path, i), "BASE_TYPE_CHOICES", "Value must be one of 0 to %d.", most)
		}
		seen.add(n, f, path, "LIST_ITEM_VALUE_DUPLICATED", "List items must be unique")
	}
}

func checkName(f *Fields, path, name string, localized map[string]string) {
	valid := func(path, name string) {
		if name == "" {
			f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
		} else if !commandName().MatchString(name) || strings.ToLower(name) != name {
			f.Add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	valid(join(path, "name"), name)
	for locale, text := range localized {
		checkLocale(f, join(path, "name_localizations"), locale)
		valid(join(path, "name_localizations", locale), text)
	}
}

// checkText validates a required text and its translations.
func checkText(f *Fields, path, field, text string, localized map[string]string, most int) {
	length(f, join(path, field), text, 1, most)
	for locale, text := range localized {
		checkLocale(f, join(path, field+"_localizations"), locale)
		length(f, join(path, field+"_localizations", locale), text, 1, most)
	}
}

func checkLocale(f *Fields, path, locale string) {
	if !strings.Contains(knownLocales, " "+locale+" ") {
		f.Add(join(path, locale), "LOCALE_INVALID", "Locale is not valid")
	}
}

// checkCommandOptions validates the options of a command or a subcommand.
func checkCommandOptions(f *Fields, path string, options []slash.Option, inSub bool) {
	count(f, path, len(options), 0, maxOptions)
	names := values[string]{}
	optional := false
	for i := range options {
		o, at := &options[i], join(path, i)
		checkName(f, at, o.Name, o.NameLocalizations)
		checkText(f, at, "description", o.Description, o.DescriptionLocalizations, maxDescription)
		names.add(o.Name, f, join(at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option name must be unique")
		if (o.Type == slash.SubCommand) != (options[0].Type == slash.SubCommand) {
			f.Add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		if o.Required && optional {
			f.Add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkOption(f, at, o, inSub)
	}
}

// valueTypes are the types of options with values. Discord has more, which the bot does not use:
// channels, roles, other numbers; and groups of subcommands.
var valueTypes = []slash.OptionType{slash.String, slash.Integer, slash.Boolean, slash.User, slash.Attachment}

func checkOption(f *Fields, path string, o *slash.Option, inSub bool) {
	switch {
	case o.Type == slash.SubCommand && !inSub:
		checkCommandOptions(f, join(path, "options"), o.Options, true)
	case !slices.Contains(valueTypes, o.Type):
		f.Add(join(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of %d.", valueTypes)
	case len(o.Options) > 0:
		f.Add(join(path, "options"), "BASE_TYPE_MAX_LENGTH", "Must be 0 or fewer in length.")
	default:
		checkValues(f, path, o)
	}
}

// checkValues validates the restrictions on an option's values.
func checkValues(f *Fields, path string, o *slash.Option) {
	listed := o.Type == slash.String || o.Type == slash.Integer
	if o.Autocomplete && (len(o.Choices) > 0 || !listed) {
		f.Add(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Autocomplete goes with strings and numbers without choices")
	}
	if len(o.Choices) > 0 && !listed {
		f.Add(join(path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Choices go with strings and numbers")
	}
	CheckChoices(f, join(path, "choices"), o.Type, o.Choices)
	if (o.MinValue != nil || o.MaxValue != nil) && o.Type != slash.Integer {
		f.Add(path, "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "min_value and max_value go with numbers")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		f.Add(join(path, "max_value"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "max_value must not be less than min_value")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && o.Type != slash.String {
		f.Add(path, "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "min_length and max_length go with strings")
	}
	if o.MinLength != nil && (*o.MinLength < 0 || *o.MinLength > maxOptionText) {
		f.Add(join(path, "min_length"), "NUMBER_TYPE_MAX", "int value should be between 0 and 6000.")
	}
	if o.MaxLength != nil && (*o.MaxLength < 1 || *o.MaxLength > maxOptionText || o.MinLength != nil && *o.MaxLength < *o.MinLength) {
		f.Add(join(path, "max_length"), "NUMBER_TYPE_MAX", "int value should be between 1, min_length and 6000.")
	}
}

// CheckChoices validates an option's choices or autocomplete choices.
func CheckChoices(f *Fields, path string, t slash.OptionType, choices []slash.Choice) {
	count(f, path, len(choices), 0, maxOptions)
	names := values[string]{}
	for i := range choices {
		c, at := &choices[i], join(path, i)
		checkText(f, at, "name", c.Name, c.NameLocalizations, maxChoiceText)
		names.add(c.Name, f, join(at, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", "Option choice name must be unique")
		checkChoiceValue(f, join(at, "value"), t, c.Value)
	}
}

func checkChoiceValue(f *Fields, path string, t slash.OptionType, value any) {
	switch v := value.(type) {
	case string:
		if t != slash.String {
			f.Add(path, "NUMBER_TYPE_COERCE", "Value %q is not a number.", v)
			return
		}
		length(f, path, v, 1, maxChoiceText)
	case float64:
		if t == slash.String {
			f.Add(path, "STRING_TYPE_CONVERT", "Could not interpret %v as string.", v)
		} else if math.Abs(v) > maxInteger || v != math.Trunc(v) {
			f.Add(path, "NUMBER_TYPE_COERCE", "Value %v is out of bounds or not whole.", v)
		}
	default:
		f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
	}
}
