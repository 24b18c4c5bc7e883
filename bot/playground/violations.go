package playground

import (
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Violation is something that Discord would have refused, or an interaction left without an answer.
type Violation struct {
	At time.Time `json:"at"`
	// Method and Path are the request's; "GATEWAY" and "" for the gateway, and "INTERACTION" and
	// its ID for one without an answer.
	Method string `json:"method"`
	Path   string `json:"path"`
	// Status is the HTTP status or the gateway's close code; 0 if neither.
	Status int `json:"status"`
	// Code is Discord's error code; 0 if none.
	Code int `json:"code"`
	// Message is the refusal with the fields at fault.
	Message string `json:"message"`
}

func (v Violation) String() string {
	return fmt.Sprintf("%s %s: %d, code %d: %s", v.Method, v.Path, v.Status, v.Code, v.Message)
}

// maxViolations bounds the memory for violations.
const maxViolations = 1000

// violations is a log of violations, which also writes to a logger. It is safe for concurrent use.
type violations struct {
	now func() time.Time
	log *slog.Logger

	mu   sync.Mutex
	list []Violation
}

func (l *violations) add(v Violation) {
	v.At = l.now()
	l.mu.Lock()
	if len(l.list) < maxViolations {
		l.list = append(l.list, v)
	}
	l.mu.Unlock()
	l.log.Warn("the bot was refused", "method", v.Method, "path", v.Path, "status", v.Status, "code", v.Code, "why", v.Message)
}

// all returns a copy of the violations, at most the first maxViolations.
func (l *violations) all() []Violation {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Violation{}, l.list...)
}
