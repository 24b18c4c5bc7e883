package playgroundtest

import (
	"cmp"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"
)

// Fault is something that goes wrong on purpose.
type Fault struct {
	// ID is given by [Proxy.Inject].
	ID   string
	Kind Kind
	// Route is which requests are struck: a method, or *, and a path as [path.Match]
	// has it, without /api/v10, as in "POST /channels/*/messages" or, for a connection to the
	// gateway, "GET /gateway/". Empty: all.
	Route string
	// Count is how often the fault strikes, once if 0, until it is ended if negative.
	// In [Proxy.Active] it is how often it still will.
	Count int
	// Delay is a time, for the kinds that need one.
	Delay time.Duration
	// Status is an HTTP status from 400 to 599.
	Status int
	// Code is a close code of the gateway, from 4000 to 4999, or Discord's of an answer with a
	// Status.
	Code int
	// Text is what the gateway says, a frame or not.
	Text string
	// After: the server handles the request, and only its answer is lost.
	After bool
	// Global: the rate limit is the global one.
	Global bool
	// Resumable: the session may be resumed.
	Resumable bool
}

// Kind is what goes wrong.
type Kind string

// Faults of requests strike the next Count requests of a Route.
const (
	Latency Kind = "latency" // passed on only after Delay, by the proxy's clock
	Status  Kind = "status"  // answered with Status
	Cut     Kind = "cut"     // the connection breaks amid the upload; with After, before the answer
	TooMany Kind = "limit"   // answered 429, retry_after being Delay; with Global, for all routes
)

// Faults of the gateway. The first six happen at once, to all connections that have
// logged in.
const (
	Drop      Kind = "drop"      // the socket is cut
	Reconnect Kind = "reconnect" // op 7; the socket is cut 5 seconds later
	Invalid   Kind = "invalid"   // op 9, Resumable or not
	Close     Kind = "close"     // closed with Code
	Say       Kind = "say"       // Text comes between two frames
	Still     Kind = "still"     // the socket stays, and nothing passes any more
	Hello     Kind = "hello"     // the next Count connections hear Text in the place of HELLO, and nothing more
	Answer    Kind = "answer"    // the next Count logins and resumes are answered with Text, and nothing more
	Login     Kind = "login"     // the next Count logins and resumes are closed with Code
	Deaf      Kind = "deaf"      // the next Count heartbeats are not acknowledged
	Repeat    Kind = "repeat"    // the next RESUME brings the last Count interactions a second time
	Shuffle   Kind = "shuffle"   // the next Count interactions of each connection come in reverse order
)

// maxRecent is how many interactions can be repeated or shuffled.
const maxRecent = 100

// check refuses a fault that makes no sense, and fills in the count.
func (f *Fault) check() error {
	f.Count = cmp.Or(f.Count, 1)
	if _, err := path.Match(f.Route, ""); err != nil {
		return fmt.Errorf("the route %q is not as path.Match wants it", f.Route)
	}
	switch f.Kind {
	case Status:
		if f.Status < 400 || f.Status > 599 {
			return fmt.Errorf("a status is from 400 to 599, and not %d", f.Status)
		}
	case Latency, TooMany:
		if f.Delay <= 0 {
			return fmt.Errorf("%s needs a time", f.Kind)
		}
	case Close, Login:
		if f.Code < 4000 || f.Code > 4999 {
			return fmt.Errorf("a close code is from 4000 to 4999, and not %d", f.Code)
		}
	case Repeat, Shuffle:
		if f.Count < 0 || f.Count > maxRecent {
			return fmt.Errorf("%s is of 1 to %d interactions", f.Kind, maxRecent)
		}
	case Cut, Drop, Reconnect, Invalid, Deaf, Say, Still, Hello, Answer:
	default:
		return fmt.Errorf("there is no fault %q", f.Kind)
	}
	return nil
}

// meets reports whether a request is of the fault's route.
func (f *Fault) meets(r *http.Request) bool {
	method, pattern, ok := strings.Cut(f.Route, " ")
	if !ok {
		return f.Route == "" || matches(f.Route, r.URL.Path)
	}
	return (method == "*" || method == r.Method) && matches(pattern, r.URL.Path)
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil // a wrong pattern was refused
}
