package play

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// AgreeArg is the option of `resign` that asks the other person to end the game without a winner, or agrees to that.
var AgreeArg = engine.Arg{Name: "agree", Help: engine.T("Ask to end it without a winner instead, or agree to that"), Kind: engine.Boolean, Default: false}

// Resign resigns at the caller's table, or has it end by agreement.
func (h *Handlers) Resign(c *show.Call) (chat.Reply, error) {
	o, err := c.Options([]engine.Arg{AgreeArg}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	agrees := o.Bool(AgreeArg.Name)
	open := func(b *table.Brief) bool { return b.Owned(c.User.ID) && !b.Head.Over && (!agrees || !b.Waiting()) }
	t, err := show.TableThat(c, h.Tables, table.ToEnd, table.OwnFirst, open)
	if doubt, ok := errors.AsType[*table.WhichError](err); ok && len(doubt.Tables) == 1 && !agrees {
		t, err = doubt.Tables[0], nil // a confirmation follows anyway
	}
	switch {
	case err != nil:
		return chat.Reply{}, err
	case agrees:
		return h.AgreeAt(c, t)
	}
	return h.ResignAt(c, t)
}

// End ends a table of the caller's in any channel: it resigns, withdraws or declines a challenge, or
// stops a game between levels.
func (h *Handlers) End(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireOwn(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	return h.endElsewhere(c, t, func(t *table.Table) (chat.Reply, error) {
		if t.Waiting() && t.Record.Pending.To == c.User.ID {
			return h.Decline(c, t)
		}
		return h.ResignAt(c, t)
	})
}

// endElsewhere ends a table that may be in another channel. If nobody can play there any more,
// nobody loses. Discord is asked about that in Later, so that other requests of the caller's channel
// need not wait for its answer. The table is loaded anew there.
func (h *Handlers) endElsewhere(c *show.Call, t *table.Table, end func(*table.Table) (chat.Reply, error)) (chat.Reply, error) {
	if c.Home == "" || t.Record.Over || !t.Record.Posts || t.Record.Guild == "" {
		return end(t)
	}
	key := t.Key
	return c.Later(c.NewReply(true), func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error) {
		t, err := h.Tables.Load(ctx, key)
		if err != nil {
			return chat.Reply{}, err
		}
		c.Uses(h.Tables, t)
		gone, err := h.vanished(ctx, c, t)
		if err != nil {
			return chat.Reply{}, err
		}
		if gone {
			return c.Reply(true, c.Say("**%s** has ended without a winner: its channel is gone, or I am not in that server any more.", t.Title())), nil
		}
		reply, err := end(t)
		if err == nil && reply.Later != nil {
			reply = reply.Later(ctx, show)
		}
		return reply, err
	}), nil
}

// vanished ends a table that cannot be reached any more, and reports whether it did. If the channel
// is gone, all its tables end. If the bot has left the server, only this one does, since the bot may
// come back. A rated game stays open for a day then, so that nobody escapes a loss in this way.
func (h *Handlers) vanished(ctx context.Context, c *show.Call, t *table.Table) (gone bool, err error) {
	if t.Record.Over {
		return false, nil
	}
	err = h.Outbox.Poster().Reaches(ctx, t.Record.Guild, t.Key.Channel)
	switch {
	case chat.ChannelGone(err):
		h.Tables.Vanish(ctx, t.Key.Channel)
		return true, nil
	case !errors.Is(err, chat.ErrLeft):
		return false, nil
	case t.Rated() && !t.Waiting():
		if err := h.Tables.Left(ctx, t); err != nil {
			return false, err
		}
		return false, engine.Refuse("I am not in the server of **%s** any more; if that is so for a day, its rated game ends without a winner, and you need do nothing", t.Title())
	}
	t.End(table.Vanished, engine.NoSeat)
	return true, h.Tables.Save(t, c.Op())
}

// ResignAt resigns, after a confirmation if there is something to lose. It withdraws a challenge that is
// not accepted yet, and stops a game between levels.
func (h *Handlers) ResignAt(c *show.Call, t *table.Table) (chat.Reply, error) {
	switch {
	case t.Record.Over:
		return chat.Reply{}, t.RefuseOver()
	case t.Waiting() && t.Record.Pending.By == c.User.ID:
		return h.Withdraw(c, t)
	case t.Waiting():
		return chat.Reply{}, t.RefuseWaiting()
	case len(t.People()) == 0:
		return h.Stop(c, t)
	}
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if !t.HasOpponents() && (t.Played() == 0 || c.Sure) {
		return h.yield(c, t)
	}
	return asksToResign(c, t, chat.Whisper(c.Say("This ends **%s**. Are you sure?", t.Title()))), nil
}

// ResignAnew asks again about the present position, since a confirmation is valid only for the position
// that the caller was asked about.
func (h *Handlers) ResignAnew(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequirePlaying(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	c.Replace = true // replaces the outdated question
	question := c.Reply(true, c.Say("The position has changed since you were asked. This ends **%s** as it stands now. Are you sure? %s", t.Title(), t.StatusWords()))
	return asksToResign(c, t, question), nil
}

func asksToResign(c *show.Call, t *table.Table, question chat.Reply) chat.Reply {
	list := []chat.Button{c.TableButton(t, "giveup", t.Terms().Quit, chat.Danger)}
	if c.Home == "" && t.Question() == "" && requireAgreeable(c, t) == nil {
		list = append(list, c.TableButton(t, "agree", engine.T("Offer no winner"), chat.Secondary))
	}
	question.Rows = chat.Rows(list)
	return question
}

// GiveUp resigns for the caller, who has confirmed it.
func (h *Handlers) GiveUp(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequirePlaying(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	c.Replace = c.Replace || c.Home != "" // replaces the question
	return h.endElsewhere(c, t, func(t *table.Table) (chat.Reply, error) {
		if !t.Current(c.Stamp) {
			return h.ResignAnew(c, t)
		}
		return h.yield(c, t)
	})
}

// yield ends the game for the caller. Nobody wins if nobody else plays.
func (h *Handlers) yield(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequirePlaying(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	winner := engine.NoSeat
	if t.HasOpponents() {
		winner = t.SeatOf(c.User.ID).Other()
	}
	c.Spent = engine.T("You have ended **%s**.", t.Title())
	if t.Record.Private {
		c.Fresh = false // a private table replaces the question
	}
	t.End(table.Resigned, winner)
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	n, other := table.Notice{Text: t.StatusWords()}, t.Opponent(c.User.ID)
	if t.EndedAs(table.Cancelled) {
		n.Text = engine.T("Given up by **%s**. %s", chat.Name(c.User.Name), n.Text)
	}
	if other != "" {
		n.CallAfterMove(t, other)
	}
	if t.Outcome().Status == engine.Won && other != "" {
		n.Nudge = engine.T("%s, you have won: **%s**.", chat.Mention(other), t.Title())
	}
	return h.ShowTable(c, t, n), nil
}

// Stop ends a game between two levels, which may move meanwhile. Only the person who opened it can.
func (h *Handlers) Stop(c *show.Call, t *table.Table) (chat.Reply, error) {
	t, err := h.Tables.Change(c.Ctx, t.Key, func(t *table.Table) error {
		switch {
		case t.Record.Over:
			return t.RefuseOver()
		case t.Record.Owner != c.User.ID:
			return engine.Refuse("only who opened this table can stop it; %s opens your own", t.Game.Command("new"))
		}
		t.End(table.Aborted, engine.NoSeat)
		return nil
	}, c.Op())
	if err != nil {
		return chat.Reply{}, err
	}
	return h.ShowTable(c, t, table.Notice{Text: engine.T("The game is stopped by **%s**.", chat.Name(c.User.Name))}), nil
}

// AgreeAt asks the other person to end the game without a winner, or agrees to that. A move withdraws the request.
func (h *Handlers) AgreeAt(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := requireAgreeable(c, t); err != nil {
		return chat.Reply{}, err
	}
	if t.Asks(table.Agreement) && t.Record.Pending.To == c.User.ID {
		return h.answer(c, t, true)
	}
	if err := t.RequireTime(h.Env.Now()); err != nil && !t.Paused() {
		return chat.Reply{}, err
	}
	c.Spent = engine.T("You have asked to end **%s** without a winner.", t.Title())
	return h.ask(c, t, table.Agreement, t.Opponent(c.User.ID), engine.T("A request by **%s**: to end the game without a winner.", chat.Name(c.User.Name)))
}

// requireAgreeable refuses what people cannot agree on: a tournament needs a result, and no level agrees, which would get
// people rid of lost games.
func requireAgreeable(c *show.Call, t *table.Table) error {
	if err := t.RequirePlaying(c.User.ID); err != nil {
		return err
	}
	quit := t.Game.Command("resign")
	switch {
	case t.Record.Event != "":
		return engine.Refuse("a game of a tournament needs a result, so nobody ends it without a winner; %s gives it up", quit)
	case !t.HasOpponents():
		return engine.Refuse("nobody else plays here, so there is nobody to agree; %s ends the table", quit)
	case t.Opponent(c.User.ID) == "":
		return engine.Refuse("there is nobody here who could agree to that; %s gives the game up", quit)
	}
	return nil
}

func (h *Handlers) endAgreed(c *show.Call, t *table.Table, by string) (chat.Reply, error) {
	t.End(table.Agreed, engine.NoSeat)
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	n := table.Notice{Text: engine.T("Agreed by **%s**. %s", chat.Name(c.User.Name), t.StatusWords())}
	n.CallAfterMove(t, by)
	return h.ShowTable(c, t, n), nil
}
