package show

import (
	"cmp"
	"context"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// ShowTable shows a table. Levels move first if it is their turn. While they do, the answer shows the
// board when [think.Levels.Play] asks for it.
func (s *Services) ShowTable(c *Call, t *table.Table, n table.Notice) chat.Reply {
	if c.Home != "" {
		return s.elsewhere(c, t, n, s.message)
	}
	c.KeepPrivate(t)
	return chat.Reply{Update: c.Updates(), Private: c.Private, Later: func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		if t.LevelToMove() != "" {
			var err error
			t, n, err = s.Levels.Play(ctx, t, n, func(t *table.Table, n table.Notice) { show(s.message(c, t, n)) })
			c.Failed = c.Failed || err != nil
		}
		return s.messageInPool(ctx, c, t, n)
	}}
}

// elsewhere answers a caller who has done something at a table of another channel. If the bot may
// post there, the message made for the table is posted as well.
func (s *Services) elsewhere(c *Call, t *table.Table, n table.Notice, made func(*Call, *table.Table, table.Notice) chat.Reply) chat.Reply {
	there := *c
	there.Home, there.Private, there.Alone, there.Request.Kind = "", false, false, chat.Command
	r := c.Reply(true, c.Say("**%s**. %s", t.Title(), n.Text))
	return c.Later(r, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
		if !t.Record.Posts || t.Record.Private {
			return r, nil
		}
		if err := s.Outbox.Poster().Post(ctx, t.Key.Channel, made(&there, t, n).Paged()); err != nil {
			c.Log.Warn("post to channel", t.Attr(), "err", err)
		}
		return r, nil
	})
}

// messageInPool returns the finished message. Describing a position may take as long as a move, so it
// is done in the pool.
func (s *Services) messageInPool(ctx context.Context, c *Call, t *table.Table, n table.Notice) (r chat.Reply) {
	err := s.Tables.Work(ctx, t.Position, func() error {
		r = s.message(c, t, n)
		return nil
	})
	if err != nil { // the bot is stopping; what was done is shown all the same
		return s.message(c, t, n)
	}
	return r
}

// message returns the finished message: text, picture and buttons.
func (s *Services) message(c *Call, t *table.Table, n table.Notice) chat.Reply {
	r := s.textOnly(c, t, n)
	r.Data = t.Position
	r.Rows = c.tableRows(t)
	r.Rows = r.Rows[:min(len(r.Rows), chat.MaxRows)] // buttons offer what the other menus do
	r.Accent = s.Accent(c, t, c.Private)
	file, err := s.DrawTable(c, t)
	if err != nil {
		c.Undrawn(err, t.Attr())
		r.Text += "\n```\n" + t.Position.String() + "\n```"
		return r
	}
	r.Files = []chat.Attachment{file}
	return r
}

// Notify returns a message without a picture, in place of the table's board.
func (s *Services) Notify(c *Call, t *table.Table, n table.Notice) chat.Reply {
	if c.Home != "" {
		return s.elsewhere(c, t, n, s.textOnly)
	}
	return s.textOnly(c, t, n)
}

func (s *Services) textOnly(c *Call, t *table.Table, n table.Notice) chat.Reply {
	c.KeepPrivate(t)
	r := chat.Reply{Text: c.Words.Say(n.Text), Update: c.Updates(), Private: c.Private, Spent: c.Words.Say(c.Spent), Board: s.board(c, t)}
	if nudge := c.Words.Say(n.Nudge); nudge != "" {
		r.Text += " " + nudge
		r.Mentions = s.Choices.Mentions(&t.Brief, n)
	}
	r.Text += s.clockLine(c, t)
	return r
}

// board returns the board of a table as it stands, for the message that is going to carry it.
func (s *Services) board(c *Call, t *table.Table) chat.BoardTracker {
	shown := *t.Record // later moves are played on the table itself
	return &shownBoard{c: c, places: s.Places, t: &table.Table{Brief: table.Brief{Key: t.Key, Game: t.Game, Head: &shown.Head}, Record: &shown}}
}

