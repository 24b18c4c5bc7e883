package playground

import (
	"fmt"
	"net/http"
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

type audit struct {
	mu   sync.Mutex
	list []Violation
}

func (a *audit) add(v Violation) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.list) < maxViolations {
		a.list = append(a.list, v)
	}
}

// violation notes one and logs it.
func (s *Server) violation(v Violation) {
	v.At = s.clock.Now()
	s.audit.add(v)
	s.log.Warn("the bot was refused", "method", v.Method, "path", v.Path, "status", v.Status, "code", v.Code, "why", v.Message)
}

// Violations returns what was refused so far, a copy, at most the first 1,000.
func (s *Server) Violations() []Violation {
	s.audit.mu.Lock()
	defer s.audit.mu.Unlock()
	return append([]Violation(nil), s.audit.list...)
}

// violationList serves GET /api/violations.
func (s *Server) violationList(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, list(s.Violations()))
}
