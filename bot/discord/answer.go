package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
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

// standing is what the answer to an interaction consists of so far.
type standing int

const (
	unanswered standing = iota
	// asMessage: a message of its own, possibly still empty.
	asMessage
	// asUpdate: the message that carries the pressed component.
	asUpdate
)

// exchange is one interaction being answered.
type exchange struct {
	d        *Connection
	in       interaction
	received time.Time
	response *httpResponse // nil: answered by a REST call
	timer    *time.Timer

	mu       chanMutex // held while sending
	standing standing
	message  string // the ID of the answer's message, or original
	board    string // the ID of the message in which this exchange has shown a board, "" for none
	private  bool   // whether message is private
	// ackUnknown: Discord may or may not have received the acknowledgement.
	ackUnknown bool
	// answeredByPeer: another program answers, so this copy of the bot sends nothing more.
	answeredByPeer bool
	followed       int // number of messages after the first
	answered       time.Time
	// coming is the known part of the reply in progress, nil at first.
	coming *chat.Reply
	// counted: the first answer is in the metrics.
	counted bool
}

// acknowledge defers the answer, if there is none yet.
func (e *exchange) acknowledge() {
	defer watch.Recover(e.d.log, nil)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.standing != unanswered {
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
	_, err := e.callback(deferred)
	if isAcknowledged(err) {
		err = nil
	}
	if errors.Is(err, errElsewhere) {
		return err
	}
	if e.ackUnknown = isAckUnknown(err); err == nil || e.ackUnknown {
		e.stand(update, private)
	}
	return err
}

// original is Discord's name for the message of the first answer.
const original = "@original"

// stand records what the answer consists of from now on.
func (e *exchange) stand(update, private bool) {
	e.standing, e.message, e.private, e.answered = asMessage, original, private, time.Now()
	if update {
		e.standing = asUpdate
	}
}

// send sends the reply, replacing the current answer if there is one.
func (e *exchange) send(r chat.Reply) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.put(r)
}

func (e *exchange) put(r chat.Reply) error {
	r.Update = r.Update && e.in.onMessage
	if r.Form != nil {
		if e.standing == unanswered {
			return e.sendForm(*r.Form)
		}
		r = e.refusal(textTooLate)
	}
	switch {
	case e.standing == unanswered:
		_, err := e.respond(r)
		return err
	case e.standing == asUpdate && !r.Update, e.board != "" && r.Refused: // what is shown stays
		return e.replace(r)
	case e.standing == asMessage && r.Private != e.private:
		if err := e.takeAway(); err != nil {
			return err
		}
		return e.replace(r)
	}
	_, err := e.fill(r)
	return err
}

// takeAway deletes the answer's message, since its visibility cannot change.
func (e *exchange) takeAway() error {
	_, err := e.call(restCall{name: "delete answer", method: http.MethodDelete, path: e.path(), idempotent: true})
	return err
}

