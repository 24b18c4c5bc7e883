package chat

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"

	"github.com/sixfold-bot/sixfold/engine"
)

// Words renders texts in one language.
type Words struct {
	sprintf func(format string, args ...any) string
}

// NewWords returns words that use a function like [fmt.Sprintf] which also translates the format.
func NewWords(sprintf func(format string, args ...any) string) Words { return Words{sprintf} }

// Say renders a text, with commands as they are typed.
func (w Words) Say(t engine.Text) string {
	return t.Print(w.sprintf, func(c engine.Command) string { return "`/" + string(c) + "`" })
}

// Languages holds the catalogs of the bot and of all games.
type Languages struct {
	builder *catalog.Builder
	matcher language.Matcher
	Tags    []language.Tag
}

// NewLanguages merges catalogs; English is the fallback for missing formats. It panics on an
// invalid tag or format.
func NewLanguages(catalogs ...engine.Catalog) *Languages {
	l := &Languages{
		builder: catalog.NewBuilder(catalog.Fallback(language.English)),
		Tags:    []language.Tag{language.English},
	}
	for _, c := range catalogs {
		for name, words := range c {
			tag := language.MustParse(name)
			l.Tags = append(l.Tags, tag)
			for format, translated := range words {
				if err := l.builder.SetString(tag, format, translated); err != nil {
					panic("bot: catalog " + name + ": " + err.Error())
				}
			}
		}
	}
	l.matcher = language.NewMatcher(l.Tags)
	return l
}

// In returns the words of the language that fits a Discord locale best.
func (l *Languages) In(locale string) Words {
	_, index := language.MatchStrings(l.matcher, locale)
	printer := message.NewPrinter(l.Tags[index], message.Catalog(l.builder))
	return NewWords(func(format string, args ...any) string { return printer.Sprintf(format, args...) })
}

// escaper prevents typed text from being parsed as markup, mention or link.
var escaper = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`,
	"#", `\#`, "[", `\[`, "]", `\]`, "(", `\(`, ")", `\)`, "@", "@\u200b", "://", ":\u200b//",
	"\r", " ", "\n", " ",
)

// Escape makes typed text safe to send.
func Escape(s string) string { return escaper.Replace(s) }

// Mention returns Discord's mention of a user.
func Mention(user string) string { return "<@" + user + ">" }

// Relative returns a time that Discord's clients show relative to the present: "2 hours ago".
func Relative(at time.Time) string { return "<t:" + strconv.FormatInt(at.Unix(), 10) + ":R>" }

// Capital capitalises a sentence, unless it begins with a cell such as c5.
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[size:]); s == "" || unicode.IsDigit(next) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// maxNameWidth is the maximal width of a name in a sentence, in columns; East Asian wide characters
// take two. With it a status line fits a phone.
const maxNameWidth = 16

// Name formats a name for a sentence: shortened, escaped, and isolated if it is written from right
// to left.
func Name(s string) string {
	short := Escape(cut(s, maxNameWidth))
	if strings.ContainsFunc(s, fromRight) {
		return "\u2068" + short + "\u2069"
	}
	return short
}

// cut shortens a text to a number of columns. It does not split combined characters such as emoji
// with modifiers.
func cut(s string, most int) string {
	columns, end := 0, 0 // end is where the text can be cut with room for the ellipsis
	joined := false
	for i, r := range s {
		wide := columnsOf(r)
		if wide > 0 && !joined && columns < most {
			end = i
		}
		if joined {
			wide = 0
		}
		joined = r == joiner
		if columns += wide; columns > most {
			return strings.TrimRight(s[:end], " ") + "…"
		}
	}
	return s
}

// joiner joins two emoji.
const joiner = '\u200d'

func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}

func fromRight(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// Length counts the characters of a text like the strictest of Discord's clients, in UTF-16 units.
func Length(s string) (units int) {
	for _, r := range s {
		units += utf16.RuneLen(r)
	}
	return units
}

// head returns the number of bytes of the first characters of a text, counted like [Length].
func head(s string, most int) int {
	units := 0
	for at, r := range s {
		if units += utf16.RuneLen(r); units > most {
			return at
		}
	}
	return len(s)
}

// Shorten shortens a text to a number of characters.
func Shorten(s string, most int) string {
	if head(s, most) == len(s) {
		return s
	}
	return s[:head(s, most-1)] + "…"
}

const fence = "```"

// Pages splits a text into parts of at most a number of characters, at least 20: between paragraphs
// if possible, otherwise between lines, words, or anywhere. A code block that is split is closed
// and reopened.
func Pages(s string, most int) []string {
	var list []string
	before := "" // reopens a code block
	for {
		room := most - len(before)
		if head(s, room) == len(s) {
			return append(list, before+s)
		}
		page, after := s[:pageEnd(s, room)], ""
		if opens(before + page) {
			page = s[:pageEnd(s, room-len("\n"+fence))]
		}
		s = s[len(page):]
		page = before + page
		if before = ""; opens(page) {
			before, after = fence+"\n", "\n"+fence
		}
		list = append(list, page+after)
		if s = strings.TrimLeft(s, "\n"); before == "" { // lines of a code block may be indented
			s = strings.TrimLeft(s, "\n ")
		}
		if s == "" {
			return list
		}
	}
}

// opens reports whether a page ends inside a code block.
func opens(page string) bool { return strings.Count(page, fence)%2 == 1 }

func pageEnd(s string, most int) int {
	end := head(s, most)
	for _, between := range []string{"\n\n", "\n", " "} {
		if at := strings.LastIndex(s[:end], between); at > 0 {
			return at
		}
	}
	return end
}
