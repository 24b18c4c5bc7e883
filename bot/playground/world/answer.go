package world

import (
	"encoding/json"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Interaction callback types.
const (
	answerPong         = 1
	answerMessage      = 4
	answerDefer        = 5
	answerDeferUpdate  = 6
	answerUpdate       = 7
	answerAutocomplete = 8
	answerModal        = 9
)

// Callback is the bot's first answer to an interaction.
type Callback struct {
	Type  int                  `json:"type"`
	Data  json.RawMessage      `json:"data"`
	Files map[int]rules.Upload `json:"-"`
}

// Answer handles the first answer to an interaction, and returns the response for
// ?with_response=true.
func (s *Interactions) Answer(id, token string, c Callback) (map[string]any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.open[token]
	switch {
	case i == nil || i.ID != id:
		return nil, rules.UnknownInteraction
	case i.answered:
		return nil, rules.Acknowledged
	case i.late: // the waiting person was already notified
		return nil, rules.UnknownInteraction
	}
	if err := s.answer(i, c); err != nil {
		return nil, err
	}
	i.answered = true
	i.stop()
	close(i.done)
	return s.callbackJSON(i, c.Type), nil
}

// answer carries out an answer. The lock is held.
func (s *Interactions) answer(i *Interaction, c Callback) error {
	var f rules.Fields
	if f.OneOf("type", c.Type, i.allowedAnswers()...); f.Err() != nil {
		return f.Err()
	}
	switch c.Type {
	case answerMessage, answerUpdate:
		return s.answerDraft(i, c)
	case answerDefer:
		return s.answerDefer(i, c)
	case answerDeferUpdate:
		i.original = i.Source
	case answerAutocomplete:
		return i.answerAutocomplete(c.Data)
	case answerModal:
		return s.answerModal(i, c.Data)
	}
	return nil
}

// answerDraft posts a message, or updates the one whose component was used.
func (s *Interactions) answerDraft(i *Interaction, c Callback) error {
	draft, err := rules.ReadDraft("data", c.Data, c.Files)
	if err != nil {
		return err
	}
	if c.Type == answerUpdate {
		if _, err = s.messages.Edit(i.Channel.ID, i.Source, draft); err == nil {
			i.original = i.Source
		}
		return err
	}
	i.keepPrivate(draft)
	m, err := s.messages.Post(i.newMessage(s.world.Bot), draft)
	if err != nil {
		return err
	}
	i.original, i.messages[m.ID] = m.ID, true
	return nil
}

// keepPrivate makes an answer private if all answers to the interaction are.
func (i *Interaction) keepPrivate(d *rules.Draft) {
	if i.quiet {
		d.Flags.Set, d.Flags.Value = true, d.Flags.Value|rules.FlagEphemeral
	}
}

func (s *Interactions) answerDefer(i *Interaction, c Callback) error {
	var draft rules.Draft
	if err := rules.Decode("data", c.Data, &draft); err != nil {
		return err
	}
	i.keepPrivate(&draft)
	m := s.messages.postLoading(i.newMessage(s.world.Bot), draft.Flags.Value&rules.FlagEphemeral != 0)
	i.original, i.messages[m.ID] = m.ID, true
	return nil
}

func (i *Interaction) answerAutocomplete(data json.RawMessage) error {
	var a struct {
		Choices []slash.Choice `json:"choices"`
	}
	if err := rules.Decode("data", data, &a); err != nil {
		return err
	}
	i.choices = a.Choices
	var f rules.Fields
	rules.CheckChoices(&f, "data.choices", i.Option.Type, a.Choices)
	return f.Err()
}

func (s *Interactions) answerModal(i *Interaction, data json.RawMessage) error {
	m := &Modal{User: i.User, Channel: i.Channel, Source: i.Source, Locale: i.Locale}
	if err := rules.Decode("data", data, &m.Modal); err != nil {
		return err
	}
	if err := m.Check("data"); err != nil {
		return err
	}
	m.ID = s.world.NewID()
	rules.Complete(m.Components)
	s.modals[m.ID] = m
	s.world.AfterFunc(TokenLife, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.modals, m.ID)
	})
	i.modal = m
	s.show(m)
	return nil
}

// maxFollowUps is the number of follow-ups per interaction of a user-installed app.
const maxFollowUps = 5

// FollowUp posts a checked follow-up. The first one after a deferral fills the loading message, and
// has its visibility.
func (s *Interactions) FollowUp(token string, draft *rules.Draft) (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.byToken(token)
	if err != nil {
		return Message{}, err
	}
	if m, ok := s.messages.Get(i.Channel.ID, i.original); ok && m.Loading() {
		return s.messages.Edit(m.Channel, m.ID, draft)
	}
	if i.guest && i.followed >= maxFollowUps {
		return Message{}, rules.TooManyFollowUps
	}
	i.keepPrivate(draft)
	blank := i.newMessage(s.world.Bot)
	blank.Reference = i.original
	m, err := s.messages.Post(blank, draft)
	if err != nil {
		return Message{}, err
	}
	i.followed++
	i.messages[m.ID] = true
	return m, nil
}

// Message returns a message that the interaction's token may read and edit. The ID "@original"
// names the first answer's.
func (s *Interactions) Message(token, id string) (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.byToken(token)
	if err != nil {
		return Message{}, err
	}
	if id == "@original" {
		id = i.original
	}
	m, ok := s.messages.Get(i.Channel.ID, id)
	if !ok || !i.messages[id] {
		return Message{}, rules.UnknownMessage
	}
	return m, nil
}

// byToken returns the interaction of a token, which is valid only after the first answer. The lock
// is held.
func (s *Interactions) byToken(token string) (*Interaction, error) {
	i := s.open[token]
	if i == nil || s.world.Now().Sub(i.created) > TokenLife {
		return nil, rules.WebhookToken
	}
	if !i.answered || i.Type == AutocompleteInteraction {
		return nil, rules.UnknownWebhook
	}
	return i, nil
}
