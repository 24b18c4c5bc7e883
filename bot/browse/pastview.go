package browse

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// PastView shows the positions of a game to the caller alone, so that the board of other people does
// not change while they look at it.
type PastView struct{ *show.Services }

// MoveArg picks a position of a game.
var MoveArg = engine.Arg{
	Name: "move", Help: engine.T("The board as it was after that move, for you alone; 0: at the start"), Kind: engine.Integer, Max: 1_000_000,
}

// Turn shows the position that a button names in place of the one before.
func (l *PastView) Turn(c *show.Call, t *table.Table, arg string) (chat.Reply, error) {
	c.Replace = true
	return l.Open(c, t, arg)
}

// Open shows the position that a button names in a new message, or the last one if there are fewer
// moves by now.
func (l *PastView) Open(c *show.Call, t *table.Table, arg string) (chat.Reply, error) {
	to, _, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(to)
	if err != nil || n < 0 {
		return chat.Reply{}, show.UnknownButton()
	}
	return l.show(c, t, min(n, len(t.Record.Moves)))
}

// at shows the position that an option names.
func (l *PastView) at(c *show.Call, t *table.Table, move any) (chat.Reply, error) {
	n, err := MoveArg.Parse(move)
	if err != nil {
		return chat.Reply{}, err
	}
	if moves := len(t.Record.Moves); n.(int) > moves {
		return chat.Reply{}, engine.Refuse("%s has %s so far, so that there is no move %s", t.Title(), engine.Count(moves, "one move", "%s moves"), strconv.Itoa(n.(int)))
	}
	return l.show(c, t, n.(int))
}

// show shows the position after n moves to the caller alone.
func (l *PastView) show(c *show.Call, t *table.Table, n int) (chat.Reply, error) {
	c.Private = true
	then, err := t.After(c.Ctx, n)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.Later(c.Place(true), func(ctx context.Context, _ func(chat.Reply)) (r chat.Reply, err error) {
		err = l.Tables.Work(ctx, then.Position, func() error {
			r, err = l.Message(c, t, then)
			return err
		})
		return r, err
	}), nil
}

// Message returns a table as it was, with buttons that step to its other positions.
func (l *PastView) Message(c *show.Call, t, then *table.Table) (chat.Reply, error) {
	r := c.Reply(true, c.Words.Say(leaf(t, then)))
	r.Data = then.Position
	r.Accent = l.Pictures.Accent(c, then, true)
	r.Rows = chat.Rows(c.LeafButtons(t, "leaf", len(then.Record.Moves)))
	file, err := l.Pictures.Then(c, t, then)
	r.Files = []chat.Attachment{file}
	return r, err
}

// leaf says which position is shown: "move 12 of 59, c10 by Ann".
func leaf(t, then *table.Table) engine.Text {
	n, moves := len(then.Record.Moves), strconv.Itoa(len(t.Record.Moves))
	if n == 0 {
		return engine.T("**%s**: move 0 of %s, the start.", t.Title(), moves)
	}
	last := then.Record.Moves[n-1]
	said := engine.T("**%s**: move %s of %s, **%s**.", t.Title(), strconv.Itoa(n), moves, chat.Shorten(last.Text, show.MostRepeated))
	if seat := t.SeatHeldBy(last.By); seat != engine.NoSeat && t.HasOpponents() {
		said = engine.T("**%s**: move %s of %s, **%s** by %s.", t.Title(), strconv.Itoa(n), moves, chat.Shorten(last.Text, show.MostRepeated), t.Name(seat))
	}
	if then.Record.Over {
		return engine.Sentences(said, t.Standing())
	}
	return said
}
