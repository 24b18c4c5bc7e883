package play

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Fairness keeps hints and searches away from games between people.
type Fairness struct{ tables *table.Tables }

// helpArg opens hints and searches to both.
var helpArg = engine.Arg{
	Name: "help", Help: engine.T("Between people: let both ask for hints and analyses"), Kind: engine.Boolean, Default: false,
}

// advises reports whether there is anything in a game that helps a player.
func advises(g *engine.Game) bool {
	if g.Opponents.Hint != "" {
		return true
	}
	for _, v := range g.Views {
		if v.Advice {
			return true
		}
	}
	return false
}

// leastCopied is after how many moves a position is looked for among others: before that,
// games that have nothing to do with each other often have one in common.
const leastCopied = 4

// Check refuses what helps a player at a table where people play against each other, and at
// one to which the caller has carried such a game of theirs, or a puzzle.
func (f *Fairness) Check(c *show.Call, t *table.Table) error {
	if err := t.RequireHelp(); err != nil {
		return err
	}
	if len(t.Record.Seats) != 2 {
		return nil
	}
	own, err := f.tables.Of(c.User.ID)
	if err != nil {
		return err
	}
	for _, b := range own {
		game, closed := f.closed(c.Ctx, t, b)
		if !closed {
			continue
		}
		copied, err := meets(c.Ctx, t, game.Position)
		if err != nil {
			return err
		}
		if copied {
			return engine.Refuse("this is the position that you have before you at **%s**, for which there is no help here until it is over", game.Title())
		}
	}
	return nil
}

// Helped notes that a puzzle is no longer solved without help, unless it has moved on.
func (f *Fairness) Helped(c *show.Call, t *table.Table) {
	if !t.Record.Private || t.Record.Help || t.Record.Over {
		return
	}
	t.Record.Help = true
	if err := f.tables.Annotate(t, c.Op()); err != nil && !errors.Is(err, store.ErrStale) {
		c.Log.Error("note that there was help", t.Attr(), "err", err)
	}
}

// closed returns another table of the same game where there is a puzzle, or where hints are
// closed and whose position can be told from others.
func (f *Fairness) closed(ctx context.Context, t *table.Table, b store.Brief) (*table.Table, bool) {
	if b.Key == t.Key || b.Key.Game != t.Key.Game {
		return nil, false
	}
	brief, ok := f.tables.Brief(ctx, b)
	if !ok || !brief.Head.Private && (brief.HelpOpen() || brief.Played() < leastCopied) {
		return nil, false
	}
	return f.tables.Try(ctx, b.Key)
}

// meets reports whether the game of a table comes through a position: that it has now, or had
// before its last moves.
func meets(ctx context.Context, t *table.Table, p engine.Position) (bool, error) {
	at, err := t.Game.New(t.Options)
	if err != nil {
		return false, err
	}
	for _, move := range t.Moves() {
		if alike(at, p) {
			return true, nil
		}
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		if _, err := at.Play(move); err != nil {
			return false, err
		}
	}
	return alike(t.Position, p), nil
}

// alike reports whether the same board has the same seat to move. Who won or resigned does
// not count.
func alike(p, q engine.Position) bool { return p.Turn() == q.Turn() && p.String() == q.String() }
