package bot

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// slowThought is from when on a person is shown their own move before the answer.
const slowThought = time.Second

// thinkers limits how many players think at once, and knows for which tables.
type thinkers struct {
	slots chan struct{}
	limit time.Duration
	watch *watch.Watch // nil: nobody watches
	kept  players      // of tables whose levels will move again

	mu     sync.Mutex
	active map[store.Key]*thought
}

// thought is a table that a level plays at, from a revision of it on.
type thought struct {
	revision uint64
	ctx      context.Context
	cancel   context.CancelCauseFunc
}

// errOutdated ends a thought whose table has changed.
var errOutdated = errors.New("bot: the table has changed")

func newThinkers(workers int, limit time.Duration) *thinkers {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &thinkers{slots: make(chan struct{}, workers), limit: limit, active: map[store.Key]*thought{}}
}

// begin claims a table; false: somebody thinks there already. A thought that has been
// told to end is in nobody's way. The context ends when the table changes under the
// thought.
func (k *thinkers) begin(ctx context.Context, t *table.Table) (context.Context, func(), bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if old := k.active[t.Key]; old != nil && old.ctx.Err() == nil {
		return nil, nil, false
	}
	th := &thought{revision: t.Record.Revision}
	th.ctx, th.cancel = context.WithCancelCause(ctx)
	k.active[t.Key] = th
	return th.ctx, func() {
		th.cancel(nil)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.active[t.Key] == th {
			delete(k.active, t.Key)
		}
	}, true
}

// saving tells that the thought itself is about to make a table's next revision. If
// somebody else makes it first, the thought cannot save its own.
func (k *thinkers) saving(t *table.Table) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if th := k.active[t.Key]; th != nil {
		th.revision = max(th.revision, t.Record.Revision+1)
	}
}

// changed ends a thought from before the table changed to a revision; when the game is
// over, what its players learnt is dropped. See [table.Tables.OnChange].
func (k *thinkers) changed(key store.Key, revision uint64, over bool) {
	k.forget(key, revision)
	if over {
		k.kept.drop(key)
	}
}

// forget ends a thought from before the table changed to a revision.
func (k *thinkers) forget(key store.Key, revision uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if th := k.active[key]; th != nil && th.revision < revision {
		th.cancel(errOutdated)
	}
}

// busy reports whether a level thinks at a table.
func (k *thinkers) busy(key store.Key) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.active[key] != nil
}

// choose asks a new player of a level for a move.
func (k *thinkers) choose(ctx context.Context, level engine.Level, t *table.Table) (engine.Choice, error) {
	return k.ask(ctx, level.New(t.Seed()), level.Think, t.Position)
}

// ask asks a player for a move.
func (k *thinkers) ask(ctx context.Context, player engine.Player, think time.Duration, p engine.Position) (choice engine.Choice, err error) {
	err = k.take(ctx, think, func(ctx context.Context) error {
		choice, err = player.Choose(ctx, p)
		return err
	})
	return choice, err
}

// take does work that takes time. It waits for its turn; the time begins only then,
// and ends the context of the work. What is stopped from outside does not count as
// done.
func (k *thinkers) take(ctx context.Context, think time.Duration, work func(context.Context) error) error {
	return k.queue(ctx, func() error {
		if k.limit > 0 {
			think = min(think, k.limit)
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

// queue does work when its turn has come. How long that takes is the work's own matter.
func (k *thinkers) queue(ctx context.Context, work func() error) error {
	queued := time.Now()
	k.watch.Queued()
	select {
	case k.slots <- struct{}{}:
		defer func() { <-k.slots }()
	case <-ctx.Done():
		k.watch.Left()
		return context.Cause(ctx)
	}
	began := time.Now()
	k.watch.Began(began.Sub(queued))
	defer func() { k.watch.Ended(time.Since(began)) }()
	return work()
}

// levelMoves plays one move of the level whose turn it is, or has it resign, and saves
// that.
func (b *Bot) levelMoves(ctx context.Context, t *table.Table) (engine.Choice, error) {
	id := t.LevelToMove()
	level, ok := t.Game.Level(id)
	if !ok {
		return engine.Choice{}, engine.Refuse("the level %s does not play any more", id)
	}
	at := chair{t.Key, t.Turn(), id}
	player := b.thinkers.kept.take(at)
	if player == nil {
		player = level.New(t.Seed())
	}
	choice, err := b.thinkers.ask(ctx, player, level.Think, t.Position)
	if err != nil {
		return choice, err
	}
	if other := t.Turn().Other(); choice.Resign && t.UserAt(other) != "" {
		t.End(table.Resigned, other)
	} else {
		if _, err := t.Play(choice.Move, table.Level(id), b.now()); err != nil {
			return choice, err
		}
	}
	b.thinkers.saving(t)
	if err := b.tables.Save(t); err != nil {
		return choice, err
	}
	if !t.Record.Over {
		b.thinkers.kept.keep(at, player, b.now())
	}
	return choice, nil
}

// awaitLevels lets levels move until a person's turn or the end, showing what
// happens meanwhile, and returns the table then with what is to be said. A table
// that changes under the thought is returned as it has become. When the context
// ends, the table goes on awaiting its level, and [Bot.Run] takes it up.
func (c *call) awaitLevels(ctx context.Context, t *table.Table, n table.Notice, show func(*table.Table, table.Notice)) (*table.Table, table.Notice) {
	thinking, done, ok := c.thinkers.begin(ctx, t)
	if !ok {
		return t, n
	}
	defer done()
	watched := len(t.People()) == 0
	if level, _ := t.Game.Level(t.LevelToMove()); watched || level.Think > slowThought {
		show(t, n)
	}
	for t.LevelToMove() != "" {
		mover := t.Name(t.Turn())
		started := time.Now()
		if _, err := c.levelMoves(thinking, t); err != nil {
			return c.interrupted(ctx, t, n, err)
		}
		if t.Record.Result != nil {
			n.Text = engine.T("**%s** resigns: you have won beyond doubt. Well played, **%s**.", mover, t.Name(t.Outcome().Winner))
			break
		}
		n.Text = engine.T("**%s**: %s. %s", mover, t.Record.Moves[len(t.Record.Moves)-1].Text, t.Standing())
		if watched && !t.Record.Over {
			show(t, n)
			select {
			case <-thinking.Done():
			case <-time.After(time.Until(started.Add(c.pace))):
			}
		}
	}
	return t, n
}

// interrupted is what to show when a level could not move: the table as it is stored,
// for the position at hand may hold a move that is not.
func (c *call) interrupted(ctx context.Context, t *table.Table, n table.Notice, cause error) (*table.Table, table.Notice) {
	fresh, err := c.tables.Load(t.Key)
	if table.Gone(err) {
		return t, n
	}
	if err != nil {
		c.log.Error("load table after a thought", t.Attr(), "err", err)
		return t, n
	}
	switch {
	case ctx.Err() == nil && !errors.Is(cause, errOutdated) && !errors.Is(cause, store.ErrStale):
		c.failed, c.trouble = true, cause
		c.log.Error("level could not move", t.Attr(), "err", cause)
		n.Text = engine.T("%s The bot could not move; it will try again.", n.Text)
	case fresh.Record.Revision != t.Record.Revision:
		n.Text = fresh.Headline()
	}
	return fresh, n
}
