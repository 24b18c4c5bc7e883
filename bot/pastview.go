package bot

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// pastView shows a game again, one position at a time. Whoever wants to leaf through it does
// so alone: a game that others are looking at does not move before their eyes.
type pastView struct {
	tables   *table.Tables
	pictures *pictures
}

// moveArg picks one of a game's positions.
var moveArg = engine.Arg{
	Name: "move", Help: engine.T("The board as it was after that move, for you alone; 0: at the start"), Kind: engine.Integer, Max: 1_000_000,
}

// turn shows the position that a button names in place of the one before.
func (l *pastView) turn(c *call, t *table.Table, arg string) (chat.Reply, error) {
	c.Replace = true
	return l.open(c, t, arg)
}

// open shows the position that a button names, in a message of its own; there may be fewer
// moves by now.
func (l *pastView) open(c *call, t *table.Table, arg string) (chat.Reply, error) {
	to, _, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(to)
	if err != nil || n < 0 {
		return chat.Reply{}, unknownButton()
	}
	return l.show(c, t, min(n, len(t.Record.Moves)))
}

// at shows the position that an option names.
func (l *pastView) at(c *call, t *table.Table, move any) (chat.Reply, error) {
	n, err := moveArg.Parse(move)
	if err != nil {
		return chat.Reply{}, err
	}
	if moves := len(t.Record.Moves); n.(int) > moves {
		return chat.Reply{}, engine.Refuse("%s has %s so far, so that there is no move %s", t.Title(), engine.Count(moves, "one move", "%s moves"), strconv.Itoa(n.(int)))
	}
	return l.show(c, t, n.(int))
}

// show shows the position after n moves to the caller alone.
func (l *pastView) show(c *call, t *table.Table, n int) (chat.Reply, error) {
	c.private = true
	then, err := t.After(c.Ctx, n)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.Later(c.Place(true), func(ctx context.Context, _ func(chat.Reply)) (r chat.Reply, err error) {
		err = l.tables.Work(ctx, then.Position, func() error {
			r, err = l.message(c, t, then)
			return err
		})
		return r, err
	}), nil
}

// message is a table as it was then, among all that were.
func (l *pastView) message(c *call, t, then *table.Table) (chat.Reply, error) {
	r := c.Place(true)
	r.Text = c.Words.Say(leaf(t, then))
	r.Data = then.Position
	r.Accent = l.pictures.accent(c, then, true)
	r.Rows = ask.Rows(c.leafButtons(t, "leaf", len(then.Record.Moves)))
	file, err := l.pictures.then(c, t, then)
	r.Files = []chat.Attachment{file}
	return r, err
}

// leaf says which position of a game one sees: "move 12 of 59, c10 by Ann".
func leaf(t, then *table.Table) engine.Text {
	n, moves := len(then.Record.Moves), strconv.Itoa(len(t.Record.Moves))
	if n == 0 {
		return engine.T("**%s**: move 0 of %s, the start.", t.Title(), moves)
	}
	last := then.Record.Moves[n-1]
	said := engine.T("**%s**: move %s of %s, **%s**.", t.Title(), strconv.Itoa(n), moves, chat.Shorten(last.Text, mostRepeated))
	if seat := t.SeatHeldBy(last.By); seat != engine.NoSeat && t.HasOpponents() {
		said = engine.T("**%s**: move %s of %s, **%s** by %s.", t.Title(), strconv.Itoa(n), moves, chat.Shorten(last.Text, mostRepeated), t.Name(seat))
	}
	if then.Record.Over {
		return engine.Sentences(said, t.Standing())
	}
	return said
}
