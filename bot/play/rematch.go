package play

import (
	"context"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// rematch opens tables like finished ones, with the sides exchanged.
type rematch struct {
	*show.Services
	opening *Opening
	joining *joining
}

// At opens a table like a finished one. Against a person it is a challenge, or accepts theirs if
// they pressed first. If the rematch has begun, it is shown.
func (r *rematch) At(c *show.Call, old *table.Table) (chat.Reply, error) {
	if err := old.RequireOwn(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case !old.Record.Over:
		return chat.Reply{}, engine.Refuse("the game is not over yet; it can be played again when it is")
	case !old.Began():
		return chat.Reply{}, engine.Refuse("this game never began; %s opens another", old.Game.Command("new"))
	}
	next, err := r.next(c.Ctx, old)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case next == nil:
		return r.open(c, old)
	case next.Waiting() && next.Record.Pending.By == c.User.ID:
		return chat.Reply{}, engine.Refuse("you have offered a rematch already: table %s", strconv.Itoa(next.Key.Number))
	case next.Waiting():
		return r.joining.Accept(c, next)
	default:
		return r.Boards.Show(c, next, table.Notice{Text: next.Headline()}), nil
	}
}

// next returns the table of a rematch, whether it has begun or is only offered. It returns nil if
// there is none, or if it never began.
func (r *rematch) next(ctx context.Context, old *table.Table) (*table.Table, error) {
	if old.Record.Again == 0 {
		return nil, nil
	}
	key := old.Key
	key.Number = old.Record.Again
	next, err := r.Tables.Load(ctx, key)
	if table.Gone(err) {
		return nil, nil
	}
	if err != nil || !next.Began() && !next.Waiting() {
		return nil, err
	}
	return next, nil
}

// open opens a rematch, and records it at the old table.
func (r *rematch) open(c *show.Call, old *table.Table) (chat.Reply, error) {
	t, err := r.like(c, old)
	if err != nil {
		return chat.Reply{}, err
	}
	if to := old.Opponent(c.User.ID); to != "" && old.Sits(c.User.ID) {
		t.Ask(table.Challenge, c.User.ID, to, r.Env.Now())
	}
	if err := r.opening.admit(c, t); err != nil {
		return chat.Reply{}, err
	}
	reply, err := r.opening.here(c, t) // in the old table's channel: that table has only its number
	if err != nil {
		return reply, err
	}
	old.Record.Again = t.Key.Number
	if err := r.Tables.Annotate(old, c.Op()); err != nil {
		c.Log.Error("note the rematch", old.Attr(), "err", err) // it is open all the same
	}
	return reply, nil
}

// like returns a new table like an old one, with the sides exchanged. Options that chance or the
// date had decided are decided anew.
func (r *rematch) like(c *show.Call, old *table.Table) (*table.Table, error) {
	seats, names := slices.Clone(old.Record.Seats), slices.Clone(old.Record.Names)
	slices.Reverse(seats)
	slices.Reverse(names)
	asked, err := old.Asked()
	if err != nil {
		return nil, err
	}
	if again, ok := show.NextPuzzle(old); ok {
		asked = again
	}
	o, err := old.Game.Prepared(r.Env.Of(c), asked)
	if err != nil {
		return nil, err
	}
	t, err := table.New(old.Game, o, seats, names, r.Env.Now())
	if err != nil {
		return nil, err
	}
	t.Rename(c.User.ID, c.User.Name)
	t.Record.Help = old.Record.Help && t.Between()
	if err := t.SetClock(old.Control()); err != nil {
		return nil, err
	}
	if old.Rated() {
		if err := rating.Enter(t); err != nil {
			return nil, err
		}
	}
	return t, t.KeepAsked(asked)
}