// fill edits the answer's message. If that does not exist because the acknowledgement was lost, it
// sends the reply as the first answer. It returns the message's ID.
func (e *exchange) fill(r chat.Reply) (id string, err error) {
	id, err = e.edit(r)
	if e.ackUnknown && isUnknown(err) {
		e.standing, e.ackUnknown = unanswered, false
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
		e.standing, e.message, e.private = asMessage, id, r.Private
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
	id, err = e.callback(wireAnswer{Type: kind, Data: m, files: m.files, asks: r.Live != nil && !r.Update})
	if err != nil && !isAcknowledged(err) && !isAckUnknown(err) {
		return "", err
	}
	e.stand(r.Update, r.Private)
	if err == nil {
		return id, nil
	}
	// An earlier attempt got through or may have, perhaps the acknowledgement: then there is a
	// message to edit.
	id, edited := e.edit(r)
	if isUnknown(edited) {
		e.standing = unanswered
		return "", err
	}
	return id, edited
}

func (e *exchange) sendForm(f chat.Form) error {
	var c cuts
	form := c.form(f)
	e.logCuts(c)
	_, err := e.callback(wireAnswer{Type: answerForm, Data: form})
	if err == nil {
		e.stand(true, false)
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

// callback sends the first answer, and returns the ID of its message if the answer asks for it and
// Discord reports it. The lock is held.
func (e *exchange) callback(a wireAnswer) (id string, err error) {
	if e.answeredByPeer {
		return "", errElsewhere
	}
	defer func() { e.countAnswer(err) }()
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(e.d.firstBy))
	defer cancel()
	if ctx.Err() != nil {
		return "", fmt.Errorf("answer: %w", errUnsent)
	}
	id, err = e.sendFirst(ctx, a)
	if !e.ackUnknown && isForeign(err) {
		e.answeredByPeer = true
		if turn := e.d.config.Turn; turn == nil || turn.Sure() {
			e.d.foreignAnswers.Add("interactions")
		}
		return "", errElsewhere
	}
	return id, err
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
		if !e.isTooEarly(err) || pause(ctx, wait) != nil {
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

func (e *exchange) log() *slog.Logger {
	return e.d.log.With("interaction", e.in.ID, "channel", e.in.Channel, "command", e.in.Command, "sub", e.in.Sub)
}

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

// chanMutex is a mutex made of a channel of size 1, so that a goroutine that waits for it counts as
// durably blocked in testing/synctest.
type chanMutex chan struct{}

// Lock locks m.
func (m chanMutex) Lock() { m <- struct{}{} }

// Unlock unlocks m.
func (m chanMutex) Unlock() { <-m }

// start queues the interaction in its channel.
func (e *exchange) start() {
	if e.in.Kind == chat.Suggest {
		go e.suggest()
		return
	}
	e.acknowledgeLater()
	e.d.queues.add(e.in.Channel, e.handle)
}

// acknowledgeLater schedules acknowledge for deferAfter.
func (e *exchange) acknowledgeLater() {
	e.timer = time.AfterFunc(deferAfter-time.Since(e.received), e.acknowledge)
}

// handle runs the quick part of a request, and leaves the rest to a goroutine.
func (e *exchange) handle() {
	ctx, cancel := context.WithDeadline(e.d.working, e.received.Add(workBy))
	reply := e.guarded(func() chat.Reply {
		r := e.in.Request
		if len(e.in.files) > 0 {
			r.Fetch = e.fetch
		}
		return e.noted(e.d.bot.Handle(ctx, r))
	})
	go func() {
		defer watch.Recover(e.d.log, nil)
		defer e.d.end()
		defer e.countMissed()
		defer cancel()
		defer e.timer.Stop()
		e.finish(ctx, reply)
	}()
}

// noted logs a refusal, without its text.
func (e *exchange) noted(r chat.Reply) chat.Reply {
	if r.Refused {
		e.log().Debug("a request was refused")
	}
	return r
}

// finish completes the reply, sends it, and then sends its further messages.
func (e *exchange) finish(ctx context.Context, reply chat.Reply) {
	if later := reply.Later; later != nil {
		known := reply
		e.mu.Lock()
		e.coming = &known
		e.mu.Unlock()
		show, stop := e.progress(reply.Private, reply.Update)
		reply = e.guarded(func() chat.Reply { return e.noted(later(ctx, show)) })
		stop()
	}
	if err := e.deliver(reply); err != nil {
		if isUnsent(err) {
			e.log().Warn("the answer was not sent", "err", err)
			e.d.config.Watch.Unsent.Inc()
		}
		return
	}
	for _, next := range reply.After {
		if next.Later != nil {
			later := next.Later
			next = e.guarded(func() chat.Reply { return later(ctx, func(chat.Reply) {}) })
		}
		if err := e.follow(next); err != nil {
			e.log().Warn("a message after the answer was not sent", "err", err)
			e.d.config.Watch.Unsent.Inc()
			return
		}
	}
}

// suggest answers autocomplete, which skips the queues and cannot be deferred.
func (e *exchange) suggest() {
	defer watch.Recover(e.d.log, nil)
	defer e.d.end()
	defer e.countMissed()
	ctx, cancel := context.WithDeadline(e.d.working, e.received.Add(suggestBy))
	defer cancel()
	reply := e.guarded(func() chat.Reply { return e.d.bot.Handle(ctx, e.in.Request) })
	var c cuts
	choices := c.choices(reply.Suggestions, e.in.focus)
	e.logCuts(c)
	if _, err := e.callback(wireAnswer{Type: answerSuggest, Data: choices}); isUnsent(err) {
		e.log().Warn("the suggestions were not sent", "err", err)
	}
}

// guarded logs a panic of work, and returns a refusal in its place.
func (e *exchange) guarded(work func() chat.Reply) (reply chat.Reply) {
	defer func() {
		if v := recover(); v != nil {
			watch.LogPanic(e.log(), v)
			reply = e.refusal(textPanicked)
		}
	}()
	return work()
}

func (e *exchange) refusal(t engine.Text) chat.Reply {
	return chat.Reply{Text: e.d.bot.Translate(e.in.Locale, t), Private: true, Refused: true}
}

// refuseLater refuses an unhandled interaction in the background. It reports whether that is
// possible.
func (e *exchange) refuseLater(t engine.Text) bool {
	return e.answerable() && e.d.later(func() {
		defer e.countMissed()
		if err := e.send(e.refusal(t)); isUnsent(err) {
			e.log().Warn("the refusal was not sent", "err", err)
		}
	})
}

// answerable reports whether the interaction can be answered with a message.
func (e *exchange) answerable() bool {
	return e.in.Kind != chat.Suggest && e.in.ID != "" && e.in.token != ""
}

// followLeader handles an interaction that other copies of the bot have received too, if this copy
// is the leader, in the order of its channel. It acknowledges first: if another copy already has,
// that copy's answer must stay true, even that nothing was changed. The acknowledgement does not
// wait for the channel's queue, because Discord does not.
func (e *exchange) followLeader() {
	if e.in.Kind == chat.Suggest {
		go func() {
			if e.isLeader() {
				e.suggest()
			}
		}()
		return
	}
	claimed := make(chan bool, 1)
	go func() {
		defer watch.Recover(e.d.log, nil)
		defer close(claimed)
		claimed <- e.isLeader() && e.acknowledgeFirst()
	}()
	e.d.queues.add(e.in.Channel, func() {
		if <-claimed {
			e.handle()
		}
	})
}

// isLeader waits until it is known which copy of the bot answers, and reports whether it is this
// one. If not, it ends the exchange; if that stays unknown, the person is told.
func (e *exchange) isLeader() bool {
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(leaderTimeout))
	defer cancel()
	ours, err := e.d.config.Turn.Await(ctx, e.received)
	switch {
	case err != nil:
		go func() {
			defer watch.Recover(e.d.log, nil)
			defer e.d.end()
			e.answerUnknown(textAnswerUnknown)
		}()
	case !ours:
		e.d.end()
	}
	return ours
}

// acknowledgeFirst acknowledges the interaction, and reports whether this copy of the bot answers
// it. If not, it ends the exchange.
func (e *exchange) acknowledgeFirst() bool {
	e.acknowledge()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.answeredByPeer {
		e.d.end()
		return false
	}
	e.acknowledgeLater() // in case that failed
	return true
}

// answerUnknown waits for leaderTimeout and refuses an interaction that another copy of the bot has
// received too, unless that copy has answered.
func (e *exchange) answerUnknown(t engine.Text) {
	if !e.answerable() || pause(e.d.sending, leaderTimeout-time.Since(e.received)) != nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.callback(wireAnswer{Type: answerMessage, Data: e.wire(e.refusal(t))})
	if isUnsent(err) && !isAcknowledged(err) {
		e.log().Warn("the refusal was not sent", "err", err)
	}
}

// progress returns a function that shows the latest reply in place of the answer, at most once per
// showEvery, and one that stops it. Nothing is shown after stop returns.
func (e *exchange) progress(private, update bool) (show func(chat.Reply), stop func()) {
	latest := make(chan chat.Reply, 1)
	ended, idle := make(chan struct{}), make(chan struct{})
	go func() {
		defer watch.Recover(e.d.log, nil)
		defer close(idle)
		for {
			select {
			case <-ended:
				return
			case r := <-latest:
				r.Private, r.Update = private, update
				if err := e.deliver(r); isUnsent(err) {
					e.log().Warn("progress was not shown", "err", err)
				}
			}
			select {
			case <-ended:
				return
			case <-time.After(showEvery):
			}
		}
	}()
	var mu sync.Mutex
	show = func(r chat.Reply) {
		mu.Lock()
		defer mu.Unlock()
		select {
		case <-latest: // not shown yet: replaced by the newer one
		default:
		}
		latest <- r
	}
	return show, func() { close(ended); <-idle }
}
