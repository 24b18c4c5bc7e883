package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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

const (
	joiner = '\u200d' // zero-width: of two emoji it makes one, as in a family
	// mostMarks is how many accents a letter may have. Two are usual, Hebrew with its points
	// and signs of chant has up to four; more of them are drawn over the lines around.
	mostMarks = 4
)

// Plain returns what a person typed without what cannot be seen and changes how the rest is
// read: control characters, and those that format, such as overrides of the direction, marks
// of order and spaces without width. Of these it keeps the joiner between two symbols, as in
// emoji of families and flags; others are shown side by side. It bounds the accents on a
// letter, and drops those without a letter. Each kind of space becomes a common one, and
// each kind of line end a "\n". Plain text stays as it is.
func Plain(typed string) string {
	var b strings.Builder
	b.Grow(len(typed))
	last, marks := ' ', 0 // the last character written, and how many marks it ends in
	for at, r := range typed {
		size := utf8.RuneLen(r)
		switch {
		case r == '\n' && last == '\r':
			last = r
			continue
		case isLineEnd(r):
			last, marks = r, 0
			b.WriteByte('\n')
			continue
		case unicode.IsSpace(r) || isBlank(r):
			r, marks = ' ', 0
		case r == joiner:
			if next, _ := utf8.DecodeRuneInString(typed[at+size:]); !joins(last) || !joined(next) {
				continue
			}
			marks = 0
		case Invisible(r) && r != emojiStyle, r == utf8.RuneError && !strings.HasPrefix(typed[at:], "\ufffd"):
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > mostMarks || unicode.IsSpace(last) {
				continue
			}
		default:
			marks = 0
		}
		last = r
		b.WriteRune(r)
	}
	return b.String()
}

// PlainLine is [Plain] on one line, with single spaces between words.
func PlainLine(typed string) string { return strings.Join(strings.Fields(Plain(typed)), " ") }

// emojiStyle asks for the coloured form of the symbol before it.
const emojiStyle = '\ufe0f'

// joins reports whether a joiner may follow a character: a symbol, or the mark of its form.
func joins(r rune) bool { return joined(r) || r == emojiStyle }

// joined reports whether a joiner may come before a character.
func joined(r rune) bool { return unicode.Is(unicode.S, r) && !isBlank(r) && r != utf8.RuneError }

func isLineEnd(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// isBlank reports whether Unicode calls a character a letter or a symbol, though it has no
// more to see than a space.
func isBlank(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return false
}

// Invisible reports whether a character is drawn as nothing, whatever Unicode calls it: one
// that controls or formats, that picks the form of another, or that fills a space.
func Invisible(r rune) bool {
	return isBlank(r) || r == '\u034f' || r == '\u17b4' || r == '\u17b5' ||
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Noncharacter_Code_Point)
}
