package validate

import (
	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
	"github.com/sixfold-bot/sixfold/bot/playground/payload"
)

// Discord's limits of components.
const (
	maxRows         = 5
	maxButtons      = 5
	maxComponents   = 40 // of a message of the second version
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
	maxTextDisplays = 4000 // characters over all text displays
	maxSectionTexts = 3
	maxGallery      = 10
	maxMediaURL     = 2048
	maxSpacing      = 2
	maxColour       = 0xffffff
)

// checkRow validates the shape of an action row of a message: buttons, or one menu.
func checkRow(f *apierror.Fields, path string, row *payload.Component) {
	count(f, join(path, "components"), len(row.Components), 1, maxButtons)
	for i := range row.Components {
		c := &row.Components[i]
		switch {
		case c.Type == payload.Button:
		case !c.IsSelect():
			f.Add(join(path, "components", i, "type"), "BASE_TYPE_CHOICES", "Value must be one of {2, 3, 5, 6, 7, 8}.")
		case len(row.Components) > 1:
			f.Add(join(path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu takes a whole row")
		}
	}
}

func checkButton(f *apierror.Fields, path string, b *payload.Component) {
	length(f, join(path, "label"), b.Label, 0, maxButtonLabel)
	if b.Label == "" && b.Emoji == nil {
		f.Add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
	checkEmoji(f, join(path, "emoji"), b.Emoji)
	switch {
	case b.Style < 1 || b.Style > payload.PremiumButton:
		f.Add(join(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
	case b.Style == payload.PremiumButton:
		f.Add(join(path, "sku_id"), "BASE_TYPE_REQUIRED", "This app sells nothing")
	case b.Style == payload.LinkButton:
		if b.CustomID != "" {
			f.Add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		length(f, join(path, "url"), b.URL, 1, maxURL)
		if b.URL != "" {
			checkURL(f, join(path, "url"), b.URL)
		}
	default:
		if b.URL != "" {
			f.Add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		length(f, join(path, "custom_id"), b.CustomID, 1, maxCustomID)
	}
}

func checkSelect(f *apierror.Fields, path string, c *payload.Component) {
	length(f, join(path, "custom_id"), c.CustomID, 1, maxCustomID)
	length(f, join(path, "placeholder"), c.Placeholder, 0, maxPlaceholder)
	most := maxSelect
	if c.Type == payload.StringSelect {
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

func checkOptions(f *apierror.Fields, path string, options []payload.SelectOption) {
	count(f, path, len(options), 1, maxSelect)
	seen := map[string]bool{}
	for i, o := range options {
		length(f, join(path, i, "label"), o.Label, 1, maxSelectText)
		length(f, join(path, i, "value"), o.Value, 1, maxSelectText)
		length(f, join(path, i, "description"), o.Description, 0, maxSelectText)
		checkEmoji(f, join(path, i, "emoji"), o.Emoji)
		if seen[o.Value] {
			f.Add(join(path, i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
	}
}

// checkUnique faults custom IDs and IDs that occur twice.
func checkUnique(f *apierror.Fields, path string, components []payload.Component) {
	customIDs, ids := map[string]bool{}, map[int]bool{}
	payload.Walk(components, path, func(c *payload.Component, at string) {
		if c.CustomID != "" {
			if customIDs[c.CustomID] {
				f.Add(join(at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
			}
			customIDs[c.CustomID] = true
		}
		if c.ID != 0 {
			if ids[c.ID] {
				f.Add(join(at, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
			}
			ids[c.ID] = true
		}
	})
}
