package rules

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"sync"
)

// Component types.
const (
	ActionRow     = 1
	Button        = 2
	StringSelect  = 3
	TextInput     = 4
	UserSelect    = 5
	TextDisplay   = 10
	MediaGallery  = 12
	FileComponent = 13
	Container     = 17
	Label         = 18
)

// linkButton is the last button style that the bot may send, as it sells nothing.
const linkButton = 5

// Component is a component of any type; Type tells which fields apply.
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
	// Labels of modals, and components v2.
	Description string        `json:"description,omitempty"`
	Component   *Component    `json:"component,omitempty"`
	Content     string        `json:"content,omitempty"`
	File        *Media        `json:"file,omitempty"`
	Items       []GalleryItem `json:"items,omitempty"`
	AccentColor *int          `json:"accent_color,omitempty"`
	Spoiler     bool          `json:"spoiler,omitempty"`
	// For files, as the server shows them.
	Name string `json:"name,omitempty"`
	Size int    `json:"size,omitempty"`
}

// MarshalJSON includes the fields that Discord always sends for components v2, even if empty.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case Container:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{plain(c), c.AccentColor, c.Spoiler})
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

// Emoji is the emoji of a button: a Unicode one, as apps have no others of their own here.
type Emoji struct {
	Name string `json:"name"`
}

