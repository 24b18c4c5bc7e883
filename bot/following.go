package bot

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/follow"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// followed is the world in which tables are shown live.
func (b *Bot) followed(now func() time.Time) follow.World {
	return follow.World{
		Tables: b.tables, Post: b.outbox, Now: now, Shared: b.shared,
		Words: func(locale string) chat.Words { return b.words(locale) },
		Link:  func(t *table.Brief) string { return boardLink(b.live, t) },
		Picture: func(ctx context.Context, t *table.Table, locale string) (file chat.Attachment, accent int, err error) {
			c := b.unasked(t)
			c.Ctx, c.Words = ctx, b.words(locale)
			err = b.tables.Work(ctx, t.Position, func() error {
				file, err = b.pictures.table(c, t)
				return err
			})
			return file, b.pictures.accent(c, t, false), err
		},
	}
}

// plain are the actions of subjects that know no games, by their names.
func (h *handlers) plain() map[string]func(*ask.Call, string) (chat.Reply, error) {
	return map[string]func(*ask.Call, string) (chat.Reply, error){follow.Action: h.follower.Press}
}

// watchable completes which table is to be shown live.
func (h *handlers) watchable(c *call, typed string) []engine.Named {
	return h.follower.Tables(&c.Call, typed)
}
