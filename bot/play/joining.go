package play

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Join accepts a challenge or takes a free seat.
func (h *Handlers) Join(c *show.Call) (chat.Reply, error) {
	awaited := func(t *table.Brief) bool {
		asked := t.Asks(table.Challenge) && t.Head.Pending.To == c.User.ID || t.Asks(table.Open) && t.Head.Pending.By != c.User.ID
		return asked && h.CheckJoin(c, t) == nil
	}
	none := engine.Refuse("nobody waits for you at a table of %s in this channel; %s opens one", c.Entry.Game.Title, c.Entry.Game.Command("new"))
	t, err := show.FindTable(c, h.Tables, table.ToLook, table.OpenOnly, awaited, none)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.Accept(c, t)
}

// Accept seats the caller, and the game begins.
func (h *Handlers) Accept(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireAnswerer(c.User.ID, h.Env.Now()); err != nil {
		return chat.Reply{}, err
	}
	if err := h.CheckJoin(c, &t.Brief); err != nil {
		return chat.Reply{}, err
	}
	by := t.Record.Pending.By
	if err := h.Tables.Seat(t, c.User.ID, c.User.Name, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	return h.ShowTable(c, t, table.Notice{
		Text:  engine.T("Accepted by **%s**. %s", chat.Name(c.User.Name), t.StatusWords()),
		Nudge: engine.T("%s, the game begins.", chat.Mention(by)), Calls: []string{by},
	}), nil
}

// Decline declines a challenge. For the challenger it withdraws the challenge.
func (h *Handlers) Decline(c *show.Call, t *table.Table) (chat.Reply, error) {
	if t.Waiting() && t.Record.Pending.By == c.User.ID {
		return h.Withdraw(c, t)
	}
	if err := t.RequireAnswerer(c.User.ID, h.Env.Now()); err != nil {
		return chat.Reply{}, err
	}
	by := t.Record.Pending.By
	t.End(table.Declined, engine.NoSeat)
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	n := declined(c)
	n.Nudge, n.Calls = engine.T("%s, your challenge was declined.", chat.Mention(by)), []string{by}
	return h.Notify(c, t, n), nil
}

// Withdraw withdraws a challenge of the caller's.
func (h *Handlers) Withdraw(c *show.Call, t *table.Table) (chat.Reply, error) {
	if !t.Waiting() || t.Record.Pending.By != c.User.ID {
		return chat.Reply{}, engine.Refuse("only who offered this game can withdraw it, before it begins")
	}
	t.End(table.Withdrawn, engine.NoSeat)
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	return h.Notify(c, t, table.Notice{Text: engine.T("The challenge is withdrawn by **%s**.", chat.Name(c.User.Name))}), nil
}