// SelectOption is an option of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Media refers to a file by URL. The server adds the other fields when it shows the file.
type Media struct {
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	ID           string `json:"id,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
}

// GalleryItem is a picture of a gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
}

// IsSelect reports whether the component is a select menu: of options or of users. Discord has more,
// which the bot does not send.
func (c *Component) IsSelect() bool { return c.Type == StringSelect || c.Type == UserSelect }

// Clone copies components, so that files can be changed.
func Clone(components []Component) []Component {
	list := slices.Clone(components)
	for i := range list {
		c := &list[i]
		c.Components, c.Items = Clone(c.Components), slices.Clone(c.Items)
		if c.File != nil {
			c.File = new(*c.File)
		}
	}
	return list
}

// Walk calls f with each component and its path, parents first. f may modify the component.
func Walk(components []Component, path string, f func(c *Component, path string)) {
	for i := range components {
		c, at := &components[i], join(path, i)
		f(c, at)
		Walk(c.Components, join(at, "components"), f)
		if c.Component != nil {
			f(c.Component, join(at, "component"))
		}
	}
}

// Complete sets defaults as Discord does: IDs of components, and bounds of menus.
func Complete(components []Component) {
	used, next := map[int]bool{}, 1
	Walk(components, "", func(c *Component, _ string) { used[c.ID] = true })
	Walk(components, "", func(c *Component, _ string) {
		if least, most := c.ValueBounds(); c.IsSelect() {
			c.MinValues, c.MaxValues = &least, &most
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

// Find returns the component with a custom ID, or nil.
func Find(components []Component, customID string) *Component {
	var found *Component
	Walk(components, "", func(c *Component, _ string) {
		if c.CustomID == customID && customID != "" {
			found = c
		}
	})
	return found
}

// Files returns pointers to the files that the component shows.
func (c *Component) Files() []*Media {
	var items []*Media
	if c.File != nil {
		items = append(items, c.File)
	}
	for i := range c.Items {
		items = append(items, &c.Items[i].Media)
	}
	return items
}

// ValueBounds returns the minimum and maximum number of values of a menu.
func (c *Component) ValueBounds() (least, most int) {
	return *cmp.Or(c.MinValues, new(1)), *cmp.Or(c.MaxValues, new(1))
}

const maxInput = 4000

// LengthBounds returns the minimum and maximum number of characters in a text input.
func (c *Component) LengthBounds() (least, most int) {
	return *cmp.Or(c.MinLength, new(0)), *cmp.Or(c.MaxLength, new(maxInput))
}

// Discord's limits on components.
const (
	maxRows         = 5
	maxButtons      = 5
	maxComponents   = 40 // per message with components v2
	maxCustomID     = 100
	maxButtonLabel  = 80
	maxURL          = 512
	maxPlaceholder  = 150
	maxSelect       = 25
	maxSelectText   = 100
	maxModalTitle   = 45
	maxInputLabel   = 45
	maxInputHolder  = 100
	maxModalFields  = 5
	maxTextDisplays = 4000 // characters in all text displays
	maxGallery      = 10
	maxMediaURL     = 2048
	maxColour       = 0xffffff
)

func checkButton(f *Fields, path string, b *Component) {
	length(f, join(path, "label"), b.Label, 0, maxButtonLabel)
	if b.Label == "" && b.Emoji == nil {
		f.Add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
	if b.Emoji != nil && !emoji().MatchString(b.Emoji.Name) {
		f.Add(join(path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	excess := b.URL
	switch {
	case b.Style < 1 || b.Style > linkButton:
		f.OneOf(join(path, "style"), b.Style, 1, 2, 3, 4, linkButton)
		return
	case b.Style == linkButton:
		excess = b.CustomID
		checkURL(f, join(path, "url"), b.URL, maxURL)
	default:
		length(f, join(path, "custom_id"), b.CustomID, 1, maxCustomID)
	}
	if excess != "" {
		f.Add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
	}
}

func checkSelect(f *Fields, path string, c *Component) {
	length(f, join(path, "custom_id"), c.CustomID, 1, maxCustomID)
	length(f, join(path, "placeholder"), c.Placeholder, 0, maxPlaceholder)
	most := maxSelect
	if c.Type == StringSelect {
		checkOptions(f, join(path, "options"), c.Options)
		most = len(c.Options)
	}
	least, limit := c.ValueBounds()
	if c.MinValues != nil && (least < 0 || least > maxSelect) {
		f.Add(join(path, "min_values"), "NUMBER_TYPE_MIN", "int value should be between 0 and 25.")
	}
	if c.MaxValues != nil && (limit < 1 || limit > most || limit < least) {
		f.Add(join(path, "max_values"), "NUMBER_TYPE_MAX", "int value should be between min_values, 1 and the number of options.")
	}
	chosen := 0
	for _, o := range c.Options {
		if o.Default {
			chosen++
		}
	}
	if chosen > limit {
		f.Add(join(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", "More options are default than may be chosen")
	}
}

func checkOptions(f *Fields, path string, options []SelectOption) {
	count(f, path, len(options), 1, maxSelect)
	seen := values[string]{}
	for i, o := range options {
		length(f, join(path, i, "label"), o.Label, 1, maxSelectText)
		length(f, join(path, i, "value"), o.Value, 1, maxSelectText)
		length(f, join(path, i, "description"), o.Description, 0, maxSelectText)
		seen.add(o.Value, f, join(path, i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
	}
}

// checkUnique refuses duplicate custom IDs and IDs.
func checkUnique(f *Fields, path string, components []Component) {
	customIDs, ids := values[string]{}, values[int]{}
	Walk(components, path, func(c *Component, at string) {
		if c.CustomID != "" {
			customIDs.add(c.CustomID, f, join(at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		if c.ID != 0 {
			ids.add(c.ID, f, join(at, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
	})
}

// emoji matches one emoji: a keycap; a flag of two letters; or one picture or several joined ones,
// each with modifiers: a variation selector, a skin or tags. It is compiled at first use.
var emoji = sync.OnceValue(func() *regexp.Regexp {
	const picture = `[©®ℹ‼⁉\x{2190}-\x{2BFF}〰〽㊗㊙\x{1F000}-\x{1F1E5}\x{1F200}-\x{1FAFF}]` +
		`[\x{FE0F}\x{1F3FB}-\x{1F3FF}\x{E0020}-\x{E007F}]*`
	return regexp.MustCompile(`^(?:[#*0-9]\x{FE0F}?\x{20E3}|[\x{1F1E6}-\x{1F1FF}]{2}|` + picture + `(?:\x{200D}` + picture + `)*)$`)
})
