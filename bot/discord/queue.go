package discord

import "sync"

// queues run the jobs of one key one after another, in the order in which they were
// added, and those of different keys side by side. The zero value is ready; it is
// safe for concurrent use. A key without jobs costs nothing.
type queues struct {
	mu      sync.Mutex
	waiting map[string][]func() // a key is there while one of its jobs runs
}

// add has the job run when all earlier jobs of the key are done. It returns at once.
// The job must not panic.
func (q *queues) add(key string, job func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if waiting, busy := q.waiting[key]; busy {
		q.waiting[key] = append(waiting, job)
		return
	}
	if q.waiting == nil {
		q.waiting = map[string][]func(){}
	}
	q.waiting[key] = nil
	go q.run(key, job)
}

func (q *queues) run(key string, job func()) {
	for job != nil {
		job()
		job = q.next(key)
	}
}

// next takes the key's next job; where there is none, it forgets the key.
func (q *queues) next(key string) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := q.waiting[key]
	if len(waiting) == 0 {
		delete(q.waiting, key)
		return nil
	}
	job := waiting[0]
	waiting[0] = nil // what is done must not stay in memory
	q.waiting[key] = waiting[1:]
	return job
}
