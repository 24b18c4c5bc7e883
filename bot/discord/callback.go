package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// firstAnswer carries the first answer to an interaction, in which all later ones go
// to its webhook.
type firstAnswer interface {
	// send returns when the answer is out, or cannot get out any more, and the ID of the
	// message that it made, if the answer asks for it and it is told. It is called for one
	// answer at a time.
	send(ctx context.Context, a wireAnswer) (message string, err error)
	// settling is how long after that Discord may not know of the answer yet.
	settling() time.Duration
}

// wireAnswer is a first answer as Discord takes it.
type wireAnswer struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`

	files []chat.Attachment
	asks  bool // for the message's ID
}

// byCallback makes a call for the answer, as to interactions that the gateway brings.
type byCallback struct {
	d         *Connection
	id, token string // of the interaction
}

func (c byCallback) send(ctx context.Context, a wireAnswer) (message string, err error) {
	path := "interactions/" + c.id + "/" + c.token + "/callback"
	if a.asks {
		path += "?with_response=true"
	}
	answer, err := c.d.rest.do(ctx, restCall{
		name: "answer", method: http.MethodPost, path: path, body: a, files: a.files,
		idempotent: true, // a second one is refused with codeAcknowledged
	})
	var told struct {
		Interaction struct {
			Message string `json:"response_message_id"`
		} `json:"interaction"`
	}
	if err != nil || !a.asks || json.Unmarshal(answer, &told) != nil || !isID(told.Interaction.Message) {
		return "", err
	}
	return told.Interaction.Message, nil
}

func (byCallback) settling() time.Duration { return 0 }

// byResponse answers the HTTP request that brought the interaction.
type byResponse struct {
	out chan struct{} // closed when the answer is out

	mu sync.Mutex
	w  http.ResponseWriter // nil when nothing can be written any more
}

func newByResponse(w http.ResponseWriter) *byResponse {
	return &byResponse{out: make(chan struct{}), w: w}
}

// errNoRequest is returned for an answer to a request that nobody waits at any more.
var errNoRequest = errors.New("answer: its request has ended")

func (r *byResponse) send(_ context.Context, a wireAnswer) (string, error) {
	contentType, body, err := encode(a, a.files)
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w == nil {
		return "", errNoRequest
	}
	w := r.w
	r.w = nil
	defer close(r.out)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return "", err
	}
	return "", http.NewResponseController(w).Flush()
}

// wait returns when the answer is out. Where the context ends before, it answers that
// none will come.
func (r *byResponse) wait(ctx context.Context) {
	select {
	case <-r.out:
		return
	case <-ctx.Done():
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w != nil {
		refuse(r.w, http.StatusServiceUnavailable)
		r.w = nil
	}
}

// After a response, Discord has been seen to refuse calls to the webhook for several
// seconds (discord/discord-api-docs#7220).
const settleBy = 10 * time.Second

func (*byResponse) settling() time.Duration { return settleBy }

// settleAgain is how long to wait before a call to a webhook that Discord does not
// know yet is made a second time; it doubles.
const settleAgain = 250 * time.Millisecond

// settles reports whether a call to the webhook failed for coming too early.
func (e *exchange) settles(err error) bool {
	refused, ok := errors.AsType[*restError](err)
	return ok && (refused.Code == codeUnknownWebhook || refused.Code == codeUnknownMessage) &&
		time.Since(e.answered) < e.first.settling()
}

// tally tells the watch of a first answer that got through, if it is that. It is called
// with the outcome of each attempt.
func (e *exchange) tally(err error) {
	if e.counted || err != nil && !isAcknowledged(err) {
		return
	}
	e.counted = true
	if after := time.Since(e.received); e.in.Kind == chat.Suggest {
		e.d.config.Watch.Suggested(after)
	} else {
		e.d.config.Watch.Answered(after)
	}
}

// conclude tells the watch of an interaction that ends without a first answer.
func (e *exchange) conclude() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.counted && e.standing == unanswered {
		e.d.config.Watch.Missed()
	}
}
