package play

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

var (
	fromArg = engine.Arg{
		Name: "from", Help: engine.T("Begin where the game of that table of this channel stood, to play on from there"),
		Kind: engine.Integer, Min: 1, Max: 1_000_000,
	}
	afterArg = engine.Arg{
		Name: "move", Help: engine.T("With `from`: after that move; else where its game stopped"),
		Kind: engine.Integer, Max: 1_000_000,
	}
)

// FromArgs are those of a table that begins in a position of another.
var FromArgs = []engine.Arg{fromArg, afterArg}

// goOn opens a table that begins in a position of another, with its options.
func (h *Handlers) goOn(c *show.Call) (chat.Reply, error) {
	o, err := c.Options(FromArgs, false)
	if err != nil {
		return chat.Reply{}, err
	}
	g, number := c.Entry.Game, o.Int(fromArg.Name)
	if number == 0 {
		return chat.Reply{}, engine.Refuse("`move` is for a table that begins where another stood; name that one by `from`")
	}
	for name := range chat.Given(c.Request.Options, g.Options) {
		return chat.Reply{}, engine.Refuse("what is played follows from table %s; leave `%s` out", strconv.Itoa(number), name)
	}
	old, err := h.Tables.Load(c.Ctx, store.Key{Channel: c.Request.Channel, Game: g.ID, Number: number})
	if err == nil {
		err = RequireGoingOn(c, old)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	n, given := o[afterArg.Name].(int)
	if !given {
		n = old.Unfinished()
	}
	same := func(bool) (engine.Options, error) { return old.Options, nil }
	return h.openFor(c, len(old.Record.Seats) == 1, same, func(t *table.Table) error { return t.BeginAfter(c.Ctx, old, n) })
}

// RequireGoingOn refuses to begin in a position of a table that the caller may not see, or whose players
// would get help.
func RequireGoingOn(c *show.Call, t *table.Table) error {
	riddle, _ := engine.RiddleOf(t.Position)
	switch {
	case t.Record.Private || riddle.Final:
		return engine.Refuse("a puzzle is solved where it stands; %s plays a game", t.Game.Command("new"))
	case t.Record.Over:
		return t.MayLookBack(c.User.ID, c.Request.Channel, c.Request.Guild)
	case !t.Owned(c.User.ID):
		return engine.Refuse("**%s** is not over yet, and goes on between its players", t.Title())
	}
	return t.RequireHelp()
}

// FromButtons returns the button that opens a table in a position of another, if there may be one.
func FromButtons(c *show.Call, t, then *table.Table) []chat.Button {
	if c.Home != "" || then.Position.Turn() == engine.NoSeat || RequireGoingOn(c, t) != nil {
		return nil
	}
	line := "new from:" + strconv.Itoa(t.Key.Number) + " move:" + strconv.Itoa(len(then.Record.Moves))
	return []chat.Button{c.RunButton(nil, engine.Action{Line: line, Emoji: "🌱", Label: engine.T("Play from here")})}
}
