// Package jobs is a queue of work for any process of a cluster, in NATS JetStream beside the log of
// package jetstream.
//
// A process submits a job and waits for its answer. A worker with room for it takes the oldest
// job, renews it each second while working, and removes it once the answer is stored. A worker that
// dies stops renewing, and the job goes to another within seconds. A worker that ends, has no room after all,
// or does not know the job, removes it, and whoever waits for it submits it again. A job's ID identifies the question:
// equal questions from any number of processes are one job. Its answer is kept for some minutes, for
// those who ask again.
//
// The queue is in the memory of the servers, with as many replicas as the log. Nothing that must
// not be lost depends on it: a job is only useful to those who wait for it.
//
// # The subjects
//
//	sixfold.BUCKET.job.VERSION.KIND.ID   a job: the stream JOBS_BUCKET, from which it is removed when done
//	sixfold.BUCKET.done.ID               its answer: the stream DONE_BUCKET, the newest of each
//	sixfold.BUCKET.note.ID               "began"; "left" or "unknown" from a worker that leaves it to others; a failure
//	sixfold.BUCKET.cancel.ID             nobody waits for the job any more
//	sixfold.BUCKET.worker                asks which workers there are; each answers
//
// The package does not interpret the questions.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// Version is the version of the job format. Workers of other versions ignore the job.
const Version = 1

// Kind is a class of jobs. Jobs of different kinds do not wait for each other.
type Kind string

// The kinds: jobs of at most a second, and all others.
const (
	Short Kind = "short"
	Long  Kind = "long"
)

// Kinds lists all kinds.
var Kinds = []Kind{Short, Long}

const (
	// MaxBody bounds the body of a job, in bytes: twice the moves of the longest game.
	MaxBody   = 512 << 10
	maxBytes  = 64 << 20
	maxAnswer = 64 << 10
	// longestWait is the maximal age of a job in the queue.
	longestWait = 15 * time.Minute
	// answersKept is how long an answer is kept.
	answersKept = 5 * time.Minute
	// Tries is how often a job is begun at most, since it may be what kills its workers.
	Tries = 3
)

// The errors of a job.
var (
	// ErrUnreachable is returned when the queue does not answer; there may be no worker.
	ErrUnreachable = errors.New("the queue of jobs cannot be reached")
	// ErrFull is returned when the queue holds as many jobs as it may.
	ErrFull = errors.New("the queue of jobs is full")
	// ErrTooLarge is returned for a job of more than [MaxBody] bytes.
	ErrTooLarge = errors.New("the job is too large for the queue")
	// ErrGivenUp is returned for a job that was begun [Tries] times and never finished.
	ErrGivenUp = fmt.Errorf("%d workers have begun the job, and none has ended it", Tries)
	// ErrUnknown is returned by a worker for a job that it does not know, and by [Queue.Ask] after
	// several workers have returned it.
	ErrUnknown = errors.New("no worker knows what is asked")
)

// Queue is the job queue of a bucket, for submitters and workers. It is safe for concurrent use.
type Queue struct {
	conn   *nats.Conn
	api    js.JetStream
	bucket string
	copies int // replicas of the streams
	bounds bounds

	making  chan struct{}           // held while looking for the streams
	streams atomic.Pointer[streams] // nil until they are known to exist

	mu      sync.Mutex
	asking  map[string][]chan *nats.Msg        // by ID
	running map[string]context.CancelCauseFunc // by ID, of the jobs in progress here

	working atomic.Int64 // number of running calls of Work
	Counts  Counts
}

// bounds are the timeouts and limits of a queue; tests use others.
type bounds struct {
	jobs        int           // maximal number in the queue
	lapse       time.Duration // when a job that is not renewed goes to another worker
	renew       time.Duration
	look        time.Duration // how often a waiting submitter checks that the job still exists
	answer      time.Duration // limit for an answer of the servers
	elect       time.Duration // limit for workers to create the queue and its servers to elect a leader
	giveUpAfter time.Duration // how long a submitter waits without an answer of the servers
	pull        time.Duration // duration of one wait for a job
}

var defaults = bounds{
	jobs: 10_000, lapse: 4 * time.Second, renew: time.Second, look: 2 * time.Second,
	answer: 2 * time.Second, elect: 15 * time.Second, giveUpAfter: 10 * time.Second, pull: 2 * time.Second,
}

type streams struct {
	jobs, done js.Stream
}

// Open connects to the servers; its errors are those of [jetstream.Connect]. The queue itself is
// created on its first use. The caller closes it.
func Open(o jetstream.Options) (*Queue, error) { return open(o, defaults) }

func open(o jetstream.Options, b bounds) (*Queue, error) {
	conn, err := jetstream.Connect(o)
	if err != nil {
		return nil, err
	}
	api, err := js.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	q := &Queue{
		conn: conn, api: api, bucket: o.Bucket, copies: o.Replicas, bounds: b, making: make(chan struct{}, 1),
		asking: map[string][]chan *nats.Msg{}, running: map[string]context.CancelCauseFunc{},
	}
	if q.copies == 0 {
		q.copies = jetstream.DefaultReplicas
	}
	for _, s := range []struct {
		subject string
		handle  nats.MsgHandler
	}{
		{q.subject("done", "*"), q.hear},
		{q.subject("note", "*"), q.hear},
		{q.subject("cancel", "*"), q.handleCancel},
		{q.subject("worker"), q.handleWho},
	} {
		if _, err := conn.Subscribe(s.subject, s.handle); err != nil {
			conn.Close()
			return nil, err
		}
	}
	return q, nil
}

