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

type wireAnswer struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`

	files []chat.Attachment
	asks  bool // request the message's ID
}

// sendFirst sends the first answer: in the response to the HTTP request that brought the
// interaction, or by a REST call. It returns the ID of the answer's message if a asks for it and
// Discord reports it.
func (e *exchange) sendFirst(ctx context.Context, a wireAnswer) (message string, err error) {
	if e.response != nil {
		return "", e.response.send(a)
	}
	path := "interactions/" + e.in.ID + "/" + e.in.token + "/callback"
	if a.asks {
		path += "?with_response=true"
	}
	answer, err := e.d.rest.do(ctx, restCall{
		name: "answer", method: http.MethodPost, path: path, body: a, files: a.files,
		idempotent: true, // Discord refuses a second one with codeAcknowledged
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

// httpResponse sends the first answer in the response to the HTTP request that brought the
// interaction.
type httpResponse struct {
	out chan struct{} // closed when the answer is sent

	mu sync.Mutex
	w  http.ResponseWriter // nil when nothing can be written any more
}

var errNoRequest = errors.New("answer: its request has ended")

func (r *httpResponse) send(a wireAnswer) error {
	contentType, body, err := encode(a, a.files)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w == nil {
		return errNoRequest
	}
	w := r.w
	r.w = nil
	defer close(r.out)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}

// wait returns when the answer is sent. If the context ends first, it responds with status 503.
func (r *httpResponse) wait(ctx context.Context) {
	select {
	case <-r.out:
		return
	case <-ctx.Done():
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w != nil {
		r.w.WriteHeader(http.StatusServiceUnavailable)
		r.w = nil
	}
}

// settleBy is how long after a response Discord has been seen to refuse calls to the webhook
// (discord/discord-api-docs#7220).
const settleBy = 10 * time.Second

// settleAgain is the delay before the first retry of a call to a webhook that Discord does not know
// yet; it doubles.
const settleAgain = 250 * time.Millisecond

// isTooEarly reports whether a call failed because Discord does not know the webhook yet.
func (e *exchange) isTooEarly(err error) bool {
	return e.response != nil && hasCode(err, codeUnknownWebhook, codeUnknownMessage) && time.Since(e.answered) < settleBy
}

// countAnswer records the first successful answer in the metrics. It is called with the result of
// each attempt.
func (e *exchange) countAnswer(err error) {
	if e.counted || err != nil && !isAcknowledged(err) {
		return
	}
	e.counted = true
	if after := time.Since(e.received).Seconds(); e.in.Kind == chat.Suggest {
		e.d.config.Watch.Suggests.Observe(after)
	} else {
		e.d.config.Watch.First.Observe(after)
	}
}

// countMissed records an interaction that ends without an answer.
func (e *exchange) countMissed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.counted && !e.answeredByPeer && e.standing == unanswered {
		e.d.config.Watch.Missed.Inc()
	}
}
