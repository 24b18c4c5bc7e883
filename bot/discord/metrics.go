package discord

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// tally tells the watch of a first answer that got through, if it is that. It is called
// with the outcome of each attempt.
func (e *exchange) tally(err error) {
	if e.counted || err != nil && !isAcknowledged(err) {
		return
	}
	e.counted = true
	if after := time.Since(e.received); e.in.Kind == chat.Suggest {
		e.d.config.Watch.Suggested(after)
	} else {
		e.d.config.Watch.Answered(after)
	}
}

// conclude tells the watch of an interaction that ends without a first answer.
func (e *exchange) conclude() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.counted && e.standing == unanswered {
		e.d.config.Watch.Missed()
	}
}
