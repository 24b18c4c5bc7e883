package operate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
)

const (
	// watchEvery is the interval of the queue's metrics.
	watchEvery = 15 * time.Second
	// gatherWorkers is how long to wait for workers to report.
	gatherWorkers = 500 * time.Millisecond
	// electQueue is how long a queue may be unreachable after its servers start.
	electQueue = 10 * time.Second
	// lateJob is the age of a job that waits too long: that of a turn that is resumed.
	lateJob = 15 * time.Second
)

// watchQueue records metrics of the queue until the context ends.
func watchQueue(ctx context.Context, q *jobs.Queue, w *watch.Watch) {
	for w != nil && wait(ctx, watchEvery) == nil {
		stands, err := q.Status(ctx, gatherWorkers)
		if err != nil {
			continue // the store's metrics show it
		}
		c := q.Counts()
		w.Queue(watch.QueueStats{
			Jobs: stands.Jobs, AtWork: stands.AtWork, Workers: len(stands.Workers), Oldest: age(stands),
			Done: c.Done, Again: c.Again, GivenUp: c.GivenUp, Full: c.Full,
		})
	}
}

// age returns the age of the oldest job, 0 without any.
func age(s jobs.Status) time.Duration {
	if s.Oldest.IsZero() {
		return 0
	}
	return max(0, time.Since(s.Oldest))
}

// checkQueue checks the queue for the operator.
func checkQueue(ctx context.Context, o jetstream.Options) []jetstream.Finding {
	q, err := jobs.Open(o)
	if err != nil {
		return nil // the cluster's findings report it
	}
	defer func() { _ = q.Close() }()
	stands, err := queueStatus(ctx, func() (jobs.Status, error) { return q.Status(ctx, gatherWorkers) })
	return queueFindings(stands, err)
}

// queueStatus asks for the queue's status, and retries while the queue elects leaders of its own.
func queueStatus(ctx context.Context, ask func() (jobs.Status, error)) (s jobs.Status, err error) {
	for began := time.Now(); ; {
		s, err = ask()
		if !errors.Is(err, jobs.ErrUnreachable) || time.Since(began) > electQueue || wait(ctx, gatherWorkers) != nil {
			return s, err
		}
	}
}

// queueFindings turns the queue's status into findings.
func queueFindings(s jobs.Status, err error) (found []jetstream.Finding) {
	say := func(level jetstream.Level, format string, args ...any) {
		found = append(found, jetstream.Finding{Level: level, About: "queue", Says: fmt.Sprintf(format, args...)})
	}
	switch {
	case errors.Is(err, jobs.ErrNone):
		say(jetstream.Warning, "There is none yet. The first bot or worker that starts makes it.")
		return found
	case err != nil:
		say(jetstream.Wrong, "It does not answer (%v). Each copy thinks about its own moves meanwhile. More than half of the servers must run and see each other, and the account needs the permissions of the example.", err)
		return found
	}
	busy := 0
	for _, w := range s.Workers {
		busy += w.Running
		if w.Version != jobs.Version {
			say(jetstream.Warning, "%s takes jobs of version %d, and this program hands in those of version %d. Run one version everywhere.", w.Name, w.Version, jobs.Version)
		}
	}
	switch {
	case len(s.Workers) == 0:
		say(jetstream.Warning, "Nobody takes jobs from it. Start a copy of the bot, or `sixfold worker`.")
	case age(s) > lateJob && s.Jobs > busy:
		say(jetstream.Warning, "Its oldest job is %v old. Those who think cannot keep up: start `sixfold worker` on more machines.", age(s).Round(time.Second))
	}
	if s.Jobs*10 > s.Room*8 {
		say(jetstream.Warning, "It is almost full, and then refuses what people ask for.")
	}
	say(jetstream.OK, "%d of at most %d jobs, %d of them at work; the oldest is %v old; %d who think, with %d jobs; kept on %d servers.",
		s.Jobs, s.Room, s.AtWork, age(s).Round(100*time.Millisecond), len(s.Workers), busy, s.Copies)
	return found
}
