package playground

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Types of first answers to interactions.
const (
	answerPong         = 1
	answerMessage      = 4
	answerDefer        = 5
	answerDeferUpdate  = 6
	answerUpdate       = 7
	answerAutocomplete = 8
	answerModal        = 9
)

// callback takes the first answer to an interaction.
func (s *Server) callback(w http.ResponseWriter, r *http.Request) (any, error) {
	b, err := readBody(w, r)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := decode("", b.json, &answer); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.interactions[r.PathValue("token")]
	switch {
	case i == nil || i.id != r.PathValue("id"):
		return nil, errUnknownInteraction
	case i.answered:
		return nil, errAcknowledged
	case i.late || s.clock.Now().Sub(i.created) > answerTime:
		return nil, errUnknownInteraction
	}
	if err := s.answer(i, answer.Type, answer.Data, b.files); err != nil {
		return nil, err
	}
	i.answered = true
	i.stop()
	close(i.done)
	if r.FormValue("with_response") == "true" {
		return s.callbackJSON(i, answer.Type), nil
	}
	return nil, nil
}

// answer does what an answer says. The lock is held.
func (s *Server) answer(i *interaction, kind int, data json.RawMessage, files map[int]upload) error {
	if allowed := i.allowedAnswers(); !slices.Contains(allowed, kind) {
		var f faults
		f.add("type", "BASE_TYPE_CHOICES", "Value must be one of %s.", choices(allowed))
		return f.err()
	}
	switch kind {
	case answerMessage:
		return s.answerMessage(i, data, files)
	case answerDefer:
		return s.answerDefer(i, data)
	case answerDeferUpdate:
		i.original = i.source
	case answerUpdate:
		return s.answerUpdate(i, data, files)
	case answerAutocomplete:
		return i.answerAutocomplete(data)
	case answerModal:
		return s.answerModal(i, data)
	}
	return nil
}

// allowedAnswers are the types of answers that fit the interaction.
func (i *interaction) allowedAnswers() []int {
	allowed := []int{answerPong, answerMessage, answerDefer}
	if i.kind == autocompleteInteraction {
		return []int{answerAutocomplete}
	}
	if i.source != "" {
		allowed = append(allowed, answerDeferUpdate, answerUpdate)
	}
	if i.kind != modalInteraction {
		allowed = append(allowed, answerModal)
	}
	return allowed
}

func choices(numbers []int) string {
	return "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]") + "}"
}

// blank is an empty message that answers an interaction.
func (i *interaction) blank(bot *user) message {
	return message{
		Channel: i.channel.id, Author: bot.id, To: i.user.id,
		Cause: &cause{Interaction: i.id, Type: i.kind, User: i.user.id, Command: i.command},
	}
}

func (s *Server) answerMessage(i *interaction, data json.RawMessage, files map[int]upload) error {
	d := &draft{}
	if err := decode("data", data, d); err != nil {
		return err
	}
	if err := d.check("data", files); err != nil {
		return err
	}
	m, err := s.post(i.blank(s.world.bot), d, files)
	if err != nil {
		return err
	}
	i.original, i.messages[m.ID] = m.ID, true
	return nil
}

// answerDefer shows that an answer will come.
func (s *Server) answerDefer(i *interaction, data json.RawMessage) error {
	d := &draft{}
	if err := decode("data", data, d); err != nil {
		return err
	}
	m := i.blank(s.world.bot)
	m.At = s.clock.Now()
	m.ID = s.ids.next(m.At)
	m.Flags = d.Flags&flagPrivate | flagLoading
	if d.Flags&flagPrivate == 0 {
		m.To = ""
	}
	s.place(&m)
	i.original, i.messages[m.ID] = m.ID, true
	return nil
}

func (s *Server) answerUpdate(i *interaction, data json.RawMessage, files map[int]upload) error {
	d := &draft{}
	if err := decode("data", data, d); err != nil {
		return err
	}
	if err := d.check("data", files); err != nil {
		return err
	}
	m := s.find(i.channel.id, i.source)
	if m == nil {
		return errUnknownMessage
	}
	if err := s.revise(m, d, files); err != nil {
		return err
	}
	i.original = i.source
	return nil
}

func (i *interaction) answerAutocomplete(data json.RawMessage) error {
	var d struct {
		Choices []slash.Choice `json:"choices"`
	}
	if err := decode("data", data, &d); err != nil {
		return err
	}
	var f faults
	checkChoices(&f, "data.choices", i.option.Type, d.Choices)
	i.choices = d.Choices
	return f.err()
}

func (s *Server) answerModal(i *interaction, data json.RawMessage) error {
	m := &modal{user: i.user, channel: i.channel, source: i.source, locale: i.locale}
	if err := decode("data", data, &m.draft); err != nil {
		return err
	}
	if err := m.draft.check("data"); err != nil {
		return err
	}
	m.id = s.ids.next(s.clock.Now())
	complete(m.draft.Components)
	s.modals[m.id] = m
	s.clock.AfterFunc(tokenLife, func() { s.forgetModal(m.id) })
	i.modal = m
	e := event{Type: "modal", Channel: i.channel.id, Modal: m.view()}
	s.streams.publish(e, func(u *user) bool { return u == i.user })
	return nil
}

func (s *Server) forgetModal(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.modals, id)
}

// callbackJSON is what ?with_response=true answers. The lock is held.
func (s *Server) callbackJSON(i *interaction, kind int) object {
	about := object{"id": i.id, "type": i.kind}
	o := object{"interaction": about}
	if m := s.find(i.channel.id, i.original); m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.loading()
		about["response_message_ephemeral"] = m.To != ""
		resource := object{"type": kind}
		if kind == answerMessage || kind == answerUpdate {
			resource["message"] = s.messageJSON(m)
		}
		o["resource"] = resource
	}
	return o
}