// Close closes the connection. Jobs in progress here go to other workers.
func (q *Queue) Close() error {
	q.conn.Close()
	return nil
}

func (q *Queue) subject(parts ...string) string {
	return "sixfold." + q.bucket + "." + strings.Join(parts, ".")
}

func (q *Queue) jobSubject(kind Kind, id string) string {
	return q.subject("job", fmt.Sprint(Version), string(kind), id)
}

// idOf returns the ID at the end of a subject.
func idOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Ready waits until the queue exists, creating it if necessary, for some seconds at most.
func (q *Queue) Ready(ctx context.Context) error {
	_, err := q.ready(ctx, q.bounds.elect)
	return err
}

// ready returns the streams, creating missing ones, within a time limit.
func (q *Queue) ready(ctx context.Context, within time.Duration) (*streams, error) {
	if s := q.streams.Load(); s != nil {
		return s, nil
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case q.making <- struct{}{}:
		defer func() { <-q.making }()
	case <-ctx.Done():
		return nil, unreachable(ctx.Err())
	}
	if s := q.streams.Load(); s != nil { // found by another goroutine meanwhile
		return s, nil
	}
	s, err := q.find(ctx)
	if err != nil {
		return nil, unreachable(err)
	}
	q.streams.Store(s)
	return s, nil
}

// find opens the streams and the consumers. It repeats that without an answer, such as when there is
// no leader yet.
func (q *Queue) find(ctx context.Context) (*streams, error) {
	passes := func(err error) bool {
		refused, ok := errors.AsType[*js.APIError](err)
		return !errors.Is(err, errForeign) && (!ok || refused.ErrorCode == codeNoPeers)
	}
	return jetstream.Repeat(ctx, q.bounds.answer/2, q.bounds.answer/40, passes, func(ctx context.Context) (s *streams, err error) {
		s = new(streams)
		if s.jobs, err = q.stream(ctx, q.jobsConfig()); err != nil {
			return nil, err
		}
		if s.done, err = q.stream(ctx, q.doneConfig()); err != nil {
			return nil, err
		}
		for _, kind := range Kinds {
			if _, err = s.jobs.CreateOrUpdateConsumer(ctx, q.consumerConfig(kind)); err != nil {
				return nil, err
			}
		}
		return s, nil
	})
}

// codeNoPeers is the code of servers that do not know enough peers yet.
const codeNoPeers = 10005

// forget makes the next use look for the streams again.
func (q *Queue) forget() { q.streams.Store(nil) }

// stream opens a stream, and creates it if there is none.
func (q *Queue) stream(ctx context.Context, c js.StreamConfig) (js.Stream, error) {
	s, err := jetstream.Stream(ctx, q.api, c)
	if err == nil && !alike(s.CachedInfo().Config, c) {
		return nil, foreign(c.Name)
	}
	return s, err
}

// errForeign is returned for a stream with unsuitable settings.
var errForeign = errors.New("it was not made by Sixfold, or was changed; delete it, and it is made anew")

func foreign(name string) error { return fmt.Errorf("the stream %s: %w", name, errForeign) }

// alike reports whether a stream works like one with the given settings. Its limits are up to the
// operator.
func alike(have, want js.StreamConfig) bool {
	return slices.Equal(have.Subjects, want.Subjects) && have.Retention == want.Retention && have.MaxMsgsPerSubject <= want.MaxMsgsPerSubject &&
		have.Discard == want.Discard && !have.Sealed
}

func (q *Queue) jobsConfig() js.StreamConfig {
	return js.StreamConfig{
		Name: "JOBS_" + q.bucket, Description: "what Sixfold has to think about",
		Subjects: []string{q.subject("job", ">")}, Retention: js.WorkQueuePolicy, Storage: js.MemoryStorage, Replicas: q.copies,
		MaxMsgs: int64(q.bounds.jobs), MaxBytes: maxBytes, MaxAge: longestWait, MaxMsgSize: MaxBody + 1024, Discard: js.DiscardNew,
	}
}

func (q *Queue) doneConfig() js.StreamConfig {
	return js.StreamConfig{
		Name: "DONE_" + q.bucket, Description: "what Sixfold has thought, for who waits for it",
		Subjects: []string{q.subject("done", "*")}, Retention: js.LimitsPolicy, Storage: js.MemoryStorage, Replicas: q.copies,
		MaxMsgsPerSubject: 1, MaxBytes: maxBytes, MaxAge: answersKept, MaxMsgSize: maxAnswer + 1024, Discard: js.DiscardOld,
	}
}

func (q *Queue) consumerConfig(kind Kind) js.ConsumerConfig {
	return js.ConsumerConfig{
		Durable: fmt.Sprintf("%s-%d", kind, Version), FilterSubject: q.jobSubject(kind, "*"),
		AckPolicy: js.AckExplicitPolicy, AckWait: q.bounds.lapse, MaxDeliver: -1, MaxAckPending: q.bounds.jobs, MemoryStorage: true,
	}
}

// unreachable wraps an error of the servers in ErrUnreachable.
func unreachable(err error) error { return fmt.Errorf("%w (%w)", ErrUnreachable, err) }
