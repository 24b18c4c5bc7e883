package discord

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// Message flags: visible to one person only, and made of components, which cannot be undone.
const (
	flagPrivate    = 1 << 6
	flagComponents = 1 << 15
)

// wireMessage is the JSON of a message made of components. Fields without omitzero are always sent,
// since an update keeps what it leaves out. Content and embeds, which such a message cannot have,
// are sent only in an update.
type wireMessage struct {
	Content     json.RawMessage  `json:"content,omitzero"`
	Embeds      []struct{}       `json:"embeds,omitzero"`
	Components  []wireComponent  `json:"components"`
	Attachments []wireAttachment `json:"attachments"`
	Mentions    wireMentions     `json:"allowed_mentions"`
	Flags       int              `json:"flags"`

	files []chat.Attachment
}

// update returns the message as an update of another, which may be of an earlier version and have
// content. It keeps that one's visibility.
func (m wireMessage) update() wireMessage {
	m.Content, m.Embeds, m.Flags = json.RawMessage("null"), []struct{}{}, flagComponents
	return m
}

type wireAttachment struct {
	ID          int    `json:"id,string"` // n of the form's files[n], as a string
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type wireMentions struct {
	Parse []string `json:"parse"` // empty: mentions in the text notify nobody
	Users []string `json:"users"`
}

// labelComponent is a type that discordgo does not know.
const labelComponent discordgo.ComponentType = 18

type wireComponent struct {
	Type        discordgo.ComponentType   `json:"type"`
	Components  []wireComponent           `json:"components,omitempty"`
	Style       int                       `json:"style,omitempty"`
	Label       string                    `json:"label,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"`
	CustomID    string                    `json:"custom_id,omitempty"`
	URL         string                    `json:"url,omitempty"`
	Disabled    bool                      `json:"disabled,omitempty"`
	Placeholder string                    `json:"placeholder,omitempty"`
	MinValues   *int                      `json:"min_values,omitempty"` // nil means 1, like a MaxValues of 0
	MaxValues   int                       `json:"max_values,omitempty"`
	Options     []wireOption              `json:"options,omitempty"`
	Value       string                    `json:"value,omitempty"`
	MinLength   int                       `json:"min_length,omitempty"`
	MaxLength   int                       `json:"max_length,omitempty"`
	Required    *bool                     `json:"required,omitempty"` // nil means true
	Description string                    `json:"description,omitempty"`
	Component   *wireComponent            `json:"component,omitempty"`
	Content     string                    `json:"content,omitempty"`
	Items       []wirePicture             `json:"items,omitempty"`
	File        *wireMedia                `json:"file,omitempty"`
	AccentColor int                       `json:"accent_color,omitempty"`
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

// Discord's limits on files in bytes: the default for one file, and for all of a request, with room
// for the rest of it.
const (
	defaultFileLimit = 10 << 20
	maxRequestFiles  = 24 << 20
)

// tooLarge returns the text that replaces a file, in the language of a locale. It contains the
// file's alternative text.
func (d *Connection) tooLarge(locale string) func(chat.Attachment) string {
	return func(f chat.Attachment) string {
		return d.bot.Translate(locale, engine.T("(%s is too large to be sent here.) %s", f.Name, f.Alt))
	}
}

// fit removes files that are too large, and appends a note on each to the text.
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

// cuts names the parts of a reply that were cut to Discord's limits. That is a bug of the reply's
// author, but better than no answer.
type cuts []string

// Beyond returns the names of the parts of a reply that exceed Discord's limits.
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

// text shortens s to a number of characters, at a space if possible.
func (c *cuts) text(what, s string, limit int) string {
	short := chat.Shorten(s, limit)
	if short == s {
		return s
	}
	*c = append(*c, what)
	short = strings.TrimSuffix(short, "…")
	const longestWord = 40 // bytes that may be given up to avoid cutting within a word
	if at := strings.LastIndexByte(short, ' '); at > 0 && len(short)-at <= longestWord {
		short = short[:at]
	}
	return short + "…"
}

func atMost[T any](c *cuts, what string, list []T, limit int) []T {
	if len(list) <= limit {
		return list
	}
	*c = append(*c, what)
	return list[:limit]
}

func (c *cuts) message(r chat.Reply) wireMessage {
	m := wireMessage{
		Attachments: []wireAttachment{}, Flags: flagComponents, files: c.shown(r),
		Mentions: wireMentions{Parse: []string{}, Users: append([]string{}, atMost(c, "mentions", r.Mentions, chat.MaxMentions)...)},
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
		m.Components = []wireComponent{{Type: discordgo.TextDisplayComponent, Content: "…"}}
	}
	return m
}

// row encodes a row of components, without those that Discord would refuse.
func (c *cuts) row(row chat.Row) []wireComponent {
	if row.Menu != nil {
		return c.menu(*row.Menu)
	}
	var parts []wireComponent
	for _, b := range atMost(c, "buttons", row.Buttons, chat.MaxButtons) {
		part := wireComponent{
			Type: discordgo.ButtonComponent, Style: int(b.Style), Label: c.text("label", b.Label, chat.MaxLabel), Disabled: b.Disabled,
		}
		if b.Emoji != "" {
			part.Emoji = &discordgo.ComponentEmoji{Name: b.Emoji}
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

// choices encodes suggestions; their values are numbers if the option is.
func (c *cuts) choices(suggestions []chat.Suggestion, typed slash.OptionType) []slash.Choice {
	choices := []slash.Choice{}
	for _, s := range atMost(c, "suggestions", suggestions, chat.MaxChoices) {
		var value any = s.Value
		var err error
		if typed == slash.Integer {
			value, err = strconv.Atoi(s.Value)
		}
		if err != nil || len(s.Value) > chat.MaxChoice || s.Name == "" {
			*c = append(*c, "suggestion")
			continue
		}
		choices = append(choices, slash.Choice{Name: c.text("suggestion", s.Name, chat.MaxChoice), Value: value})
	}
	return choices
}

// maxComponents is the limit of components in a message, including nested ones.
const maxComponents = 40

// wireMedia is a reference to a file by URL.
type wireMedia struct {
	URL string `json:"url"`
}

type wirePicture struct {
	Media       wireMedia `json:"media"`
	Description string    `json:"description,omitempty"`
}

// layout returns the text, the pictures in galleries, of which one that is Apart starts a new one, other
// files and the rows, framed if the reply has an accent. It may be empty.
func (c *cuts) layout(r chat.Reply, files []chat.Attachment) []wireComponent {
	var parts []wireComponent
	if text := strings.TrimSpace(r.Text); text != "" {
		parts = append(parts, wireComponent{Type: discordgo.TextDisplayComponent, Content: c.text("content", text, chat.MaxText)})
	}
	for _, f := range files {
		if !isPicture(f) {
			continue
		}
		if last := len(parts) - 1; f.Apart || last < 0 || parts[last].Type != discordgo.MediaGalleryComponent {
			parts = append(parts, wireComponent{Type: discordgo.MediaGalleryComponent})
		}
		gallery := &parts[len(parts)-1]
		gallery.Items = append(gallery.Items, wirePicture{wireMedia{attached(f)}, f.Alt})
	}
	for _, f := range files {
		if !isPicture(f) {
			parts = append(parts, wireComponent{Type: discordgo.FileComponentType, File: &wireMedia{attached(f)}})
		}
	}
	for _, row := range atMost(c, "rows", r.Rows, chat.MaxRows) {
		if controls := c.row(row); len(controls) > 0 {
			parts = append(parts, wireComponent{Type: discordgo.ActionsRowComponent, Components: controls})
		}
	}
	if r.Accent > 0 && len(parts) > 0 {
		parts = []wireComponent{{Type: discordgo.ContainerComponent, AccentColor: r.Accent & 0xffffff, Components: parts}}
	}
	return parts
}

// isPicture reports whether Discord should show a file as a picture.
func isPicture(f chat.Attachment) bool {
	return !f.Kept && slices.Contains([]string{".png", ".gif", ".jpg", ".jpeg", ".webp"}, strings.ToLower(path.Ext(f.Name)))
}

// attached returns the URL of a file of the same message.
func attached(f chat.Attachment) string { return "attachment://" + f.Name }

// shown returns the files that fit into a message, under distinct names, since components refer to
// files by name.
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
		ending := path.Ext(f.Name)
		stem := strings.TrimSuffix(f.Name, ending)
		for n := 2; names[f.Name]; n++ {
			f.Name = stem + "-" + strconv.Itoa(n) + ending // such as "board-2.png"
		}
		f.Alt = c.text("alt", f.Alt, chat.MaxAlt)
		names[f.Name] = true
		files = append(files, f)
	}
	return files
}
