package bot

import (
	"context"
	"log/slog"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
)

// boards shows tables.
type boards struct {
	games    *registry
	words    func(locale string) chat.Words
	log      *slog.Logger
	tables   *table.Tables
	levels   *think.Levels
	pictures *pictures
	live     *posted.Boards
	outbox   *outbox
	choices  *tell.Choices
}

// show shows a table. Levels whose turn it is move first, where all see it.
func (b *boards) show(c *call, t *table.Table, n table.Notice) chat.Reply {
	if c.home != "" {
		return b.afar(c, t, n, b.message)
	}
	c.keeps(t)
	return chat.Reply{Update: c.updates(), Private: c.private, Later: func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		if t.LevelToMove() != "" {
			var err error
			t, n, err = b.levels.Play(ctx, t, n, func(t *table.Table, n table.Notice) { show(b.message(c, t, n)) })
			c.Failed = c.Failed || err != nil
		}
		return b.later(ctx, c, t, n)
	}}
}

// afar tells who has done something at a table of another channel, and those there by the message
// that is made of it, as far as the bot may.
func (b *boards) afar(c *call, t *table.Table, n table.Notice, made func(*call, *table.Table, table.Notice) chat.Reply) chat.Reply {
	there := *c
	there.home, there.private, there.Alone, there.Request.Kind = "", false, false, chat.Command
	r := c.Place(true)
	r.Text = c.Words.Say(engine.T("**%s**. %s", t.Title(), n.Text))
	return c.Later(r, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
		if !t.Record.Posts || t.Record.Private {
			return r, nil
		}
		if err := b.outbox.Post(ctx, t.Key.Channel, made(&there, t, n).Paged()); err != nil {
			c.Log.Warn("post to channel", t.Attr(), "err", err)
		}
		return r, nil
	})
}

// later is the finished message. Describing a position may take as long as playing there.
func (b *boards) later(ctx context.Context, c *call, t *table.Table, n table.Notice) (r chat.Reply) {
	err := b.tables.Work(ctx, t.Position, func() error {
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
	r := b.told(c, t, n)
	r.Data = t.Position
	r.Rows = c.tableRows(t)
	r.Accent = b.pictures.accent(c, t, c.private)
	file, err := b.pictures.table(c, t)
	if err != nil {
		c.Failed = true
		c.Log.Error("draw table", t.Attr(), "err", err)
		r.Text += "\n```\n" + t.Position.String() + "\n```"
		return r
	}
	r.Files = []chat.Attachment{file}
	return r
}

// notify is a message of words alone, in the place of the table's board.
func (b *boards) notify(c *call, t *table.Table, n table.Notice) chat.Reply {
	if c.home != "" {
		return b.afar(c, t, n, b.told)
	}
	return b.told(c, t, n)
}

// told is the words of a message.
func (b *boards) told(c *call, t *table.Table, n table.Notice) chat.Reply {
	c.keeps(t)
	r := chat.Reply{Text: c.Words.Say(n.Text), Update: c.updates(), Private: c.private, Spent: c.Words.Say(c.spent), Live: b.board(c, t)}
	if nudge := c.Words.Say(n.Nudge); nudge != "" {
		r.Text += " " + nudge
		r.Mentions = b.choices.Mentions(&t.Brief, n.Calls)
	}
	r.Text += b.clockLine(c, t)
	return r
}

// board is the board of a table as it stands, on its way to where the caller sees it.
func (b *boards) board(c *call, t *table.Table) chat.Live {
	shown := *t.Record // later moves are played on the table itself
	return &shownBoard{c: c, boards: b.live, t: &table.Table{Brief: table.Brief{Key: t.Key, Game: t.Game, Head: &shown.Head}, Record: &shown}}
}

// shownBoard implements [chat.Live].
type shownBoard struct {
	c      *call
	boards *posted.Boards
	t      *table.Table // without a position
}

func (b *shownBoard) Begin(ctx context.Context) (chat.Board, error) {
	p, newer, err := b.boards.Begin(ctx, b.t.Key, b.t.Record.Revision)
	if err != nil {
		return chat.Board{}, err
	}
	pressed := table.NoMoves
	if b.c.stamp != "" {
		pressed = b.t.PlayedAt(b.c.stamp)
	}
	return chat.Board{
		Message: p.Message, Newer: newer, Buried: p.Buried,
		Line: b.line(p), Pressed: b.line(posted.Place{Moves: pressed}), Own: b.line(b.place("")),
	}, nil
}

func (b *shownBoard) End(message string) {
	b.boards.End(b.t.Key, b.t.Record.Revision, b.place(message))
}

// place is where the board stands once a message carries it.
func (b *shownBoard) place(message string) posted.Place {
	p := posted.Place{Message: message, Moves: len(b.t.Record.Moves), Offer: b.t.Waiting()}
	if b.t.Asks(table.Takeback) {
		p.Asker = b.t.Record.Pending.By
	}
	return p
}

// line is what is left of a board.
func (b *shownBoard) line(p posted.Place) chat.Reply {
	switch {
	case p.Offer:
		return chat.Reply{Text: small(b.c.Words.Say(b.t.Offered()))}
	case p.Asker != "":
		return chat.Reply{Text: small(b.c.Say("%s asked to take a move back.", b.t.Name(b.t.SeatOf(p.Asker))))}
	default:
		return chat.Reply{Text: b.c.pastLine(b.t, p.Moves)}
	}
}

// pastLine is what is left of a board that showed a number of moves.
func (c *call) pastLine(t *table.Table, moves int) string { return small(c.Words.Say(t.Line(moves))) }

// small is a line in small print.
func small(line string) string { return "-# " + line }

// clockLine says below a board how the clock stands.
func (b *boards) clockLine(c *call, t *table.Table) string {
	words := b.tables.ClockWords(&t.Brief)
	if words.Empty() {
		return ""
	}
	return "\n" + small(c.Words.Say(words))
}

// link is the address of a message in a table's channel.
func link(t *table.Table, message string) string {
	return linkTo(t.Record.Guild, t.Key.Channel, message)
}

func linkTo(guild, channel, message string) string {
	if guild == "" {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + channel + "/" + message
}

// Link leads to the board of a table, or to its channel where nobody knows in which message that
// stands.
func (b *boards) Link(t *table.Brief) string {
	return strings.TrimSuffix(linkTo(t.Head.Guild, t.Key.Channel, b.live.At(t.Key).Message), "/")
}

// Unasked is the message that carries a table's board, with a notice that nobody has asked for.
func (b *boards) Unasked(t *table.Table, n table.Notice) chat.Reply {
	return b.message(b.unasked(t), t, n)
}

// Picture draws a table as all may see it, with the colour that frames it.
func (b *boards) Picture(ctx context.Context, t *table.Table, locale string) (file chat.Attachment, accent int, err error) {
	c := b.unasked(t)
	c.Ctx, c.Words = ctx, b.words(locale)
	err = b.tables.Work(ctx, t.Position, func() error {
		file, err = b.pictures.table(c, t)
		return err
	})
	return file, b.pictures.accent(c, t, false), err
}

// unasked is a call that nobody made, in the language and theme of the table.
func (b *boards) unasked(t *table.Table) *call {
	r := t.Record
	c := newCall(ask.Call{
		Ctx: context.Background(), Words: b.words(r.Locale), Log: b.log, User: chat.User{ID: r.Owner},
		Request: chat.Request{Channel: t.Key.Channel, Guild: r.Guild, Locale: r.Locale},
	})
	c.entry = b.games.entry(t)
	return c
}
