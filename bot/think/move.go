package think

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Levels plays the turns of levels. It is safe for concurrent use.
type Levels struct {
	tables  *table.Tables
	pool    *Pool
	log     *slog.Logger
	now     func() time.Time
	pace    time.Duration // minimal time between two moves of a game without people
	players players
	pauses  pauses
}

// NewLevels returns the levels of the given tables. pace is the minimal time between two moves of a
// game that levels play alone.
func NewLevels(tables *table.Tables, pool *Pool, log *slog.Logger, now func() time.Time, pace time.Duration) *Levels {
	return &Levels{tables: tables, pool: pool, log: log, now: now, pace: pace, players: newPlayers(now)}
}

// DropIdle frees the memory of players that have not been used for long.
func (l *Levels) DropIdle() { l.players.DropIdle() }

// slowThought is the duration from which on a person's own move is shown before the answer.
const slowThought = time.Second

// Play plays levels' moves until it is a person's turn or the game ends. It shows intermediate
// states, and returns the final table and notice. If the table changes meanwhile, the changed table
// is returned. The error, which is already logged, says why a level could not move. When the
// context ends, the table still waits for its level, and [Levels.Resume] continues.
func (l *Levels) Play(ctx context.Context, t *table.Table, n table.Notice, show func(*table.Table, table.Notice)) (*table.Table, table.Notice, error) {
	thinking, done, ok := l.tables.BeginThought(ctx, t)
	if !ok {
		return t, n, nil
	}
	defer done()
	watched := len(t.People()) == 0
	if level, _ := t.Game.Level(t.LevelToMove()); watched || level.Think > slowThought {
		show(t, n)
	}
	for t.LevelToMove() != "" {
		mover := t.Name(t.Turn())
		moves, started := len(t.Record.Moves), time.Now()
		note, err := l.move(thinking, t)
		if err != nil {
			return l.interrupted(ctx, t, moves, n, err)
		}
		n.Text = told(t, mover, note)
		if watched && !t.Record.Over {
			show(t, n)
			select {
			case <-thinking.Done():
			case <-time.After(time.Until(started.Add(l.pace))):
			}
		}
	}
	return t, n, nil
}

// told returns the text after a level's turn; note is the level's own comment on its move.
func told(t *table.Table, mover, note engine.Text) engine.Text {
	switch {
	case t.EndedAs(table.Full):
		return t.StatusWords()
	case t.Record.Result != nil:
		return engine.Sentences(engine.T("**%s** resigns: you have won beyond doubt. Well played, **%s**.", mover, t.Name(t.Outcome().Winner)), t.RatingWords())
	case note.Empty():
		return engine.T("**%s**: %s. %s", mover, t.LastMove(), engine.Sentences(t.PlannedWords(), t.StatusWords()))
	default:
		return engine.T("**%s**: %s. %s %s", mover, t.LastMove(), engine.Sentences(t.PlannedWords(), t.StatusWords()), note)
	}
}

// move plays and saves one move or the resignation of the level to move, and returns the level's
// comment. A game between levels ends if the table is full; in a person's game the level still
// answers.
func (l *Levels) move(ctx context.Context, t *table.Table) (note engine.Text, err error) {
	if len(t.People()) == 0 && l.tables.Full(t) {
		t.End(table.Full, engine.NoSeat)
		return note, l.tables.Save(t)
	}
	id := t.LevelToMove()
	level, ok := t.Game.Level(id)
	if !ok {
		return note, engine.Refuse("the level %s does not play any more", id)
	}
	at := seat{t.Key, t.Turn(), id}
	var player engine.Player // nil if the crew has computed the move
	job := jobAt(t, level)
	choice, err := l.pool.Ask(ctx, job, QuestionAt(t, level, true), func() (engine.Choice, error) {
		player = l.players.player(at, level, t.Seed())
		return l.pool.Choose(ctx, job, player, t.Position)
	})
	if err != nil {
		return note, err
	}
	if other := t.Turn().Other(); choice.Resign && t.UserAt(other) != "" {
		t.End(table.Resigned, other)
	} else if _, err := t.Play(choice.Move, table.Level(id), l.now()); err != nil {
		return note, err
	}
	if err := l.tables.Save(t); err != nil {
		return note, err
	}
	if !t.Record.Over && player != nil {
		l.players.keep(at, player)
	}
	return choice.Note, nil
}

// jobAt returns the job of a level's move: on behalf of the opponent, or of the owner if levels
// play each other.
func jobAt(t *table.Table, level engine.Level) Job {
	person := append(t.People(), t.Record.Owner)[0]
	return Job{Person: person, Channel: t.Key.Channel, Takes: level.Think, Owed: true}
}

// interrupted returns what to show if a level could not move: the table as stored, because t may
// contain an unsaved move, or else as it was after the given number of moves.
func (l *Levels) interrupted(ctx context.Context, t *table.Table, moves int, n table.Notice, cause error) (*table.Table, table.Notice, error) {
	stored, err := l.tables.Load(context.WithoutCancel(ctx), t.Key)
	if table.Gone(err) {
		return t, n, nil
	}
	if err != nil {
		l.log.Error("load table after a thought", t.Attr(), "err", err)
		t.Record.Result = nil
		stored, cause = t, errors.Join(cause, t.Rewind(context.WithoutCancel(ctx), moves))
	}
	switch {
	case ctx.Err() == nil && !errors.Is(cause, table.ErrOvertaken) && !errors.Is(cause, store.ErrStale):
		l.log.Error("level could not move", t.Attr(), "err", cause)
		n.Text = engine.T("%s The bot could not move; it will try again.", n.Text)
		return stored, n, cause
	case stored.Record.Revision != t.Record.Revision:
		n.Text = stored.Headline()
	}
	return stored, n, nil
}

// maxPlayers is how many players are cached. A player's size is mainly its search tree, which is large
// after a long computation; without it the next one starts from scratch.
const maxPlayers = 16

// players caches players whose search trees their next moves can use. A player is taken out while it
// computes, so that it is not used concurrently.
type players struct {
	*table.Cache[seat, engine.Player]
}

// seat identifies a player: two players of one level at a table are independent.
type seat struct {
	table  store.Key
	number engine.Seat
	level  string
}

func newPlayers(now func() time.Time) players {
	return players{table.NewCache[seat, engine.Player](maxPlayers, now)}
}

// player returns the cached player of a seat, or else a new one.
func (p players) player(at seat, level engine.Level, seed uint64) engine.Player {
	if player, ok := p.Take(at); ok {
		return player
	}
	return level.New(seed)
}

// keep caches a player for its next move if it has a search tree.
func (p players) keep(at seat, player engine.Player) {
	if keeper, ok := player.(engine.Keeper); ok && keeper.Kept() > 0 {
		p.Keep(at, player, keeper.Kept())
	}
}
