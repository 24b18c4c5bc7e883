package page

import (
	"github.com/sixfold-bot/sixfold/bot/playground/interactions"
	"github.com/sixfold-bot/sixfold/bot/playground/messages"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Message tells of a change to a message those who see it.
func (s *Stream) Message(w *world.World, store *messages.Store, change messages.Change, m *messages.Message) {
	e := event{Channel: m.Channel}
	switch {
	case change == messages.Deleted:
		e.Type, e.ID = "delete", m.ID
	case change == messages.Edited:
		e.Type = "update"
	case m.Loading():
		e.Type = "thinking"
	default:
		e.Type = "message"
	}
	if change != messages.Deleted {
		e.Message = view(w, store, m)
	}
	c := w.Channel(m.Channel)
	s.publish(e, func(u *world.User) bool { return c.SeenBy(u) && m.SeenBy(u) })
}

// Modal shows a person a form.
func (s *Stream) Modal(m *interactions.Modal) {
	e := event{Type: "modal", Channel: m.Channel.ID, Modal: viewModal(m)}
	s.publish(e, func(u *world.User) bool { return u == m.User })
}

// Unanswered tells a person that no answer came in time.
func (s *Stream) Unanswered(i *interactions.Interaction) {
	e := event{Type: "notice", Channel: i.Channel.ID, Text: messages.DidNotRespond, Interaction: i.ID}
	s.publish(e, func(u *world.User) bool { return u == i.User })
}

// Commands tells that commands have changed.
func (s *Stream) Commands() { s.publish(event{Type: "commands"}, nil) }

// Online tells whether the bot is there.
func (s *Stream) Online(is bool) { s.publish(event{Type: "bot", Online: &is}, nil) }
