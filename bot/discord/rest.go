package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

const (
	// UserAgent is how the bot names itself to Discord.
	UserAgent = "DiscordBot (https://github.com/sixfold-bot/sixfold, 1)"
	// attempts is the maximum number of attempts per call; attemptBy bounds each attempt.
	attempts  = 4
	attemptBy = 10 * time.Second
	// backoff is half of the delay after the first failure; it doubles each time.
	backoff = 50 * time.Millisecond
	// maxResponse bounds what is read of a response: 100 commands of 8,000 characters and their
	// localizations.
	maxResponse = 8 << 20
)

// rest is a client of Discord's REST API. It is safe for concurrent use.
//
// discordgo's own calls are not used: they sleep through a rate limit regardless of the deadline,
// keep memory for each interaction, send the token with callbacks and do not support alternative
// text.
type rest struct {
	base   string // ends in a slash
	token  config.Secret
	client *http.Client
	limits *limits
	watch  *watch.Watch
}

type restCall struct {
	name   string // for errors: path may contain an interaction's token
	method string
	path   string // relative to base
	body   any    // encoded as JSON; nil: no body
	files  []chat.Attachment
	// asBot: send the token, and count towards the global limit. Not for interactions.
	asBot bool
	// idempotent: repeating the call does no harm, so it is retried after a failure.
	idempotent bool
}

// restError is a response other than 2xx.
type restError struct {
	Call    string
	Status  int
	Code    int // Discord's
	Message string
	// RetryAfter is the duration of a rate limit, 0 for other refusals.
	RetryAfter time.Duration
	// Repeated: an earlier attempt may have been carried out.
	Repeated bool
}

func (e *restError) Error() string {
	return fmt.Sprintf("%s: %d %s (%d)", e.Call, e.Status, e.Message, e.Code)
}

// errUnsent is returned for a call that was not made for lack of time.
var errUnsent = errors.New("not sent")

// do makes the call, with retries if they may help before the context's deadline, and returns the
// response's body. A refusal is a [*restError].
func (r *rest) do(ctx context.Context, c restCall) ([]byte, error) {
	contentType, body, err := encode(c.body, c.files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	err = errUnsent
	unclear := false // an attempt may have been carried out
	for attempt := 1; ; attempt++ {
		release, closed := r.limits.acquire(ctx, c)
		if closed != nil {
			return nil, fmt.Errorf("%s: %w: %w", c.name, err, closed)
		}
		var answer []byte
		var wait time.Duration
		answer, wait, err = r.send(ctx, c, contentType, body)
		release()
		if err == nil {
			return answer, nil
		}
		if refused, ok := errors.AsType[*restError](err); ok {
			refused.Repeated = unclear
		}
		if wait == retryable {
			unclear, wait = true, backoff<<attempt
		}
		if wait == never || attempt == attempts || pause(ctx, wait) != nil {
			return nil, err
		}
	}
}

// encode returns a body as JSON or, with files, as a multipart form; nothing for nil.
func encode(value any, attached []chat.Attachment) (contentType string, body []byte, err error) {
	if value == nil {
		return "", nil, nil
	}
	if len(attached) == 0 {
		body, err = json.Marshal(value)
		return "application/json", body, err
	}
	files := engine.Map(attached, func(f chat.Attachment) *discordgo.File {
		return &discordgo.File{Name: f.Name, ContentType: mime.TypeByExtension(path.Ext(f.Name)), Reader: bytes.NewReader(f.Data)}
	})
	return discordgo.MultipartBodyWithJSON(value, files)
}

// Special values of the delay that once returns.
const (
	never     time.Duration = 0  // a retry is useless or harmful
	retryable time.Duration = -1 // a network or server failure that may pass
)

// send makes a single attempt, and returns the delay before the next.
func (r *rest) send(ctx context.Context, c restCall, contentType string, body []byte) (answer []byte, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptBy)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, c.method, r.base+c.path, bytes.NewReader(body))
	if err != nil {
		return nil, never, fmt.Errorf("%s: %w", c.name, HidePath(err))
	}
	request.Header.Set("User-Agent", UserAgent)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if c.asBot {
		request.Header.Set("Authorization", "Bot "+string(r.token))
	}
	response, err := r.client.Do(request)
	if err == nil {
		defer response.Body.Close()
		answer, err = io.ReadAll(io.LimitReader(response.Body, maxResponse))
	}
	if err != nil {
		if c.idempotent {
			wait = retryable
		}
		return nil, wait, fmt.Errorf("%s: %w", c.name, HidePath(err))
	}
	if response.Header.Get("X-RateLimit-Remaining") == "0" {
		r.limits.block(c.scope(), seconds(response.Header.Get("X-RateLimit-Reset-After")))
	}
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
		return answer, never, nil
	case status == http.StatusTooManyRequests:
		wait = r.limited(c, response.Header, answer)
	case status >= 500 && status != http.StatusNotImplemented && c.idempotent:
		wait = retryable
	}
	refused := c.refused(response.StatusCode, answer)
	refused.RetryAfter = max(wait, 0)
	if refused.reach() != temporary {
		wait = never
	}
	return nil, wait, refused
}

