// Package think runs the bot's own players: it limits how many compute at once, keeps their search
// trees between moves, and resumes interrupted turns.
//
// [Levels.Play] (move.go) makes a level's moves by a player, which it keeps with its tree. The [Pool]
// (pool.go) lets it compute when its turn has come (queue.go), here or in another process (crew.go).
// [Levels.Resume] (resume.go) takes up turns that a stop has interrupted. A computation ends when its
// table changes meanwhile, which [table.Tables.BeginThought] tells. The package returns texts to the caller
// and posts nothing itself.
package think

import (
	"context"
	"runtime"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// Pool shares the processors among long computations: moves of levels, hints, searches, tools and
// films. It is safe for concurrent use.
//
// Short and long jobs have separate workers, as many each, so that short jobs never wait for
// searches. At most one job of each sort runs per person, those of the crew too. The next job is that
// of the person, then the channel, served longest ago.
type Pool struct {
	limit time.Duration
	watch *watch.Watch
	queue *queue
	crew  Crew   // nil if there are no other processes
	asked *queue // jobs waiting for or at the crew
}

// NewPool returns a pool with a number of workers, 0 for one per processor. limit bounds each
// computation, 0 for no limit. crew, if not nil, answers questions in other processes.
func NewPool(workers int, limit time.Duration, w *watch.Watch, crew Crew) *Pool {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &Pool{limit: limit, watch: w, queue: newQueue(workers), crew: crew, asked: newQueue(maxHanded)}
}

// Job describes on whose behalf work is done.
type Job struct {
	Person  string // who asked for it or is the opponent; "" for nobody
	Channel string
	// Takes is the maximal duration, 0 for no limit.
	Takes time.Duration
	// Owed jobs, such as a level's move, do not count towards the person's limit.
	Owed bool
	// Waits, if not nil, is called once if the job has to wait.
	Waits func()
}

// Choose asks a player for a move, within the job's time limit.
func (p *Pool) Choose(ctx context.Context, j Job, player engine.Player, at engine.Position) (choice engine.Choice, err error) {
	err = p.Think(ctx, j, func(ctx context.Context) error {
		choice, err = player.Choose(ctx, at)
		return err
	})
	return choice, err
}

// Think runs work within the job's time limit, which begins with the work and ends its context. If
// ctx ends during the work, its cause is returned.
func (p *Pool) Think(ctx context.Context, j Job, work func(context.Context) error) error {
	j.Takes = p.within(j.Takes)
	return p.Do(ctx, j, func() error {
		timed, cancel := timed(ctx, j.Takes)
		defer cancel()
		err := work(timed)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	})
}

// within returns a duration, bounded by the pool's limit; 0 is without bound.
func (p *Pool) within(takes time.Duration) time.Duration {
	if takes == 0 || p.limit > 0 && takes > p.limit {
		return p.limit
	}
	return takes
}

// timed returns a context that ends after a duration, unless that is 0.
func timed(ctx context.Context, takes time.Duration) (context.Context, context.CancelFunc) {
	if takes == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, takes)
}

// Do runs work when its turn has come, without enforcing the job's time limit. It refuses jobs
// beyond a person's share.
func (p *Pool) Do(ctx context.Context, j Job, work func() error) error {
	return p.do(func() (func(), error) { return p.queue.enter(ctx, j) }, work)
}

func (p *Pool) do(enter func() (done func(), err error), work func() error) error {
	queued := time.Now()
	p.watch.Waiting.Inc()
	done, err := enter()
	p.watch.Waiting.Dec()
	if err != nil {
		return err
	}
	defer done()
	began := time.Now()
	p.watch.Queued.Observe(began.Sub(queued).Seconds())
	p.watch.Thinking.Inc()
	defer func() {
		p.watch.Thinking.Dec()
		p.watch.Thought.Observe(time.Since(began).Seconds())
	}()
	return work()
}
