package bot

import (
	"context"
	"errors"
	"hash/fnv"
	"runtime"
	"sync"
	"time"

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
func (k *thinkers) begin(ctx context.Context, t *table) (context.Context, func(), bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if old := k.active[t.key]; old != nil && old.ctx.Err() == nil {
		return nil, nil, false
	}
	th := &thought{revision: t.Revision}
	th.ctx, th.cancel = context.WithCancelCause(ctx)
	k.active[t.key] = th
	return th.ctx, func() {
		th.cancel(nil)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.active[t.key] == th {
			delete(k.active, t.key)
		}
	}, true
}

// moved tells that the thought's own move has made a revision.
func (k *thinkers) moved(t *table) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if th := k.active[t.key]; th != nil {
		th.revision = max(th.revision, t.Revision)
	}
}

// forget ends a thought from before the table changed to a revision. Tidings of two
// changes may come in either order.
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
func (k *thinkers) choose(ctx context.Context, level engine.Level, t *table) (engine.Choice, error) {
	return k.ask(ctx, level.New(t.seed()), level.Think, t.position)
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

// seed differs from table to table and from move to move.
func (t *table) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(t.key.String()))
	h.Write([]byte(t.stamp()))
	return h.Sum64()
}

// levelMoves plays one move of the level whose turn it is, or has it resign, and saves
// that.
func (b *Bot) levelMoves(ctx context.Context, t *table) (engine.Choice, error) {
	id := t.levelToMove()
	level, ok := t.entry.Game.Level(id)
	if !ok {
		return engine.Choice{}, engine.Refuse("the level %s does not play any more", id)
	}
	at := chair{t.key, t.turn(), id}
	player := b.thinkers.kept.take(at)
	if player == nil {
		player = level.New(t.seed())
	}
	choice, err := b.thinkers.ask(ctx, player, level.Think, t.position)
	if err != nil {
		return choice, err
	}
	if other := t.turn().Other(); choice.Resign && t.user(other) != "" {
		t.end(resigned, other)
	} else {
		played, err := t.position.Play(choice.Move)
		if err != nil {
			return choice, err
		}
		t.Moves = append(t.Moves, store.Move{Text: played, By: levelSeat + id, At: b.now().UTC()})
	}
	b.settle(t)
	if err := b.store.Save(t.key, t.Table); err != nil {
		return choice, err
	}
	b.thinkers.moved(t)
	if t.Over {
		b.thinkers.kept.drop(t.key)
	} else {
		b.thinkers.kept.keep(at, player, b.now())
	}
	b.logSaved(t)
	return choice, nil
}

// awaitLevels lets levels move until a person's turn or the end, showing what
// happens meanwhile, and returns the table then with what is to be said. A table
// that changes under the thought is returned as it has become. When the context
// ends, the table goes on awaiting its level, and [Bot.Run] takes it up.
func (c *call) awaitLevels(ctx context.Context, t *table, n notice, show func(*table, notice)) (*table, notice) {
	thinking, done, ok := c.thinkers.begin(ctx, t)
	if !ok {
		return t, n
	}
	defer done()
	watched := len(t.people()) == 0
	if level, _ := t.entry.Game.Level(t.levelToMove()); watched || level.Think > slowThought {
		show(t, n)
	}
	for t.levelToMove() != "" {
		mover := t.name(t.turn())
		started := time.Now()
		if _, err := c.levelMoves(thinking, t); err != nil {
			return c.interrupted(ctx, t, n, err)
		}
		if t.Result != nil {
			n.text = engine.T("**%s** resigns: you have won beyond doubt. Well played, **%s**.", mover, t.name(t.outcome().Winner))
			break
		}
		n.text = engine.T("**%s**: %s. %s", mover, t.Moves[len(t.Moves)-1].Text, t.standing())
		if watched && !t.Over {
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
func (c *call) interrupted(ctx context.Context, t *table, n notice, cause error) (*table, notice) {
	fresh, err := c.loadTable(t.key)
	if _, gone := errors.AsType[*engine.Refusal](err); gone {
		return t, n
	}
	if err != nil {
		c.log.Error("load table after a thought", t.at(), "err", err)
		return t, n
	}
	switch {
	case ctx.Err() == nil && !errors.Is(cause, errOutdated) && !errors.Is(cause, store.ErrStale):
		c.failed, c.trouble = true, cause
		c.log.Error("level could not move", t.at(), "err", cause)
		n.text = engine.T("%s The bot could not move; it will try again.", n.text)
	case fresh.Revision != t.Revision:
		n.text = engine.T("**%s**. %s", fresh.title(), fresh.standing())
	}
	return fresh, n
}
