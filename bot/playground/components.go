package playground

// Types of components.
const (
	actionRow         = 1
	button            = 2
	stringSelect      = 3
	textInput         = 4
	userSelect        = 5
	roleSelect        = 6
	mentionableSelect = 7
	channelSelect     = 8
	section           = 9
	textDisplay       = 10
	thumbnail         = 11
	mediaGallery      = 12
	fileComponent     = 13
	separator         = 14
	container         = 17
	label             = 18
)

// Styles of buttons.
const (
	linkButton    = 5
	premiumButton = 6
)

// component is any component: which fields count is told by Type.
type component struct {
	Type        int            `json:"type"`
	ID          int            `json:"id,omitempty"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *emoji         `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Options     []selectOption `json:"options,omitempty"`
	Components  []component    `json:"components,omitempty"`
	// Text inputs.
	Value     string `json:"value,omitempty"`
	Required  *bool  `json:"required,omitempty"`
	MinLength *int   `json:"min_length,omitempty"`
	MaxLength *int   `json:"max_length,omitempty"`
	// Labels of modals, and what messages of the second version hold.
	Description string       `json:"description,omitempty"`
	Component   *component   `json:"component,omitempty"`
	Content     string       `json:"content,omitempty"`
	Accessory   *component   `json:"accessory,omitempty"`
	Media       *mediaItem   `json:"media,omitempty"`
	File        *mediaItem   `json:"file,omitempty"`
	Items       []galleryRow `json:"items,omitempty"`
	AccentColor *int         `json:"accent_color,omitempty"`
	Divider     *bool        `json:"divider,omitempty"`
	Spacing     int          `json:"spacing,omitempty"`
	Spoiler     bool         `json:"spoiler,omitempty"`
}

type emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

type selectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type mediaItem struct {
	URL string `json:"url"`
}

type galleryRow struct {
	Media       mediaItem `json:"media"`
	Description string    `json:"description,omitempty"`
	Spoiler     bool      `json:"spoiler,omitempty"`
}

// isSelect reports whether the component is a select menu of any type.
func (c *component) isSelect() bool {
	return c.Type == stringSelect || c.Type >= userSelect && c.Type <= channelSelect
}

// walk calls f with each component and its path, parents first. What f changes
// stays changed.
func walk(components []component, path string, f func(c *component, path string)) {
	for i := range components {
		c, at := &components[i], join(path, i)
		f(c, at)
		walk(c.Components, join(at, "components"), f)
		if c.Component != nil {
			f(c.Component, join(at, "component"))
		}
		if c.Accessory != nil {
			f(c.Accessory, join(at, "accessory"))
		}
	}
}

// complete gives each component an ID and each menu its bounds, as Discord does with
// those that have none.
func complete(components []component) {
	used, next := map[int]bool{}, 1
	walk(components, "", func(c *component, _ string) { used[c.ID] = true })
	walk(components, "", func(c *component, _ string) {
		if least, most := selectBounds(c); c.isSelect() {
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

// findComponent returns the component with that custom ID, or nil.
func findComponent(components []component, customID string) *component {
	var found *component
	walk(components, "", func(c *component, _ string) {
		if c.CustomID == customID && customID != "" {
			found = c
		}
	})
	return found
}

// media are the files that the component shows, to be changed in place.
func (c *component) media() []*mediaItem {
	var items []*mediaItem
	for _, m := range []*mediaItem{c.Media, c.File} {
		if m != nil {
			items = append(items, m)
		}
	}
	for i := range c.Items {
		items = append(items, &c.Items[i].Media)
	}
	return items
}
