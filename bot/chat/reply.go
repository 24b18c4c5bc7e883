package chat

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// Reply is the bot's answer to a request, independent of the transport. Its texts are in the
// reader's language and escaped, ready to send.
type Reply struct {
	Text string
	// Private replies are seen only by the person who asked.
	Private bool
	// Update replaces the message with the pressed or submitted component. Otherwise a new message
	// is sent.
	Update bool
	// Spent replaces the pressed message if that was private, the reply is a new board, and nothing
	// is left to press there. "" leaves the message unchanged, as a long-running reply does.
	Spent string
	Files []Attachment
	Rows  []Row
	// Accent is the colour of the message's frame, 0xRRGGBB: that of the side to move. 0 means no
	// frame.
	Accent int
	// Mentions are the IDs of users in the text who are notified. Nobody else is, whatever the text
	// contains.
	Mentions []string
	// Form, if not nil, is opened instead of an answer. Only a Command or Press can be answered by
	// a form, and only immediately.
	Form *Form
	// Suggestions answer Suggest: at most 25.
	Suggestions []Suggestion
	// After are further messages, sent after this one.
	After []Reply
	// Refused is set if nothing was done, as far as is known; Text says what would be right.
	Refused bool
	// Board, if not nil, makes the message the board of a table: see [BoardTracker]. With Update the pressed
	// message is a board of that table. It carries this board only if nobody is mentioned and no
	// newer board was posted; otherwise it is reduced to a line, and a new message is sent.
	Board BoardTracker
	// Data is the content in machine-readable form, for encoding/json.
	Data any
	// Later, if not nil, does slow work and returns the final reply. Only Private and Update of
	// this reply count, for the acknowledgement; a refusal may be private all the same. Later runs
	// outside the order of the channel. Replies passed to show are displayed meanwhile, in place of
	// the answer. Later returns soon after the context ends.
	Later func(ctx context.Context, show func(Reply)) Reply
}

// BoardTracker tracks the message with a table's board. Only the newest message of a table carries its
// board and buttons: sending another one reduces the previous one to a line. A transport without
// persistent messages, such as a shell, ignores it.
type BoardTracker interface {
	// Begin waits until no other board of the table is being sent, and returns the message that
	// carries it now. If the error is nil, End must be called; otherwise it is the context's error.
	Begin(ctx context.Context) (Board, error)
	// End records the ID of the message that now carries the board, as shown by the reply; "" for
	// none.
	End(message string)
}

// Board is the message that carries the board of a table before a new one is sent.
type Board struct {
	Message string // its ID, "" if unknown
	// Buried is set if another message about the table was posted below, so that the board must be
	// sent as a new message even if nobody is mentioned.
	Buried bool
	// Newer is set if it shows a later state of the table than the reply, which is then too late.
	Newer bool
	// Answers is set if it answers the same interaction, of this copy of the bot or of another.
	Answers bool
	// Line replaces the old board, Pressed a pressed message that is not the board, and Own a reply
	// that is too late. They consist of text only.
	Line, Pressed, Own Reply
}

// maxPages is the maximal number of messages for one text. If one person has installed the app, an
// answer may have five followup messages.
const maxPages = 4

