package operate

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
)

// Crew shares thinking among the copies of a bot and workers by a queue of jobs. It is safe for
// concurrent use.
//
// Every copy puts its levels' moves and the requested hints into the queue, and takes a job when a
// processor is free for it, in turn with what people wait for there. A question is thought about once,
// however many copies ask it: a copy that takes over the turns of a dead one gets results that others
// have, or are working on. A question is self-contained, so a worker needs neither the store nor Discord.
//
// For each person and kind of question, a copy has one job in the queue; the others wait in the
// copy, in the order of package think. The queue is first come, first served. Views and tools think
// locally.
type Crew struct {
	queue *jobs.Queue
	log   *slog.Logger
	mute  atomic.Int64 // Unix time until which an unreachable queue is not used
}

// NewCrew returns a crew for a queue.
func NewCrew(q *jobs.Queue, log *slog.Logger) *Crew { return &Crew{queue: q, log: log} }

// waitNotice is the delay after which the asker is told that the question waits.
const waitNotice = time.Second

// muteSeconds is how long an unreachable queue is not used, so that not every move waits for it.
const muteSeconds = 15

// Choose implements [think.Crew].
func (c *Crew) Choose(ctx context.Context, j think.Job, q think.Question) (engine.Choice, error) {
	if time.Now().Unix() < c.mute.Load() {
		return engine.Choice{}, think.ErrHere
	}
	id, body, err := question(j, q)
	if err != nil {
		return engine.Choice{}, err
	}
	slow := time.AfterFunc(waitNotice, func() {
		if j.Waits != nil {
			j.Waits()
		}
	})
	defer slow.Stop()
	kind := jobs.Long
	if j.Short() {
		kind = jobs.Short
	}
	data, err := c.queue.Ask(ctx, jobs.Job{ID: id, Kind: kind, Body: body, Began: func() { slow.Stop() }})
	if err != nil {
		return engine.Choice{}, c.noAnswer(ctx, err, j, id, q)
	}
	return readAnswer(data)
}

// noAnswer returns the error for a question that the queue has not answered. [think.ErrHere] makes
// the caller think itself.
func (c *Crew) noAnswer(ctx context.Context, err error, j think.Job, id string, q think.Question) error {
	switch {
	case errors.Is(err, table.ErrOvertaken):
		c.queue.Cancel(id)
		return err
	case ctx.Err() != nil:
		return err // others may still want the answer
	case errors.Is(err, jobs.ErrGivenUp):
		c.log.Error("a question has ended whoever thought about it, and is given up; the logs of the copies and the workers say more", "table", q.Table.String(), "game", q.Game, "level", q.Level, "err", err)
		return engine.Refuse("thinking about this position has failed several times, and who runs the bot finds that in the log; try another position, or later")
	case errors.Is(err, jobs.ErrFull) && !j.Owed:
		return engine.Refuse("too many positions are waiting to be thought about; ask again in a minute")
	default:
		if errors.Is(err, jobs.ErrUnreachable) {
			c.mute.Store(time.Now().Unix() + muteSeconds)
		}
		c.log.Warn("a question is thought about here", "err", err)
		return think.ErrHere
	}
}

// workAt processes jobs of a queue until the context ends.
func workAt(ctx context.Context, q *jobs.Queue, t *think.Thinker, log *slog.Logger) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		for jetstream.Pause(ctx, time.Minute) == nil {
			t.DropIdle()
		}
	})
	q.Work(ctx, func(ctx context.Context, kind jobs.Kind, waiting uint64) (jobs.Room, error) {
		r, err := t.Enter(ctx, kind == jobs.Short, waiting)
		return room{r, log}, err
	})
}

// room is room for the question of a job.
type room struct {
	*think.Room
	log *slog.Logger
}

// Do implements [jobs.Room].
func (r room) Do(ctx context.Context, body []byte) ([]byte, error) {
	choice, err := r.reply(ctx, body)
	switch {
	case errors.Is(err, think.ErrUnknown):
		return nil, jobs.ErrUnknown
	case errors.Is(err, think.ErrBusy):
		return nil, err
	default:
		data, failed := answer(choice, err)
		return data, cmp.Or(failed, err)
	}
}

// reply answers a question, and turns a panic into an error.
func (r room) reply(ctx context.Context, body []byte) (c engine.Choice, err error) {
	defer watch.Recover(r.log, &err)
	job, asked, err := readQuestion(body)
	if err != nil {
		return c, err
	}
	return r.Answer(ctx, job, asked)
}

// member is a process that thinks for others.
type member struct {
	queue   *jobs.Queue
	stop    context.CancelFunc
	running sync.WaitGroup
}

// joinCrew processes the jobs of the cluster's queue with a thinker, until Close.
func joinCrew(queue *jobs.Queue, thinker *think.Thinker, w *watch.Watch, log *slog.Logger) *member {
	ctx, stop := context.WithCancel(context.Background())
	m := &member{queue: queue, stop: stop}
	m.running.Go(func() { watchQueue(ctx, queue, w) })
	m.running.Go(func() { workAt(ctx, queue, thinker, log) })
	return m
}

// Close returns unfinished jobs to the queue.
func (m *member) Close() error {
	if m == nil {
		return nil
	}
	m.stop()
	m.running.Wait()
	return m.queue.Close()
}

// work thinks for the copies of a bot until the context ends, and logs to out. It needs only the
// cluster of the settings.
func work(ctx context.Context, settings config.Config, out io.Writer) (err error) {
	if len(settings.Cluster.Servers) == 0 {
		return settings.Refuse("cluster.servers", errors.New("a worker thinks for the copies of a bot that share a cluster; name its NATS servers"))
	}
	log, err := newLog(settings, out)
	if err != nil {
		return err
	}
	queue, err := openQueue(ctx, settings, log)
	if err != nil {
		return err
	}
	defer closing(&err, queue)
	h := &health{role: func() string { return watch.Thinking }, started: true}
	h.require("the queue", func() error {
		_, err := queue.Status(ctx, 0)
		return err
	})
	w := watch.New()
	figures, err := listenAdmin(settings, h, w, func() (s store.Stats, err error) { return s, err }, log)
	if err != nil {
		return err
	}
	defer closing(&err, figures)
	pool := think.NewPool(settings.Think.Workers, settings.Think.Limit.Duration(), w, nil)
	thinker := think.NewThinker(bot.Rules(settings), pool, time.Now)
	log.Info("thinks for the copies of the bot", "bucket", settings.Cluster.Bucket)
	workAt(ctx, queue, thinker, log)
	return nil
}

const watchEvery = 15 * time.Second

// watchQueue records metrics of the queue until the context ends.
func watchQueue(ctx context.Context, q *jobs.Queue, w *watch.Watch) {
	w.QueueEnded(map[string]func() uint64{
		"done": q.Counts.Done.Load, "again": q.Counts.Again.Load, "given_up": q.Counts.GivenUp.Load, "full": q.Counts.Full.Load,
	})
	for jetstream.Pause(ctx, watchEvery) == nil {
		s, err := q.Status(ctx, gatherWorkers)
		if err != nil {
			continue // the metrics of the log show it
		}
		w.QueueJobs.Set(float64(s.Jobs))
		w.QueueAtWork.Set(float64(s.AtWork))
		w.QueueWorkers.Set(float64(len(s.Workers)))
		w.QueueOldest.Set(age(s).Seconds())
	}
}
