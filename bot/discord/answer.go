package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// Discord's interaction callback types.
const (
	answerMessage      = 4
	answerDeferMessage = 5
	answerDeferUpdate  = 6
	answerUpdate       = 7
	answerSuggest      = 8
	answerForm         = 9
)

// answerState is what the answer to an interaction consists of so far.
type answerState int

const (
	unanswered answerState = iota
	// asMessage: a message of its own, possibly still empty.
	asMessage
	// asUpdate: the message that carries the pressed component.
	asUpdate
)

// acknowledge defers the answer, if there is none yet.
func (e *exchange) acknowledge() {
	defer watch.Recover(e.d.log, nil)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state != unanswered {
		return
	}
	update, private := e.in.onMessage, false
	if e.coming != nil {
		update, private = update && e.coming.Update, e.coming.Private
	}
	if err := e.postpone(update, private); isUnsent(err) {
		e.log().Warn("the acknowledgement was not sent", "err", err)
	}
}

// postpone sends an acknowledgement as the first answer. The lock is held.
func (e *exchange) postpone(update, private bool) error {
	deferred := wireAnswer{Type: answerDeferMessage, Data: map[string]int{}}
	switch {
	case update:
		deferred = wireAnswer{Type: answerDeferUpdate}
	case private:
		deferred.Data = map[string]int{"flags": flagPrivate}
	}
	_, err := e.sendFirst(deferred)
	if isAcknowledged(err) {
		err = nil
	}
	if errors.Is(err, errElsewhere) {
		return err
	}
	if e.ackUnknown = isAckUnknown(err); err == nil || e.ackUnknown {
		e.setState(update, private)
	}
	return err
}

// original is Discord's name for the message of the first answer.
const original = "@original"

// setState records what the answer consists of from now on.
func (e *exchange) setState(update, private bool) {
	e.state, e.message, e.private, e.answered = asMessage, original, private, time.Now()
	if update {
		e.state = asUpdate
	}
}

// send sends the reply, replacing the current answer if there is one.
func (e *exchange) send(r chat.Reply) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sendLocked(r)
}

func (e *exchange) sendLocked(r chat.Reply) error {
	r.Update = r.Update && e.in.onMessage
	if r.Form != nil {
		if e.state == unanswered {
			return e.sendForm(*r.Form)
		}
		r = e.refusal(textTooLate)
	}
	switch {
	case e.state == unanswered:
		_, err := e.respond(r)
		return err
	case e.state == asUpdate && !r.Update, e.board != "" && r.Refused: // what is shown stays
		return e.replace(r)
	case e.state == asMessage && r.Private != e.private:
		if err := e.takeAway(); err != nil {
			return err
		}
		if e.state == unanswered {
			return e.sendLocked(r)
		}
		return e.replace(r)
	}
	_, err := e.fill(r)
	return err
}

// takeAway deletes the answer's message, since its visibility cannot change. If that does not exist
// because the acknowledgement was lost, there is no answer yet.
func (e *exchange) takeAway() error {
	_, err := e.call(restCall{name: "delete answer", method: http.MethodDelete, path: e.path(), idempotent: true})
	if e.ackUnknown && isUnknown(err) {
		e.state, e.ackUnknown = unanswered, false
		return nil
	}
	return err
}

// fill edits the answer's message. If that does not exist because the acknowledgement was lost, it
// sends the reply as the first answer. It returns the message's ID.
func (e *exchange) fill(r chat.Reply) (id string, err error) {
	id, err = e.edit(r)
	if e.ackUnknown && isUnknown(err) {
		e.state, e.ackUnknown = unanswered, false
		return e.respond(r)
	}
	return id, err
}

func (e *exchange) follow(r chat.Reply) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.followUp(r)
	return err
}

// replace sends a new message, which becomes the answer's.
func (e *exchange) replace(r chat.Reply) error {
	id, err := e.followUp(r)
	if err == nil {
		e.state, e.message, e.private = asMessage, id, r.Private
	}
	return err
}

