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
	// people and channels contain those with jobs, by ID.
	people, channels map[string]*share
	tick             uint64 // increases by 2 with every job that begins
}

type waiter struct {
	Job
	ready chan struct{} // closed when the job may begin
}

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
	return &queue{free: [2]int{workers, workers}, people: map[string]*share{}, channels: map[string]*share{}, tick: 1}
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
	select {
	case <-w.ready:
		return func() { q.end(w) }, nil
	case <-ctx.Done():
		q.leave(w)
		return nil, context.Cause(ctx)
	}
}

// add queues a job and reports whether it begins at once.
func (q *queue) add(w *waiter) (begun bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p := q.people[w.Person]; !w.Owed && w.Person != "" && p != nil && p.asked >= maxAsked {
		return false, engine.Refuse("%s of your searches are running or waiting already; wait until one has ended", strconv.Itoa(maxAsked))
	}
	for _, s := range q.shares(w) {
		s.jobs++
		if !w.Owed {
			s.asked++
		}
	}
	q.waiting = append(q.waiting, w)
	q.begin()
	return !slices.Contains(q.waiting, w), nil
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
			q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
			q.free[kind]--
			q.tick += 2
			for _, s := range q.shares(w) {
				s.running[kind]++
				s.served = q.tick
			}
			close(w.ready)
		}
	}
}

// next returns the job of a sort that may begin and whose person, then channel, was served longest
// ago, the first of equals; nil for none. The lock must be held.
func (q *queue) next(kind sort) (best *waiter) {
	for _, w := range q.waiting {
		if w.sort() != kind || w.Person != "" && q.people[w.Person].running[kind] > 0 {
			continue
		}
		if best == nil || q.before(w, best) {
			best = w
		}
	}
	return best
}

func (q *queue) before(a, b *waiter) bool {
	return cmp.Or(
		cmp.Compare(q.people[a.Person].served, q.people[b.Person].served),
		cmp.Compare(q.channels[a.Channel].served, q.channels[b.Channel].served),
	) < 0
}

// end frees the worker of a job.
func (q *queue) end(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free[w.sort()]++
	for _, s := range q.shares(w) {
		s.running[w.sort()]--
	}
	q.forget(w)
	q.begin()
}

// leave removes a job whose context has ended.
func (q *queue) leave(w *waiter) {
	q.mu.Lock()
	waits := slices.Contains(q.waiting, w)
	if waits {
		q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
		q.forget(w)
	}
	q.mu.Unlock()
	if !waits { // it has just begun
		q.end(w)
	}
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
