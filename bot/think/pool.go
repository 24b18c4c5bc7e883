// Package think has the bot's own players move: how many think at once, what they keep
// from move to move, and who takes up a turn that was left.
//
// [Levels.Play] is where a level's move starts. A thought ends when its table changes
// under it, since [table.Tables.OnChange] tells the package of every change. What is said
// about a move goes back to the caller; the package draws and posts nothing.
package think

import (
	"context"
	"runtime"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// Pool bounds how much is worked at once by what takes the processor for long. It is safe
// for concurrent use.
type Pool struct {
	slots chan struct{}
	limit time.Duration
	watch *watch.Watch // nil: nobody watches
}

// NewPool makes a pool for a number of workers, 0 for as many as there are processors.
// No thought takes longer than the limit, 0 for none.
func NewPool(workers int, limit time.Duration) *Pool {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &Pool{slots: make(chan struct{}, workers), limit: limit}
}

// Watch has the pool report to w what it does. It must be called before the first work.
func (p *Pool) Watch(w *watch.Watch) { p.watch = w }

// Choose asks a player for a move.
func (p *Pool) Choose(ctx context.Context, player engine.Player, think time.Duration, at engine.Position) (choice engine.Choice, err error) {
	err = p.Think(ctx, think, func(ctx context.Context) error {
		choice, err = player.Choose(ctx, at)
		return err
	})
	return choice, err
}

// Think does work that takes a given time. The time begins when the work does, and ends
// the context of the work. Work that is stopped from outside does not count as done.
func (p *Pool) Think(ctx context.Context, think time.Duration, work func(context.Context) error) error {
	return p.Queue(ctx, func() error {
		if p.limit > 0 {
			think = min(think, p.limit)
		}
		timed, cancel := context.WithTimeout(ctx, think)
		defer cancel()
		err := work(timed)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	})
}

// Queue does work when its turn has come, without a limit to its time.
func (p *Pool) Queue(ctx context.Context, work func() error) error {
	queued := time.Now()
	p.watch.Queued()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		p.watch.Left()
		return context.Cause(ctx)
	}
	began := time.Now()
	p.watch.Began(began.Sub(queued))
	defer func() { p.watch.Ended(time.Since(began)) }()
	return work()
}