// Paged splits the text into as many messages as necessary: the further ones are the first of
// After. A text longer than four messages becomes a file.
func (r Reply) Paged() Reply {
	pages := Pages(r.Text, MaxText)
	if len(pages) > maxPages {
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

// Attachment is a picture or another file. Alt is a picture's alternative text, at most 1,024
// characters. Pictures are arranged side by side, but one that is Apart is as wide as the message
// and below those before it. A Kept attachment is offered as a file instead of being shown.
type Attachment struct {
	Name  string // such as "board.png"
	Data  []byte
	Alt   string
	Apart bool
	Kept  bool
}

// Row is a row of components: at most 5 buttons, or one menu.
type Row struct {
	Buttons []Button
	Menu    *Menu
}

// ButtonStyle is how a button looks.
type ButtonStyle int

// The styles, with Discord's numbers.
const (
	Primary ButtonStyle = 1 + iota
	Secondary
	Success
	Danger
	Link
)

// Button is a button. Action is its custom ID, at most 100 characters; a Link has a URL instead.
// Emoji is a Unicode emoji in front of the label, or "".
type Button struct {
	Label    string
	Emoji    string
	Style    ButtonStyle
	Action   string
	URL      string
	Disabled bool
}

// With returns the button with an emoji.
func (b Button) With(emoji string) Button {
	b.Emoji = emoji
	return b
}

// Name is the text form of a button: its label, or the emoji of one without a label.
func (b Button) Name() string { return cmp.Or(b.Label, b.Emoji) }

// Menu is a select menu of at most 25 choices.
type Menu struct {
	Action      string
	Placeholder string
	Choices     []Suggestion
	// Min and Max are the limits of the number of choices picked; both 0 mean one.
	Min, Max int
	// People is set for a menu of the members of the channel, without choices of its own.
	People bool
}

// Suggestion is a choice of an autocompletion or a menu.
type Suggestion struct {
	Name  string
	Value string
	// Detail is a second line, at most 100 characters, and Chosen marks a preset choice. Both are
	// only for menus.
	Detail string
	Chosen bool
}

// Discord's limits of messages, forms and suggestions, in characters or in number. A transport
// truncates what exceeds them.
const (
	MaxText        = 4000 // of a message
	MaxRows        = 5
	MaxButtons     = 5 // in a row
	MaxChoices     = 25
	MaxChoice      = 100 // name and value of a suggestion or of a menu's choice
	MaxAction      = 100
	MaxLabel       = 80 // of a button
	MaxPlaceholder = 150
	MaxFiles       = 10
	MaxThread      = 100 // name of a thread
	MaxAlt         = 1024
	MaxMentions    = 100
	MaxTitle       = 45  // of a form, and label of its fields
	MaxFields      = 5   // including a text above them
	MaxHelp        = 100 // line below a field's label
	MaxHint        = 100 // placeholder of a field
	MaxValue       = 4000
)

// The errors of sending a message outside of an interaction. Other errors are temporary.
var (
	// ErrNoPost means that the bot may not write there, or that the person accepts no direct
	// messages.
	ErrNoPost = errors.New("may not post there")
	// ErrGone means that the channel, person or message does not exist, or that the message can
	// never be accepted. If the channel is gone, it is an ErrNoPost too.
	ErrGone = errors.New("it is gone")
	// ErrLeft means that the bot is not in the server. It is an ErrNoPost too.
	ErrLeft = errors.New("not in the server")
)

// ChannelGone reports whether a message was not sent because its channel is gone.
func ChannelGone(err error) bool { return errors.Is(err, ErrNoPost) && errors.Is(err, ErrGone) }

// Poster sends messages outside of interactions. A reply's Later is run before sending. Private and
// Update are ignored except where stated.
type Poster interface {
	// Post sends a message and its After to a channel. With [Reply.Board] and Update it edits the
	// message with the board, and does nothing if there is none.
	Post(ctx context.Context, channel string, r Reply) error
	// Send sends one message to a channel and returns its ID; Board is ignored.
	Send(ctx context.Context, channel string, r Reply) (message string, err error)
	// Edit replaces one of the bot's own messages.
	Edit(ctx context.Context, channel, message string, r Reply) error
	// Find returns the ID of one of the bot's own messages since a time in a channel that has mark as
	// the action of a button, or as the first line of its text; "" if there is none among the last
	// hundred. Clocks may differ by a minute.
	Find(ctx context.Context, channel string, since time.Time, mark string) (message string, err error)
	// Direct sends a message and its After to a person as direct messages.
	Direct(ctx context.Context, person string, r Reply) error
	// Thread opens a public thread in a channel, and returns its ID, which is a channel ID.
	Thread(ctx context.Context, channel, name string) (thread string, err error)
	// Reaches returns nil if the bot can see a channel of a server: otherwise an ErrGone if the
	// channel does not exist, or an ErrLeft if the bot is not in the server. ErrLeft is not
	// returned if the server is "".
	Reaches(ctx context.Context, server, channel string) error
	// Unthread deletes a thread that the bot has opened, or archives it if the bot may not.
	Unthread(ctx context.Context, thread string) error
}
