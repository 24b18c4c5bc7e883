package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Text is text for people: a format of package fmt and its arguments, kept apart so that the format
// can be looked up in a [Catalog]. Arguments are strings, Texts or Commands. Numbers are passed as
// strings, since a locale's printer would write 2026 as 2,026.
type Text struct {
	Format string
	Args   []any

	fit *fitting // only in a Text of [Fit]
}

// Command is a command that a text refers to, with the game's name: "hex view name:solution". How
// people type it depends on where they read it.
type Command string

// T returns a Text.
func T(format string, args ...any) Text { return Text{Format: format, Args: args} }

// Count returns a Text of a counted noun: the format one if n is 1, else many with n as its
// argument.
func Count(n int, one, many string) Text {
	if n == 1 {
		return T(one)
	}
	return T(many, strconv.Itoa(n))
}

// Thousands formats a number with groups of three digits: 1,234,567.
func Thousands(n int) string { return message.NewPrinter(language.English).Sprint(n) }

// Empty reports whether the text has no words.
func (t Text) Empty() bool { return t.Format == "" && t.fit == nil }

// String returns the English text, with commands in backquotes.
func (t Text) String() string {
	return t.Print(fmt.Sprintf, func(c Command) string { return "`" + string(c) + "`" })
}

// Print renders the text and the texts among its arguments with the given formatters of formats and
// of commands.
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

// Catalog holds translations: language tag, English format, translated format. Missing formats stay
// English.
type Catalog map[string]map[string]string

// maxQuotable is the greatest number of characters of a quotation.
const maxQuotable = 300

// Quotable returns typed input fit to stand between backquotes: on one line, without backquotes,
// and truncated to 300 characters.
func Quotable(typed string) string {
	return Shortened(PlainLine(strings.ReplaceAll(typed, "`", "'")), maxQuotable)
}

// Shortened returns a text of at most that many characters: a longer one ends with "…".
func Shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

const (
	joiner = '\u200d' // zero-width joiner: it makes one emoji of two, as in a family
	// maxMarks is the greatest number of combining marks on a letter. Two are usual, pointed and
	// cantillated Hebrew has up to four; more would be drawn over neighbouring lines.
	maxMarks = 4
)

// Plain returns typed input without the invisible characters that change how the rest is read:
// control and format characters, such as directional overrides and marks and zero-width spaces. It
// keeps a joiner between two symbols, as in emoji of families and flags. It limits the combining
// marks on a letter and drops those without a letter. Every kind of space becomes " ", every kind
// of line end "\n". Plain text stays as it is.
func Plain(typed string) string {
	var b strings.Builder
	b.Grow(len(typed))
	last, marks := ' ', 0 // the last character written, and the number of marks at its end
	for at, r := range typed {
		size := utf8.RuneLen(r)
		switch {
		case r == '\n' && last == '\r':
			last = r
			continue
		case strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r): // ends a line
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
			if marks++; marks > maxMarks || unicode.IsSpace(last) {
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

// Typewritten returns typed input with the characters of a keyboard in place of those that text
// editors, phones and East Asian input methods make of them: dashes and the minus sign, quotation
// marks, apostrophes, unusual spaces, full-width letters, digits and signs.
func Typewritten(typed string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case unicode.In(r, unicode.Pd) || r == '−':
			return '-'
		case strings.ContainsRune("‘’‚‛′ʼ´", r):
			return '\''
		case unicode.In(r, unicode.Pi, unicode.Pf) || strings.ContainsRune("„″", r):
			return '"'
		case unicode.In(r, unicode.Zs):
			return ' '
		}
		return r
	}, typed)
}

// emojiStyle selects the coloured form of the symbol before it.
const emojiStyle = '\ufe0f'

// joins reports whether a joiner may follow a character: a symbol or [emojiStyle].
func joins(r rune) bool { return joined(r) || r == emojiStyle }

// joined reports whether a joiner may precede a character.
func joined(r rune) bool { return unicode.Is(unicode.S, r) && !isBlank(r) && r != utf8.RuneError }

// isBlank reports whether a character looks like a space though Unicode classifies it as a letter
// or symbol.
func isBlank(r rune) bool {
	return strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r)
}

// Invisible reports whether a character is drawn as nothing: a control or format character, a
// variation selector, or a filler.
func Invisible(r rune) bool {
	return isBlank(r) || r == '\u034f' || r == '\u17b4' || r == '\u17b5' ||
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Noncharacter_Code_Point)
}
