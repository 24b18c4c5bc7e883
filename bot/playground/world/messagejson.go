package world

import (
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
	attachments := []object{}
	for _, a := range m.Unshown() {
		attachments = append(attachments, s.AttachmentJSON(a))
	}
	o := object{
		"id": m.ID, "channel_id": m.Channel, "type": 0, "content": m.Content, "author": s.world.User(m.Author).JSON(),
		"timestamp": stamp(m.At), "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": mentions, "mention_roles": []string{}, "attachments": attachments, "pinned": false,
		"embeds": []object{}, "components": rules.NotNull(s.Shown(m)), "flags": m.Flags,
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

// Shown returns the components with attachment:// URLs resolved. They are resolved each time, since
// the port may change with a restart.
func (s *Messages) Shown(m *Message) []rules.Component {
	list := rules.Clone(m.Components)
	rules.Walk(list, "", func(c *rules.Component, _ string) {
		for _, file := range c.Files() {
			name, sent := strings.CutPrefix(file.URL, attachment)
			i := slices.IndexFunc(m.Attachments, func(a Attachment) bool { return a.Name == name })
			if sent && i >= 0 {
				*file = s.media(m.Attachments[i])
			} else {
				file.ID, file.ProxyURL = m.ID, file.URL
			}
		}
		if c.File != nil {
			c.Name, c.Size = c.File.Name, c.File.Size
		}
	})
	return list
}
