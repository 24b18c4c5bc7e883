package discord

import (
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
)

// refusedEvery is how often the refused requests are logged: a flood of them must not
// become one of lines.
const refusedEvery = time.Minute

// refusedRequests counts the requests to the endpoint that were refused before they were
// read. It is safe for concurrent use.
type refusedRequests struct {
	log   *slog.Logger
	watch *watch.Watch

	mu    sync.Mutex
	count map[string]int // by reason, since they were last logged
	timer *time.Timer    // nil: there are none
}

// add counts one, and sees to it that it is logged.
func (r *refusedRequests) add(err error) {
	reason := refusalReason(err)
	r.watch.RefusedRequest(reason)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		r.count, r.timer = map[string]int{}, time.AfterFunc(refusedEvery, r.report)
	}
	r.count[reason]++
}

// report logs what was counted, if anything was.
func (r *refusedRequests) report() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		return
	}
	r.timer.Stop()
	r.timer = nil
	r.log.Warn("requests to the endpoint were refused", "count", r.count)
}

// refusalReason is one of a few words, whatever was sent.
func refusalReason(err error) string {
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, errUnsigned):
		return "unsigned"
	case errors.Is(err, errStale):
		return "stale"
	case errors.Is(err, errCrowded):
		return "crowded"
	case large:
		return "large"
	default:
		return "unreadable"
	}
}
