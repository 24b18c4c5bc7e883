package playgroundtest

import (
	"net/http"
	"path"
	"strings"
	"time"
)

// Fault is an injected fault.
type Fault struct {
	// ID is set by [Proxy.Inject].
	ID   string
	Kind Kind
	// Route selects the requests: a method or *, and a [path.Match] pattern without /api/v10, as in
	// "POST /channels/*/messages" or, for connections to the gateway, "GET /gateway/". Empty: all.
	Route string
	// Count is how often the fault strikes: 0 means once, a negative count until it is ended. In
	// [Proxy.Active] it is the remaining count.
	Count int
	// Delay is a duration, for the kinds that need one.
	Delay time.Duration
	// Status is an HTTP status from 400 to 599.
	Status int
	// Code is a close code of the gateway, from 4000 to 4999, or Discord's error code for Status.
	Code int
	// Text is sent by the gateway. It need not be a frame.
	Text string
	// After: the server handles the request, and its response is lost.
	After bool
	// Global: the rate limit is the global one.
	Global bool
	// Resumable: the session may be resumed.
	Resumable bool
}

// Kind is a kind of fault.
type Kind string

// Faults of requests strike the next Count requests to a Route.
const (
	Latency Kind = "latency" // forwarded only after Delay, by the proxy's clock
	Status  Kind = "status"  // answered with Status
	Cut     Kind = "cut"     // the connection breaks during the upload or, with After, before the response
	TooMany Kind = "limit"   // answered 429 with Delay as retry_after; with Global, for all routes
)

// Faults of the gateway. The first six strike at once, on all connections with a session.
const (
	Drop      Kind = "drop"      // the socket is cut
	Reconnect Kind = "reconnect" // op 7; the socket is cut 5 seconds later
	Invalid   Kind = "invalid"   // op 9, Resumable or not
	Close     Kind = "close"     // closed with Code
	Say       Kind = "say"       // Text is sent between two frames
	Still     Kind = "still"     // the socket stays open, but nothing is forwarded
	Hello     Kind = "hello"     // the next Count connections get Text in place of HELLO, and nothing more
	Answer    Kind = "answer"    // the next Count logins and resumes get Text as the answer, and nothing more
	Login     Kind = "login"     // the next Count logins and resumes are closed with Code
	Deaf      Kind = "deaf"      // the next Count heartbeats are not acknowledged
	Repeat    Kind = "repeat"    // the next RESUME repeats the last Count interactions
	Shuffle   Kind = "shuffle"   // the next Count interactions of a connection arrive in reverse order
)

// maxRecent is the maximum number of interactions to repeat or shuffle.
const maxRecent = 100

// versions precede the paths of requests.
var versions = [...]string{"/api/v9", "/api/v10"}

// meets reports whether a request matches the fault's route.
func (f *Fault) meets(r *http.Request) bool {
	method, pattern, ok := strings.Cut(f.Route, " ")
	if !ok {
		method, pattern = "*", f.Route
	}
	name := r.URL.Path
	for _, version := range versions {
		name = strings.TrimPrefix(name, version)
	}
	matches, _ := path.Match(pattern, name) // an invalid pattern matches nothing
	return (method == "*" || method == r.Method) && (matches || f.Route == "")
}
