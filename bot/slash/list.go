package slash

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Discord's limits shown by [List].
const (
	maxCommands   = 100  // per scope
	maxOptions    = 25   // per command or subcommand
	maxCharacters = 8000 // per command with all its options
)

// errTooLarge is returned by List for commands that Discord would refuse.
var errTooLarge = errors.New("slash: beyond Discord's limits")

// List writes a description of the commands for people, one line per subcommand, with their sizes
// and Discord's limits. It returns errTooLarge, after everything is written, or an error of w.
func List(w io.Writer, commands []Command) error {
	var b strings.Builder
	typed, large := 0, false
	for i := range commands {
		c := &commands[i]
		if !c.Typed() {
			fmt.Fprintf(&b, "%s: in the menu of a member\n", c.Name)
			continue
		}
		typed++
		size := c.Characters()
		large = large || size > maxCharacters || tooManyOptions(c.Options)
		fmt.Fprintf(&b, "/%s: %s\n  %d of %d characters", c.Name, c.Description, size, maxCharacters)
		if !hasSubs(c.Options) {
			fmt.Fprintf(&b, ", %d of %d options\n%s", len(c.Options), maxOptions, usage(c.Name, c.Options))
			continue
		}
		fmt.Fprintf(&b, ", %d of %d subcommands\n", len(c.Options), maxOptions)
		for _, sub := range c.Options {
			fmt.Fprintf(&b, "%s      %s\n", usage(c.Name+" "+sub.Name, sub.Options), sub.Description)
		}
	}
	fmt.Fprintf(&b, "%d of %d commands\n", typed, maxCommands)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if large || typed > maxCommands {
		return errTooLarge
	}
	return nil
}

// usage returns a line such as "/hex new [opponent:user] [size:3 to 19]".
func usage(name string, options []Option) string {
	var line strings.Builder
	line.WriteString("  /" + name)
	for i := range options {
		o := &options[i]
		value := o.Name + ":" + o.values()
		if !o.Required {
			value = "[" + value + "]"
		}
		line.WriteString(" " + value)
	}
	return line.String() + "\n"
}

var typeNames = map[OptionType]string{
	String: "text", Integer: "number", Boolean: "true|false", User: "user", Attachment: "file",
}

func (o *Option) values() string {
	switch {
	case len(o.Choices) > 0:
		var list []string
		for _, c := range o.Choices {
			list = append(list, fmt.Sprint(c.Value))
		}
		return strings.Join(list, "|")
	case o.MinValue != nil && o.MaxValue != nil:
		return formatNumber(*o.MinValue) + " to " + formatNumber(*o.MaxValue)
	default:
		return typeNames[o.Type]
	}
}

func tooManyOptions(options []Option) bool {
	return len(options) > maxOptions || slices.ContainsFunc(options, func(o Option) bool { return tooManyOptions(o.Options) })
}

// Characters returns the number that Discord limits to 8,000: the characters of names, descriptions
// and values of the command and all its options, each in the longest localization.
func (c *Command) Characters() int {
	return longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) + characters(c.Options)
}

func characters(options []Option) int {
	n := 0
	for i := range options {
		o := &options[i]
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + characters(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations)
			if text, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(text)
			}
		}
	}
	return n
}

func longest(text string, localized map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, l := range localized {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}
