package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// Enter waits for room for a job of a kind, in which it will be done. waiting is how many such jobs are
// known to wait in the queue. The error is that of the context.
type Enter func(ctx context.Context, kind Kind, waiting uint64) (Room, error)

// Room is room for one job.
type Room interface {
	// Do does a job. Its context ends when the job is cancelled. An error without an answer leaves the job
	// to others, such as [ErrUnknown], or that the room was left and others have it. Any other failure is
	// reported in the answer; with an error beside it, that is told to those who wait, and not kept, so
	// that whoever asks again has it tried again.
	Do(ctx context.Context, body []byte) ([]byte, error)
	// Leave gives the room to others, until Do. It may be called again, and after Do.
	Leave()
}

var (
	errCancelled = errors.New("jobs: nobody wants the job any more")
	errNoJob     = errors.New("jobs: there is none to do")
	errEnds      = errors.New("jobs: the worker ends")
)

// Work does jobs until the context ends, and then leaves unfinished ones to others.
func (q *Queue) Work(ctx context.Context, enter Enter) {
	q.working.Add(1)
	defer q.working.Add(-1)
	var all, jobs sync.WaitGroup
	left := make(chan struct{})
	for _, kind := range Kinds {
		all.Go(func() {
			var waiting uint64
			for ctx.Err() == nil {
				room, m, err := q.next(ctx, kind, enter, waiting)
				waiting = 0
				switch {
				case err == nil:
					if about, err := m.Metadata(); err == nil {
						waiting = about.NumPending
					}
					jobs.Go(func() {
						defer room.Leave()
						q.serve(ctx, m, room, left)
					})
				case !errors.Is(err, errNoJob):
					q.forget()
					_ = jetstream.Pause(ctx, q.bounds.renew/4)
				}
			}
		})
	}
	all.Wait()
	_ = q.conn.Flush() // the servers know that no more jobs are taken here
	close(left)
	jobs.Wait()
	_ = q.conn.Flush()
}

// next waits a limited time for a job once there is room for it. It holds the room only until it knows
// whether a job waits; one that comes later finds the room, or goes to a worker that has some.
func (q *Queue) next(ctx context.Context, kind Kind, enter Enter, waiting uint64) (Room, *nats.Msg, error) {
	if _, err := q.ready(ctx, q.bounds.elect); err != nil {
		return nil, nil, err
	}
	room, err := enter(ctx, kind, waiting)
	if err != nil {
		return nil, nil, err
	}
	m, err := q.take(ctx, kind, `{"batch":1,"no_wait":true}`)
	if err != nil {
		room.Leave()
	}
	if errors.Is(err, errNoJob) {
		m, err = q.take(ctx, kind, fmt.Sprintf(`{"batch":1,"expires":%d}`, q.bounds.pull*9/10)) // ends before the local wait does
	}
	return room, m, err
}

// take pulls a job. Its subscription has ended when it returns, which the client's own Fetch does not
// guarantee: otherwise a returned job could be sent here again.
func (q *Queue) take(ctx context.Context, kind Kind, pull string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, q.bounds.pull)
	defer cancel()
	sub, err := q.conn.SubscribeSync(q.conn.NewInbox())
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
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
	default: // the consumer or its leader has changed
		return nil, fmt.Errorf("jobs: a pull ended with %s %s", status, m.Header.Get("Description"))
	}
}

// serve does a job, unless it is already answered. If the worker stops, serve leaves the job to others
// once left is closed, when no more jobs are taken here.
func (q *Queue) serve(ctx context.Context, m *nats.Msg, room Room, left <-chan struct{}) {
	id := idOf(m.Subject)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if !q.begin(id, end) {
		return // it has lapsed but is still in progress here
	}
	defer q.ended(id)
	if q.isAnswered(ctx, id) {
		_ = m.Ack() // otherwise another worker finds the answer
		return
	}
	if about, err := m.Metadata(); err == nil && about.NumDelivered > 1 {
		q.Counts.Again.Add(1)
		if about.NumDelivered > Tries {
			q.Counts.GivenUp.Add(1)
			q.tell(ctx, m, id, nil, gaveUp)
			return
		}
	}
	_ = q.conn.Publish(q.subject("note", id), []byte(noteBegan)) // informative only
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		for jetstream.Pause(ctx, q.bounds.renew) == nil {
			_ = m.InProgress() // otherwise the job lapses
		}
	}()
	data, err := room.Do(ctx, m.Data)
	stopped := context.Cause(ctx)
	end(errEnds)
	<-renewed
	switch {
	case errors.Is(stopped, errCancelled):
		_ = m.Term()
	case stopped != nil:
		<-left
		q.leave(m, id, noteLeft)
	case errors.Is(err, ErrUnknown) || len(data) > maxAnswer:
		q.leave(m, id, noteUnknown)
	case err != nil && data == nil:
		q.leave(m, id, noteLeft)
	default:
		q.Counts.Done.Add(1)
		if err != nil {
			_ = m.Ack()
			q.ended(id) // whoever hears of it may ask again at once
			_ = q.conn.PublishMsg(&nats.Msg{Subject: q.subject("note", id), Data: data, Header: nats.Header{outcome: {failed}}})
			return
		}
		q.tell(context.WithoutCancel(ctx), m, id, data, "")
	}
}

// leave removes a job from the queue and notes that, upon which whoever waits for it submits it again.
// Delivered again, it would count as one that its worker has not survived.
func (q *Queue) leave(m *nats.Msg, id, note string) {
	if q.remove(m.Subject) != nil {
		_ = m.Nak()
	}
	q.ended(id) // whoever hears of it may submit it again at once
	_ = q.conn.Publish(q.subject("note", id), []byte(note))
}

// tell stores the answer of a job and removes the job from the queue.
func (q *Queue) tell(ctx context.Context, job *nats.Msg, id string, data []byte, how string) {
	m := nats.NewMsg(q.subject("done", id))
	m.Data = data
	if how != "" {
		m.Header.Set(outcome, how)
	}
	ctx, cancel := context.WithTimeout(ctx, q.bounds.lapse)
	defer cancel()
	for {
		_, err := jetstream.Within(ctx, q.bounds.answer/2, func(ctx context.Context) (*js.PubAck, error) { return q.api.PublishMsg(ctx, m) })
		if err == nil {
			_ = job.Ack() // otherwise another worker finds the answer
			return
		}
		_ = job.InProgress()
		if jetstream.Pause(ctx, q.bounds.renew/4) != nil {
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

// begin registers a job in progress here; false if it already is.
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

func (q *Queue) handleCancel(m *nats.Msg) {
	q.mu.Lock()
	end := q.running[idOf(m.Subject)]
	q.mu.Unlock()
	if end != nil {
		end(errCancelled)
	}
}
