package bot

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
)

// boards shows tables.
type boards struct {
	tables   *table.Tables
	levels   *think.Levels
	pictures *pictures
}

// show shows a table. Levels whose turn it is move first, where all see it.
func (b *boards) show(c *call, t *table.Table, n table.Notice) chat.Reply {
	return chat.Reply{Update: c.updates(), Private: c.private, Later: func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		if t.LevelToMove() != "" && !c.private {
			var err error
			t, n, err = b.levels.Play(ctx, t, n, func(t *table.Table, n table.Notice) { show(b.message(c, t, n)) })
			c.failed = c.failed || err != nil
		}
		return b.later(ctx, c, t, n)
	}}
}

// later is the finished message. Describing a position may take as long as playing there.
func (b *boards) later(ctx context.Context, c *call, t *table.Table, n table.Notice) (r chat.Reply) {
	err := b.tables.Labour(ctx, t.Position, func() error {
		r = b.message(c, t, n)
		return nil
	})
	if err != nil { // the bot stops, and what was done is told
		return b.message(c, t, n)
	}
	return r
}

// message is the finished message: words, picture, buttons.
func (b *boards) message(c *call, t *table.Table, n table.Notice) chat.Reply {
	r := c.notify(n)
	r.Data = t.Position
	r.Rows = c.tableRows(t)
	r.Accent = b.pictures.games.entry(t).accent(t, b.pictures.settings.themeAt(c, t, c.private))
	file, err := b.pictures.table(c, t)
	if err != nil {
		c.failed = true
		c.log.Error("draw table", t.Attr(), "err", err)
		r.Text += "\n```\n" + t.Position.String() + "\n```"
		return r
	}
	r.Files = []chat.Attachment{file}
	return r
}

// notify is a message of words alone. After an update its nudge follows.
func (c *call) notify(n table.Notice) chat.Reply {
	r := chat.Reply{Text: c.words.Say(n.Text), Update: c.updates(), Private: c.private}
	switch nudge := c.words.Say(n.Nudge); {
	case nudge == "":
	case r.Update:
		r.After = []chat.Reply{{Text: nudge, Mentions: n.Calls}}
	default:
		r.Text += " " + nudge
		r.Mentions = n.Calls
	}
	return r
}
