package chat

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf16"
)

// Reply is what the bot says to a request, free of the transport that carries it.
// Its texts are in the reader's language and escaped, ready to send.
type Reply struct {
	Text string
	// Private: seen by the person who asked alone.
	Private bool
	// Update: after a Press or Submit, the message that carries the component is
	// replaced whole. Otherwise a new message is sent.
	Update bool
	// Spent is what becomes of the pressed message where that was shown to one person alone,
	// the reply is a new board, and nothing is left to be pressed there: words. "" leaves it, as
	// a reply does that takes long.
	Spent string
	Files []Attachment
	Rows  []Row
	// Accent frames the message in a colour, red in bits 16 to 23, green in 8 to 15 and
	// blue in the lowest eight: that of who is to move. 0 is a plain message.
	Accent int
	// Mentions are the IDs of the users whom the text mentions and who are to be
	// called. Nobody else is called, whatever the text holds.
	Mentions []string
	// Form, if not nil, is opened instead of an answer. Only a Command or Press can
	// be answered by a form, and only at once.
	Form *Form
	// Suggestions answer Suggest: at most 25.
	Suggestions []Suggestion
	// After are further messages, sent when this one is out.
	After []Reply
	// Refused: nothing was done; Text says what would be right.
	Refused bool
	// Live, if not nil, makes the message the board of a table: see there. With Update the
	// pressed message is a board of that table. It carries this one only if nobody is called
	// and no newer board stands below; else it shrinks to a line, and a new message comes.
	Live Live
	// Data is the machine-readable form of what the reply shows, for encoding/json.
	Data any
	// Later, if not nil, does what takes time, drawing or thinking, and returns the
	// reply to send; the fields of this one but Private and Update count for nothing,
	// and they must agree with those of the final reply. It runs outside the order of
	// the channel. What it passes to show is displayed meanwhile, in place of the
	// answer to come. It returns soon after the context ends.
	Later func(ctx context.Context, show func(Reply)) Reply
}

// mostPages is how many messages a text is parted into. Where the app is installed by one
// person alone, an answer may have five further ones.
const mostPages = 4

// Paged is the reply with its text on as many messages as it needs: the others come first
// of those after it. One that is longer than four is sent as a file.
func (r Reply) Paged() Reply {
	pages := Pages(r.Text, MaxText)
	if len(pages) > mostPages {
		r.Files = append(slices.Clip(r.Files), Attachment{Name: "text.md", Data: []byte(r.Text)})
		pages = []string{Pages(r.Text, MaxText-len("\n…"))[0] + "\n…"}
	}
	r.Text = pages[0]
	after := make([]Reply, 0, len(pages)-1+len(r.After))
	for _, page := range pages[1:] {
		after = append(after, Reply{Text: page, Private: r.Private, Mentions: r.Mentions})
	}
	for _, next := range r.After {
		next = next.Paged()
		further := next.After
		next.After = nil
		after = append(append(after, next), further...)
	}
	if r.After = nil; len(after) > 0 {
		r.After = after
	}
	return r
}

// Attachment is a picture or another file. Alt is a picture's alternative text, at
// most 1,024 characters. Pictures lie side by side, but for one that is Apart: it is as
// wide as the message, and lies below those before it. What is to be Kept is not shown, but
// handed over as a file.
type Attachment struct {
	Name  string // "board.png"
	Data  []byte
	Alt   string
	Apart bool
	Kept  bool
}

// Row is one row of components: at most 5 buttons, or one menu.
type Row struct {
	Buttons []Button
	Menu    *Menu
}

// ButtonStyle is how a button looks.
type ButtonStyle int

// The styles, in Discord's numbers.
const (
	Primary ButtonStyle = 1 + iota
	Secondary
	Success
	Danger
	Link
)

// Button is a button. Action is its custom ID, at most 100 characters; a Link has
// a URL instead. Emoji is one emoji of Unicode that stands before the label and is no part
// of it, or "".
type Button struct {
	Label    string
	Emoji    string
	Style    ButtonStyle
	Action   string
	URL      string
	Disabled bool
}

// Name is what a button is called where there is nothing but text: its label, or the emoji of
// one that has none.
func (b Button) Name() string { return cmp.Or(b.Label, b.Emoji) }

// Menu is a select menu over at most 25 choices.
type Menu struct {
	Action      string
	Placeholder string
	Choices     []Suggestion
	// Min and Max are how many choices are picked together, both 0 for one.
	Min, Max int
	// People: it offers the members of the channel, and has no choices of its own.
	People bool
}

// Suggestion is one choice of an autocomplete or a menu.
type Suggestion struct {
	Name  string
	Value string
	// Detail is a second line, at most 100 characters; Chosen: picked already. Both are of
	// menus alone.
	Detail string
	Chosen bool
}

// Length counts the characters of a text as the strictest of Discord's clients do, in
// UTF-16.
func Length(s string) (units int) {
	for _, r := range s {
		units += utf16.RuneLen(r)
	}
	return units
}

// head returns how many bytes of a text are within a number of characters.
func head(s string, most int) int {
	units := 0
	for at, r := range s {
		if units += utf16.RuneLen(r); units > most {
			return at
		}
	}
	return len(s)
}

// Shorten cuts a text to a number of characters.
func Shorten(s string, most int) string {
	if head(s, most) == len(s) {
		return s
	}
	return s[:head(s, most-1)] + "…"
}

// fence begins and ends a block of lines that are shown as they are.
const fence = "```"

// Pages cuts a text into parts of at most a number of characters, 20 or more, between
// paragraphs where it can, else between lines, words, or anywhere. A block that is cut is
// one on each page.
func Pages(s string, most int) []string {
	var list []string
	before := "" // opens a block again
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
		if s = strings.TrimLeft(strings.TrimLeft(s, "\n"), blanks(before)); s == "" {
			return list
		}
	}
}

// opens reports whether a page ends within a block.
func opens(page string) bool { return strings.Count(page, fence)%2 == 1 }

// blanks are the characters that a page does not begin with: within a block, lines may be
// indented.
func blanks(before string) string {
	if before != "" {
		return ""
	}
	return "\n "
}

// pageEnd returns where the first page ends.
func pageEnd(s string, most int) int {
	end := head(s, most)
	for _, between := range []string{"\n\n", "\n", " "} {
		if at := strings.LastIndex(s[:end], between); at > 0 {
			return at
		}
	}
	return end
}
