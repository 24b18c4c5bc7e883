package jobs

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// Job is what somebody asks.
type Job struct {
	// ID is the same for the same question: letters, digits, - and _.
	ID   string
	Kind Kind
	Body []byte
	// Began, if not nil, is called when a worker has begun, each time that one does.
	Began func()
}

// asker waits for an answer.
type asker struct {
	answer  chan answer
	began   chan struct{}
	unknown chan struct{}
}

// answer is how a job has ended.
type answer struct {
	data  []byte
	given bool // else it was given up
}

// outcome says in an answer's header that its job was given up.
const (
	outcome = "Sixfold-Outcome"
	gaveUp  = "given up"
)

// answerOf reads an answer.
func answerOf(header nats.Header, data []byte) answer {
	return answer{data, header.Get(outcome) != gaveUp}
}

func (a answer) result() ([]byte, error) {
	if !a.given {
		return nil, ErrGivenUp
	}
	return a.data, nil
}

// Ask hands a job in, unless it is in the queue already or has been answered, and waits for its
// answer. When the context ends, its cause is returned, and the job goes on: see [Queue.Cancel].
// Else the error is one of this package.
func (q *Queue) Ask(ctx context.Context, j Job) ([]byte, error) {
	if len(j.Body) > MaxBody {
		return nil, ErrTooLarge
	}
	a := q.listen(j.ID)
	defer q.unlisten(j.ID, a)
	handed, unknown := false, 0
	var mute time.Time // since when the servers have not answered
	for {
		switch found, err := q.look(ctx, j, handed); {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, ErrFull), errors.Is(err, errForeign) && !handed:
			return nil, err
		case err != nil && mute.IsZero():
			mute = time.Now()
		case err != nil && !handed && time.Since(mute) > q.bounds.answer:
			return nil, err // whoever asks may rather do it
		case err != nil && time.Since(mute) > q.bounds.patience:
			return nil, err
		case err != nil:
		case found != nil:
			return found.result()
		default:
			handed, mute = true, time.Time{}
		}
		again := q.bounds.look
		if !mute.IsZero() {
			again = min(again, q.bounds.renew/4)
		}
		look := time.NewTimer(again)
		for waits := true; waits; {
			select {
			case found := <-a.answer:
				return found.result()
			case <-a.began:
				if j.Began != nil {
					j.Began()
				}
			case <-a.unknown:
				if unknown++; unknown == Tries {
					q.Cancel(j.ID)
					return nil, ErrUnknown
				}
			case <-look.C:
				waits = false
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
	}
}

// look looks for the answer of a job, and else makes sure that it is in the queue.
func (q *Queue) look(ctx context.Context, j Job, handed bool) (*answer, error) {
	s, err := q.ready(ctx, q.bounds.answer)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, q.bounds.answer)
	defer cancel()
	if found, err := q.answered(ctx, s, j.ID); found != nil || err != nil {
		return found, err
	}
	if handed {
		_, err := s.jobs.GetLastMsgForSubject(ctx, q.jobSubject(j.Kind, j.ID))
		if err == nil || !errors.Is(err, js.ErrMsgNotFound) {
			return nil, q.failed(err)
		}
	}
	return nil, q.hand(ctx, j)
}

// answered returns the answer of a job, nil if there is none.
func (q *Queue) answered(ctx context.Context, s *streams, id string) (*answer, error) {
	m, err := s.done.GetLastMsgForSubject(ctx, q.subject("done", id))
	if errors.Is(err, js.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, q.failed(err)
	}
	found := answerOf(m.Header, m.Data)
	return &found, nil
}

// The codes of refusals for a job that is in the queue, and for one that is on its way there.
const (
	codeThere  = 10071
	codeComing = 10164
)

// hand puts a job into the queue if it is not there.
func (q *Queue) hand(ctx context.Context, j Job) error {
	_, err := q.api.Publish(ctx, q.jobSubject(j.Kind, j.ID), j.Body, js.WithExpectLastSequencePerSubject(0))
	var refused *js.APIError
	switch {
	case !errors.As(err, &refused):
		return q.failed(err)
	case refused.ErrorCode == codeThere, refused.ErrorCode == codeComing:
		return nil
	case strings.Contains(refused.Description, "maximum"):
		q.counts.full.Add(1)
		return ErrFull
	default:
		return q.failed(err)
	}
}

// failed is an error of the servers, after which the streams are looked for again.
func (q *Queue) failed(err error) error {
	if err == nil {
		return nil
	}
	q.forget()
	return unreachable(err)
}

// Cancel has nobody do a job any more: it leaves the queue, and who is at work on it stops.
func (q *Queue) Cancel(id string) {
	_ = q.conn.Publish(q.subject("cancel", id), nil) // else it is done in vain
	ctx, cancel := context.WithTimeout(context.Background(), q.bounds.answer)
	defer cancel()
	s, err := q.ready(ctx, q.bounds.answer)
	if err != nil {
		return
	}
	for _, kind := range Kinds {
		_ = s.jobs.Purge(ctx, js.WithPurgeSubject(q.jobSubject(kind, id)))
	}
}

// listen begins to listen for the answer of a job.
func (q *Queue) listen(id string) *asker {
	a := &asker{answer: make(chan answer, 1), began: make(chan struct{}, 1), unknown: make(chan struct{}, Tries)}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asking[id] = append(q.asking[id], a)
	return a
}

func (q *Queue) unlisten(id string, a *asker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var left []*asker
	for _, other := range q.asking[id] {
		if other != a {
			left = append(left, other)
		}
	}
	if q.asking[id] = left; left == nil {
		delete(q.asking, id)
	}
}

// askers are those who wait for a job here.
func (q *Queue) askers(id string) []*asker {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.asking[id]
}

func (q *Queue) heardAnswer(m *nats.Msg) {
	for _, a := range q.askers(idOf(m.Subject)) {
		offer(a.answer, answerOf(m.Header, m.Data))
	}
}

// What is said of a job meanwhile.
const (
	noteBegan   = "began"
	noteUnknown = "unknown"
)

func (q *Queue) heardNote(m *nats.Msg) {
	for _, a := range q.askers(idOf(m.Subject)) {
		switch string(m.Data) {
		case noteBegan:
			offer(a.began, struct{}{})
		case noteUnknown:
			offer(a.unknown, struct{}{})
		}
	}
}

// offer sends what somebody takes later, if there is room.
func offer[T any](to chan<- T, v T) {
	select {
	case to <- v:
	default:
	}
}
