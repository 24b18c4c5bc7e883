package play

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// threaded reports whether a new table gets a thread of its own: if the server wants that and the
// bot can write in one. A private table needs none.
func (h *Handlers) threaded(c *show.Call, t *table.Table) bool {
	return c.Request.Threads && !t.Record.Private && h.WaysOf(c).Threads
}

// inThread opens a thread with the table in it. A person's threads are opened one after another, so
// that each request knows the result of the one before. Everything that can be refused is refused
// before the thread is opened.
func (h *Handlers) inThread(c *show.Call, t *table.Table) chat.Reply {
	return c.Later(c.NewReply(false), func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error) {
		done, err := h.threads.Acquire(ctx, c.User.ID)
		if err != nil {
			return chat.Reply{}, err
		}
		defer done()
		if open, ok := h.begun(c, t); ok {
			return comeTo(c, openAlready, open.Key.Channel), nil
		}
		if err := h.Tables.RequireRoom(t); err != nil {
			return chat.Reply{}, err
		}
		if err := h.Tables.Claim(c.Op()); err != nil {
			return chat.Reply{}, err
		}
		thread, err := h.Outbox.Poster().Thread(ctx, c.Request.Channel, c.Say("%s: %s", t.Game.Title, t.PlainPlayers(c.Words)))
		if err != nil {
			warnThread(c, "open a thread", err)
			return h.inChannel(ctx, c, t, show)
		}
		return h.within(ctx, c, t, thread, show)
	})
}

// within stores a table in a thread and shows it there. If that fails, the thread is removed, and the
// table is announced in the caller's channel.
func (h *Handlers) within(ctx context.Context, c *show.Call, t *table.Table, thread string, show func(chat.Reply)) (chat.Reply, error) {
	if err := h.create(c, thread, t); err != nil {
		h.unthread(ctx, c, thread)
		return chat.Reply{}, err
	}
	inside := *c
	inside.Request.Channel, inside.Request.Parent, inside.Request.Kind = thread, c.Request.Channel, chat.Command
	err := h.Outbox.Poster().Post(ctx, thread, h.ShowTable(&inside, t, t.Announcement()))
	if err == nil {
		return comeTo(c, t.Announcement().Text, thread), nil
	}
	warnThread(c, "show a table in its thread", err)
	if t, err = h.Tables.Withdraw(ctx, t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	h.unthread(ctx, c, thread)
	return h.inChannel(ctx, c, t, show)
}

func (h *Handlers) inChannel(ctx context.Context, c *show.Call, t *table.Table, show func(chat.Reply)) (chat.Reply, error) {
	if err := h.create(c, c.Request.Channel, t); err != nil {
		return chat.Reply{}, err
	}
	return h.ShowTable(c, t, t.Announcement()).Later(ctx, show), nil
}

func (h *Handlers) unthread(ctx context.Context, c *show.Call, thread string) {
	if err := h.Outbox.Poster().Unthread(ctx, thread); err != nil {
		warnThread(c, "remove a thread", err)
	}
}

// warnThread logs an error of a thread, unless the bot may not post there.
func warnThread(c *show.Call, what string, err error) {
	if !errors.Is(err, chat.ErrNoPost) {
		c.Log.Warn(what, "channel", c.Request.Channel, "err", err)
	}
}

func comeTo(c *show.Call, says engine.Text, thread string) chat.Reply {
	return c.Reply(false, c.Say("%s Come to <#%s>.", says, thread))
}
