package think

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Crew are other processes that answer questions.
type Crew interface {
	// Choose has a question answered by one of them. Equal questions are computed once. It calls
	// the job's Waits if no process begins soon. It returns [ErrHere] if this process should
	// compute the answer itself.
	Choose(ctx context.Context, j Job, q Question) (engine.Choice, error)
}

// ErrHere is returned by a [Crew] for a question that must be answered in this process.
var ErrHere = errors.New("think: nobody else can think about it")

// maxHanded is the number of questions of each sort that this process may have at the crew: enough
// for all workers, but few enough that those waiting here are taken in fair order.
const maxHanded = 64

// Question asks for the move of a level. It is self-contained: any process with the rules can
// answer it.
type Question struct {
	Table    store.Key       `json:"table"`
	Revision uint64          `json:"revision"`
	Seat     engine.Seat     `json:"seat"` // to move
	Game     string          `json:"game"`
	Rules    int             `json:"rules"`
	Level    string          `json:"level"`
	Seed     uint64          `json:"seed"`
	Options  json.RawMessage `json:"options,omitempty"`
	Moves    []string        `json:"moves"`
	// Owed is set for the move of a level at the table, which will play on after it.
	Owed bool `json:"owed"`
}

// QuestionAt returns the question for a level's move at a table. It is owed if the level sits
// there.
func QuestionAt(t *table.Table, level engine.Level, owed bool) Question {
	return Question{
		Table: t.Key, Revision: t.Record.Revision, Seat: t.Turn(), Game: t.Game.ID, Rules: t.Record.Rules, Level: level.ID,
		Seed: t.Seed(), Options: t.Record.Options, Moves: t.Moves(), Owed: owed,
	}
}

// Ask has a question answered by the crew when its turn has come, in the order of [Pool.Do], or
// else by here, which waits for its own turn.
func (p *Pool) Ask(ctx context.Context, j Job, q Question, here func() (engine.Choice, error)) (engine.Choice, error) {
	if p.crew == nil {
		return here()
	}
	if j.Waits != nil {
		j.Waits = sync.OnceFunc(j.Waits)
	}
	choice, err := p.askCrew(ctx, j, q)
	if errors.Is(err, ErrHere) {
		return here()
	}
	return choice, err
}

func (p *Pool) askCrew(ctx context.Context, j Job, q Question) (engine.Choice, error) {
	done, err := p.asked.enter(ctx, j)
	if err != nil {
		return engine.Choice{}, err
	}
	defer done()
	return p.crew.Choose(ctx, j, q)
}

// ErrUnknown is returned for a question about an unknown game or other rules.
var ErrUnknown = errors.New("think: the game is not known here, or by other rules")

// Thinker answers questions in a worker process. It is safe for concurrent use.
type Thinker struct {
	games   map[string]*engine.Game
	pool    *Pool
	players players
}

// NewThinker returns a thinker for the given games, whose computations run in a pool.
func NewThinker(games []*engine.Game, pool *Pool, now func() time.Time) *Thinker {
	t := &Thinker{games: map[string]*engine.Game{}, pool: pool, players: newPlayers(now)}
	for _, g := range games {
		t.games[g.ID] = g
	}
	return t
}

// ErrBusy is returned for a question for which no worker is free any more.
var ErrBusy = errors.New("think: all workers are busy")

// Room is a worker of the pool, held for a question of the crew.
type Room struct {
	*Thinker
	takes time.Duration
	held  *waiter // nil if it has been left
}

// Enter waits for room for a short question or a long one, in turn with the people who wait for the
// pool. waiting is how many such questions are known to wait: they have as many turns.
func (t *Thinker) Enter(ctx context.Context, brief bool, waiting uint64) (*Room, error) {
	j := Job{Owed: true}
	if brief {
		j.Takes = shortJob
	}
	w, err := t.pool.queue.turn(ctx, j, waiting)
	return &Room{t, j.Takes, w}, err
}

// Leave gives the worker up. It has no effect on a question that has been answered.
func (r *Room) Leave() {
	if r.held != nil {
		r.pool.queue.end(r.held)
	}
	r.held = nil
}

// Answer computes the answer to a question on behalf of a person, after any other job of theirs that
// runs here. The time limit starts after the position is replayed. In a room that was left it returns
// [ErrBusy] if no worker is free.
func (r *Room) Answer(ctx context.Context, j Job, q Question) (choice engine.Choice, err error) {
	t := r.Thinker
	g := t.games[q.Game]
	if g == nil || g.Rules < q.Rules {
		return choice, ErrUnknown
	}
	level, ok := g.Level(q.Level)
	if !ok {
		return choice, ErrUnknown
	}
	takes, held := t.pool.within(level.Think), r.held
	j.Takes, j.Owed, r.held = r.takes, true, nil
	err = t.pool.do(func() (func(), error) { return t.pool.queue.swap(ctx, held, j) }, func() error {
		o, err := engine.DecodeOptions(g.Options, q.Options)
		if err != nil {
			return fmt.Errorf("options of a question: %w", err)
		}
		p, err := engine.Replay(ctx, g, o, q.Moves)
		if err != nil {
			return err
		}
		timed, cancel := timed(ctx, takes)
		defer cancel()
		choice, err = t.choose(timed, q, level, p)
		return err
	})
	return choice, err
}

// choose asks the player of a seat, which may reuse its search tree.
func (t *Thinker) choose(ctx context.Context, q Question, level engine.Level, p engine.Position) (engine.Choice, error) {
	if !q.Owed {
		return level.New(q.Seed).Choose(ctx, p)
	}
	at := seat{q.Table, q.Seat, q.Level}
	player := t.players.player(at, level, q.Seed)
	choice, err := player.Choose(ctx, p)
	if err == nil {
		t.players.keep(at, player)
	}
	return choice, err
}

// DropIdle frees the memory of players that have not been used for long.
func (t *Thinker) DropIdle() { t.players.DropIdle() }
