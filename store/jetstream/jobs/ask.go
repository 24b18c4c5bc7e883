package jobs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// Job is a question for the workers.
type Job struct {
	// ID identifies the question: letters, digits, - and _. Equal questions have equal IDs.
	ID   string
	Kind Kind
	Body []byte
	// Began, if not nil, is called each time that a worker begins the job.
	Began func()
}

// answer is the answer of a job, or ErrGivenUp.
type answer struct {
	data []byte
	err  error
}

// outcome is the header of an answer that marks a job as given up, and of a note that has the answer of one
// that has failed.
const (
	outcome = "Sixfold-Outcome"
	gaveUp  = "given up"
	failed  = "failed"
)

func answerOf(header nats.Header, data []byte) *answer {
	if header.Get(outcome) == gaveUp {
		return &answer{nil, ErrGivenUp}
	}
	return &answer{data, nil}
}

// Ask submits a job, unless it is already in the queue or answered, and waits for its answer. When
// the context ends, Ask returns its cause and the job continues: see [Queue.Cancel]. The other
// errors are those of this package.
func (q *Queue) Ask(ctx context.Context, j Job) ([]byte, error) {
	if len(j.Body) > MaxBody {
		return nil, ErrTooLarge
	}
	heard := q.listen(j.ID)
	defer q.unlisten(j.ID, heard)
	handed, unknown := false, 0
	var silentSince time.Time // since when the servers have not answered
	for {
		switch found, err := q.look(ctx, j, handed); {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, ErrFull), errors.Is(err, errForeign) && !handed:
			return nil, err
		case err != nil && silentSince.IsZero():
			silentSince = time.Now()
		case err != nil && !handed && time.Since(silentSince) > q.bounds.answer:
			return nil, err // the caller may do the work itself
		case err != nil && time.Since(silentSince) > q.bounds.giveUpAfter:
			return nil, err
		case err != nil:
		case found != nil:
			return found.data, found.err
		default:
			handed, silentSince = true, time.Time{}
		}
		again := q.bounds.look
		if !silentSince.IsZero() {
			again = min(again, q.bounds.renew/4)
		}
		look := time.NewTimer(again)
		for waits := true; waits; {
			select {
			case m := <-heard:
				switch note := string(m.Data); {
				case m.Subject == q.subject("done", j.ID), m.Header.Get(outcome) == failed:
					found := answerOf(m.Header, m.Data)
					return found.data, found.err
				case note == noteBegan && j.Began != nil:
					j.Began()
				case note == noteLeft:
					waits = false
				case note == noteUnknown:
					if unknown++; unknown == Tries {
						q.Cancel(j.ID)
						return nil, ErrUnknown
					}
					waits = false
				}
			case <-look.C:
				waits = false
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
	}
}

// look looks for the answer of a job, or else makes sure that the job is in the queue.
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
	return nil, q.submit(ctx, j)
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
	return answerOf(m.Header, m.Data), nil
}

// The codes of refusals for a job that is in the queue, and for one being added.
const (
	codeThere  = 10071
	codeComing = 10164
)

// submit adds a job to the queue if it is not there.
func (q *Queue) submit(ctx context.Context, j Job) error {
	_, err := q.api.Publish(ctx, q.jobSubject(j.Kind, j.ID), j.Body, js.WithExpectLastSequencePerSubject(0))
	refused, ok := errors.AsType[*js.APIError](err)
	switch {
	case !ok:
		return q.failed(err)
	case refused.ErrorCode == codeThere, refused.ErrorCode == codeComing:
		return nil
	case strings.Contains(refused.Description, "maximum"):
		q.Counts.Full.Add(1)
		return ErrFull
	default:
		return q.failed(err)
	}
}

// failed wraps an error of the servers, and makes the next call look for the streams again.
func (q *Queue) failed(err error) error {
	if err == nil {
		return nil
	}
	q.forget()
	return unreachable(err)
}

// Cancel removes a job from the queue and stops its worker.
func (q *Queue) Cancel(id string) {
	_ = q.conn.Publish(q.subject("cancel", id), nil) // otherwise the job is done in vain
	for _, kind := range Kinds {
		_ = q.remove(q.jobSubject(kind, id))
	}
}

// remove removes a job from the queue.
func (q *Queue) remove(subject string) error {
	ctx, cancel := context.WithTimeout(context.Background(), q.bounds.answer)
	defer cancel()
	s, err := q.ready(ctx, q.bounds.answer)
	if err != nil {
		return err
	}
	return s.jobs.Purge(ctx, js.WithPurgeSubject(subject))
}

// listen registers for what is said about a job: its answer, and notes. What is missed in a rush is
// found by looking for the job.
func (q *Queue) listen(id string) chan *nats.Msg {
	heard := make(chan *nats.Msg, 4*Tries)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asking[id] = append(q.asking[id], heard)
	return heard
}

func (q *Queue) unlisten(id string, heard chan *nats.Msg) {
	q.mu.Lock()
	defer q.mu.Unlock()
	left := slices.DeleteFunc(q.asking[id], func(other chan *nats.Msg) bool { return other == heard })
	if q.asking[id] = left; len(left) == 0 {
		delete(q.asking, id)
	}
}

// The notes about a job.
const (
	noteBegan   = "began"
	noteLeft    = "left"
	noteUnknown = "unknown" // left, since the worker does not know it
)

// hear passes an answer or a note on to all who wait for the job.
func (q *Queue) hear(m *nats.Msg) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, heard := range q.asking[idOf(m.Subject)] {
		select {
		case heard <- m:
		default:
		}
	}
}
