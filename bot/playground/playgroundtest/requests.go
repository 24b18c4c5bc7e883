package playgroundtest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

func (p *Proxy) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !p.delay(r) {
			panic(http.ErrAbortHandler) // nobody waits for the response
		}
		f, struck := p.active.strike(func(f Fault) bool {
			return (f.Kind == Status || f.Kind == Cut || f.Kind == TooMany) && f.meets(r)
		})
		switch {
		case !struck:
			next.ServeHTTP(w, r)
			return
		case f.After:
			next.ServeHTTP(httptest.NewRecorder(), r) // the answer is lost
		case f.Kind == Cut:
			// Reading half of the upload looks like a connection that breaks.
			_, _ = io.CopyN(io.Discard, r.Body, max(r.ContentLength/2, 1))
		}
		switch f.Kind {
		case Cut:
			panic(http.ErrAbortHandler) // net/http cuts the connection
		case TooMany:
			rules.WriteJSON(w, http.StatusTooManyRequests, rules.TooMany(w.Header(), f.Delay, f.Global).Body())
		default:
			message := strconv.Itoa(f.Status) + ": " + http.StatusText(f.Status)
			rules.WriteJSON(w, f.Status, map[string]any{"code": f.Code, "message": message})
		}
	})
}

// delay delays a request, by the proxy's clock, and reports whether the client still waits.
func (p *Proxy) delay(r *http.Request) bool {
	f, struck := p.active.strike(func(f Fault) bool { return f.Kind == Latency && f.meets(r) })
	if !struck {
		return true
	}
	body, err := io.ReadAll(r.Body) // completes the request, and detects a client that hangs up
	if err != nil {
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	over := make(chan struct{})
	stop := p.clock.AfterFunc(f.Delay, func() { close(over) })
	defer stop()
	select {
	case <-over:
		return true
	case <-r.Context().Done():
	case <-p.ctx.Done():
	}
	return false
}

// active holds the pending faults, oldest first. It is safe for concurrent use.
type active struct {
	mu   sync.Mutex
	list []Fault
	last int // the last ID given
}

func (a *active) add(f Fault) (id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	f.ID = strconv.Itoa(a.last)
	a.list = append(a.list, f)
	return f.ID
}

func (a *active) all() []Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.list)
}

// first returns the oldest pending fault of a kind, nil for none.
func (a *active) first(kind Kind) *Fault {
	for _, f := range a.all() {
		if f.Kind == kind {
			return &f
		}
	}
	return nil
}

// end removes a fault, and reports whether it was pending.
func (a *active) end(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := len(a.list)
	a.list = slices.DeleteFunc(a.list, func(f Fault) bool { return f.ID == id })
	return len(a.list) < before
}

// strike returns the first fault that matches, and decrements its count.
func (a *active) strike(of func(Fault) bool) (f Fault, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.list, of)
	if i < 0 {
		return Fault{}, false
	}
	f = a.list[i]
	switch {
	case f.Count == 1:
		a.list = slices.Delete(a.list, i, i+1)
	case f.Count > 1:
		a.list[i].Count--
	}
	return f, true
}

func (a *active) strikeKind(kind Kind) (f Fault, ok bool) {
	return a.strike(func(f Fault) bool { return f.Kind == kind })
}
