package discord

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// Flags of messages: one for one person alone, and one that is made of components, which
// it stays for ever.
const (
	flagPrivate    = 1 << 6
	flagComponents = 1 << 15
)

// wireMessage is a message as Discord takes it, made of components. All that it has is
// always sent: in an update, what is left out stays as it was. Content and embeds, which
// such a message has not, are named in an update alone.
type wireMessage struct {
	Content     json.RawMessage  `json:"content,omitzero"`
	Embeds      []struct{}       `json:"embeds,omitzero"`
	Components  []wireComponent  `json:"components"`
	Attachments []wireAttachment `json:"attachments"`
	Mentions    wireMentions     `json:"allowed_mentions"`
	Flags       int              `json:"flags"`

	files []chat.Attachment
}

// update is the message as it takes the place of another, which may be of an earlier
// version and have a content: it stays as private as that was.
func (m wireMessage) update() wireMessage {
	m.Content, m.Embeds, m.Flags = json.RawMessage("null"), []struct{}{}, flagComponents
	return m
}

type wireAttachment struct {
	ID          int    `json:"id,string"` // n of the form's files[n]; IDs are strings
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type wireMentions struct {
	Parse []string `json:"parse"` // empty: the text calls nobody by itself
	Users []string `json:"users"`
}

// Discord's numbers for components.
const (
	componentRow       = 1
	componentButton    = 2
	componentMenu      = 3
	componentField     = 4
	componentPeople    = 5
	componentText      = 10
	componentGallery   = 12
	componentFile      = 13
	componentContainer = 17
	componentLabel     = 18
)

type wireComponent struct {
	Type        int             `json:"type"`
	Components  []wireComponent `json:"components,omitempty"`
	Style       int             `json:"style,omitempty"`
	Label       string          `json:"label,omitempty"`
	Emoji       *wireEmoji      `json:"emoji,omitempty"`
	CustomID    string          `json:"custom_id,omitempty"`
	URL         string          `json:"url,omitempty"`
	Disabled    bool            `json:"disabled,omitempty"`
	Placeholder string          `json:"placeholder,omitempty"`
	MinValues   *int            `json:"min_values,omitempty"` // nil means 1, as in MaxValues
	MaxValues   int             `json:"max_values,omitempty"`
	Options     []wireOption    `json:"options,omitempty"`
	Value       string          `json:"value,omitempty"`
	MinLength   int             `json:"min_length,omitempty"`
	MaxLength   int             `json:"max_length,omitempty"`
	Required    *bool           `json:"required,omitempty"` // nil means true
	Description string          `json:"description,omitempty"`
	Component   *wireComponent  `json:"component,omitempty"`
	Content     string          `json:"content,omitempty"`
	Items       []wirePicture   `json:"items,omitempty"`
	File        *wireMedia      `json:"file,omitempty"`
	AccentColor int             `json:"accent_color,omitempty"`
}

// wireEmoji is one of Unicode: its name is itself.
type wireEmoji struct {
	Name string `json:"name"`
}

type wireOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type wireForm struct {
	Title      string          `json:"title"`
	CustomID   string          `json:"custom_id"`
	Components []wireComponent `json:"components"`
}

type wireChoice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

type wireChoices struct {
	Choices []wireChoice `json:"choices"`
}

// Discord's limits on the bytes of files: on one where nothing else is said, and on
// all of a request, with room for the rest of it.
const (
	defaultFileLimit = 10 << 20
	maxRequestFiles  = 24 << 20
)

// tooLarge says in the language of a locale what stands for a file that is too large:
// its alternative text, which tells what it shows.
func (d *Connection) tooLarge(locale string) func(chat.Attachment) string {
	return func(f chat.Attachment) string {
		return d.bot.Translate(locale, engine.T("(%s is too large to be sent here.) %s", f.Name, f.Alt))
	}
}

// fit takes the files out that are too large to be sent, and says so in the text.
func (c *cuts) fit(r chat.Reply, limit int, say func(chat.Attachment) string) chat.Reply {
	var fitting []chat.Attachment
	total := 0
	for _, f := range r.Files {
		if len(f.Data) > limit || total+len(f.Data) > maxRequestFiles {
			*c = append(*c, "file")
			r.Text = strings.TrimPrefix(r.Text+"\n"+strings.TrimSpace(say(f)), "\n")
			continue
		}
		total += len(f.Data)
		fitting = append(fitting, f)
	}
	r.Files = fitting
	return r
}

// cuts holds the names of what was too long or too many and was cut to Discord's
// limits. It is a defect of who made the reply, but better than no answer.
type cuts []string

// Beyond names what of a reply goes beyond Discord's limits and would be cut.
func Beyond(r chat.Reply) []string {
	var c cuts
	if r.Form != nil {
		c.form(*r.Form)
		return c
	}
	c.message(r)
	for _, next := range r.After {
		c = append(c, Beyond(next)...)
	}
	return c
}

// text shortens s to a number of characters.
func (c *cuts) text(what, s string, limit int) string {
	short := chat.Shorten(s, limit)
	if short == s {
		return s
	}
	*c = append(*c, what)
	return atBlank(strings.TrimSuffix(short, "…")) + "…"
}

// longestWord is how many bytes are given up so as not to cut within a word.
const longestWord = 40

// atBlank takes the last word off a text that was cut, if it is not the only one.
func atBlank(s string) string {
	if at := strings.LastIndexByte(s, ' '); at > 0 && len(s)-at <= longestWord {
		return s[:at]
	}
	return s
}

// atMost shortens a list.
func atMost[T any](c *cuts, what string, list []T, limit int) []T {
	if len(list) <= limit {
		return list
	}
	*c = append(*c, what)
	return list[:limit]
}

// message puts a reply in Discord's form.
func (c *cuts) message(r chat.Reply) wireMessage {
	m := wireMessage{
		Attachments: []wireAttachment{}, Flags: flagComponents, files: c.shown(r),
		Mentions: wireMentions{Parse: []string{}, Users: slices.Clone(atMost(c, "mentions", r.Mentions, chat.MaxMentions))},
	}
	if m.Mentions.Users == nil {
		m.Mentions.Users = []string{}
	}
	if r.Private {
		m.Flags |= flagPrivate
	}
	m.Components = c.layout(r, m.files)
	for i, f := range m.files {
		m.Attachments = append(m.Attachments, wireAttachment{i, f.Name, f.Alt})
	}
	if len(m.Components) == 0 {
		*c = append(*c, "empty message")
		m.Components = []wireComponent{{Type: componentText, Content: "…"}}
	}
	return m
}

// row leaves out what Discord cannot take, such as an action that is too long.
func (c *cuts) row(row chat.Row) []wireComponent {
	if row.Menu != nil {
		return c.menu(*row.Menu)
	}
	var parts []wireComponent
	for _, b := range atMost(c, "buttons", row.Buttons, chat.MaxButtons) {
		part := wireComponent{
			Type: componentButton, Style: int(b.Style), Label: c.text("label", b.Label, chat.MaxLabel), Disabled: b.Disabled,
		}
		if b.Emoji != "" {
			part.Emoji = &wireEmoji{b.Emoji}
		}
		switch {
		case b.Style == chat.Link:
			part.URL = b.URL
		case len(b.Action) > chat.MaxAction || b.Action == "":
			*c = append(*c, "action")
			continue
		default:
			part.CustomID = b.Action
		}
		parts = append(parts, part)
	}
	return parts
}

// choices puts suggestions in Discord's form; where the option being typed is a
// number, so are their values.
func (c *cuts) choices(suggestions []chat.Suggestion, typed optionKind) wireChoices {
	w := wireChoices{Choices: []wireChoice{}}
	for _, s := range atMost(c, "suggestions", suggestions, chat.MaxChoices) {
		var value any = s.Value
		var err error
		switch typed {
		case optionInteger:
			value, err = strconv.Atoi(s.Value)
		case optionNumber:
			value, err = strconv.ParseFloat(s.Value, 64)
		default: // a text
		}
		if err != nil || len(s.Value) > chat.MaxChoice || s.Name == "" {
			*c = append(*c, "suggestion")
			continue
		}
		w.Choices = append(w.Choices, wireChoice{c.text("suggestion", s.Name, chat.MaxChoice), value})
	}
	return w
}

// maxComponents is how many components a message holds, those within others counted.
const maxComponents = 40

// wireMedia is a file by its address.
type wireMedia struct {
	URL string `json:"url"`
}

// wirePicture is a picture of a gallery.
type wirePicture struct {
	Media       wireMedia `json:"media"`
	Description string    `json:"description,omitempty"`
}

// layout is what a message shows: the text, the pictures side by side, other files, and
// what can be pressed, framed if the reply has an accent. Without all that it is empty.
func (c *cuts) layout(r chat.Reply, files []chat.Attachment) []wireComponent {
	var parts []wireComponent
	if text := strings.TrimSpace(r.Text); text != "" {
		parts = append(parts, wireComponent{Type: componentText, Content: c.text("content", text, chat.MaxText)})
	}
	for _, items := range galleries(files) {
		parts = append(parts, wireComponent{Type: componentGallery, Items: items})
	}
	for _, f := range files {
		if !isPicture(f) {
			parts = append(parts, wireComponent{Type: componentFile, File: &wireMedia{attached(f)}})
		}
	}
	parts = append(parts, c.rows(r.Rows)...)
	if r.Accent > 0 && len(parts) > 0 {
		parts = []wireComponent{{Type: componentContainer, AccentColor: r.Accent & 0xffffff, Components: parts}}
	}
	return parts
}

func (c *cuts) rows(rows []chat.Row) []wireComponent {
	var list []wireComponent
	for _, row := range atMost(c, "rows", rows, chat.MaxRows) {
		if parts := c.row(row); len(parts) > 0 {
			list = append(list, wireComponent{Type: componentRow, Components: parts})
		}
	}
	return list
}

// galleries hold the pictures among the files.
func galleries(files []chat.Attachment) [][]wirePicture {
	var list [][]wirePicture
	for _, f := range files {
		if !isPicture(f) {
			continue
		}
		if len(list) == 0 || f.Apart {
			list = append(list, nil)
		}
		last := len(list) - 1
		list[last] = append(list[last], wirePicture{wireMedia{attached(f)}, f.Alt})
	}
	return list
}

// isPicture reports whether Discord is to show a file as a picture.
func isPicture(f chat.Attachment) bool {
	if f.Kept {
		return false
	}
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".png", ".gif", ".jpg", ".jpeg", ".webp":
		return true
	}
	return false
}

