package world

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// apply applies a draft to a message; fields that the draft omits are kept. The lock is held.
func (s *Messages) apply(m *Message, d *rules.Draft) error {
	v2 := m.Flags&rules.FlagComponentsV2 != 0
	if err := d.CheckComponents(v2); err != nil {
		return err
	}
	if d.Content.Set {
		m.Content = strings.TrimSpace(d.Content.Value)
	}
	if d.Components.Set {
		m.Components = d.Components.Value
		rules.Complete(m.Components)
	}
	if d.Attachments.Set {
		m.Attachments = nil
	}
	var names []string
	for _, a := range m.Attachments {
		names = append(names, a.Name)
	}
	for _, u := range d.Files {
		names = append(names, u.Name)
	}
	if v2 && m.Content != "" { // new or kept
		return rules.Invalid(d.At("flags"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if v2 && len(m.Components) == 0 || !v2 && m.Content == "" && len(names) == 0 {
		return rules.EmptyMessage
	}
	if err := d.CheckReferences(m.Components, names); err != nil {
		return err
	}
	if d.Content.Set || d.Components.Set || d.AllowedMentions != nil {
		m.Mentioned = s.mentions(m.Text(), d.AllowedMentions)
	}
	m.Attachments = slices.Clip(m.Attachments)
	for _, u := range d.Files {
		m.Attachments = append(m.Attachments, s.addFile(u, s.persistent(m)))
	}
	return nil
}

var mention = regexp.MustCompile(`<@!?(\d+)>`)

// mentions returns the users that a text mentions, as far as they may be notified.
func (s *Messages) mentions(text string, allowed *rules.AllowedMentions) []string {
	var ids []string
	for _, match := range mention.FindAllStringSubmatch(text, -1) {
		id := match[1]
		if s.world.User(id) != nil && allowed.Allows(id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
