package rules

import (
	"cmp"
	"strings"
)

// CheckFlags refuses to remove the components v2 flag in an edit.
func (d *Draft) CheckFlags(was int) error {
	if was&FlagComponentsV2 != 0 && d.Flags.Set && d.Flags.Value&FlagComponentsV2 == 0 {
		return Invalid(d.At("flags"), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed")
	}
	return nil
}

// CheckComponents validates a message's components: only action rows, or components v2.
func (d *Draft) CheckComponents(v2 bool) error {
	var f Fields
	path, components := d.At("components"), d.Components.Value
	switch {
	case !d.Components.Set:
	case v2:
		checkLayout(&f, path, components)
	default:
		count(&f, path, len(components), 0, maxRows)
		checkTypes(&f, path, components, ActionRow)
	}
	Walk(components, path, func(c *Component, at string) { checkComponent(&f, at, c) })
	checkUnique(&f, path, components)
	return f.Err()
}

// checkLayout validates the limits over all components v2.
func checkLayout(f *Fields, path string, components []Component) {
	total, characters := 0, 0
	Walk(components, path, func(c *Component, _ string) {
		total++
		if c.Type == TextDisplay {
			characters += len([]rune(c.Content))
		}
	})
	count(f, path, total, 1, maxComponents)
	if characters > maxTextDisplays {
		f.Add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Must be %d or fewer in length.", maxTextDisplays)
	}
	checkTypes(f, path, components, append(containerTypes, Container)...)
}

// containerTypes are the component types allowed in a container. Discord has more, which the bot
// does not send: sections with thumbnails, and separators.
var containerTypes = []int{ActionRow, TextDisplay, MediaGallery, FileComponent}

func checkTypes(f *Fields, path string, components []Component, types ...int) {
	for i := range components {
		f.OneOf(join(path, i, "type"), components[i].Type, types...)
	}
}

func checkComponent(f *Fields, at string, c *Component) {
	switch {
	case c.Type == ActionRow:
		checkRow(f, at, c)
	case c.Type == Button:
		checkButton(f, at, c)
	case c.IsSelect():
		checkSelect(f, at, c)
	case c.Type == Container:
		checkContainer(f, at, c)
	case c.Type == TextDisplay:
		length(f, join(at, "content"), strings.TrimSpace(c.Content), 1, maxTextDisplays)
	case c.Type == MediaGallery:
		checkGallery(f, join(at, "items"), c.Items)
	case c.Type == FileComponent:
		checkFile(f, join(at, "file"), c.File)
	}
}

func checkContainer(f *Fields, path string, c *Component) {
	if n := c.AccentColor; n != nil && (*n < 0 || *n > maxColour) {
		f.Add(join(path, "accent_color"), "NUMBER_TYPE_MAX", "int value should be between 0 and %d.", maxColour)
	}
	count(f, join(path, "components"), len(c.Components), 1, maxComponents)
	checkTypes(f, join(path, "components"), c.Components, containerTypes...)
}

func checkGallery(f *Fields, path string, items []GalleryItem) {
	count(f, path, len(items), 1, maxGallery)
	for i := range items {
		checkMedia(f, join(path, i, "media"), &items[i].Media)
		length(f, join(path, i, "description"), items[i].Description, 0, maxAlt)
	}
}

func checkMedia(f *Fields, path string, m *Media) {
	checkURL(f, join(path, "url"), cmp.Or(m, &Media{}).URL, maxMediaURL)
}

// checkFile validates a reference to a file of the message.
func checkFile(f *Fields, path string, m *Media) {
	checkMedia(f, path, m)
	if m != nil && m.URL != "" && !strings.HasPrefix(m.URL, "attachment://") {
		f.Add(join(path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('attachment').")
	}
}

// checkRow validates the contents of an action row: buttons, or one menu.
func checkRow(f *Fields, path string, row *Component) {
	count(f, join(path, "components"), len(row.Components), 1, maxButtons)
	checkTypes(f, join(path, "components"), row.Components, Button, StringSelect, UserSelect)
	for i := range row.Components {
		if row.Components[i].IsSelect() && len(row.Components) > 1 {
			f.Add(join(path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu takes a whole row")
		}
	}
}
