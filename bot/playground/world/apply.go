package world

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// apply applies a draft to a message; fields that the draft omits are kept. The lock is held.
func (s *Messages) apply(m *Message, d *rules.Draft, files map[int]rules.Upload) error {
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
	kept, err := keptFiles(m, d)
	if err != nil {
		return err
	}
	shown := len(kept) + len(files)
	if err := d.CheckAttachments(shown); err != nil {
		return err
	}
	if v2 {
		if err := d.CheckLegacy(m.Content); err != nil {
			return err
		}
	}
	if v2 && len(m.Components) == 0 || !v2 && m.Content == "" && shown == 0 {
		return rules.EmptyMessage
	}
	if err := d.CheckReferences(m.Components, fileNames(kept, d, files)); err != nil {
		return err
	}
	if d.Content.Set || d.Components.Set || d.AllowedMentions != nil {
		m.Mentioned = s.mentions(m.Text(), d.AllowedMentions)
	}
	m.Attachments = slices.Concat(kept, s.newFiles(m, d, files))
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

// keptFiles returns the files that the message keeps: all, or those that the draft lists.
func keptFiles(m *Message, d *rules.Draft) ([]Attachment, error) {
	if !d.Attachments.Set {
		return slices.Clone(m.Attachments), nil
	}
	var kept []Attachment
	var f rules.Fields
	for i, a := range d.Attachments.Value {
		n, _ := strconv.ParseUint(string(a.ID), 10, 63) // validated by Draft.Check
		if !rules.IsSnowflake(n) {
			continue
		}
		j := slices.IndexFunc(m.Attachments, func(x Attachment) bool { return x.ID == string(a.ID) })
		if j < 0 {
			f.Add(d.At("attachments", i, "id"), "ATTACHMENT_NOT_FOUND", "The message has no attachment %s", a.ID)
			continue
		}
		x := m.Attachments[j]
		if a.Description != "" {
			x.Alt = a.Description
		}
		kept = append(kept, x)
	}
	return kept, f.Err()
}

// fileNames returns the names of the message's files after the edit.
func fileNames(kept []Attachment, d *rules.Draft, files map[int]rules.Upload) []string {
	var names []string
	for _, a := range kept {
		names = append(names, a.Name)
	}
	for _, a := range d.Attachments.Value {
		if a.Filename != "" {
			names = append(names, rules.SafeName(a.Filename))
		}
	}
	for _, u := range files {
		names = append(names, u.Name)
	}
	return names
}

// newFiles stores the uploaded files, in the order of their descriptions.
func (s *Messages) newFiles(m *Message, d *rules.Draft, files map[int]rules.Upload) []Attachment {
	var added []Attachment
	take := func(n int, a rules.File) {
		u := files[n]
		if a.Filename != "" {
			u.Name = rules.SafeName(a.Filename)
		}
		added = append(added, s.addFile(u, a.Description, s.persistent(m)))
	}
	for _, a := range d.Attachments.Value {
		if n, _ := strconv.ParseUint(string(a.ID), 10, 63); !rules.IsSnowflake(n) {
			take(int(n), a)
		}
	}
	if !d.Attachments.Set {
		for n := range rules.MaxAttachments {
			if _, ok := files[n]; ok {
				take(n, rules.File{})
			}
		}
	}
	return added
}
