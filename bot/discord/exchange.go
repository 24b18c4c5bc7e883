package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// exchange is one interaction being answered.
type exchange struct {
	d        *Connection
	in       interaction
	received time.Time
	response *httpResponse // nil: answered by a REST call
	timer    *time.Timer

	mu      chanMutex // held while sending
	state   answerState
	message string // the ID of the answer's message, or original
	board   string // the ID of the message in which this exchange has shown a board, "" for none
	private bool   // whether message is private
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

// Discord's time limits, with a margin.
const (
	// deferAfter is the age at which an unanswered interaction is acknowledged. Refusals come
	// earlier, so that they can be private.
	deferAfter = 1500 * time.Millisecond
	// leaderTimeout is the age at which an interaction that another copy may be answering is
	// answered here. A live copy has acknowledged it by then, and has been seen since.
	leaderTimeout = deferAfter + 900*time.Millisecond
	// workBy ends the work on an answer, and answerBy its sending: the interaction's token is valid
	// for 15 minutes.
	workBy   = 14*time.Minute + 30*time.Second
	answerBy = 15 * time.Minute
	// tokenBy is how long a message is edited by the token of its interaction.
	tokenBy = answerBy - time.Minute
	// suggestBy bounds the work on suggestions, which cannot be acknowledged.
	suggestBy = 2 * time.Second
	// fetchBy bounds the download of attachments.
	fetchBy = 5 * time.Second
	// sendBy bounds the sending of one message.
	sendBy = 20 * time.Second
	// showEvery is the minimum time between progress updates.
	showEvery = time.Second
)

// firstBy is the age at which a connection gives up a first answer: Discord's limit is 3 s. Tests of load
// and outage, whose Discord has no such limit, raise it by go:linkname.
var firstBy = 2900 * time.Millisecond

// start queues the interaction in its channel.
func (e *exchange) start() {
	if e.in.Kind == chat.Suggest {
		go e.suggest()
		return
	}
	e.acknowledgeLater()
	e.d.queues.Add(e.in.Channel, e.handle)
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
		return e.d.bot.Handle(ctx, r)
	})
	go func() {
		defer watch.Recover(e.d.log, nil)
		defer e.d.end()
		defer e.countMissed()
		defer cancel()
		defer e.timer.Stop()
		e.sendReply(ctx, reply)
	}()
}

// sendReply completes a reply, sends it, and then sends its further messages.
func (e *exchange) sendReply(ctx context.Context, reply chat.Reply) {
	if later := reply.Later; later != nil {
		known := reply
		e.mu.Lock()
		e.coming = &known
		e.mu.Unlock()
		show, stop := e.progress(reply.Private, reply.Update)
		reply = e.guarded(func() chat.Reply { return later(ctx, show) })
		stop()
	}
	if err := e.deliver(reply); err != nil {
		e.lost("the answer was not sent", err)
		if reply.Board != nil && isUnsent(err) {
			e.callInChannel(reply)
		}
		return
	}
	for _, next := range reply.After {
		if next.Later != nil {
			later := next.Later
			next = e.guarded(func() chat.Reply { return later(ctx, func(chat.Reply) {}) })
		}
		if err := e.follow(next); err != nil {
			e.lost("a message after the answer was not sent", err)
			return
		}
	}
}

// lost logs that a message was not sent, and counts it. A first answer is left to countMissed.
func (e *exchange) lost(what string, err error) {
	if !isUnsent(err) {
		return
	}
	e.log().Warn(what, "err", err)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state != unanswered {
		e.d.config.Watch.Unsent.Inc()
	}
}

// callInChannel posts a reply that calls somebody and was not sent, where the bot may post: nothing else
// would tell them. If it arrived after all, they are called twice.
func (e *exchange) callInChannel(r chat.Reply) {
	if len(r.Mentions) == 0 || r.Private || !e.in.Posts {
		return
	}
	r.Update = false
	if err := e.d.post(e.d.sending, e.in.Channel, r); err != nil {
		e.log().Warn("the call was not posted either", "err", err)
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
	if _, err := e.sendFirst(wireAnswer{Type: answerSuggest, Data: map[string]any{"choices": choices}}); isUnsent(err) {
		e.log().Warn("the suggestions were not sent", "err", err)
	}
}

// guarded logs a panic of work, and returns a refusal in its place. It logs other refusals without
// their text.
func (e *exchange) guarded(work func() chat.Reply) (reply chat.Reply) {
	defer func() {
		if v := recover(); v != nil {
			watch.LogPanic(e.log(), v)
			reply = e.refusal(textPanicked)
		}
	}()
	if reply = work(); reply.Refused {
		e.log().Debug("a request was refused")
	}
	return reply
}

func (e *exchange) refusal(t engine.Text) chat.Reply {
	return chat.Reply{Text: e.d.bot.Translate(e.in.Locale, t), Private: true, Refused: true}
}

// refuseLater refuses an unhandled interaction in the background. It reports whether that is
// possible.
func (e *exchange) refuseLater(t engine.Text) bool {
	return e.answerable() && e.d.background(func() {
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
			defer watch.Recover(e.d.log, nil)
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
	e.d.queues.Add(e.in.Channel, func() {
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
	_, err := e.sendFirst(wireAnswer{Type: answerMessage, Data: e.wire(e.refusal(t))})
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

// countMissed records an interaction that ends without an answer.
func (e *exchange) countMissed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.counted && !e.answeredByPeer && e.state == unanswered {
		e.d.config.Watch.Missed.Inc()
	}
}

func (e *exchange) log() *slog.Logger {
	return e.d.log.With("interaction", e.in.ID, "channel", e.in.Channel, "command", e.in.Command, "sub", e.in.Sub)
}

// chanMutex is a mutex made of a channel of size 1, so that a goroutine that waits for it counts as
// durably blocked in testing/synctest.
type chanMutex chan struct{}

// Lock locks m.
func (m chanMutex) Lock() { m <- struct{}{} }

// Unlock unlocks m.
func (m chanMutex) Unlock() { <-m }

// Texts of the adapter for people.
var (
	textPanicked      = engine.T("Something went wrong here, and it was not your doing. Your game is safe: please look at it before you try again.")
	textGarbled       = engine.T("That command arrived in a form that I cannot read. Please try again.")
	textClosing       = engine.T("I am about to restart. Please try again in a minute.")
	textAnswerUnknown = engine.T("The machines that keep the games do not answer, and it is not known yet whether another copy of me has done this. Please look again in a few seconds, before you repeat it.")
	textTooLate       = engine.T("That took too long to open. Please try again.")

	whyTooLarge = engine.T("that file is too large: it must have at most 1 MiB")
	whyNoFile   = engine.T("I could not fetch that file; please attach it again")
)
