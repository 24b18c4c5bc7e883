package playground

import (
	"cmp"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Fault is something that goes wrong on purpose. What it refuses is no violation,
// except posts where the bot could know that it may not: FaultMute and FaultGuest.
type Fault struct {
	// ID is given by [Server.Inject].
	ID   string    `json:"id,omitempty"`
	Kind FaultKind `json:"kind"`
	// Route is which requests are struck: a method, or *, and a path as [path.Match]
	// has it, without /api/v10, as in "POST /channels/*/messages". Empty: all.
	Route string `json:"route,omitempty"`
	// Count is how often the fault strikes, once if 0, until it is ended if negative.
	// In [Server.Faults] it is how often it still will.
	Count int `json:"count,omitempty"`
	// Delay is a time, for the kinds that need one.
	Delay time.Duration `json:"-"`
	// Status is an HTTP status from 500 to 599.
	Status int `json:"status,omitempty"`
	// Code is a close code of the gateway, or one of Discord's error codes.
	Code int `json:"code,omitempty"`
	// Channel is a channel's ID.
	Channel string `json:"channel,omitempty"`
	// After: the request is handled first, and only its answer is lost.
	After bool `json:"after,omitempty"`
	// Global: the rate limit is the global one.
	Global bool `json:"global,omitempty"`
	// Resumable: the session may be resumed.
	Resumable bool `json:"resumable,omitempty"`
}

// FaultKind is what goes wrong.
type FaultKind string

// Faults of requests strike the next Count requests of a Route.
const (
	FaultLatency FaultKind = "latency" // handled only after Delay, by the server's clock
	FaultStatus  FaultKind = "status"  // answered with Status; with After, though handled
	FaultCut     FaultKind = "cut"     // the connection breaks amid the upload; with After, before the answer
	FaultTooMany FaultKind = "limit"   // answered 429, retry_after being Delay; with Global, for all routes
)

// Faults of the gateway. The first four happen at once, to all connections.
const (
	FaultDrop      FaultKind = "drop"      // the socket is cut
	FaultReconnect FaultKind = "reconnect" // op 7; the socket is cut 5 seconds later
	FaultInvalid   FaultKind = "invalid"   // op 9, Resumable or not
	FaultClose     FaultKind = "close"     // closed with Code
	FaultLogin     FaultKind = "login"     // the next Count logins and resumes are closed with Code
	FaultDeaf      FaultKind = "deaf"      // the next Count heartbeats are not acknowledged
	FaultRepeat    FaultKind = "repeat"    // the next RESUME brings the last Count interactions a second time
	FaultShuffle   FaultKind = "shuffle"   // the next Count interactions are held, and come in reverse order
)

// Faults of the world. The first happens at once, the others last until they are ended.
const (
	FaultClock FaultKind = "clock" // it is Delay later
	FaultMute  FaultKind = "mute"  // the bot may not post in Channel: Code 50013, 50001 (nor see it) or 50007
	FaultGuest FaultKind = "guest" // in Channel the bot is for those alone who installed it themselves
)

// reconnectTime is how long a bot that was told to reconnect may stay.
const reconnectTime = 5 * time.Second

// Inject makes a fault happen, or has it strike later, and returns its ID for
// [Server.EndFault].
func (s *Server) Inject(f Fault) (id string, err error) {
	if err := s.checkFault(&f); err != nil {
		return "", fmt.Errorf("playground: %w", err)
	}
	switch f.Kind {
	case FaultDrop:
		s.gateway.each((*gateway).drop)
	case FaultReconnect:
		s.gateway.each((*gateway).reconnect)
	case FaultInvalid:
		s.gateway.each(func(g *gateway, l *link) { g.invalidate(l, f.Resumable) })
	case FaultClose:
		s.gateway.each(func(g *gateway, l *link) { g.expel(l, f.Code) })
	case FaultClock:
		s.clock.advance(f.Delay)
	default:
		return s.troubles.add(f), nil
	}
	return "", nil
}

// Faults are those that will still strike, oldest first.
func (s *Server) Faults() []Fault { return s.troubles.all() }

// EndFault ends a fault, and reports whether it was there. Interactions that it held are
// delivered.
func (s *Server) EndFault(id string) bool {
	f, ok := s.troubles.end(id)
	if ok && f.Kind == FaultShuffle {
		s.gateway.release()
	}
	return ok
}

// checkFault refuses a fault that makes no sense, and fills in what was left out.
func (s *Server) checkFault(f *Fault) error {
	f.Count = cmp.Or(f.Count, 1)
	if _, err := path.Match(f.Route, ""); err != nil {
		return refusef("the route %q is not as path.Match wants it", f.Route)
	}
	switch f.Kind {
	case FaultStatus:
		if f.Status < 500 || f.Status > 599 {
			return refusef("a status is from 500 to 599, and not %d", f.Status)
		}
	case FaultLatency, FaultTooMany, FaultClock:
		if f.Delay <= 0 {
			return refusef("%s needs a time", f.Kind)
		}
	case FaultClose, FaultLogin:
		if f.Code < 4000 || f.Code > 4999 {
			return refusef("a close code is from 4000 to 4999, and not %d", f.Code)
		}
	case FaultRepeat, FaultShuffle:
		if f.Count < 0 || f.Count > maxRecent {
			return refusef("%s is of 1 to %d interactions", f.Kind, maxRecent)
		}
	case FaultMute, FaultGuest:
		return s.checkPlace(f)
	case FaultCut, FaultDrop, FaultReconnect, FaultInvalid, FaultDeaf:
	default:
		return refusef("there is no fault %q", f.Kind)
	}
	return nil
}

// checkPlace refuses a fault of no channel.
func (s *Server) checkPlace(f *Fault) error {
	c := s.world.channel(f.Channel)
	f.Count = -1
	switch {
	case c == nil:
		return refusef("there is no channel %q", f.Channel)
	case f.Kind == FaultGuest && c.dm != "":
		return refusef("the bot is no guest in its direct messages")
	case f.Kind == FaultMute && forbidden[f.Code] == nil:
		return refusef("the code is 50001, 50007 or 50013, and not %d", f.Code)
	}
	return nil
}

// troubles are the faults that will still strike.
type troubles struct {
	mu   sync.Mutex
	list []*Fault
	last int
}

func (t *troubles) add(f Fault) (id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	f.ID = strconv.Itoa(t.last)
	t.list = append(t.list, &f)
	return f.ID
}

func (t *troubles) all() []Fault {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Fault, len(t.list))
	for i, f := range t.list {
		list[i] = *f
	}
	return list
}

func (t *troubles) end(id string) (f Fault, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.list, func(f *Fault) bool { return f.ID == id })
	if i < 0 {
		return Fault{}, false
	}
	f = *t.list[i]
	t.list = slices.Delete(t.list, i, i+1)
	return f, true
}

// find returns the first fault that the function holds of.
func (t *troubles) find(of func(*Fault) bool) (f Fault, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.IndexFunc(t.list, of); i >= 0 {
		return *t.list[i], true
	}
	return Fault{}, false
}

// strike returns the first fault that the function holds of, and counts it.
func (t *troubles) strike(of func(*Fault) bool) (f Fault, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.list, of)
	if i < 0 {
		return Fault{}, false
	}
	f = *t.list[i]
	switch {
	case f.Count == 1:
		t.list = slices.Delete(t.list, i, i+1)
	case f.Count > 1:
		t.list[i].Count--
	}
	return f, true
}

// strikeKind is strike of a kind.
func (t *troubles) strikeKind(kind FaultKind) (f Fault, ok bool) {
	return t.strike(func(f *Fault) bool { return f.Kind == kind })
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
