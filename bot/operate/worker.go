package operate

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
)

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

// work thinks for the copies of a bot until the context ends, and logs to w. It needs only the
// cluster of the settings.
func work(ctx context.Context, settings config.Config, w io.Writer) error {
	if len(settings.Cluster.Servers) == 0 {
		return errors.New("cluster.servers: a worker thinks for the copies of a bot that share a cluster; name its NATS servers")
	}
	log, err := newLog(settings, w)
	if err != nil {
		return err
	}
	queue, err := openQueue(ctx, settings, log)
	if err != nil {
		return err
	}
	pool := think.NewPool(settings.Think.Workers, settings.Think.Limit, nil, nil)
	thinker := think.NewThinker(bot.Rules(settings), pool, time.Now)
	log.Info("thinks for the copies of the bot", "bucket", settings.Cluster.Bucket, "at_a_time", thinker.Most())
	workAt(ctx, queue, thinker, log)
	return queue.Close()
}

// openQueue connects to the configured cluster's queue, once that is ready.
func openQueue(ctx context.Context, settings config.Config, log *slog.Logger) (q *jobs.Queue, err error) {
	err = onceReady(ctx, log, func() (err error) {
		q, err = jobs.Open(clusterOptions(settings))
		return err
	})
	return q, err
}
