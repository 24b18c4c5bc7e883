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
	"time"

	"github.com/bwmarrin/discordgo"

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
