package playground

import (
	"io"
	"net/http"
	"strconv"
)

// troubled lets the faults of requests strike.
func (s *Server) troubled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.delay(r)
		f, struck := s.troubles.strike(func(f *Fault) bool {
			return (f.Kind == FaultStatus || f.Kind == FaultCut || f.Kind == FaultTooMany) && f.meets(r)
		})
		switch {
		case !struck:
			next.ServeHTTP(w, r)
			return
		case f.After:
			next.ServeHTTP(lostAnswer{}, r)
		case f.Kind == FaultCut:
			// The half of the upload is what a connection that breaks lets through.
			_, _ = io.CopyN(io.Discard, r.Body, max(r.ContentLength/2, 1))
		}
		switch f.Kind {
		case FaultCut:
			panic(http.ErrAbortHandler) // net/http cuts the connection
		case FaultTooMany:
			refused := tooMany(w.Header(), f.Delay, f.Global)
			writeJSON(w, refused.Status, refused.body())
		default:
			writeJSON(w, f.Status, object{"code": 0, "message": strconv.Itoa(f.Status) + ": " + http.StatusText(f.Status)})
		}
	})
}

// delay holds a request up, by the server's clock.
func (s *Server) delay(r *http.Request) {
	f, struck := s.troubles.strike(func(f *Fault) bool { return f.Kind == FaultLatency && f.meets(r) })
	if !struck {
		return
	}
	over := make(chan struct{})
	stop := s.clock.AfterFunc(f.Delay, func() { close(over) })
	defer stop()
	select {
	case <-over:
	case <-r.Context().Done():
	case <-s.closing:
	}
}

// lostAnswer takes an answer that nobody gets.
type lostAnswer struct{}

func (lostAnswer) Header() http.Header { return http.Header{} }

func (lostAnswer) WriteHeader(int) {}

func (lostAnswer) Write(b []byte) (int, error) { return len(b), nil }
