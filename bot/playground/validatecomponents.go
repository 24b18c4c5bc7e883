package playground

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
	maxInput        = 4000
	maxInputHolder  = 100
	maxModalFields  = 5
	maxTextDisplays = 4000 // characters over all text displays
)

// checkComponents validates the components of a message.
func checkComponents(f *faults, path string, components []component, v2 bool) {
	if v2 {
		checkLayout(f, path, components)
	} else {
		count(f, path, len(components), 0, maxRows)
		for i := range components {
			if components[i].Type != actionRow {
				f.add(join(path, i, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1}.")
			}
		}
	}
	walk(components, path, func(c *component, at string) {
		switch {
		case c.Type == actionRow:
			checkRow(f, at, c)
		case c.Type == button:
			checkButton(f, at, c)
		case c.isSelect():
			checkSelect(f, at, c)
		}
	})
	checkUnique(f, path, components)
}

// checkLayout validates what messages of the second version add, as far as their
// shape goes.
func checkLayout(f *faults, path string, components []component) {
	total, characters := 0, 0
	walk(components, path, func(c *component, _ string) {
		total++
		if c.Type == textDisplay {
			characters += len([]rune(c.Content))
		}
	})
	count(f, path, total, 1, maxComponents)
	if characters > maxTextDisplays {
		f.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Must be %d or fewer in length.", maxTextDisplays)
	}
	for i := range components {
		switch components[i].Type {
		case actionRow, section, textDisplay, mediaGallery, fileComponent, separator, container:
		default:
			f.add(join(path, i, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 9, 10, 12, 13, 14, 17}.")
		}
	}
}

// checkRow validates the shape of an action row of a message: buttons, or one menu.
func checkRow(f *faults, path string, row *component) {
	count(f, join(path, "components"), len(row.Components), 1, maxButtons)
	for i := range row.Components {
		c := &row.Components[i]
		switch {
		case c.Type == button:
		case !c.isSelect():
			f.add(join(path, "components", i, "type"), "BASE_TYPE_CHOICES", "Value must be one of {2, 3, 5, 6, 7, 8}.")
		case len(row.Components) > 1:
			f.add(join(path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu takes a whole row")
		}
	}
}

func checkButton(f *faults, path string, b *component) {
	length(f, join(path, "label"), b.Label, 0, maxButtonLabel)
	if b.Label == "" && b.Emoji == nil {
		f.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
	checkEmoji(f, join(path, "emoji"), b.Emoji)
	switch {
	case b.Style < 1 || b.Style > premiumButton:
		f.add(join(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
	case b.Style == premiumButton:
		f.add(join(path, "sku_id"), "BASE_TYPE_REQUIRED", "This app sells nothing")
	case b.Style == linkButton:
		if b.CustomID != "" {
			f.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		length(f, join(path, "url"), b.URL, 1, maxURL)
		if b.URL != "" {
			checkURL(f, join(path, "url"), b.URL)
		}
	default:
		if b.URL != "" {
			f.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		length(f, join(path, "custom_id"), b.CustomID, 1, maxCustomID)
	}
}

func checkEmoji(f *faults, path string, e *emoji) {
	if e != nil && e.ID == "" && e.Name == "" {
		f.add(path, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

func checkSelect(f *faults, path string, c *component) {
	length(f, join(path, "custom_id"), c.CustomID, 1, maxCustomID)
	length(f, join(path, "placeholder"), c.Placeholder, 0, maxPlaceholder)
	most := maxSelect
	if c.Type == stringSelect {
		checkOptions(f, join(path, "options"), c.Options)
		most = len(c.Options)
	}
	least, limit := selectBounds(c)
	if c.MinValues != nil && (least < 0 || least > maxSelect) {
		f.add(join(path, "min_values"), "NUMBER_TYPE_MIN", "int value should be between 0 and 25.")
	}
	if c.MaxValues != nil && (limit < 1 || limit > most || limit < least) {
		f.add(join(path, "max_values"), "NUMBER_TYPE_MAX", "int value should be between min_values, 1 and the number of options.")
	}
	chosen := 0
	for _, o := range c.Options {
		if o.Default {
			chosen++
		}
	}
	if chosen > limit {
		f.add(join(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", "More options are default than may be chosen")
	}
}

// selectBounds are how many values a menu takes, at least and at most.
func selectBounds(c *component) (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

func checkOptions(f *faults, path string, options []selectOption) {
	count(f, path, len(options), 1, maxSelect)
	seen := map[string]bool{}
	for i, o := range options {
		length(f, join(path, i, "label"), o.Label, 1, maxSelectText)
		length(f, join(path, i, "value"), o.Value, 1, maxSelectText)
		length(f, join(path, i, "description"), o.Description, 0, maxSelectText)
		checkEmoji(f, join(path, i, "emoji"), o.Emoji)
		if seen[o.Value] {
			f.add(join(path, i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
	}
}

// checkUnique faults custom IDs and IDs that occur twice.
func checkUnique(f *faults, path string, components []component) {
	customIDs, ids := map[string]bool{}, map[int]bool{}
	walk(components, path, func(c *component, at string) {
		if c.CustomID != "" {
			if customIDs[c.CustomID] {
				f.add(join(at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
			}
			customIDs[c.CustomID] = true
		}
		if c.ID != 0 {
			if ids[c.ID] {
				f.add(join(at, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
			}
			ids[c.ID] = true
		}
	})
}

// modalDraft is a modal as the bot sends it.
type modalDraft struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

func (m *modalDraft) check(path string) error {
	var f faults
	length(&f, join(path, "custom_id"), m.CustomID, 1, maxCustomID)
	length(&f, join(path, "title"), m.Title, 1, maxModalTitle)
	count(&f, join(path, "components"), len(m.Components), 1, maxModalFields)
	for i := range m.Components {
		checkModalField(&f, join(path, "components", i), &m.Components[i])
	}
	checkUnique(&f, join(path, "components"), m.Components)
	return f.err()
}

// checkModalField validates a row with one text input, a label with a component, or
// a text between them.
func checkModalField(f *faults, path string, c *component) {
	switch c.Type {
	case actionRow:
		count(f, join(path, "components"), len(c.Components), 1, 1)
		for i := range c.Components {
			in := &c.Components[i]
			if in.Type != textInput {
				f.add(join(path, "components", i, "type"), "BASE_TYPE_CHOICES", "Value must be one of {4}.")
			}
			length(f, join(path, "components", i, "label"), in.Label, 1, maxInputLabel)
			checkTextInput(f, join(path, "components", i), in)
		}
	case label:
		length(f, join(path, "label"), c.Label, 1, maxInputLabel)
		length(f, join(path, "description"), c.Description, 0, maxSelectText)
		switch {
		case c.Component == nil:
			f.add(join(path, "component"), "BASE_TYPE_REQUIRED", "This field is required")
		case c.Component.Type == textInput:
			checkTextInput(f, join(path, "component"), c.Component)
		case c.Component.isSelect():
			checkSelect(f, join(path, "component"), c.Component)
		default:
			f.add(join(path, "component", "type"), "BASE_TYPE_CHOICES", "Value must be one of {3, 4, 5, 6, 7, 8}.")
		}
	case textDisplay:
		length(f, join(path, "content"), c.Content, 1, maxInput)
	default:
		f.add(join(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 10, 18}.")
	}
}

func checkTextInput(f *faults, path string, c *component) {
	length(f, join(path, "custom_id"), c.CustomID, 1, maxCustomID)
	length(f, join(path, "value"), c.Value, 0, maxInput)
	length(f, join(path, "placeholder"), c.Placeholder, 0, maxInputHolder)
	if c.Style != 1 && c.Style != 2 {
		f.add(join(path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
	}
	least, most := inputBounds(c)
	if least < 0 || least > maxInput {
		f.add(join(path, "min_length"), "NUMBER_TYPE_MIN", "int value should be between 0 and 4000.")
	}
	if most < 1 || most > maxInput || most < least {
		f.add(join(path, "max_length"), "NUMBER_TYPE_MAX", "int value should be between 1, min_length and 4000.")
	}
}

// inputBounds are how many characters a text input takes, at least and at most.
func inputBounds(c *component) (least, most int) {
	most = maxInput
	if c.MinLength != nil {
		least = *c.MinLength
	}
	if c.MaxLength != nil {
		most = *c.MaxLength
	}
	return least, most
}
