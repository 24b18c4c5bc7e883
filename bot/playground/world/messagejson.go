package world

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Message types.
const (
	typeReply   = 19
	typeCommand = 20 // the answer to a slash command

	typeMenuCommand = 23 // the answer to a user command
)

// JSON returns a message in Discord's JSON.
func (s *Messages) JSON(m *Message) map[string]any {
	mentions := []object{}
	for _, id := range m.Mentioned {
		mentions = append(mentions, s.world.User(id).JSON())
	}
	as := s.Shown(m)
	attachments := []object{}
	for _, a := range as.Attachments {
		attachments = append(attachments, s.AttachmentJSON(a))
	}
	o := object{
		"id": m.ID, "channel_id": m.Channel, "type": 0, "content": m.Content, "author": s.world.User(m.Author).JSON(),
		"timestamp": stamp(m.At), "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": mentions, "mention_roles": []string{}, "attachments": attachments, "pinned": false,
		"embeds": []object{}, "components": rules.NotNull(as.Components), "flags": m.Flags,
	}
	if !m.Edited.IsZero() {
		o["edited_timestamp"] = stamp(m.Edited)
	}
	if m.Reference != "" {
		o["type"] = typeReply
		o["message_reference"] = object{"type": 0, "channel_id": m.Channel, "message_id": m.Reference}
	}
	if m.Cause != nil {
		s.addCause(o, m.Cause)
	}
	return o
}

func (s *Messages) addCause(o object, c *Cause) {
	user := s.world.User(c.User).JSON()
	o["application_id"], o["webhook_id"] = BotID, BotID
	o["interaction_metadata"] = object{
		"id": c.Interaction, "type": c.Type, "user": user, "authorizing_integration_owners": object{"0": GuildID},
	}
	if c.Type == CommandInteraction && o["type"] == 0 {
		if o["type"] = typeCommand; c.Menu {
			o["type"] = typeMenuCommand
		}
		o["interaction"] = object{"id": c.Interaction, "type": c.Type, "name": c.Command, "user": user}
	}
}

// AttachmentJSON returns an attachment in Discord's JSON.
func (s *Messages) AttachmentJSON(a Attachment) map[string]any {
	url := s.base + a.Path()
	o := object{
		"id": a.ID, "filename": a.Name, "size": a.Size, "url": url, "proxy_url": url, "content_type": a.Type,
	}
	if a.Alt != "" {
		o["description"] = a.Alt
	}
	if a.Width > 0 {
		o["width"], o["height"] = a.Width, a.Height
	}
	return o
}

// media returns an attachment as components refer to it.
func (s *Messages) media(a Attachment) rules.Media {
	url := s.base + a.Path()
	return rules.Media{
		URL: url, ProxyURL: url, ID: a.ID, AttachmentID: a.ID, ContentType: a.Type, Width: a.Width, Height: a.Height,
		Name: a.Name, Size: a.Size,
	}
}

// Shape holds the parts of a message that are shown differently than sent.
type Shape struct {
	Attachments []Attachment
	Components  []rules.Component
}

// Shown resolves attachment:// URLs. A file that a component shows is not listed among
// the attachments. The message is not changed: URLs are resolved each time, since the port may
// change with a restart.
func (s *Messages) Shown(m *Message) Shape {
	v := Shape{m.Attachments, m.Components}
	if m.Flags&rules.FlagComponentsV2 == 0 {
		return v
	}
	v = deepCopy(v)
	used := map[string]bool{}
	find := func(url string) (Attachment, bool) {
		name, ok := strings.CutPrefix(url, attachment)
		i := slices.IndexFunc(v.Attachments, func(a Attachment) bool { return a.Name == name })
		if !ok || i < 0 {
			return Attachment{}, false
		}
		used[v.Attachments[i].ID] = true
		return v.Attachments[i], true
	}
	rules.Walk(v.Components, "", func(c *rules.Component, _ string) {
		for _, file := range c.Files() {
			if a, ok := find(file.URL); ok {
				*file = s.media(a)
			} else {
				file.ID, file.ProxyURL = m.ID, file.URL
			}
		}
		if c.File != nil {
			c.Name, c.Size = c.File.Name, c.File.Size
		}
	})
	v.Attachments = slices.DeleteFunc(v.Attachments, func(a Attachment) bool { return used[a.ID] })
	return v
}

// deepCopy copies a value by way of JSON.
func deepCopy[T any](v T) T {
	var w T
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &w)
	}
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	return w
}
