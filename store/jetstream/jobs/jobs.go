// Package jobs is a queue of work that any process of a cluster may do, in NATS JetStream
// beside the log of package jetstream.
//
// Who asks hands a job in and waits for its answer; who has a processor to spare takes the
// oldest job, renews it each second while it works, and takes it off the queue when its answer
// is kept. A worker that dies stops to renew, and the job goes to another within seconds. The
// ID of a job says what is asked, so that a question is one job however often, and by however
// many, it is asked, and its answer is there for some minutes: who asks after it was given is
// given the same.
//
// All of it is in the memory of the servers, on as many of them as the log is. What must not be
// lost stands elsewhere, for a job is worth only as much as that somebody waits for it.
//
// # The subjects
//
//	sixfold.BUCKET.job.VERSION.KIND.ID   a job: the stream JOBS_BUCKET, from which it goes when it is done
//	sixfold.BUCKET.done.ID               its answer: the stream DONE_BUCKET, the newest of each
//	sixfold.BUCKET.note.ID               "began", or "unknown" by a worker that leaves it to others
//	sixfold.BUCKET.cancel.ID             nobody waits for it any more
//	sixfold.BUCKET.worker                who works? Answered by each worker
//
// The package knows nothing of what is asked.
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

// Version is that of the form of jobs. Workers of another version leave them alone.
const Version = 1

// Kind is a sort of jobs. None waits for those of another.
type Kind string

// The kinds: those of at most a second, and all others.
const (
	Short Kind = "short"
	Long  Kind = "long"
)

// Kinds are all of them.
var Kinds = []Kind{Short, Long}

// Bounds of the queue.
const (
	// MaxBody bounds what is asked, in bytes: the longest game's moves, and as much again.
	MaxBody   = 512 << 10
	maxBytes  = 64 << 20
	maxAnswer = 64 << 10
	// longestWait is how old a job may become in the queue.
	longestWait = 15 * time.Minute
	// answersKept is for how long an answer is there for who asks once more.
	answersKept = 5 * time.Minute
	// Tries is how often a job is begun: it may be what has killed its workers.
	Tries = 3
)

// What a job may end in.
var (
	// ErrUnreachable is returned when the queue does not answer; nobody may be at work.
	ErrUnreachable = errors.New("the queue of jobs cannot be reached")
	// ErrFull is returned when the queue takes no more jobs for now.
	ErrFull = errors.New("the queue of jobs is full")
	// ErrTooLarge is returned for a job of more than [MaxBody] bytes.
	ErrTooLarge = errors.New("the job is too large for the queue")
	// ErrGivenUp is returned for a job that as many workers have begun as may, and none has
	// ended.
	ErrGivenUp = fmt.Errorf("%d workers have begun the job, and none has ended it", Tries)
	// ErrUnknown is returned by a worker for a job that is none of its own, and to who asks
	// when several have said so.
	ErrUnknown = errors.New("no worker knows what is asked")
)

// Queue is the queue of a bucket, for those who ask and those who work. It may be used by any
// number of goroutines.
type Queue struct {
	conn   *nats.Conn
	api    js.JetStream
	bucket string
	copies int    // of the streams
	name   string // of this process
	bounds bounds

	making  chan struct{} // holds who looks for the streams
	mu      sync.Mutex
	streams *streams                           // nil until they are known to be there
	asking  map[string][]*asker                // by ID
	running map[string]context.CancelCauseFunc // by ID, of the jobs at work here

	working atomic.Int64 // processes in which somebody works: this one, or none
	counts  counts
}

// bounds are how long things take, and how much there may be; tests have others.
type bounds struct {
	jobs     int           // in the queue
	lapse    time.Duration // when a job that is not renewed goes to another worker
	renew    time.Duration
	look     time.Duration // how often who waits looks whether the job is still there
	answer   time.Duration // within which the servers answer
	elect    time.Duration // within which workers make the queue, and its servers elect a leader
	patience time.Duration // how long who waits bears that they do not
	pull     time.Duration // how long one wait for a job lasts
}

var usual = bounds{
	jobs: 10_000, lapse: 4 * time.Second, renew: time.Second, look: 2 * time.Second,
	answer: 2 * time.Second, elect: 15 * time.Second, patience: 10 * time.Second, pull: 2 * time.Second,
}

// streams are where jobs and answers are.
type streams struct {
	jobs, done js.Stream
}

