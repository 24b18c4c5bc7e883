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
)

const (
	userAgent = "DiscordBot (https://github.com/sixfold-bot/sixfold, 1)"
	// attempts is how often a call is made in all, and attemptBy bounds each of them,
	// whatever the deadline of the whole.
	attempts  = 4
	attemptBy = 10 * time.Second
	// backoff is half of the wait after the first fault; it doubles with each.
	backoff = 50 * time.Millisecond
	// maxResponse bounds what is read of an answer: 100 commands of 8,000 characters
	// and their localizations.
	maxResponse = 8 << 20
)

// rest calls Discord's REST API. It is safe for concurrent use.
//
// discordgo's own calls are not used: they sleep out a rate limit inside a deadline,
// keep memory for each interaction, send the token with callbacks and know no
// alternative text.
type rest struct {
	base   string // ends in a slash
	token  config.Secret
	client *http.Client
	limits *limits
	watch  *watch.Watch // nil: nobody watches
}

func newREST(base string, token config.Secret, client *http.Client) *rest {
	return &rest{base: base, token: token, client: client, limits: newLimits()}
}

// restCall is one call.
type restCall struct {
	name   string // in errors: the path may hold an interaction's token
	method string
	path   string // below the base
	body   any    // for encoding/json; nil: no body
	files  []chat.Attachment
	// asBot: with the token, within the global limit. Not for interactions.
	asBot bool
	// idempotent: making it twice does no harm, so that it is retried after a fault.
	idempotent bool
}

// restError is an answer other than 2xx.
type restError struct {
	Call    string
	Status  int
	Code    int // Discord's
	Message string
	// RetryAfter is how long a rate limit lasts, 0 for other refusals.
	RetryAfter time.Duration
	// Repeated: the call had been made before, and it is not known what became of that.
	Repeated bool
}

func (e *restError) Error() string {
	return fmt.Sprintf("%s: %d %s (%d)", e.Call, e.Status, e.Message, e.Code)
}

// errUnsent is returned for a call that was not made, for lack of time.
var errUnsent = errors.New("not sent")

// do makes the call, again where that may help and the context's deadline leaves the
// time, and returns the answer's body. A refusal is a [*restError].
func (r *rest) do(ctx context.Context, c restCall) ([]byte, error) {
	contentType, body, err := encode(c.body, c.files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	err = errUnsent
	unclear := false // an attempt may have arrived
	for attempt := 1; ; attempt++ {
		leave, closed := r.limits.enter(ctx, c)
		if closed != nil {
			return nil, fmt.Errorf("%s: %w: %w", c.name, err, closed)
		}
		var answer []byte
		var wait time.Duration
		answer, wait, err = r.once(ctx, c, contentType, body)
		leave()
		if err == nil {
			return answer, nil
		}
		if refused, ok := errors.AsType[*restError](err); ok {
			refused.Repeated = unclear
		}
		if wait == faulty {
			unclear, wait = true, backoff<<attempt
		}
		if wait == never || attempt == attempts || pause(ctx, wait) != nil {
			return nil, err
		}
	}
}

// encode returns a body as JSON or, with files, as a multipart form; none for nil.
func encode(value any, attached []chat.Attachment) (contentType string, body []byte, err error) {
	if value == nil {
		return "", nil, nil
	}
	if len(attached) == 0 {
		body, err = json.Marshal(value)
		return "application/json", body, err
	}
	files := make([]*discordgo.File, len(attached))
	for i, f := range attached {
		files[i] = &discordgo.File{
			Name: f.Name, ContentType: mime.TypeByExtension(path.Ext(f.Name)), Reader: bytes.NewReader(f.Data),
		}
	}
	return discordgo.MultipartBodyWithJSON(value, files)
}

// What once may say in place of a time to wait.
const (
	never  time.Duration = 0  // trying again is of no use, or does harm
	faulty time.Duration = -1 // a fault of the line or of the server, which may pass
)

// once makes the call one time, and says how long to wait before the next.
func (r *rest) once(ctx context.Context, c restCall, contentType string, body []byte) (answer []byte, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptBy)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, c.method, r.base+c.path, bytes.NewReader(body))
	if err != nil {
		return nil, never, fmt.Errorf("%s: %w", c.name, hidePath(err))
	}
	request.Header.Set("User-Agent", userAgent)
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
			wait = faulty
		}
		return nil, wait, fmt.Errorf("%s: %w", c.name, hidePath(err))
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
		wait = faulty
	}
	refused := c.refused(response.StatusCode, answer)
	refused.RetryAfter = max(wait, 0)
	if refused.reach() != passing {
		wait = never
	}
	return nil, wait, refused
}

// refused reads the refusal in an answer.
func (c restCall) refused(status int, answer []byte) *restError {
	e := &restError{Call: c.name, Status: status, Message: http.StatusText(status)}
	var said struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	// Proxies answer with HTML; then the status has to do.
	if json.Unmarshal(answer, &said) == nil && said.Message != "" {
		e.Code, e.Message = said.Code, said.Message
	}
	return e
}

// limited reads how long to wait from an answer 429.
func (r *rest) limited(c restCall, h http.Header, answer []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	r.watch.Limited(c.name)
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

// seconds reads a header such as "1.5"; 0 where it is none.
func seconds(s string) time.Duration {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n < 0 || n > 1e6 {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}

// pause waits, or returns an error at once where the context ends before.
func pause(ctx context.Context, wait time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// hidePath takes the address out of an error: it may hold an interaction's token.
func hidePath(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

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

// paths remember by which webhook messages can be edited, while the tokens in them live.
// The zero value is ready; it is safe for concurrent use.
type paths struct {
	mu      sync.Mutex
	of      map[string]editPath // by message
	checked time.Time
}

type editPath struct {
	path  string
	until time.Time
}

// add notes the path of a message by an interaction that was received at a time.
func (p *paths) add(message, path string, received time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[string]editPath{}
	}
	p.of[message] = editPath{path, received.Add(tokenBy)}
	now := time.Now()
	if now.Sub(p.checked) < time.Minute {
		return
	}
	p.checked = now
	for message, e := range p.of {
		if !e.until.After(now) {
			delete(p.of, message)
		}
	}
}

// get returns the path of a message, if its token lives.
func (p *paths) get(message string) (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.of[message]
	return e.path, ok && e.until.After(time.Now())
}

// drop forgets the path of a message that will not be edited any more.
func (p *paths) drop(message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.of, message)
}
