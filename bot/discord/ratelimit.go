package discord

import (
	"context"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// perSecond and burst stay together within the global rate limit of a bot, 50 in
	// any second, since latency varies. Interaction callbacks and their webhooks carry no
	// token and do not count towards it.
	perSecond = 40
	burst     = 5
)

// limits keep calls within Discord's rate limits. They are safe for concurrent use;
// what they remember of a scope goes when it allows calls again.
type limits struct {
	global *rate.Limiter

	mu       sync.Mutex
	blocked  map[string]time.Time  // scopes with no calls left, until when
	inFlight map[string]*turnstile // scopes with calls in flight
}

// share leaves the connection its part of the calls that a bot may make within a second. How
// many the others make is not known, so each keeps to its part.
func (l *limits) share(copies int) {
	if copies > 1 {
		l.global = rate.NewLimiter(rate.Limit(float64(perSecond)/float64(copies)), max(1, burst/copies))
	}
}

// turnstile lets the calls of a scope through one after another: only the answer to one
// reports whether there may be a next.
type turnstile struct {
	free  chan struct{} // of size 1: holds a token while no call is in flight
	users int           // in flight or waiting
}

func newLimits() *limits {
	return &limits{
		global: rate.NewLimiter(perSecond, burst), blocked: map[string]time.Time{}, inFlight: map[string]*turnstile{},
	}
}

// globalScope stands for all calls of the bot.
const globalScope = ""

// scope names what Discord counts apart, as far as can be told beforehand: a channel,
// a server, an app, an interaction. Limits are shared by routes in ways that only the
// answers tell; here all routes of a scope share them.
func (c restCall) scope() string {
	path, _, _ := strings.Cut(c.path, "?")
	parts := strings.SplitN(path, "/", 4)
	n := 2
	if parts[0] == "webhooks" || parts[0] == "interactions" {
		n = 3 // the token
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// enter waits until the call may be made. Whoever gets no error calls leave after it.
func (l *limits) enter(ctx context.Context, c restCall) (leave func(), err error) {
	leave, err = l.pass(ctx, c.scope())
	if err != nil {
		return nil, err
	}
	err = l.wait(ctx, c.scope())
	for c.asBot && err == nil {
		if err = l.wait(ctx, globalScope); err == nil {
			err = l.global.Wait(ctx)
		}
		if l.left(globalScope) <= 0 {
			break
		} // else it was blocked meanwhile: those who wait must not all go at once then
	}
	if err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// pass waits until no other call of the scope is in flight.
func (l *limits) pass(ctx context.Context, scope string) (leave func(), err error) {
	l.mu.Lock()
	p := l.inFlight[scope]
	if p == nil {
		p = &turnstile{free: make(chan struct{}, 1)}
		p.free <- struct{}{}
		l.inFlight[scope] = p
	}
	p.users++
	l.mu.Unlock()
	forget := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if p.users--; p.users == 0 {
			delete(l.inFlight, scope)
		}
	}
	select {
	case <-p.free:
		return func() { p.free <- struct{}{}; forget() }, nil
	case <-ctx.Done():
		forget()
		return nil, ctx.Err()
	}
}

// wait returns when the scope has calls left, or at once where the context ends before.
func (l *limits) wait(ctx context.Context, scope string) error {
	for {
		left := l.left(scope)
		if left <= 0 {
			return nil
		}
		if err := pause(ctx, left); err != nil {
			return err
		}
	}
}

// left is for how long the scope has no calls left.
func (l *limits) left(scope string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.blocked[scope])
}

// block stops a scope for a time, after which nothing of it stays in memory.
func (l *limits) block(scope string, wait time.Duration) {
	if wait <= 0 {
		return
	}
	until := time.Now().Add(wait)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.blocked[scope].After(until) {
		return
	}
	l.blocked[scope] = until
	time.AfterFunc(wait, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.blocked[scope].Equal(until) {
			delete(l.blocked, scope)
		}
	})
}
