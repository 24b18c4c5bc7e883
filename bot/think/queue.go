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
	// shortJob is the longest job that counts as short.
	shortJob = time.Second
	// maxAsked is how many jobs a person may have at a time: one that runs, and two that
	// wait. What is owed comes on top.
	maxAsked = 3
)

// sort is one of the two kinds of jobs, which do not wait for each other.
type sort int

const (
	short sort = iota
	long
)

// Short reports whether the job is one of those that do not wait for long ones.
func (j Job) Short() bool { return j.Takes > 0 && j.Takes <= shortJob }

func (j Job) sort() sort {
	if j.Short() {
		return short
	}
	return long
}

// queue decides whose job is next. It is safe for concurrent use.
type queue struct {
	mu      sync.Mutex
	free    [2]int    // workers, by sort
	waiting []*waiter // in the order of arrival
	// people and channels are those with jobs, by ID.
	people, channels map[string]*share
	tick             uint64 // rises by 2 with every job that begins
}

// waiter is a job in the queue.
type waiter struct {
	Job
	ready chan struct{} // closed when it may begin
}

// share is what a person or a channel has of the pool.
type share struct {
	jobs    int    // that wait or run
	asked   int    // of those, the ones that are not owed
	running [2]int // by sort
	// served is the tick of the job that began last. Who comes anew stands just before
	// the one who was served last, and behind all who wait.
	served uint64
}

func newQueue(workers int) *queue {
	return &queue{free: [2]int{workers, workers}, people: map[string]*share{}, channels: map[string]*share{}, tick: 1}
}

// enter waits until the job may begin. Whoever gets no error calls done when it has ended.
// The error is a refusal where the person has asked for too much, or the context's cause.
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

// add puts a job into the queue, and reports whether it begins at once.
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

// shares are those of the job's person and channel. The lock is held.
func (q *queue) shares(w *waiter) [2]*share {
	return [2]*share{q.share(q.people, w.Person), q.share(q.channels, w.Channel)}
}

func (q *queue) share(of map[string]*share, id string) *share {
	if of[id] == nil {
		of[id] = &share{served: q.tick - 1}
	}
	return of[id]
}

// begin lets as many jobs begin as there are workers for. The lock is held.
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

// next is the job of a sort that may begin and whose person, else whose channel, was
// served longest ago; the first come of those. It is nil where there is none. The lock is
// held.
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

// end gives back the worker of a job.
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

// leave takes a job out of the queue that is not to be done any more.
func (q *queue) leave(w *waiter) {
	q.mu.Lock()
	waits := slices.Contains(q.waiting, w)
	if waits {
		q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
		q.forget(w)
	}
	q.mu.Unlock()
	if !waits { // it was about to begin
		q.end(w)
	}
}

// forget takes a job off the shares, and drops those that have none left. The lock is
// held.
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
