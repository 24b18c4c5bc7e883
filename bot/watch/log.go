package watch

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// RefusalsEvery is the interval of logging refusals, so that a flood of requests does not flood the
// log.
const RefusalsEvery = time.Minute

// Refusals counts refusals by reason, and logs the counts once a minute if there are any. It is
// safe for concurrent use. Use [NewRefusals] to create one.
type Refusals struct {
	log     *slog.Logger
	message string

	mu    sync.Mutex
	count map[string]int // by reason, since last logged
	timer *time.Timer    // nil: none are counted
}

// NewRefusals returns a counter that logs with a message.
func NewRefusals(log *slog.Logger, message string) *Refusals {
	return &Refusals{log: log, message: message}
}

// Add counts a refusal. The reason must be one of a few known words.
func (r *Refusals) Add(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		r.count, r.timer = map[string]int{}, time.AfterFunc(RefusalsEvery, r.Report)
	}
	r.count[reason]++
}

// Report logs the counts at once, if there are any. It is called at shutdown.
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

// ErrPanicked is returned for a panic that has been logged.
var ErrPanicked = errors.New("bot: something went wrong; the log has more")

// LogPanic logs a panic from the value that recover returned. Of the value it logs only the type,
// as the text may contain what people wrote.
func LogPanic(log *slog.Logger, v any) {
	log.Error("panic", "type", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
}

// Recover is deferred to log a panic, so that the process goes on. It sets *err to ErrPanicked,
// unless err is nil.
func Recover(log *slog.Logger, err *error) {
	if v := recover(); v != nil {
		LogPanic(log, v)
		if err != nil {
			*err = ErrPanicked
		}
	}
}
