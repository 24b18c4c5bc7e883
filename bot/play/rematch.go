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

// Rematch opens a table like a finished one, with the sides exchanged. Against a person it is a challenge, or accepts theirs if
// they pressed first. If the rematch has begun, it is shown.
func (h *Handlers) Rematch(c *show.Call, old *table.Table) (chat.Reply, error) {
	if err := old.RequireOwn(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case !old.Record.Over:
		return chat.Reply{}, engine.Refuse("the game is not over yet; it can be played again when it is")
	case !old.Began():
		return chat.Reply{}, engine.Refuse("this game never began; %s opens another", old.Game.Command("new"))
	}
	next, err := h.nextRematch(c.Ctx, old)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case next == nil:
		if err := old.RequireKnown(); err != nil {
			return chat.Reply{}, err
		}
		return h.openRematch(c, old)
	case next.Waiting() && next.Record.Pending.By == c.User.ID:
		return chat.Reply{}, engine.Refuse("you have offered a rematch already: table %s", strconv.Itoa(next.Key.Number))
	case next.Waiting():
		return h.Accept(c, next)
	default:
		return h.ShowTable(c, next, table.Notice{Text: next.Headline()}), nil
	}
}

// nextRematch returns the table of a rematch, whether it has begun or is only offered. It returns nil if
// there is none, or if it never began.
func (h *Handlers) nextRematch(ctx context.Context, old *table.Table) (*table.Table, error) {
	if old.Record.Again == 0 {
		return nil, nil
	}
	key := old.Key
	key.Number = old.Record.Again
	next, err := h.Tables.Load(ctx, key)
	if table.Gone(err) {
		return nil, nil
	}
	if err != nil || !next.Began() && !next.Waiting() {
		return nil, err
	}
	return next, nil
}

// openRematch opens a rematch, and records it at the old table.
func (h *Handlers) openRematch(c *show.Call, old *table.Table) (chat.Reply, error) {
	t, err := h.likeOld(c, old)
	if err != nil {
		return chat.Reply{}, err
	}
	if to := old.Opponent(c.User.ID); to != "" && old.Sits(c.User.ID) {
		t.Ask(table.Challenge, c.User.ID, to, h.Env.Now())
	}
	if err := h.admit(c, t); err != nil {
		return chat.Reply{}, err
	}
	reply, err := h.here(c, t) // in the old table's channel: that table has only its number
	if err != nil {
		return reply, err
	}
	old.Record.Again = t.Key.Number
	if err := h.Tables.Annotate(old, c.Op()); err != nil {
		c.Log.Error("note the rematch", old.Attr(), "err", err) // it is open all the same
	}
	return reply, nil
}

// likeOld returns a new table like an old one, with the sides exchanged. What chance or the date had
// decided is decided anew, such as the sides of a rated game against the bot.
func (h *Handlers) likeOld(c *show.Call, old *table.Table) (*table.Table, error) {
	seats, names := slices.Clone(old.Record.Seats), slices.Clone(old.Record.Names)
	if !old.Rated() || old.Between() || h.Env.Of(c).Rand.IntN(2) == 1 {
		slices.Reverse(seats)
		slices.Reverse(names)
	}
	asked, err := old.Asked()
	if err != nil {
		return nil, err
	}
	if again, ok := show.NextPuzzle(old); ok {
		asked = again
	}
	o, err := old.Game.Prepared(h.Env.Of(c), asked)
	if err != nil {
		return nil, err
	}
	t, err := table.New(old.Game, o, seats, names, h.Env.Now())
	if err != nil {
		return nil, err
	}
	if err := t.BeginAfter(c.Ctx, old, len(old.SetUp())); err != nil {
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
