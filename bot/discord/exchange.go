package discord

import (
	"context"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/panics"
	"github.com/sixfold-bot/sixfold/engine"
)

// start has the interaction handled in the order of its channel.
func (e *exchange) start() {
	if e.in.Kind == chat.Suggest {
		go e.suggest()
		return
	}
	e.acknowledgeLater()
	e.d.queues.add(e.in.Channel, e.handle)
}

// acknowledgeLater has the interaction acknowledged when it is time.
func (e *exchange) acknowledgeLater() {
	e.timer = time.AfterFunc(deferAfter-time.Since(e.received), e.acknowledge)
}

// handle does the quick part, and leaves the rest to a goroutine of its own.
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
		defer e.d.guard()
		defer e.d.end()
		defer e.conclude()
		defer cancel()
		defer e.timer.Stop()
		e.finish(ctx, reply)
	}()
}

// noted logs a refusal, without its words.
func (e *exchange) noted(r chat.Reply) chat.Reply {
	if r.Refused {
		e.log().Debug("a request was refused")
	}
	return r
}

// finish works out the reply and sends it.
func (e *exchange) finish(ctx context.Context, reply chat.Reply) {
	if later := reply.Later; later != nil {
		e.expect(reply)
		show, stop := e.progress(reply.Private, reply.Update)
		reply = e.guarded(func() chat.Reply { return e.noted(later(ctx, show)) })
		stop()
	}
	if err := e.deliver(reply); err != nil {
		if isUnsent(err) {
			e.log().Warn("the answer was not sent", "err", err)
			e.d.config.Watch.Unsent()
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
			e.d.config.Watch.Unsent()
			return
		}
	}
}

// suggest answers autocomplete, which nothing waits for and nothing can defer.
func (e *exchange) suggest() {
	defer e.d.guard()
	defer e.d.end()
	defer e.conclude()
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

// guarded turns a panic into a refusal, and logs where it was.
func (e *exchange) guarded(work func() chat.Reply) (reply chat.Reply) {
	defer func() {
		if v := recover(); v != nil {
			panics.Log(e.log(), v)
			reply = e.refusal(textPanicked)
		}
	}()
	return work()
}

func (e *exchange) refusal(t engine.Text) chat.Reply {
	return chat.Reply{Text: e.d.bot.Translate(e.in.Locale, t), Private: true, Refused: true}
}

// excuse refuses an interaction that is not handled, in the background. It returns
// whether there is a way to.
func (e *exchange) excuse(t engine.Text) bool {
	if !e.answerable() {
		return false
	}
	go func() {
		defer e.d.guard()
		defer e.conclude()
		if err := e.send(e.refusal(t)); isUnsent(err) {
			e.log().Warn("the refusal was not sent", "err", err)
		}
	}()
	return true
}

// answerable reports whether there is a way to say something.
func (e *exchange) answerable() bool {
	return e.in.Kind != chat.Suggest && e.in.ID != "" && e.in.token != ""
}

// followLeader has an interaction handled, in the order of its channel, that has come to another copy
// of the bot as well, if it is known that this one has to. It is acknowledged first: if the other
// copy has done so, what that one says must be true, also that nothing was changed. Discord does not
// wait until the turn comes in the channel, so that neither does the acknowledgement.
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
		defer e.d.guard()
		defer close(claimed)
		claimed <- e.isLeader() && e.acknowledgeFirst()
	}()
	e.d.queues.add(e.in.Channel, func() {
		if <-claimed {
			e.handle()
		}
	})
}

// isLeader waits until it is known which copy of the bot answers, and reports whether it is this one.
// Else the exchange ends, and where it does not become known people are told so.
func (e *exchange) isLeader() bool {
	ctx, cancel := context.WithDeadline(e.d.sending, e.received.Add(leaderTimeout))
	defer cancel()
	ours, err := e.d.config.Turn.Await(ctx, e.received)
	switch {
	case err != nil:
		go func() {
			defer e.d.end()
			e.answerUnknown(textAnswerUnknown)
		}()
	case !ours:
		e.d.end()
	}
	return ours
}

// acknowledgeFirst acknowledges the interaction, and reports whether this copy of the bot answers it. Else the
// exchange ends.
func (e *exchange) acknowledgeFirst() bool {
	e.acknowledge()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.answeredByPeer {
		e.d.end()
		return false
	}
	e.acknowledgeLater() // if that has failed
	return true
}

// answerUnknown refuses an interaction that has come to another copy of the bot as well, if that one
// has not acknowledged it in its time. What that one says stays.
func (e *exchange) answerUnknown(t engine.Text) {
	defer e.d.guard()
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

// progress returns a function that shows replies in place of the answer, the latest
// one at most once a second, and one that ends it. Nothing is shown after the end.
func (e *exchange) progress(private, update bool) (show func(chat.Reply), stop func()) {
	latest := make(chan chat.Reply, 1)
	ended, idle := make(chan struct{}), make(chan struct{})
	go func() {
		defer e.d.guard()
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
		case <-latest: // not shown yet: the newer one replaces it
		default:
		}
		latest <- r
	}
	return show, func() { close(ended); <-idle }
}
