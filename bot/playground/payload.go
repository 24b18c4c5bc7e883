package playground

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// optional tells a field that was left out from one that was null or empty: an edit
// keeps the first and clears the second.
type optional[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON is called only for a field that is there.
func (o *optional[T]) UnmarshalJSON(data []byte) error {
	o.Set = true
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// draft is a message as the bot sends it.
type draft struct {
	Content         optional[string]        `json:"content"`
	Embeds          optional[[]richEmbed]   `json:"embeds"`
	Components      optional[[]component]   `json:"components"`
	Attachments     optional[[]fileRequest] `json:"attachments"`
	AllowedMentions *allowedMentions        `json:"allowed_mentions"`
	Flags           int                     `json:"flags"`
	Reference       *struct {
		MessageID string `json:"message_id"`
		MustExist *bool  `json:"fail_if_not_exists"`
	} `json:"message_reference"`

	path string // where it lies in the body, known once checked
}

// fileRequest describes a file: one that comes along, by its number, or one that the
// message has, by its ID.
type fileRequest struct {
	ID          flexible `json:"id"`
	Filename    string   `json:"filename"`
	Description string   `json:"description"`
}

// flexible is a number or a string holding one: Discord takes both for IDs.
type flexible string

// UnmarshalJSON takes a JSON number or string.
func (f *flexible) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*f = flexible(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil {
		return err
	}
	*f = flexible(n.String())
	return nil
}

// allowedMentions says who may be called by a message.
type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// allows reports whether the user may be called; without a list everyone may.
func (a *allowedMentions) allows(id string) bool {
	if a == nil {
		return true
	}
	return contains(a.Parse, "users") || contains(a.Users, id)
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// richEmbed is a rich box in a message.
type richEmbed struct {
	Title       string       `json:"title,omitempty"`
	Type        string       `json:"type,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *embedFooter `json:"footer,omitempty"`
	Image       *embedImage  `json:"image,omitempty"`
	Thumbnail   *embedImage  `json:"thumbnail,omitempty"`
	Author      *embedAuthor `json:"author,omitempty"`
	Fields      []embedField `json:"fields,omitempty"`
}

type embedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

type embedImage struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
}

type embedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

type embedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

// characters is what counts towards the limit over all embeds of a message.
func (e *richEmbed) characters() int {
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

// pictures are the addresses of pictures, to be changed in place.
func (e *richEmbed) pictures() []*string {
	var urls []*string
	for _, i := range []*embedImage{e.Image, e.Thumbnail} {
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