// respond sends the first answer. It returns the ID of the message that carries a board.
func (e *exchange) respond(r chat.Reply) (id string, err error) {
	kind := answerMessage
	if r.Update {
		kind = answerUpdate
	}
	m := e.wire(r)
	if r.Update {
		m = m.update()
	}
	if e.timer != nil {
		e.timer.Stop() // no acknowledgement is needed any more
	}
	id, err = e.sendFirst(wireAnswer{Type: kind, Data: m, files: m.files, asks: r.Board != nil && !r.Update})
	if err != nil && !isAcknowledged(err) && !isAckUnknown(err) {
		return "", err
	}
	e.setState(r.Update, r.Private)
	if err == nil {
		return id, nil
	}
	// An earlier attempt got through or may have, perhaps the acknowledgement: then there is a
	// message to edit.
	id, edited := e.edit(r)
	if isUnknown(edited) {
		e.state = unanswered
		return "", err
	}
	return id, edited
}

func (e *exchange) sendForm(f chat.Form) error {
	var c cuts
	form := c.form(f)
	e.logCuts(c)
	_, err := e.sendFirst(wireAnswer{Type: answerForm, Data: form})
	if err == nil {
		e.setState(true, false)
	}
	return err
}

// edit replaces the answer's message, and returns its ID. Discord notifies nobody of an edit.
func (e *exchange) edit(r chat.Reply) (id string, err error) { return e.editAt(e.path(), r) }

func (e *exchange) editAt(path string, r chat.Reply) (id string, err error) {
	m := e.wire(r).update()
	answer, err := e.call(restCall{
		name: "edit answer", method: http.MethodPatch, path: path, body: m, files: m.files, idempotent: true,
	})
	return messageID(answer), err
}

// maxFollowed is the number of further messages that Discord allows for an interaction of a
// user-installed app.
const maxFollowed = 5

func (e *exchange) followUp(r chat.Reply) (id string, err error) {
	if e.in.guest && e.followed == maxFollowed {
		return "", errors.New("follow up: Discord allows no more messages to this interaction")
	}
	e.followed++
	m := e.wire(r)
	answer, err := e.call(restCall{
		name: "follow up", method: http.MethodPost, path: e.webhook() + "?wait=true", body: m, files: m.files,
	})
	if err != nil {
		return "", err
	}
	if id = messageID(answer); id == "" {
		return "", errors.New("follow up: the answer has no ID")
	}
	return id, nil
}

// messageID returns the ID in a response, or "".
func messageID(answer []byte) string {
	var sent struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(answer, &sent) != nil || !isID(sent.ID) {
		return ""
	}
	return sent.ID
}

// errElsewhere is returned for a message that is not sent because another program has answered:
// another copy of the bot, or one that should not be running.
var errElsewhere = errors.New("answer: somebody else has given it")

// isUnsent reports whether a message was lost, rather than left to another program.
func isUnsent(err error) bool { return err != nil && !errors.Is(err, errElsewhere) }

// sendFirst sends the first answer, unless it is too late or another program has answered. It returns
// the ID of its message if the answer asks for it and Discord reports it. The lock is held.
func (e *exchange) sendFirst(a wireAnswer) (id string, err error) {
	if e.answeredByPeer {
		return "", errElsewhere
	}
	defer func() { e.countAnswer(err) }()
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(e.d.firstBy))
	defer cancel()
	if ctx.Err() != nil {
		return "", fmt.Errorf("answer: %w", errUnsent)
	}
	id, err = e.callback(ctx, a)
	if !e.ackUnknown && isForeign(err) {
		e.answeredByPeer = true
		if turn := e.d.config.Turn; turn == nil || turn.Sure() {
			e.d.foreignAnswers.Add("interactions")
		}
		return "", errElsewhere
	}
	return id, err
}

