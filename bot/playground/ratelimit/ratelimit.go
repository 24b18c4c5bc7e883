// Package ratelimit counts a bot's requests as Discord does: in buckets of routes, all
// together, those that are refused, and a few things a day.
package ratelimit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Limit is how many calls a window of time takes.
type Limit struct {
	Calls  int
	Window time.Duration
}

// Limits are the rate limits by name: "send", "edit", "delete", "read", "thread",
// "commands", "webhook" and "lookup" are buckets, and there are Global,
// Invalid, Create and Identify. A name that is missing is not limited.
type Limits map[string]Limit

// Names of limits that are no buckets.
const (
	// Global is of all the bot's requests, except callbacks and webhooks that do
	// not carry its token, in any window.
	Global = "global"
	// Invalid is of requests answered 401, 403 or 429. Beyond it the address is
	// Banned until the window ends.
	Invalid = "invalid"
	// Create is of new commands, globally and for each guild.
	Create = "create"
	// Identify is of logins to the gateway. Beyond it Discord resets the token.
	Identify = "identify"
)

// Names of buckets. Each channel, application and guild, and webhook token counts
// apart.
const (
	Send     = "send"     // messages and typing
	Edit     = "edit"     // of messages
	Delete   = "delete"   // of messages
	Read     = "read"     // of messages and channels
	Thread   = "thread"   // opening them
	Commands = "commands" // writing them
	Webhook  = "webhook"  // follow-ups and edits of answers
	Lookup   = "lookup"   // all that remains
	None     = ""         // callbacks
)

// Default are Discord's, as far as it publishes them: 50 requests a second,
// 10,000 invalid ones in 10 minutes, 200 new commands and 1,000 logins a day.
// It tells the limits of buckets by headers alone, so that these are guesses on the low
// side.
func Default() Limits {
	return Limits{
		Global:   {50, time.Second},
		Invalid:  {10_000, 10 * time.Minute},
		Create:   {200, 24 * time.Hour},
		Identify: {1000, 24 * time.Hour},
		Send:     {5, 5 * time.Second},
		Edit:     {5, 5 * time.Second},
		Delete:   {5, time.Second},
		Read:     {10, 5 * time.Second},
		Thread:   {5, 10 * time.Second},
		Commands: {5, 20 * time.Second},
		Webhook:  {5, 2 * time.Second},
		Lookup:   {30, 10 * time.Second},
	}
}

// Limiter counts the bot's requests.
type Limiter struct {
	limits Limits

	mu      sync.Mutex
	global  []time.Time // of the last requests, oldest first, as many as are allowed
	invalid window
	buckets map[string]*window // by name and what counts apart
	sweep   int                // how many buckets make it worth looking for old ones
}

// window is the use of a bucket.
type window struct {
	used  int
	until time.Time
}

// New returns a limiter: by the limits of [Default] if they are nil, by none if they are
// empty.
func New(limits Limits) *Limiter {
	if limits == nil {
		limits = Default()
	}
	return &Limiter{limits: maps.Clone(limits), buckets: map[string]*window{}, sweep: 1000}
}

// Take counts a call, and tells its client by headers what is left.
func (l *Limiter) Take(now time.Time, bucket, key string, global bool, h http.Header) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.takeGlobal(now, global); wait > 0 {
		return tooMany(h, wait, true)
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
	h.Set("X-RateLimit-Bucket", bucketHash(bucket))
	if over {
		return tooMany(h, left, false)
	}
	return nil
}

// takeGlobal counts a call globally, if it counts, and returns how long to wait if it
// is one too many. The lock is held.
func (l *Limiter) takeGlobal(now time.Time, counts bool) time.Duration {
	limit, ok := l.limits[Global]
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

// Spend counts so many uses of a limit that no headers tell of, and reports whether they
// were all left.
func (l *Limiter) Spend(now time.Time, name, key string, n int) bool {
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

// Left tells how much of a limit is left, and for how long.
func (l *Limiter) Left(now time.Time, name string) (limit Limit, left int, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit, ok := l.limits[name]
	if !ok {
		limit = Default()[name]
		return limit, limit.Calls, 0
	}
	w := l.window(now, name+" ", limit)
	if w.used == 0 {
		return limit, limit.Calls, 0
	}
	return limit, limit.Calls - w.used, w.until.Sub(now)
}

// window returns a bucket's, a new one if the old has ended. The lock is held.
func (l *Limiter) window(now time.Time, key string, limit Limit) *window {
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

// Refused counts an answer of that status, if it is an invalid request.
func (l *Limiter) Refused(now time.Time, status int) {
	limit, ok := l.limits[Invalid]
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
	default:
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !ok {
		return
	}
	if !now.Before(l.invalid.until) {
		l.invalid = window{until: now.Add(limit.Window)}
	}
	l.invalid.used++
}

// Banned reports whether the bot has made so many invalid requests that nothing of it is
// heard any longer.
func (l *Limiter) Banned(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit, ok := l.limits[Invalid]
	return ok && l.invalid.used >= limit.Calls && now.Before(l.invalid.until)
}

// tooMany is the refusal of a call that came too early.
func tooMany(h http.Header, wait time.Duration, global bool) *rules.Error {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if global {
		h.Set("X-RateLimit-Scope", "global")
		h.Set("X-RateLimit-Global", "true")
	}
	return &rules.Error{
		Status: http.StatusTooManyRequests, Message: "You are being rate limited.",
		More: map[string]any{"retry_after": math.Ceil(wait.Seconds()*1000) / 1000, "global": global},
	}
}

// bucketHash is the name that clients see: routes that share a bucket share it.
func bucketHash(bucket string) string {
	sum := sha256.Sum256([]byte(bucket))
	return hex.EncodeToString(sum[:16])
}