// refused decodes a response other than 2xx.
func (c restCall) refused(status int, answer []byte) *restError {
	e := &restError{Call: c.name, Status: status, Message: http.StatusText(status)}
	var said struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	// Proxies answer with HTML; then only the status is known.
	if json.Unmarshal(answer, &said) == nil && said.Message != "" {
		e.Code, e.Message = said.Code, said.Message
	}
	return e
}

// limited records the rate limit of a 429 response and returns its duration.
func (r *rest) limited(c restCall, h http.Header, answer []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	r.watch.Limited.WithLabelValues(c.name).Inc()
	wait := seconds(h.Get("Retry-After"))
	if json.Unmarshal(answer, &said) == nil && said.RetryAfter > 0 {
		wait = time.Duration(said.RetryAfter * float64(time.Second))
	}
	scope := c.scope()
	if said.Global && c.asBot {
		scope = globalScope
	}
	r.limits.block(scope, wait)
	return max(wait, time.Millisecond)
}

// seconds parses a header such as "1.5"; it returns 0 if that is invalid.
func seconds(s string) time.Duration {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n < 0 || n > 1e6 {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}

// pause waits, or returns an error at once if the context's deadline is earlier.
func pause(ctx context.Context, wait time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return context.DeadlineExceeded
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
		return nil
	}
}

// HidePath removes the URL from an error of a client: it may contain an interaction's token, and says
// nothing to people.
func HidePath(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

const (
	// perSecond and burst stay below a bot's global rate limit, 50 in any second, since latency
	// varies. Calls for interactions carry no token and do not count towards it.
	perSecond = 40
	burst     = 5
)

// limits enforces Discord's rate limits. It is safe for concurrent use. A scope uses memory only
// while it is limited or in use.
type limits struct {
	global *rate.Limiter
	// inFlight serializes the calls of a scope, as only the response to one shows whether another
	// is allowed.
	inFlight watch.Turns[string]

	mu      sync.Mutex
	blocked map[string]time.Time // end of the limit by scope
}

// newLimits returns the limits of one of several copies of the bot. They divide the global limit
// evenly, as they do not know of each other's calls.
func newLimits(copies int) *limits {
	return &limits{
		global:  rate.NewLimiter(perSecond/rate.Limit(copies), max(1, burst/copies)),
		blocked: map[string]time.Time{},
	}
}

// globalScope covers all calls of the bot.
const globalScope = ""

// scope approximates Discord's rate limit bucket by a channel, a server, an app or an interaction.
// Only responses tell which routes share a bucket, so here all routes of a scope do.
func (c restCall) scope() string {
	path, _, _ := strings.Cut(c.path, "?")
	parts := strings.SplitN(path, "/", 4)
	n := 2
	if parts[0] == "webhooks" || parts[0] == "interactions" {
		n = 3 // the last of them is the token
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// acquire waits until the call may be made. Without an error, the caller must call release after
// it.
func (l *limits) acquire(ctx context.Context, c restCall) (release func(), err error) {
	release, err = l.inFlight.Acquire(ctx, c.scope())
	if err != nil {
		return nil, err
	}
	err = l.wait(ctx, c.scope())
	for c.asBot && err == nil {
		if err = l.wait(ctx, globalScope); err == nil {
			err = l.global.Wait(ctx)
		}
		if l.blockedFor(globalScope) <= 0 {
			break
		} // blocked meanwhile: waiting calls must not all go at once
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// wait waits until the scope is not limited, or returns an error at once if the context ends
// earlier.
func (l *limits) wait(ctx context.Context, scope string) error {
	for left := l.blockedFor(scope); left > 0; left = l.blockedFor(scope) {
		if err := pause(ctx, left); err != nil {
			return err
		}
	}
	return nil
}

// blockedFor returns how long the scope is limited from now.
func (l *limits) blockedFor(scope string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.blocked[scope])
}

// block limits a scope for a time, and then frees its memory.
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
