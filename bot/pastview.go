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

// leastLook is how many moves a game must have had to be worth a look back.
const leastLook = 2

// The buttons by which one leafs, in their order.
const (
	toStart = "⏮️"
	back    = "◀️"
	forward = "▶️"
	toEnd   = "⏭️"
)

// pastButtons begin the film of a game that is over.
func (c *call) pastButtons(t *table.Table) []chat.Button {
	if !worthALook(t) {
		return nil
	}
	return []chat.Button{c.button(t, "replay", engine.T("Replay"), chat.Secondary)}
}

// leafRows are the buttons by which a game that is over is leafed through.
func (c *call) leafRows(t *table.Table) []chat.Row {
	if !worthALook(t) {
		return nil
	}
	return ask.Rows(c.leafButtons(t, "look", len(t.Record.Moves)))
}

// worthALook reports whether there is something to look back at: more than a move or two, and
// not the tries at a puzzle, which leave the board as it is.
func worthALook(t *table.Table) bool {
	riddle, _ := engine.RiddleOf(t.Position)
	return t.Record.Over && len(t.Record.Moves) >= leastLook && !riddle.Final
}

// leafButtons lead from the position after n moves to others, by an action whose argument says
// where to. Each has an argument of its own: Discord takes none twice.
func (c *call) leafButtons(t *table.Table, action string, n int) []chat.Button {
	moves := len(t.Record.Moves)
	var list []chat.Button
	for _, b := range []struct {
		emoji string
		to    int
	}{{toStart, 0}, {back, n - 1}, {forward, n + 1}, {toEnd, moves}} {
		button := c.button(t, action, engine.Text{}, chat.Secondary, strconv.Itoa(max(0, min(b.to, moves))), b.emoji)
		button.Label, button.Emoji = "", b.emoji
		button.Disabled = b.to < 0 || b.to > moves || b.to == n
		list = append(list, button)
	}
	return list
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