// shownBoard implements [chat.BoardTracker].
type shownBoard struct {
	c      *Call
	places *table.Places
	t      *table.Table // without a position
}

func (b *shownBoard) Begin(ctx context.Context) (chat.Board, error) {
	p, newer, err := b.places.Begin(ctx, b.t.Key, b.t.Record.Revision)
	if err != nil {
		return chat.Board{}, err
	}
	pressed := table.NoMoves
	if b.c.Stamp != "" {
		pressed = b.t.PlayedAt(b.c.Stamp)
	}
	return chat.Board{
		Message: p.Message, Newer: newer, Buried: p.Buried, Answers: p.Answers != "" && p.Answers == b.c.Request.ID,
		Line: b.line(p), Pressed: b.line(table.Place{Moves: pressed}), Own: b.line(b.place("")),
	}, nil
}

func (b *shownBoard) End(message string) {
	b.places.End(b.t.Key, b.place(message))
}

// place returns where the board is once a message carries it.
func (b *shownBoard) place(message string) table.Place {
	p := table.Place{
		Message: message, Moves: len(b.t.Record.Moves), Offer: b.t.Waiting(),
		Revision: b.t.Record.Revision, Answers: b.c.Request.ID,
	}
	if b.t.Asks(table.Takeback) {
		p.Asks = int(b.t.SeatOf(b.t.Record.Pending.By)) + 1
	}
	return p
}

// line returns what remains of an older board.
func (b *shownBoard) line(p table.Place) chat.Reply {
	switch {
	case p.Offer:
		return chat.Reply{Text: Small(b.c.Words.Say(b.t.Offered()))}
	case p.Asks > 0:
		return chat.Reply{Text: Small(b.c.Say("%s asked to take a move back.", b.t.Name(engine.Seat(p.Asks-1))))}
	default:
		return chat.Reply{Text: b.c.PastLine(b.t, p.Moves)}
	}
}

// PastLine returns what remains of a board on which a number of moves had been played.
func (c *Call) PastLine(t *table.Table, moves int) string { return Small(c.Words.Say(t.Line(moves))) }

// Small returns a line in small print.
func Small(line string) string { return "-# " + line }

func (s *Services) clockLine(c *Call, t *table.Table) string {
	words := s.Tables.ClockWords(&t.Brief)
	if words.Empty() {
		return ""
	}
	return "\n" + Small(c.Words.Say(words))
}

// Link returns the address of a message; guild is "" for a direct message.
func Link(guild, channel, message string) string {
	return "https://discord.com/channels/" + cmp.Or(guild, "@me") + "/" + channel + "/" + message
}

// Link returns the address of a table's board, or that of its channel if the board's message is not
// known.
func (s *Services) Link(t *table.Brief) string {
	return strings.TrimSuffix(Link(t.Head.Guild, t.Key.Channel, s.Places.At(t.Key).Message), "/")
}

// Unasked returns the message with a table's board for a notice that answers no request.
func (s *Services) Unasked(t *table.Table, n table.Notice) chat.Reply {
	return s.message(s.UnaskedCall(t), t, n)
}

// Picture draws a table as all may see it, and returns the colour that frames it.
func (s *Services) Picture(ctx context.Context, t *table.Table, locale string) (file chat.Attachment, accent int, err error) {
	c := s.UnaskedCall(t)
	c.Ctx, c.Words = ctx, s.Words(locale)
	err = s.Tables.Work(ctx, t.Position, func() error {
		file, err = s.DrawTable(c, t)
		return err
	})
	return file, s.Accent(c, t, false), err
}

// UnaskedCall returns a call without a request, in the language and theme of the table.
func (s *Services) UnaskedCall(t *table.Table) *Call {
	r := t.Record
	c := NewCall(chat.Call{
		Ctx: context.Background(), Words: s.Words(r.Locale), Log: s.Log, User: chat.User{ID: r.Owner},
		Request: chat.Request{Channel: t.Key.Channel, Guild: r.Guild, Locale: r.Locale},
	})
	c.Entry = s.Games.Entry(t)
	return c
}
