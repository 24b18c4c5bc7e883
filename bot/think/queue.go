package think

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

const (
	// shortJob is the duration up to which a job is short.
	shortJob = time.Second
	// maxAsked is how many jobs a person may have, running and waiting, besides those owed.
	maxAsked = 3
)

// sort is one of the two sorts of jobs, which do not wait for each other.
type sort int

const (
	short sort = iota
	long
)

// Short reports whether the job is short, so that it does not wait for long ones.
func (j Job) Short() bool { return j.Takes > 0 && j.Takes <= shortJob }

func (j Job) sort() sort {
	if j.Short() {
		return short
	}
	return long
}

// queue decides which job is next. It is safe for concurrent use.
type queue struct {
	mu      sync.Mutex
	free    [2]int    // workers, by sort
	waiting []*waiter // in the order of arrival
	crew    [2]turns  // by sort
	// people and channels contain those with jobs, by ID.
	people, channels map[string]*share
	tick             uint64 // increases by 2 with every job that begins
}

type waiter struct {
	Job
	ready chan struct{} // closed when the job may begin
	rank  uint64        // of a turn of the crew, in place of the person's served
}

// turns are turns of the crew that have begun to wait together.
type turns struct{ left, rank uint64 }

// share is the use of the pool by a person or a channel.
type share struct {
	jobs    int    // waiting or running
	asked   int    // of these, jobs that are not owed
	running [2]int // by sort
	// served is the tick of the job that began last. A newcomer is placed just before the one
	// served last, behind all who are waiting.
	served uint64
}

func newQueue(workers int) *queue {
	return &queue{free: [2]int{workers, workers}, people: map[string]*share{}, channels: map[string]*share{}, tick: 2}
}

// enter waits until the job may begin. If the error is nil, the caller must call done when the job
// has ended. The error is a refusal beyond the person's limit, or the context's cause.
func (q *queue) enter(ctx context.Context, j Job) (done func(), err error) {
	w := &waiter{Job: j, ready: make(chan struct{})}
	begun, err := q.add(w)
	if err != nil {
		return nil, err
	}
	if !begun && j.Waits != nil {
		j.Waits()
	}
	return func() { q.end(w) }, q.await(ctx, w)
}

// await waits until the job begins. If the context ends before that, the job leaves.
func (q *queue) await(ctx context.Context, w *waiter) error {
	select {
	case <-w.ready:
		return nil
	case <-ctx.Done():
		q.leave(w)
		return context.Cause(ctx)
	}
}

// turn waits for a worker in the name of the crew, where so many questions are known to wait: each is of
// somebody else, and has a turn between those of the people who wait here.
func (q *queue) turn(ctx context.Context, j Job, waiting uint64) (*waiter, error) {
	w := &waiter{Job: j, ready: make(chan struct{})}
	q.mu.Lock()
	t := &q.crew[j.sort()]
	if t.left = min(t.left, waiting); t.left == 0 {
		*t = turns{max(waiting, 1), q.tick - 1}
	}
	t.left--
	w.rank = t.rank
	q.join(w)
	q.begin()
	q.mu.Unlock()
	return w, q.await(ctx, w)
}

// swap begins a job in place of a turn of the crew, which is nil if it has ended, or after the job of
// that person that runs. It returns [ErrBusy] if there is no worker.
func (q *queue) swap(ctx context.Context, turn *waiter, j Job) (done func(), err error) {
	w := &waiter{Job: j, ready: make(chan struct{})}
	q.mu.Lock()
	if turn != nil {
		q.release(turn)
	}
	if q.free[w.sort()] == 0 {
		q.mu.Unlock()
		return nil, ErrBusy
	}
	q.join(w)
	if q.mayBegin(w) {
		q.start(w)
	}
	q.begin()
	q.mu.Unlock()
	return func() { q.end(w) }, q.await(ctx, w)
}

// add queues a job and reports whether it begins at once.
func (q *queue) add(w *waiter) (begun bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p := q.people[w.Person]; !w.Owed && w.Person != "" && p != nil && p.asked >= maxAsked {
		return false, engine.Refuse("%s of your searches are running or waiting already; wait until one has ended", strconv.Itoa(maxAsked))
	}
	q.join(w)
	q.begin()
	return !slices.Contains(q.waiting, w), nil
}

// join adds a job to those that wait. The lock must be held.
func (q *queue) join(w *waiter) {
	for _, s := range q.shares(w) {
		s.jobs++
		if !w.Owed {
			s.asked++
		}
	}
	q.waiting = append(q.waiting, w)
}

// shares returns those of the job's person and channel. The lock must be held.
func (q *queue) shares(w *waiter) [2]*share {
	return [2]*share{q.share(q.people, w.Person), q.share(q.channels, w.Channel)}
}

func (q *queue) share(of map[string]*share, id string) *share {
	if of[id] == nil {
		of[id] = &share{served: q.tick - 1}
	}
	return of[id]
}

// begin starts jobs while there are free workers. The lock must be held.
func (q *queue) begin() {
	for kind := short; kind <= long; kind++ {
		for q.free[kind] > 0 {
			w := q.next(kind)
			if w == nil {
				break
			}
			q.start(w)
		}
	}
}

// start gives a worker to a job that waits. The lock must be held.
func (q *queue) start(w *waiter) {
	q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
	q.free[w.sort()]--
	q.tick += 2
	for _, s := range q.shares(w) {
		s.running[w.sort()]++
		s.served = q.tick
	}
	close(w.ready)
}

// mayBegin reports whether no job of that sort and person runs. The lock must be held.
func (q *queue) mayBegin(w *waiter) bool {
	return w.Person == "" || q.people[w.Person].running[w.sort()] == 0
}

// next returns the job of a sort that may begin and whose person, then channel, was served longest
// ago, the first of equals; nil for none. The lock must be held.
func (q *queue) next(kind sort) (best *waiter) {
	for _, w := range q.waiting {
		if w.sort() == kind && q.mayBegin(w) && (best == nil || q.before(w, best)) {
			best = w
		}
	}
	return best
}

func (q *queue) before(a, b *waiter) bool {
	return cmp.Or(
		cmp.Compare(cmp.Or(a.rank, q.people[a.Person].served), cmp.Or(b.rank, q.people[b.Person].served)),
		cmp.Compare(b.rank, a.rank), // turns that began to wait together come before who came after
		cmp.Compare(q.channels[a.Channel].served, q.channels[b.Channel].served),
	) < 0
}

// end frees the worker of a job.
func (q *queue) end(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.release(w)
	q.begin()
}

// release takes the worker from a job. The lock must be held.
func (q *queue) release(w *waiter) {
	q.free[w.sort()]++
	for _, s := range q.shares(w) {
		s.running[w.sort()]--
	}
	q.forget(w)
}

// leave removes a job whose context has ended.
func (q *queue) leave(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, w); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.forget(w)
		return
	}
	q.release(w) // it has just begun
	q.begin()
}

// forget removes a job from its shares, and drops empty shares. The lock must be held.
func (q *queue) forget(w *waiter) {
	for _, s := range q.shares(w) {
		s.jobs--
		if !w.Owed {
			s.asked--
		}
	}
	if q.people[w.Person].jobs == 0 {
		delete(q.people, w.Person)
	}
	if q.channels[w.Channel].jobs == 0 {
		delete(q.channels, w.Channel)
	}
}
