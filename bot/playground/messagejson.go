package playground

import "time"

// messageJSON is a message in Discord's form. The lock is held.
func (s *Server) messageJSON(m *message) object {
	author := s.world.user(m.Author)
	mentions := []object{}
	for _, id := range m.Mentioned {
		mentions = append(mentions, userJSON(s.world.user(id)))
	}
	as := s.shown(m)
	attachments := []object{}
	for _, a := range as.Attachments {
		attachments = append(attachments, s.attachmentJSON(a))
	}
	o := object{
		"id": m.ID, "channel_id": m.Channel, "type": 0, "content": m.Content, "author": userJSON(author),
		"timestamp": stamp(m.At), "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": mentions, "mention_roles": []string{}, "attachments": attachments, "pinned": false,
		"embeds": list(as.Embeds), "components": list(as.Components), "flags": m.Flags,
	}
	if !m.Edited.IsZero() {
		o["edited_timestamp"] = stamp(m.Edited)
	}
	if m.Reference != "" {
		o["type"] = 19
		o["message_reference"] = object{"type": 0, "channel_id": m.Channel, "message_id": m.Reference}
	}
	if m.Cause != nil {
		s.addCause(o, m.Cause)
	}
	return o
}

// addCause adds what answers to interactions have besides.
func (s *Server) addCause(o object, c *cause) {
	user := userJSON(s.world.user(c.User))
	o["application_id"], o["webhook_id"] = applicationID, applicationID
	o["interaction_metadata"] = object{
		"id": c.Interaction, "type": c.Type, "user": user, "authorizing_integration_owners": object{"0": guildID},
	}
	if c.Type == commandInteraction && o["type"] == 0 {
		o["type"] = 20
		o["interaction"] = object{"id": c.Interaction, "type": c.Type, "name": c.Command, "user": user}
	}
}

// list is never null in JSON.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// messageView is a message as the page sees it.
type messageView struct {
	ID          string           `json:"id"`
	Channel     string           `json:"channel"`
	Author      authorView       `json:"author"`
	Content     string           `json:"content"`
	Flags       int              `json:"flags"`
	Private     bool             `json:"private"`
	To          string           `json:"to,omitempty"`
	Thinking    bool             `json:"thinking"`
	Edited      bool             `json:"edited"`
	At          time.Time        `json:"at"`
	ReplyTo     *replyView       `json:"reply_to"`
	Mentions    []string         `json:"mentions"`
	Attachments []attachmentView `json:"attachments"`
	Components  []component      `json:"components"`
	Embeds      []richEmbed      `json:"embeds"`
}

type authorView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// replyView names who ran which command; the command is "/hex new".
type replyView struct {
	User    string `json:"user"`
	Name    string `json:"name"`
	Command string `json:"command"`
}

type attachmentView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	URL    string `json:"url"`
	Alt    string `json:"alt"`
	Type   string `json:"type"`
	Size   int    `json:"size"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// view is a message for the page. It shares nothing with the message that changes
// later, except lists, which are replaced whole.
func (s *Server) view(m *message) *messageView {
	author, as := s.world.user(m.Author), s.shown(m)
	v := &messageView{
		ID: m.ID, Channel: m.Channel, Author: authorView{author.id, author.name, author.bot}, Content: m.Content,
		Flags: m.Flags, Private: m.To != "", To: m.To, Thinking: m.loading(), Edited: !m.Edited.IsZero(), At: m.At.UTC(),
		Mentions: list(m.Called), Components: list(as.Components), Embeds: list(as.Embeds), Attachments: []attachmentView{},
	}
	if m.Cause != nil && m.Cause.Type == commandInteraction && m.Reference == "" {
		v.ReplyTo = &replyView{m.Cause.User, s.world.user(m.Cause.User).name, "/" + m.Cause.Command}
	}
	for _, a := range as.Attachments {
		v.Attachments = append(v.Attachments, attachmentView{
			ID: a.ID, Name: a.Name, URL: a.path(), Alt: a.Alt, Type: a.Type, Size: a.Size, Width: a.Width, Height: a.Height,
		})
	}
	return v
}
