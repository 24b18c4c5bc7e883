package payload

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Optional tells a field that was left out from one that was null or empty: an edit
// keeps the first and clears the second.
type Optional[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON is called only for a field that is there.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	o.Set = true
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// Draft is a message as the bot sends it.
type Draft struct {
	Content         Optional[string]      `json:"content"`
	Embeds          Optional[[]Embed]     `json:"embeds"`
	Components      Optional[[]Component] `json:"components"`
	Attachments     Optional[[]File]      `json:"attachments"`
	AllowedMentions *AllowedMentions      `json:"allowed_mentions"`
	Flags           Optional[int]         `json:"flags"`
	Reference       *struct {
		MessageID string `json:"message_id"`
		MustExist *bool  `json:"fail_if_not_exists"`
	} `json:"message_reference"`

	// Path is where it lies in the body of its request, as in "data"; "" for the whole.
	Path string `json:"-"`
}

// File describes a file: one that comes along, by its number, or one that the
// message has, by its ID.
type File struct {
	ID          Numeric `json:"id"`
	Filename    string  `json:"filename"`
	Description string  `json:"description"`
}

// Numeric is a number or a string holding one: Discord takes both for IDs.
type Numeric string

// UnmarshalJSON takes a JSON number or string.
func (f *Numeric) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*f = Numeric(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil {
		return err
	}
	*f = Numeric(n.String())
	return nil
}

// AllowedMentions says who may be called by a message.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// Allows reports whether the user may be called; without a list everyone may.
func (a *AllowedMentions) Allows(id string) bool {
	if a == nil {
		return true
	}
	return slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
}

// Embed is a rich box in a message.
type Embed struct {
	Title       string       `json:"title,omitempty"`
	Type        string       `json:"type,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *EmbedImage  `json:"image,omitempty"`
	Thumbnail   *EmbedImage  `json:"thumbnail,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is part of an [Embed].
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedImage is part of an [Embed].
type EmbedImage struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
}

// EmbedAuthor is part of an [Embed].
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is part of an [Embed].
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

// Characters is what counts towards the limit over all embeds of a message.
func (e *Embed) Characters() int {
	texts := []string{e.Title, e.Description}
	if e.Footer != nil {
		texts = append(texts, e.Footer.Text)
	}
	if e.Author != nil {
		texts = append(texts, e.Author.Name)
	}
	for _, f := range e.Fields {
		texts = append(texts, f.Name, f.Value)
	}
	return utf8.RuneCountInString(strings.Join(texts, ""))
}

// Pictures are the addresses of pictures, to be changed in place.
func (e *Embed) Pictures() []*string {
	var urls []*string
	for _, i := range []*EmbedImage{e.Image, e.Thumbnail} {
		if i != nil {
			urls = append(urls, &i.URL)
		}
	}
	if e.Footer != nil {
		urls = append(urls, &e.Footer.IconURL)
	}
	if e.Author != nil {
		urls = append(urls, &e.Author.IconURL)
	}
	return urls
}

// Flags of messages.
const (
	FlagEphemeral    = 1 << 6
	FlagLoading      = 1 << 7
	FlagComponentsV2 = 1 << 15
	// SettableFlags are those that a bot may set: no embeds, ephemeral, silent, components
	// of the second version.
	SettableFlags = 1<<2 | FlagEphemeral | 1<<12 | FlagComponentsV2
)

// IsSnowflake tells an ID from the number of a file.
func IsSnowflake(n uint64) bool { return n >= 1<<22 }