// attached is the address of a file of the same message.
func attached(f chat.Attachment) string { return "attachment://" + f.Name }

// shown are the files of a reply as far as a message has room for them, each under a name
// of its own: components name the files that they show.
func (c *cuts) shown(r chat.Reply) []chat.Attachment {
	const frameTextAndGallery = 3
	room := maxComponents - frameTextAndGallery
	for _, row := range r.Rows[:min(len(r.Rows), chat.MaxRows)] {
		room -= 1 + max(1, min(len(row.Buttons), chat.MaxButtons))
	}
	var files []chat.Attachment
	names := map[string]bool{}
	for _, f := range atMost(c, "files", r.Files, chat.MaxFiles) {
		if !isPicture(f) || f.Apart {
			if room--; room < 0 {
				*c = append(*c, "files")
				continue
			}
		}
		f.Name, f.Alt = freeName(f.Name, names), c.text("alt", f.Alt, chat.MaxAlt)
		names[f.Name] = true
		files = append(files, f)
	}
	return files
}

// freeName is a name that is not taken: "board.png", "board-2.png".
func freeName(name string, taken map[string]bool) string {
	stem, ending := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
	for n := 2; taken[name]; n++ {
		name = stem + "-" + strconv.Itoa(n) + ending
	}
	return name
}
