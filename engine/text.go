package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Text is words for people: a format as of package fmt, and its arguments, kept
// apart so that the format can be looked up in a catalog of another language.
// Arguments are strings, further Texts, or Commands. Numbers go in as strings, since a
// locale's printer would group 2026 into 2,026.
type Text struct {
	Format string
	Args   []any

	fit *fitting // nil but in a Text of [Fit]
}

// Command is a command that a text refers to: the game's name and what is asked of it,
// such as "hex view name:solution". How people type it depends on where they read.
type Command string

// T makes a Text.
func T(format string, args ...any) Text { return Text{Format: format, Args: args} }

// Count makes a Text of a number and what is counted: the format one for a single thing,
// else many, whose argument is the number.
func Count(n int, one, many string) Text {
	if n == 1 {
		return T(one)
	}
	return T(many, strconv.Itoa(n))
}

// Thousands writes a number in groups of three digits: 1,234,567.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(text) - 3; i > first; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Empty reports whether there are no words at all.
func (t Text) Empty() bool { return t.Format == "" && t.fit == nil }

// String is the English, with commands as they are between backticks.
func (t Text) String() string {
	return t.Print(fmt.Sprintf, func(c Command) string { return "`" + string(c) + "`" })
}

// Print renders the text, and the texts among its arguments, by the given printers of
// formats and of commands.
func (t Text) Print(sprintf func(format string, args ...any) string, command func(Command) string) string {
	switch {
	case t.Empty():
		return ""
	case t.fit != nil:
		return t.fit.print(sprintf, command)
	}
	args := make([]any, len(t.Args))
	for i, arg := range t.Args {
		switch arg := arg.(type) {
		case Text:
			args[i] = arg.Print(sprintf, command)
		case Command:
			args[i] = command(arg)
		default:
			args[i] = arg
		}
	}
	return sprintf(t.Format, args...)
}

// Catalog holds translations: language tag, English format, translated format.
// Where a format is missing, the English stands.
type Catalog map[string]map[string]string

// mostQuotable is how many characters of what a person typed are repeated.
const mostQuotable = 300

// Quotable returns what a person typed, fit to stand between backquotes: on one line,
// without backquotes, and cut off after 300 characters.
func Quotable(typed string) string {
	typed = PlainLine(strings.ReplaceAll(typed, "`", "'"))
	if runes := []rune(typed); len(runes) > mostQuotable {
		return string(runes[:mostQuotable-1]) + "…"
	}
	return typed
}