type wireAnswer struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`

	files []chat.Attachment
	asks  bool // request the message's ID
}

// callback makes Discord's interaction callback: in the response to the HTTP request that brought the
// interaction, or by a REST call.
func (e *exchange) callback(ctx context.Context, a wireAnswer) (message string, err error) {
	if e.response != nil {
		return "", e.response.send(a)
	}
	path := "interactions/" + e.in.ID + "/" + e.in.token + "/callback"
	if a.asks {
		path += "?with_response=true"
	}
	answer, err := e.d.rest.do(ctx, restCall{
		name: "answer", method: http.MethodPost, path: path, body: a, files: a.files,
		idempotent: true, // Discord refuses a second one with codeAcknowledged
	})
	var told struct {
		Interaction struct {
			Message string `json:"response_message_id"`
		} `json:"interaction"`
	}
	if err != nil || !a.asks || json.Unmarshal(answer, &told) != nil || !isID(told.Interaction.Message) {
		return "", err
	}
	return told.Interaction.Message, nil
}

// countAnswer records the first successful answer in the metrics. It is called with the result of
// each attempt.
func (e *exchange) countAnswer(err error) {
	if e.counted || err != nil && !isAcknowledged(err) {
		return
	}
	e.counted = true
	if after := time.Since(e.received).Seconds(); e.in.Kind == chat.Suggest {
		e.d.config.Watch.Suggests.Observe(after)
	} else {
		e.d.config.Watch.First.Observe(after)
	}
}

// call makes a call to the interaction's webhook, and retries while Discord may not know the
// webhook yet. The lock is held.
func (e *exchange) call(c restCall) ([]byte, error) {
	if e.answeredByPeer {
		return nil, errElsewhere
	}
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(answerBy))
	defer cancel()
	ctx, cancelSend := context.WithTimeout(ctx, sendBy)
	defer cancelSend()
	for wait := settleAgain; ; wait *= 2 {
		answer, err := e.d.rest.do(ctx, c)
		early := e.response != nil && hasCode(err, codeUnknownWebhook, codeUnknownMessage) && time.Since(e.answered) < settleBy
		if !early || pause(ctx, wait) != nil {
			return answer, err
		}
	}
}

// webhook is the path for the interaction's messages, and path that of the answer's message.
func (e *exchange) webhook() string { return "webhooks/" + e.in.app + "/" + e.in.token }
func (e *exchange) path() string    { return e.webhook() + "/messages/" + e.message }

// wire encodes a reply, cut to Discord's limits.
func (e *exchange) wire(r chat.Reply) wireMessage {
	var c cuts
	m := c.message(c.fit(r, e.in.fileLimit, e.d.tooLarge(e.in.Locale)))
	e.logCuts(c)
	return m
}

func (e *exchange) logCuts(c cuts) {
	if len(c) > 0 {
		e.log().Error("the reply went beyond Discord's limits", "cut", []string(c))
	}
}

// settleBy is how long after a response Discord has been seen to refuse calls to the webhook
// (discord/discord-api-docs#7220).
const settleBy = 10 * time.Second

// settleAgain is the delay before the first retry of a call to a webhook that Discord does not know
// yet; it doubles.
const settleAgain = 250 * time.Millisecond

// isAckUnknown reports whether Discord may have carried out a failed call: there was no response,
// or it was a 5xx.
func isAckUnknown(err error) bool {
	if refused, ok := errors.AsType[*restError](err); ok {
		return refused.Status >= http.StatusInternalServerError
	}
	return err != nil && !errors.Is(err, errUnsent) && !errors.Is(err, errNoRequest)
}

// isUnknown reports whether the response was 404.
func isUnknown(err error) bool { return hasStatus(err, http.StatusNotFound) }

func isAcknowledged(err error) bool { return hasCode(err, codeAcknowledged) }

// isForeign reports whether another call has acknowledged the interaction.
func isForeign(err error) bool {
	refused, ok := errors.AsType[*restError](err)
	return ok && refused.Code == codeAcknowledged && !refused.Repeated
}
