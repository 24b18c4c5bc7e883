package payload

import (
	"encoding/json"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
)

// Types of components.
const (
	ActionRow         = 1
	Button            = 2
	StringSelect      = 3
	TextInput         = 4
	UserSelect        = 5
	RoleSelect        = 6
	MentionableSelect = 7
	ChannelSelect     = 8
	Section           = 9
	TextDisplay       = 10
	Thumbnail         = 11
	MediaGallery      = 12
	FileComponent     = 13
	Separator         = 14
	Container         = 17
	Label             = 18
)

// Styles of buttons.
const (
	LinkButton    = 5
	PremiumButton = 6
)

// Component is any component: which fields count is told by Type.
type Component struct {
	Type        int            `json:"type"`
	ID          int            `json:"id,omitempty"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *Emoji         `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Options     []SelectOption `json:"options,omitempty"`
	Components  []Component    `json:"components,omitempty"`
	// Text inputs.
	Value     string `json:"value,omitempty"`
	Required  *bool  `json:"required,omitempty"`
	MinLength *int   `json:"min_length,omitempty"`
	MaxLength *int   `json:"max_length,omitempty"`
	// Labels of modals, and what messages of the second version hold.
	Description string        `json:"description,omitempty"`
	Component   *Component    `json:"component,omitempty"`
	Content     string        `json:"content,omitempty"`
	Accessory   *Component    `json:"accessory,omitempty"`
	Media       *Media        `json:"media,omitempty"`
	File        *Media        `json:"file,omitempty"`
	Items       []GalleryItem `json:"items,omitempty"`
	AccentColor *int          `json:"accent_color,omitempty"`
	Divider     *bool         `json:"divider,omitempty"`
	Spacing     int           `json:"spacing,omitempty"`
	Spoiler     bool          `json:"spoiler,omitempty"`
	// Of a file, as the server shows it.
	Name string `json:"name,omitempty"`
	Size int    `json:"size,omitempty"`
}

// MarshalJSON writes what Discord always says of a component of the second version, where
// it is nothing too.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case Container:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{plain(c), c.AccentColor, c.Spoiler})
	case Thumbnail:
		return json.Marshal(struct {
			plain
			Description string `json:"description"`
			Spoiler     bool   `json:"spoiler"`
		}{plain(c), c.Description, c.Spoiler})
	case FileComponent:
		return json.Marshal(struct {
			plain
			Name    string `json:"name"`
			Size    int    `json:"size"`
			Spoiler bool   `json:"spoiler"`
		}{plain(c), c.Name, c.Size, c.Spoiler})
	default:
		return json.Marshal(plain(c))
	}
}

// Emoji is one of a button or of an option.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is what a string select offers.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Media is a file by its address, with what the server adds to that when it shows it.
type Media struct {
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	ID           string `json:"id,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`

	Name string `json:"-"`
	Size int    `json:"-"`
}

// GalleryItem is one picture of a gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
}

// IsSelect reports whether the component is a select menu of any type.
func (c *Component) IsSelect() bool {
	return c.Type == StringSelect || c.Type >= UserSelect && c.Type <= ChannelSelect
}

// Walk calls f with each component and its path, parents first. What f changes
// stays changed.
func Walk(components []Component, path string, f func(c *Component, path string)) {
	for i := range components {
		c, at := &components[i], apierror.Join(path, i)
		f(c, at)
		Walk(c.Components, apierror.Join(at, "components"), f)
		if c.Component != nil {
			f(c.Component, apierror.Join(at, "component"))
		}
		if c.Accessory != nil {
			f(c.Accessory, apierror.Join(at, "accessory"))
		}
	}
}

// completeSeparator gives it a line and the smaller space where nothing else is said.
func (c *Component) completeSeparator() {
	if c.Divider == nil {
		line := true
		c.Divider = &line
	}
	c.Spacing = max(c.Spacing, 1)
}

// Complete gives each component an ID, and menus and lines what they have by default, as Discord does
// with those that have none.
func Complete(components []Component) {
	used, next := map[int]bool{}, 1
	Walk(components, "", func(c *Component, _ string) { used[c.ID] = true })
	Walk(components, "", func(c *Component, _ string) {
		if least, most := c.ValueBounds(); c.IsSelect() {
			c.MinValues, c.MaxValues = &least, &most
		}
		if c.Type == Separator {
			c.completeSeparator()
		}
		if c.ID != 0 {
			return
		}
		for used[next] {
			next++
		}
		c.ID, used[next] = next, true
	})
}

// Find returns the component with that custom ID, or nil.
func Find(components []Component, customID string) *Component {
	var found *Component
	Walk(components, "", func(c *Component, _ string) {
		if c.CustomID == customID && customID != "" {
			found = c
		}
	})
	return found
}

// Files are the files that the component shows, to be changed in place.
func (c *Component) Files() []*Media {
	var items []*Media
	for _, m := range []*Media{c.Media, c.File} {
		if m != nil {
			items = append(items, m)
		}
	}
	for i := range c.Items {
		items = append(items, &c.Items[i].Media)
	}
	return items
}

// ValueBounds are how many values a menu takes, at least and at most.
func (c *Component) ValueBounds() (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

// MaxInput is how many characters a text input takes.
const MaxInput = 4000

// LengthBounds are how many characters a text input takes, at least and at most.
func (c *Component) LengthBounds() (least, most int) {
	most = MaxInput
	if c.MinLength != nil {
		least = *c.MinLength
	}
	if c.MaxLength != nil {
		most = *c.MaxLength
	}
	return least, most
}
