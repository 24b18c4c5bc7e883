package play

import (
	"cmp"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// create stores a new table of the caller's in a channel. A challenge to somebody who has had many of late,
// whatever became of them, does not notify them.
func (h *Handlers) create(c *show.Call, channel string, t *table.Table) error {
	return h.Tables.Create(channel, t, func(tx *store.Tx, _ store.Key) error {
		if p := t.Record.Pending; t.Asks(table.Challenge) {
			n := h.challenges.Count(p.To, c.Request.ID, c.User.ID, h.Env.Now())
			p.Often, p.Silent = n >= h.challenges.Most, n > h.challenges.Most
		}
		return h.requireRest(tx, c, t)
	}, c.Op())
}

// Challengers returns a line on who has challenged the caller so often of late that they are not notified any
// more, "" for nobody.
func (h *Handlers) Challengers(c *show.Call) string {
	by := h.challenges.Full(c.User.ID, h.Env.Now())
	if len(by) == 0 {
		return ""
	}
	return "\n" + show.Small(c.Say("Many challenges came to you of late, from %s. %s keeps a person away.",
		strings.Join(engine.Map(by, chat.Mention), ", "), engine.Command("settings block:")))
}

// Block blocks whoever has challenged the caller, which declines the challenge. Only the caller is told that
// it is more than that.
func (h *Handlers) Block(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireAnswerer(c.User.ID, h.Env.Now()); err != nil {
		return chat.Reply{}, err
	}
	by := t.Record.Pending.By
	said, err := store.Transact(c.Ctx, h.Records, c.Op(), func(tx *store.Tx) (string, error) {
		return h.block(tx, c, chat.User{ID: by, Name: cmp.Or(t.Record.Names[t.SeatOf(by)], c.Say("somebody"))})
	})
	if err != nil {
		return chat.Reply{}, err
	}
	if t, err = h.Tables.Load(c.Ctx, t.Key); err != nil {
		return chat.Reply{}, err
	}
	r := h.Notify(c, t, declined(c))
	r.After = append(r.After, chat.Whisper(said))
	return r, nil
}

func declined(c *show.Call) table.Notice {
	return table.Notice{Text: engine.T("The challenge is declined by **%s**.", chat.Name(c.User.Name))}
}