// Open connects to the servers; its errors are those of [jetstream.Connect]. The queue itself is made
// when it is first used. The caller closes it.
func Open(o jetstream.Options) (*Queue, error) { return open(o, usual) }

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
		conn: conn, api: api, bucket: o.Bucket, copies: o.Replicas, name: name(), bounds: b, making: make(chan struct{}, 1),
		asking: map[string][]*asker{}, running: map[string]context.CancelCauseFunc{},
	}
	if q.copies == 0 {
		q.copies = jetstream.DefaultReplicas
	}
	for _, heard := range []struct {
		subject string
		told    nats.MsgHandler
	}{
		{q.subject("done", "*"), q.heardAnswer},
		{q.subject("note", "*"), q.heardNote},
		{q.subject("cancel", "*"), q.heardCancel},
		{q.subject("worker"), q.heardWho},
	} {
		if _, err := conn.Subscribe(heard.subject, heard.told); err != nil {
			conn.Close()
			return nil, err
		}
	}
	return q, nil
}

// Close ends the connection. Jobs that are at work here go to others.
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

// idOf is the ID at the end of a subject.
func idOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Ready waits until the queue is there, and makes it if it is not; for some seconds at most.
func (q *Queue) Ready(ctx context.Context) error {
	_, err := q.ready(ctx, q.bounds.elect)
	return err
}

// ready returns the streams, and makes those that are not there, within a time.
func (q *Queue) ready(ctx context.Context, within time.Duration) (*streams, error) {
	if s := q.known(); s != nil {
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
	if s := q.known(); s != nil { // somebody else has found them meanwhile
		return s, nil
	}
	s, err := q.find(ctx)
	if err != nil {
		return nil, unreachable(err)
	}
	q.mu.Lock()
	q.streams = s
	q.mu.Unlock()
	return s, nil
}

// known returns the streams; nil where they must be looked for.
func (q *Queue) known() *streams {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.streams
}

func (q *Queue) find(ctx context.Context) (s *streams, err error) {
	s = new(streams)
	if s.jobs, err = q.stream(ctx, q.jobsConfig()); err != nil {
		return nil, err
	}
	if s.done, err = q.stream(ctx, q.doneConfig()); err != nil {
		return nil, err
	}
	for _, kind := range Kinds {
		_, err = insist(ctx, q.bounds.answer/2, func(ctx context.Context) (js.Consumer, error) {
			return s.jobs.CreateOrUpdateConsumer(ctx, q.consumerConfig(kind))
		})
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// codeNoPeers is of servers that do not know enough others, yet.
const codeNoPeers = 10005

// insist asks again what nobody has answered, as where there is no leader yet.
func insist[T any](ctx context.Context, each time.Duration, ask func(context.Context) (T, error)) (T, error) {
	for {
		try, cancel := context.WithTimeout(ctx, each)
		answer, err := ask(try)
		cancel()
		var refused *js.APIError
		final := err == nil || ctx.Err() != nil || errors.Is(err, errForeign) || errors.As(err, &refused) && refused.ErrorCode != codeNoPeers
		if final || pause(ctx, each/20) != nil {
			return answer, err
		}
	}
}

// forget has the streams be looked for, or made, before their next use.
func (q *Queue) forget() {
	q.mu.Lock()
	q.streams = nil
	q.mu.Unlock()
}

// stream opens a stream, and makes it if there is none.
func (q *Queue) stream(ctx context.Context, c js.StreamConfig) (js.Stream, error) {
	return insist(ctx, q.bounds.answer/2, func(ctx context.Context) (js.Stream, error) {
		s, err := q.api.Stream(ctx, c.Name)
		if errors.Is(err, js.ErrStreamNotFound) {
			s, err = q.api.CreateStream(ctx, c)
			if errors.Is(err, js.ErrStreamNameAlreadyInUse) { // another process was faster
				s, err = q.api.Stream(ctx, c.Name)
			}
		}
		if err == nil && !alike(s.CachedInfo().Config, c) {
			return nil, foreign(c.Name)
		}
		return s, err
	})
}

// errForeign is of a stream that has other settings than a queue needs.
var errForeign = errors.New("it was not made by Sixfold, or was changed; delete it, and it is made anew")

func foreign(name string) error { return fmt.Errorf("the stream %s: %w", name, errForeign) }

// alike reports whether a stream works as one of the given settings would; its bounds are the operator's.
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

// unreachable is an error of the servers.
func unreachable(err error) error { return fmt.Errorf("%w (%w)", ErrUnreachable, err) }
