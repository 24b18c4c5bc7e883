package playgroundtest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// faulty applies faults of requests.
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
