package operate

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
)

// openFor bounds the wait at startup for a cluster whose servers are starting or electing a leader.
const openFor = time.Minute

// onceReady retries open while the cluster is not ready, for openFor at most.
func onceReady(ctx context.Context, log *slog.Logger, open func() error) error {
	for began := time.Now(); ; {
		err := open()
		starting := errors.Is(err, jetstream.ErrUnreachable) || errors.Is(err, jetstream.ErrFewServers) || errors.Is(err, store.ErrUnreachable)
		if !starting || time.Since(began) > openFor || ctx.Err() != nil {
			return err
		}
		log.Warn("the cluster is not ready yet", "err", err)
		if jetstream.Pause(ctx, time.Second) != nil {
			return context.Cause(ctx)
		}
	}
}

func clusterOptions(settings config.Config) jetstream.Options {
	c := settings.Cluster
	return jetstream.Options{
		URLs: c.Servers, Bucket: c.Bucket, Application: application(settings.Discord.Token), Replicas: c.Replicas,
		MaxBytes:        int64(c.Megabytes) << 20,
		CredentialsFile: c.Credentials, User: c.User, PasswordFile: c.Password, CAFile: c.Authority, CertFile: c.Certificate, KeyFile: c.Key,
	}
}

// application identifies the owner of a cluster's state: the bot's ID, which is the first part of a
// token, or "playground".
func application(token config.Secret) string {
	first, _, ok := strings.Cut(string(token), ".")
	id, err := base64.RawStdEncoding.DecodeString(first)
	if !ok || err != nil || !config.IsSnowflake(string(id)) {
		return "playground"
	}
	return string(id)
}

// openQueue connects to the configured cluster's queue, once that is ready.
func openQueue(ctx context.Context, settings config.Config, log *slog.Logger) (q *jobs.Queue, err error) {
	err = onceReady(ctx, log, func() (err error) {
		q, err = jobs.Open(clusterOptions(settings))
		return err
	})
	return q, err
}

// clusterCheck is a check of a cluster, by the flags of its command.
type clusterCheck struct {
	all      bool // also read all games
	json     bool
	monitors []string // the servers' monitoring URLs; see [jetstream.Options]
}

// run checks the configured cluster, and writes a line per finding. It returns an error if something
// is wrong.
func (o *clusterCheck) run(ctx context.Context, settings config.Config, out io.Writer) error {
	where := clusterOptions(settings)
	where.Monitors = o.monitors
	found := append(jetstream.Check(ctx, where), checkQueue(ctx, where)...)
	if o.all {
		found = append(found, readCluster(ctx, settings))
	}
	wrong := false
	for _, f := range found {
		wrong = wrong || f.Level == jetstream.Wrong
		if !o.json {
			fmt.Fprintf(out, "%-8s %s: %s\n", f.Level, f.About, f.Says)
		}
	}
	if o.json {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		if err := e.Encode(found); err != nil {
			return err
		}
	}
	if wrong {
		return errors.New("something is wrong with the cluster")
	}
	return nil
}

// readCluster reads all games into a temporary copy, and verifies them and their indexes.
func readCluster(ctx context.Context, settings config.Config) jetstream.Finding {
	f := jetstream.Finding{Level: jetstream.Wrong, About: "games"}
	var has store.Contents
	e, err := openNamed(ctx, settings, inCluster)
	if err == nil {
		has, err = e.Verify(ctx)
		err = errors.Join(err, e.Close())
	}
	if err != nil {
		f.Says = err.Error()
		return f
	}
	f.Level = jetstream.OK
	f.Says = fmt.Sprintf("all can be read, and the indexes follow from them: tables %d, open %d, records %d", has.Tables, has.Open, has.Records)
	return f
}

// watchLog records metrics of the cluster's log until the context ends. No server counts while none
// answers.
func watchLog(ctx context.Context, l *jetstream.Log, w *watch.Watch) {
	for ok := true; ok; ok = jetstream.Pause(ctx, watchEvery) == nil {
		s, err := l.Status(ctx)
		w.LogServers.Set(float64(s.Servers))
		if err == nil {
			w.LogWanted.Set(float64(s.Wanted))
			w.LogBytes.Set(float64(s.Bytes))
			w.LogLimit.Set(float64(s.Limit))
		}
	}
}

const (
	// gatherWorkers is how long to wait for workers to report.
	gatherWorkers = 500 * time.Millisecond
	// electQueue is how long a queue may be unreachable after its servers start.
	electQueue = 10 * time.Second
	// lateJob is the age of a job that waits too long: that of a turn that is resumed.
	lateJob = 15 * time.Second
)

// age returns the age of the oldest job, 0 without any.
func age(s jobs.Status) time.Duration {
	if s.Oldest.IsZero() {
		return 0
	}
	return max(0, time.Since(s.Oldest))
}

func checkQueue(ctx context.Context, o jetstream.Options) []jetstream.Finding {
	q, err := jobs.Open(o)
	if err != nil {
		return nil // the cluster's findings report it
	}
	defer func() { _ = q.Close() }()
	return queueFindings(queueStatus(ctx, func(ctx context.Context) (jobs.Status, error) { return q.Status(ctx, gatherWorkers) }))
}

// queueStatus asks for the queue's status, again while the queue elects leaders of its own.
func queueStatus(ctx context.Context, ask func(context.Context) (jobs.Status, error)) (jobs.Status, error) {
	ctx, cancel := context.WithTimeout(ctx, electQueue)
	defer cancel()
	return jetstream.Repeat(ctx, electQueue, gatherWorkers, func(err error) bool { return errors.Is(err, jobs.ErrUnreachable) }, ask)
}

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
