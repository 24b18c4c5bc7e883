package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// counts are what has happened in this process.
type counts struct{ done, again, givenUp, full atomic.Uint64 }

// Counts are what has happened in this process since it began.
type Counts struct {
	Done    uint64 // jobs that were done here
	Again   uint64 // jobs taken here that another has begun before
	GivenUp uint64 // of those, jobs that too many had begun
	Full    uint64 // jobs asked for here that found no room
}

// Counts returns what has happened in this process.
func (q *Queue) Counts() Counts {
	c := &q.counts
	return Counts{c.done.Load(), c.again.Load(), c.givenUp.Load(), c.full.Load()}
}

// Status is how the queue stands.
type Status struct {
	Jobs    int       // that wait or are at work
	AtWork  int       // of those
	Oldest  time.Time // when the oldest was handed in; zero without any
	Room    int       // how many jobs there may be
	Copies  int       // servers that keep them
	Workers []Member  // none where they were not asked
}

// Member is a process that works.
type Member struct {
	Name    string `json:"name"`
	Version int    `json:"version"` // of the form of jobs
	Running int    `json:"running"` // jobs at work in it
}

// ErrNone is returned by [Queue.Status] for a queue that nobody has used yet.
var ErrNone = errors.New("there is no queue of jobs yet")

// Status looks at the queue and, if gather is not 0, for who works: all who answer within that
// time. It makes nothing.
func (q *Queue) Status(ctx context.Context, gather time.Duration) (s Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, q.bounds.answer+gather)
	defer cancel()
	stream, err := q.api.Stream(ctx, q.jobsConfig().Name)
	if errors.Is(err, js.ErrStreamNotFound) {
		return s, ErrNone
	}
	if err != nil {
		return s, unreachable(err)
	}
	info := stream.CachedInfo()
	if c := q.jobsConfig(); !alike(info.Config, c) {
		return s, unreachable(foreign(c.Name))
	}
	s.Jobs, s.Room, s.Copies = int(info.State.Msgs), int(info.Config.MaxMsgs), info.Config.Replicas
	if s.Jobs > 0 {
		s.Oldest = info.State.FirstTime
	}
	for _, kind := range Kinds {
		takes, err := stream.Consumer(ctx, q.consumerConfig(kind).Durable)
		if err != nil {
			return s, unreachable(err)
		}
		s.AtWork += takes.CachedInfo().NumAckPending
	}
	if gather > 0 {
		s.Workers, err = q.workers(ctx, gather)
	}
	return s, err
}

// workers asks who works.
func (q *Queue) workers(ctx context.Context, within time.Duration) (list []Member, err error) {
	inbox := q.conn.NewRespInbox()
	replies, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, unreachable(err)
	}
	defer func() { _ = replies.Unsubscribe() }()
	if err := q.conn.PublishRequest(q.subject("worker"), inbox, nil); err != nil {
		return nil, unreachable(err)
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		m, err := replies.NextMsgWithContext(ctx)
		if err != nil {
			return list, nil // the time is over
		}
		var one Member
		if json.Unmarshal(m.Data, &one) == nil && one.Name != "" {
			list = append(list, one)
		}
	}
}

func (q *Queue) heardWho(m *nats.Msg) {
	if q.working.Load() == 0 {
		return
	}
	q.mu.Lock()
	running := len(q.running)
	q.mu.Unlock()
	data, err := json.Marshal(Member{q.name, Version, running})
	if err == nil {
		_ = m.Respond(data)
	}
}

// name is that of this process.
func name() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "/" + strconv.Itoa(os.Getpid())
}
