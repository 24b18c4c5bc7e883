package watch

import (
	"log/slog"
	"sync"
	"time"
)

// RefusalsEvery is how often refusals are logged: a flood of requests must not become one
// of lines.
const RefusalsEvery = time.Minute

// Refusals counts what is refused, by reason, and logs the counts once a minute while there
// are any. It is safe for concurrent use. Make one with [NewRefusals].
type Refusals struct {
	log     *slog.Logger
	message string

	mu    sync.Mutex
	count map[string]int // by reason, since they were last logged
	timer *time.Timer    // nil: there are none
}

// NewRefusals returns refusals that are logged with a message.
func NewRefusals(log *slog.Logger, message string) *Refusals {
	return &Refusals{log: log, message: message}
}

// Add counts one, and sees to it that it is logged. The reason is one of a few words that
// the program knows.
func (r *Refusals) Add(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		r.count, r.timer = map[string]int{}, time.AfterFunc(RefusalsEvery, r.Report)
	}
	r.count[reason]++
}

// Report logs at once what was counted, if anything was, as before the end of the program.
func (r *Refusals) Report() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		return
	}
	r.timer.Stop()
	r.timer = nil
	r.log.Warn(r.message, "count", r.count)
}
