package play

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

var helpArg = engine.Arg{
	Name: "help", Help: engine.T("Between people: let both ask for hints and analyses"), Kind: engine.Boolean, Default: false,
}

// minCopied is how many moves a game must have before its position is looked for at other tables.
// Before that, unrelated games often have the same position.
const minCopied = 4

// CheckHelp refuses help at a table where people play against each other. It also refuses help at a
// table where the caller has set up the position of such a game of theirs, or of a puzzle.
func (h *Handlers) CheckHelp(c *show.Call, t *table.Table) error {
	if err := t.RequireHelp(); err != nil {
		return err
	}
	if len(t.Record.Seats) != 2 {
		return nil
	}
	own, err := h.Tables.Of(c.User.ID)
	if err != nil {
		return err
	}
	for _, b := range own {
		game, closed := h.closed(c.Ctx, t, b)
		if !closed {
			continue
		}
		copied, err := hasPosition(c.Ctx, t, game.Position)
		if err != nil {
			return err
		}
		if copied {
			return engine.Refuse("this is the position that you have before you at **%s**, for which there is no help here until it is over", game.Title())
		}
	}
	return nil
}

// Helped records that a puzzle was not solved without help, unless the table has changed meanwhile.
func (h *Handlers) Helped(c *show.Call, t *table.Table) {
	if !t.Record.Private || t.Record.Help || t.Record.Over {
		return
	}
	t.Record.Help = true
	if err := h.Tables.Annotate(t, c.Op()); err != nil && !errors.Is(err, store.ErrStale) {
		c.Log.Error("note that there was help", t.Attr(), "err", err)
	}
}

// closed returns the table of b if it has the same game as t, and either a puzzle, or hints that are
// not allowed and enough moves for its position to be recognised.
func (h *Handlers) closed(ctx context.Context, t *table.Table, b store.Brief) (*table.Table, bool) {
	if b.Key == t.Key || b.Key.Game != t.Key.Game {
		return nil, false
	}
	brief, ok := h.Tables.Brief(ctx, b)
	if !ok || !brief.Head.Private && (brief.HelpOpen() || brief.Played() < minCopied) {
		return nil, false
	}
	return h.Tables.Try(ctx, b.Key)
}

// hasPosition reports whether a table has a position, or had it before its last moves.
func hasPosition(ctx context.Context, t *table.Table, p engine.Position) (bool, error) {
	at, err := t.Game.New(t.Options)
	if err != nil {
		return false, err
	}
	for _, move := range t.Moves() {
		if samePosition(at, p) {
			return true, nil
		}
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		if _, err := at.Play(move); err != nil {
			return false, err
		}
	}
	return samePosition(t.Position, p), nil
}

// samePosition reports whether two positions have the same board and the same seat to move. Who won
// or resigned does not count.
func samePosition(p, q engine.Position) bool { return p.Turn() == q.Turn() && p.String() == q.String() }
