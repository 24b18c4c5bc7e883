package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Worker does jobs.
type Worker struct {
	// Most is how many jobs of each kind are done at a time.
	Most int
	// Room, if not nil, waits until a job of a kind could be begun at once, or for the end of
	// the context: what else is done here may need the processors.
	Room func(ctx context.Context, kind Kind) error
	// Do does a job, whose context ends when nobody wants it any more. It returns [ErrUnknown]
	// for one that others may know; any other error is an answer like any other, of the caller's own making.
	Do func(ctx context.Context, kind Kind, body []byte) ([]byte, error)
}

var (
	errCancelled = errors.New("jobs: nobody wants the job any more")
	errNoJob     = errors.New("jobs: there is none to do")
	errEnds      = errors.New("jobs: the worker ends")
)

// unknownAfter is when a job that a worker does not know is offered again.
const unknownAfter = 200 * time.Millisecond

// Work does jobs until the context ends, and then returns those that are not done to the queue.
func (q *Queue) Work(ctx context.Context, w Worker) {
	q.working.Add(1)
	defer q.working.Add(-1)
	var all, jobs sync.WaitGroup
	left := make(chan struct{})
	for _, kind := range Kinds {
		all.Go(func() {
			free := make(chan struct{}, w.Most)
			for w.room(ctx, kind, free) == nil {
				m, err := q.take(ctx, kind)
				switch {
				case err == nil:
					jobs.Go(func() {
						q.serve(ctx, m, kind, w, left)
						<-free
					})
					continue
				case errors.Is(err, errNoJob), errors.Is(err, context.DeadlineExceeded):
				default:
					q.forget()
					_ = pause(ctx, q.bounds.renew/4)
				}
				<-free
			}
		})
	}
	all.Wait()
	_ = q.conn.Flush() // the servers know that nothing is taken here any more
	close(left)
	jobs.Wait()
	_ = q.conn.Flush()
}

// room waits until one more job may be begun, and takes its place among those that are free.
func (w Worker) room(ctx context.Context, kind Kind, free chan<- struct{}) error {
	select {
	case free <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if w.Room == nil {
		return ctx.Err()
	}
	return w.Room(ctx, kind)
}

// take waits for a job for a while. Its subscription has ended when it returns, which the client's
// own Fetch does not promise: a job that is returned then is not sent here again.
func (q *Queue) take(ctx context.Context, kind Kind) (*nats.Msg, error) {
	if _, err := q.ready(ctx, q.bounds.elect); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, q.bounds.pull)
	defer cancel()
	sub, err := q.conn.SubscribeSync(q.conn.NewInbox())
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	pull := fmt.Sprintf(`{"batch":1,"expires":%d}`, q.bounds.pull*9/10) // before who waits goes
	next := fmt.Sprintf("$JS.API.CONSUMER.MSG.NEXT.%s.%s", q.jobsConfig().Name, q.consumerConfig(kind).Durable)
	if err := q.conn.PublishRequest(next, sub.Subject, []byte(pull)); err != nil {
		return nil, err
	}
	m, err := sub.NextMsgWithContext(ctx)
	if err != nil {
		return nil, err
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return m, nil
	case "404", "408":
		return nil, errNoJob
	default: // the consumer, or who leads it, is another one
		return nil, fmt.Errorf("jobs: a pull ended with %s %s", status, m.Header.Get("Description"))
	}
}

// serve does a job, if it is still to be done. Who ends returns it when no other is taken here any
// more, which left tells.
func (q *Queue) serve(ctx context.Context, m *nats.Msg, kind Kind, w Worker, left <-chan struct{}) {
	id := idOf(m.Subject)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if !q.begin(id, end) {
		return // it has lapsed meanwhile, and is done here all the same
	}
	defer q.ended(id)
	if q.isAnswered(ctx, id) {
		_ = m.Ack() // else somebody else finds the answer
		return
	}
	if about, err := m.Metadata(); err == nil && about.NumDelivered > 1 {
		q.counts.again.Add(1)
		if about.NumDelivered > Tries {
			q.counts.givenUp.Add(1)
			q.tell(ctx, m, id, nil, gaveUp)
			return
		}
	}
	_ = q.conn.Publish(q.subject("note", id), []byte(noteBegan)) // a courtesy
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		for pause(ctx, q.bounds.renew) == nil {
			_ = m.InProgress() // else it lapses
		}
	}()
	data, err := w.Do(ctx, kind, m.Data)
	stopped := context.Cause(ctx)
	end(errEnds)
	<-renewed
	switch {
	case errors.Is(stopped, errCancelled):
		_ = m.Term()
	case stopped != nil:
		<-left
		_ = m.Nak()
	case errors.Is(err, ErrUnknown) || len(data) > maxAnswer:
		_ = q.conn.Publish(q.subject("note", id), []byte(noteUnknown))
		_ = m.NakWithDelay(unknownAfter)
	default:
		q.counts.done.Add(1)
		q.tell(context.WithoutCancel(ctx), m, id, data, "")
	}
}

// tell keeps the answer of a job, tells those who wait, and takes the job off the queue.
func (q *Queue) tell(ctx context.Context, job *nats.Msg, id string, data []byte, how string) {
	m := nats.NewMsg(q.subject("done", id))
	m.Data = data
	if how != "" {
		m.Header.Set(outcome, how)
	}
	ctx, cancel := context.WithTimeout(ctx, q.bounds.lapse)
	defer cancel()
	for {
		try, cancel := context.WithTimeout(ctx, q.bounds.answer/2)
		_, err := q.api.PublishMsg(try, m)
		cancel()
		if err == nil {
			_ = job.Ack() // else somebody finds the answer
			return
		}
		_ = job.InProgress()
		if pause(ctx, q.bounds.renew/4) != nil {
			_ = job.Nak()
			return
		}
	}
}

func (q *Queue) isAnswered(ctx context.Context, id string) bool {
	s, err := q.ready(ctx, q.bounds.answer)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, q.bounds.answer/2)
	defer cancel()
	found, _ := q.answered(ctx, s, id)
	return found != nil
}

// begin notes that a job is at work here; false if it was already.
func (q *Queue) begin(id string, end context.CancelCauseFunc) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running[id] != nil {
		return false
	}
	q.running[id] = end
	return true
}

func (q *Queue) ended(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.running, id)
}

func (q *Queue) heardCancel(m *nats.Msg) {
	q.mu.Lock()
	end := q.running[idOf(m.Subject)]
	q.mu.Unlock()
	if end != nil {
		end(errCancelled)
	}
}

// pause waits; its error is that of a context that has ended.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
