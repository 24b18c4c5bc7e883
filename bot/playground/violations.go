package playground

import (
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Violation is something that the bot did and Discord would have refused, or a
// command that it left without an answer.
type Violation struct {
	At time.Time `json:"at"`
	// Method and Path are of the request; "GATEWAY" and "" of the gateway, and
	// "INTERACTION" with its ID of one without answer.
	Method string `json:"method"`
	Path   string `json:"path"`
	// Status is the HTTP status, or the close code of the gateway; 0 if neither.
	Status int `json:"status"`
	// Code is Discord's error code, 0 if it has none.
	Code int `json:"code"`
	// Message is the refusal with its fields.
	Message string `json:"message"`
}

func (v Violation) String() string {
	return fmt.Sprintf("%s %s: %d, code %d: %s", v.Method, v.Path, v.Status, v.Code, v.Message)
}

// maxViolations bounds what is remembered; a bot that has broken so many rules
// learns nothing from more.
const maxViolations = 1000

// violations remembers violations. It is safe for concurrent use.
type violations struct {
	now func() time.Time
	log *slog.Logger

	mu   sync.Mutex
	list []Violation
}

// newViolations returns an empty log, which tells another one too.
func newViolations(now func() time.Time, log *slog.Logger) *violations {
	return &violations{now: now, log: log}
}

// add notes a violation, and when it was.
func (l *violations) add(v Violation) {
	v.At = l.now()
	l.mu.Lock()
	if len(l.list) < maxViolations {
		l.list = append(l.list, v)
	}
	l.mu.Unlock()
	l.log.Warn("the bot was refused", "method", v.Method, "path", v.Path, "status", v.Status, "code", v.Code, "why", v.Message)
}

// all are the violations so far, a copy, at most the first 1,000.
func (l *violations) all() []Violation {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Violation{}, l.list...)
}
