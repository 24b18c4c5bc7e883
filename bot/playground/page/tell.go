package page

import "github.com/sixfold-bot/sixfold/bot/playground/world"

// Message tells of a change to a message those who see it.
func (s *Stream) Message(w *world.World, store *world.Messages, change world.Change, m *world.Message) {
	e := event{Channel: m.Channel}
	switch {
	case change == world.Deleted:
		e.Type, e.ID = "delete", m.ID
	case change == world.Edited:
		e.Type = "update"
	case m.Loading():
		e.Type = "thinking"
	default:
		e.Type = "message"
	}
	if change != world.Deleted {
		e.Message = view(w, store, m)
	}
	c := w.Channel(m.Channel)
	s.publish(e, func(u *world.User) bool { return c.SeenBy(u) && m.SeenBy(u) })
}

// Modal shows a person a form.
func (s *Stream) Modal(m *world.Modal) {
	e := event{Type: "modal", Channel: m.Channel.ID, Modal: viewModal(m)}
	s.publish(e, func(u *world.User) bool { return u == m.User })
}

// Unanswered tells a person that no answer came in time.
func (s *Stream) Unanswered(i *world.Interaction) {
	e := event{Type: "notice", Channel: i.Channel.ID, Text: world.DidNotRespond, Interaction: i.ID}
	s.publish(e, func(u *world.User) bool { return u == i.User })
}

// Commands tells that commands have changed.
func (s *Stream) Commands() { s.publish(event{Type: "commands"}, nil) }

// Online tells whether the bot is there.
func (s *Stream) Online(is bool) { s.publish(event{Type: "bot", Online: &is}, nil) }
