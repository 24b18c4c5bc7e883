package rules

import "strings"

// Modal is a form as the bot sends it.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Check validates a form at a path of a request's body.
func (m *Modal) Check(path string) error {
	var f Fields
	length(&f, join(path, "custom_id"), m.CustomID, 1, maxCustomID)
	length(&f, join(path, "title"), m.Title, 1, maxModalTitle)
	count(&f, join(path, "components"), len(m.Components), 1, maxModalFields)
	for i := range m.Components {
		checkModalField(&f, join(path, "components", i), &m.Components[i])
	}
	checkUnique(&f, join(path, "components"), m.Components)
	return f.Err()
}

// checkModalField validates a row with one text input, a label with a component, or a text.
func checkModalField(f *Fields, path string, c *Component) {
	switch c.Type {
	case ActionRow:
		count(f, join(path, "components"), len(c.Components), 1, 1)
		for i := range c.Components {
			in := &c.Components[i]
			f.OneOf(join(path, "components", i, "type"), in.Type, TextInput)
			length(f, join(path, "components", i, "label"), in.Label, 1, maxInputLabel)
			checkTextInput(f, join(path, "components", i), in)
		}
	case Label:
		checkLabel(f, path, c)
	case TextDisplay:
		length(f, join(path, "content"), strings.TrimSpace(c.Content), 1, maxTextDisplays)
	default:
		f.OneOf(join(path, "type"), c.Type, ActionRow, TextDisplay, Label)
	}
}

// checkLabel validates a label and its field; the page supports text inputs and menus.
func checkLabel(f *Fields, path string, c *Component) {
	length(f, join(path, "label"), c.Label, 1, maxInputLabel)
	length(f, join(path, "description"), c.Description, 0, maxSelectText)
	at := join(path, "component")
	switch in := c.Component; {
	case in == nil:
		f.Add(at, "BASE_TYPE_REQUIRED", "This field is required")
	case in.Type == TextInput:
		if in.Label != "" {
			f.Add(join(at, "label"), "COMPONENT_LABEL_NOT_ALLOWED", "A text input within a label has no label of its own")
		}
		checkTextInput(f, at, in)
	case in.IsSelect():
		checkSelect(f, at, in)
		checkModalSelect(f, at, in)
	default:
		f.OneOf(join(at, "type"), in.Type, StringSelect, TextInput, UserSelect)
	}
}

// checkModalSelect validates the additional rules for menus of forms.
func checkModalSelect(f *Fields, path string, c *Component) {
	if c.Disabled {
		f.Add(join(path, "disabled"), "MODAL_COMPONENT_DISABLED", "A menu of a modal cannot be disabled")
	}
	required := c.Required == nil || *c.Required
	if least, _ := c.ValueBounds(); required && least == 0 {
		f.Add(join(path, "min_values"), "NUMBER_TYPE_MIN", "int value should be at least 1 where the menu is required.")
	}
}

func checkTextInput(f *Fields, path string, c *Component) {
	length(f, join(path, "custom_id"), c.CustomID, 1, maxCustomID)
	length(f, join(path, "value"), c.Value, 0, maxInput)
	length(f, join(path, "placeholder"), c.Placeholder, 0, maxInputHolder)
	f.OneOf(join(path, "style"), c.Style, 1, 2)
	least, most := c.LengthBounds()
	if least < 0 || least > maxInput {
		f.Add(join(path, "min_length"), "NUMBER_TYPE_MIN", "int value should be between 0 and 4000.")
	}
	if most < 1 || most > maxInput || most < least {
		f.Add(join(path, "max_length"), "NUMBER_TYPE_MAX", "int value should be between 1, min_length and 4000.")
	}
}
