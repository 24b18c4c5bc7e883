package page

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

type messageView struct {
	ID          string            `json:"id"`
	Channel     string            `json:"channel"`
	Author      authorView        `json:"author"`
	Content     string            `json:"content"`
	Flags       int               `json:"flags"`
	Private     bool              `json:"private"`
	To          string            `json:"to,omitempty"`
	Thinking    bool              `json:"thinking"`
	Edited      bool              `json:"edited"`
	At          time.Time         `json:"at"`
	ReplyTo     *replyView        `json:"reply_to"`
	Mentions    []string          `json:"mentions"`
	Attachments []attachmentView  `json:"attachments"`
	Components  []rules.Component `json:"components"`
	Embeds      []rules.Embed     `json:"embeds"`
}

type authorView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// replyView names who ran which command; the command is "/hex new", or "Challenge" for a user
// command.
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

func view(w *world.World, store *world.Messages, m *world.Message) *messageView {
	author, as := w.User(m.Author), store.Shown(m)
	if m.Flags&rules.FlagComponentsV2 != 0 {
		as.Attachments = m.Attachments // scripts find the files of components by them
	}
	v := &messageView{
		ID: m.ID, Channel: m.Channel, Author: authorView{author.ID, author.Name, author.IsBot}, Content: m.Text(),
		Flags: m.Flags, Private: m.To != "", To: m.To, Thinking: m.Loading(), Edited: !m.Edited.IsZero(), At: m.At.UTC(),
		Mentions: rules.NotNull(m.Called), Components: rules.NotNull(as.Components), Embeds: rules.NotNull(as.Embeds), Attachments: []attachmentView{},
	}
	if m.Cause != nil && m.Cause.Type == world.CommandInteraction && m.Reference == "" {
		command := "/" + m.Cause.Command
		if m.Cause.Menu {
			command = m.Cause.Command
		}
		v.ReplyTo = &replyView{m.Cause.User, w.User(m.Cause.User).Name, command}
	}
	for _, a := range as.Attachments {
		v.Attachments = append(v.Attachments, attachmentView{
			ID: a.ID, Name: a.Name, URL: a.Path(), Alt: a.Alt, Type: a.Type, Size: a.Size, Width: a.Width, Height: a.Height,
		})
	}
	return v
}

type modalView struct {
	ID         string            `json:"id"`
	CustomID   string            `json:"custom_id"`
	Title      string            `json:"title"`
	Components []rules.Component `json:"components"`
}

func viewModal(m *world.Modal) *modalView {
	return &modalView{m.ID, m.CustomID, m.Title, rules.NotNull(m.Components)}
}
