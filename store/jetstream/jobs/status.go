package jobs

import (
	"cmp"
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

// Counts are the counters of this process.
type Counts struct {
	Done    atomic.Uint64 // jobs done here
	Again   atomic.Uint64 // jobs taken here that another worker had begun before
	GivenUp atomic.Uint64 // of those, jobs begun too often
	Full    atomic.Uint64 // jobs refused because the queue was full
}

// Status is the state of the queue.
type Status struct {
	Jobs    int       // waiting or in progress
	AtWork  int       // of these, in progress
	Oldest  time.Time // when the oldest job was submitted, zero if there is none
	Room    int       // maximal number of jobs
	Copies  int       // number of servers that keep the queue
	Workers []Member  // empty if they were not asked
}

// Member is a process with a worker.
type Member struct {
	Name    string `json:"name"`
	Version int    `json:"version"` // version of the job format
	Running int    `json:"running"` // jobs in progress
}

// ErrNone is returned by [Queue.Status] for a queue that has never been used.
var ErrNone = errors.New("there is no queue of jobs yet")

// Status reads the state of the queue. If gather is not 0, it also lists the workers that answer
// within that time. It creates nothing.
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

// workers asks all workers to report, and returns those that answer in time.
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
			return list, nil // the time is up
		}
		var one Member
		if json.Unmarshal(m.Data, &one) == nil && one.Name != "" {
			list = append(list, one)
		}
	}
}

func (q *Queue) handleWho(m *nats.Msg) {
	if q.working.Load() == 0 {
		return
	}
	q.mu.Lock()
	running := len(q.running)
	q.mu.Unlock()
	data, err := json.Marshal(Member{Name(), Version, running})
	if err == nil {
		_ = m.Respond(data)
	}
}

// Name returns the name of this process: of its machine, and its number there.
func Name() string {
	host, _ := os.Hostname()
	return cmp.Or(host, "unknown") + "/" + strconv.Itoa(os.Getpid())
}
