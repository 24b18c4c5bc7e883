package think

import (
	"context"
	"errors"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// slowThought is from when on a person is shown their own move before the answer.
const slowThought = time.Second

// Play lets levels move until a person's turn or the end, showing what happens meanwhile,
// and returns the table then with what is to be said. A table that changes under the
// thought is returned as it has become. The error is why a level could not move, which is
// in the log. When the context ends, the table goes on awaiting its level, and
// [Levels.Resume] takes it up.
func (l *Levels) Play(ctx context.Context, t *table.Table, n table.Notice, show func(*table.Table, table.Notice)) (*table.Table, table.Notice, error) {
	thinking, done, ok := l.thoughts.begin(ctx, t.Key, t.Record.Revision)
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
		started := time.Now()
		note, err := l.move(thinking, t)
		if err != nil {
			return l.interrupted(ctx, t, n, err)
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

// told is what is said after a level's turn; note is what the level says to its move.
func told(t *table.Table, mover, note engine.Text) engine.Text {
	switch {
	case t.EndedAs(table.Full):
		return t.Standing()
	case t.Record.Result != nil:
		return engine.Sentences(engine.T("**%s** resigns: you have won beyond doubt. Well played, **%s**.", mover, t.Name(t.Outcome().Winner)), t.RatingWords())
	case note.Empty():
		return engine.T("**%s**: %s. %s", mover, t.LastMove(), engine.Sentences(t.PlannedWords(), t.Standing()))
	default:
		return engine.T("**%s**: %s. %s %s", mover, t.LastMove(), engine.Sentences(t.PlannedWords(), t.Standing()), note)
	}
}

// move plays one move of the level whose turn it is, or has it resign, and saves that. It
// returns what the level says to it. A game that levels play alone ends where the table is
// full: a person's gets its answer.
func (l *Levels) move(ctx context.Context, t *table.Table) (note engine.Text, err error) {
	if len(t.People()) == 0 && l.tables.Full(t) {
		t.End(table.Full, engine.NoSeat)
		l.thoughts.saving(t.Key, t.Record.Revision+1)
		return note, l.tables.Save(t)
	}
	id := t.LevelToMove()
	level, ok := t.Game.Level(id)
	if !ok {
		return note, engine.Refuse("the level %s does not play any more", id)
	}
	at := seat{t.Key, t.Turn(), id}
	var player engine.Player // nil where the crew has thought
	job := jobAt(t, level)
	choice, err := l.pool.Ask(ctx, job, QuestionAt(t, level, true), func() (engine.Choice, error) {
		if player = l.players.take(at); player == nil {
			player = level.New(t.Seed())
		}
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
	l.thoughts.saving(t.Key, t.Record.Revision+1)
	if err := l.tables.Save(t); err != nil {
		return note, err
	}
	if !t.Record.Over && player != nil {
		l.players.keep(at, player, l.now())
	}
	return choice.Note, nil
}

// jobAt is the move that a level owes a table: to the person there, else to who has two
// levels play.
func jobAt(t *table.Table, level engine.Level) Job {
	person := t.Record.Owner
	if people := t.People(); len(people) > 0 {
		person = people[0]
	}
	return Job{Person: person, Channel: t.Key.Channel, Takes: level.Think, Owed: true}
}

// interrupted is what to show when a level could not move: the table as it is stored,
// for the position at hand may hold a move that is not.
func (l *Levels) interrupted(ctx context.Context, t *table.Table, n table.Notice, cause error) (*table.Table, table.Notice, error) {
	stored, err := l.tables.Load(context.WithoutCancel(ctx), t.Key)
	if table.Gone(err) {
		return t, n, nil
	}
	if err != nil {
		l.log.Error("load table after a thought", t.Attr(), "err", err)
		return t, n, nil
	}
	switch {
	case ctx.Err() == nil && !errors.Is(cause, ErrOutdated) && !errors.Is(cause, store.ErrStale):
		l.log.Error("level could not move", t.Attr(), "err", cause)
		n.Text = engine.T("%s The bot could not move; it will try again.", n.Text)
		return stored, n, cause
	case stored.Record.Revision != t.Record.Revision:
		n.Text = stored.Headline()
	}
	return stored, n, nil
}
