package playground

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Limit is the number of calls allowed within a window.
type Limit struct {
	Calls  int
	Window time.Duration
}

// Limits are rate limits by name: the buckets "send", "edit", "delete", "read", "thread",
// "commands", "webhook" and "lookup", and [GlobalLimit], [InvalidLimit], [CreateLimit] and
// [IdentifyLimit]. A missing name is not limited.
type Limits map[string]Limit

// Names of limits that are not buckets.
const (
	// GlobalLimit applies in any window to all the bot's requests, except callbacks and webhooks
	// without its token.
	GlobalLimit = "global"
	// InvalidLimit applies to responses 401, 403 and 429. Beyond it the bot is banned until the
	// window ends.
	InvalidLimit = "invalid"
	// CreateLimit applies to new commands, globally and for each guild.
	CreateLimit = "create"
	// IdentifyLimit applies to logins to the gateway. Beyond it Discord resets the token.
	IdentifyLimit = "identify"
)

// Names of buckets. They are counted per channel, application, guild or webhook token.
const (
	bucketSend     = "send"     // sending messages
	bucketEdit     = "edit"     // editing messages
	bucketDelete   = "delete"   // deleting messages
	bucketRead     = "read"     // reading messages and channels
	bucketThread   = "thread"   // opening threads
	bucketCommands = "commands" // registering commands
	bucketWebhook  = "webhook"  // follow-ups and edits of answers
	bucketLookup   = "lookup"   // everything else
	bucketNone     = ""         // callbacks
)

// DefaultLimits returns the limits that Discord publishes: 50 requests a second, 10,000 invalid
// ones in 10 minutes, 200 new commands and 1,000 logins a day. Discord tells bucket limits only in
// headers, so those are low guesses.
func DefaultLimits() Limits {
	return Limits{
		GlobalLimit:    {50, time.Second},
		InvalidLimit:   {10_000, 10 * time.Minute},
		CreateLimit:    {200, 24 * time.Hour},
		IdentifyLimit:  {1000, 24 * time.Hour},
		bucketSend:     {5, 5 * time.Second},
		bucketEdit:     {5, 5 * time.Second},
		bucketDelete:   {5, time.Second},
		bucketRead:     {10, 5 * time.Second},
		bucketThread:   {5, 10 * time.Second},
		bucketCommands: {5, 20 * time.Second},
		bucketWebhook:  {5, 2 * time.Second},
		bucketLookup:   {30, 10 * time.Second},
	}
}

// limiter enforces rate limits. It is safe for concurrent use.
type limiter struct {
	limits Limits

	mu      sync.Mutex
	global  []time.Time        // times of the last requests, oldest first, as many as are allowed
	buckets map[string]*window // by name and key
	sweep   int                // number of buckets at which expired ones are removed
}

// window is the use of a limit until a time.
type window struct {
	used  int
	until time.Time
}

// newLimiter returns a limiter with [DefaultLimits] if limits is nil, and without limits if it is
// empty.
func newLimiter(limits Limits) *limiter {
	if limits == nil {
		limits = DefaultLimits()
	}
	return &limiter{limits: maps.Clone(limits), buckets: map[string]*window{}, sweep: 1000}
}

// take counts a call, and reports the bucket's state in the headers.
func (l *limiter) take(now time.Time, bucket, key string, global bool, h http.Header) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.takeGlobal(now, global); wait > 0 {
		return rules.TooMany(h, wait, true)
	}
	limit, ok := l.limits[bucket]
	if !ok {
		return nil
	}
	w := l.window(now, bucket+" "+key, limit)
	over := w.used >= limit.Calls
	if !over {
		w.used++
	}
	left := w.until.Sub(now)
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit.Calls))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(limit.Calls-w.used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(w.until.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", left.Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%x", sha256.Sum256([]byte(bucket)))[:32])
	if over {
		return rules.TooMany(h, left, false)
	}
	return nil
}

// takeGlobal counts a call globally, if counts is set, and returns how long to wait if it is too
// many. The lock is held.
func (l *limiter) takeGlobal(now time.Time, counts bool) time.Duration {
	limit, ok := l.limits[GlobalLimit]
	if !ok || !counts {
		return 0
	}
	if len(l.global) >= limit.Calls {
		if wait := l.global[0].Add(limit.Window).Sub(now); wait > 0 {
			return wait
		}
		l.global = l.global[1:]
	}
	l.global = append(l.global, now)
	return 0
}

// spend counts n uses of a limit that has no headers, unless fewer are left, and reports whether it
// did.
func (l *limiter) spend(now time.Time, name, key string, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit, ok := l.limits[name]
	if !ok {
		return true
	}
	w := l.window(now, name+" "+key, limit)
	if w.used+n > limit.Calls {
		return false
	}
	w.used += n
	return true
}

// left returns a limit, how much of it is left, and the time until it is renewed.
func (l *limiter) left(now time.Time, name string) (limit Limit, left int, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit, ok := l.limits[name]
	if !ok {
		limit = DefaultLimits()[name] // of which nothing is used
	}
	if w := l.buckets[name+" "]; w != nil && now.Before(w.until) {
		return limit, limit.Calls - w.used, w.until.Sub(now)
	}
	return limit, limit.Calls, 0
}

// window returns the current window of a key. The lock is held.
func (l *limiter) window(now time.Time, key string, limit Limit) *window {
	w := l.buckets[key]
	if w != nil && now.Before(w.until) {
		return w
	}
	if len(l.buckets) >= l.sweep {
		maps.DeleteFunc(l.buckets, func(_ string, w *window) bool { return !now.Before(w.until) })
		l.sweep = max(1000, 2*len(l.buckets))
	}
	w = &window{until: now.Add(limit.Window)}
	l.buckets[key] = w
	return w
}

// refused counts a response by its status, if that makes the request an invalid one.
func (l *limiter) refused(now time.Time, status int) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		l.spend(now, InvalidLimit, "", 1)
	}
}

// banned reports whether the bot is banned for too many invalid requests.
func (l *limiter) banned(now time.Time) bool {
	_, left, _ := l.left(now, InvalidLimit)
	return left == 0
}
