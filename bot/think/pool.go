// Package think has the bot's own players move: how many think at once, what they keep
// from move to move, and who takes up a turn that was left.
//
// [Levels.Play] is where a level's move starts. A thought ends when its table changes
// under it, since [table.Tables.Subscribe] tells the package of every change. What is said
// about a move goes back to the caller; the package draws and posts nothing.
package think

import (
	"context"
	"runtime"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// Pool shares the processor among those who ask for work that takes it for long: the
// moves of levels, hints, searches, tools and films. It is safe for concurrent use.
//
// Short jobs and long ones have as many workers each, so that a quick answer never waits
// for a search. Of a person, one job of each sort runs at a time; whoever was served
// longest ago comes next, person by person and channel by channel.
type Pool struct {
	workers int
	limit   time.Duration
	watch   *watch.Watch // nil: nobody watches
	queue   *queue
	crew    Crew   // nil: everything is thought here
	asked   *queue // of the crew
}

// NewPool makes a pool for a number of workers, 0 for as many as there are processors.
// No thought takes longer than the limit, 0 for none. It reports to w what it does, unless that is
// nil, and has a crew answer questions, if there is one.
func NewPool(workers int, limit time.Duration, w *watch.Watch, crew Crew) *Pool {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &Pool{workers: workers, limit: limit, watch: w, queue: newQueue(workers), crew: crew, asked: newQueue(maxHanded)}
}

// Job is on whose behalf work is done, and what is known of it.
type Job struct {
	Person  string // who asked for it, or sits opposite; "" for nobody
	Channel string
	// Takes is how long it may take at most; 0 is as long as it likes.
	Takes time.Duration
	// Owed: it is done however much the person has asked for, as a level's move is.
	Owed bool
	// Waits, if not nil, is called once if the job has to wait.
	Waits func()
}

// Choose asks a player for a move, within the time that the job may take.
func (p *Pool) Choose(ctx context.Context, j Job, player engine.Player, at engine.Position) (choice engine.Choice, err error) {
	err = p.Think(ctx, j, func(ctx context.Context) error {
		choice, err = player.Choose(ctx, at)
		return err
	})
	return choice, err
}

// Think does work within the time that the job may take. The time begins when the work
// does, and ends the context of the work. Work that is stopped from outside does not
// count as done.
func (p *Pool) Think(ctx context.Context, j Job, work func(context.Context) error) error {
	j.Takes = p.within(j.Takes)
	return p.Do(ctx, j, func() error {
		timed, cancel := context.WithTimeout(ctx, j.Takes)
		defer cancel()
		err := work(timed)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	})
}

// within is a time for thinking, as far as the limit lets.
func (p *Pool) within(takes time.Duration) time.Duration {
	if p.limit > 0 {
		return min(takes, p.limit)
	}
	return takes
}

// Do does work when its turn has come; what the job may take is not enforced. It refuses
// what a person asks for beyond their share.
func (p *Pool) Do(ctx context.Context, j Job, work func() error) error {
	queued := time.Now()
	p.watch.Queued()
	done, err := p.queue.enter(ctx, j)
	if err != nil {
		p.watch.Left()
		return err
	}
	defer done()
	began := time.Now()
	p.watch.Began(began.Sub(queued))
	defer func() { p.watch.Ended(time.Since(began)) }()
	return work()
}
