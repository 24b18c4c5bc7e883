package bot

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// rematch opens a table like one that is over, with the sides exchanged. Against a
// person it is a challenge; if the other has pressed first, it accepts theirs. Where
// the game is played again already, it shows that.
func (c *call) rematch(old *table.Table) (chat.Reply, error) {
	if err := old.RequireOwn(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case !old.Record.Over:
		return chat.Reply{}, engine.Refuse("the game is not over yet; it can be played again when it is")
	case !old.Began():
		return chat.Reply{}, engine.Refuse("this game never began; `/%s new` opens another", old.Game.ID)
	}
	next, err := c.playedAgain(old)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case next == nil:
		return c.offerRematch(old)
	case next.Waiting() && next.Record.Pending.By == c.User.ID:
		return chat.Reply{}, engine.Refuse("you have offered a rematch already: table %s", strconv.Itoa(next.Key.Number))
	case next.Waiting():
		return c.accept(next)
	default:
		return c.board(next, table.Notice{Text: next.Headline()}), nil
	}
}

// playedAgain is the table at which a game is played again, or is to be. It returns
// nil where there is none, or where that game never began.
func (c *call) playedAgain(old *table.Table) (*table.Table, error) {
	if old.Record.Again == 0 {
		return nil, nil
	}
	key := old.Key
	key.Number = old.Record.Again
	next, err := c.tables.Load(key)
	if table.Gone(err) {
		return nil, nil
	}
	if err != nil || !next.Began() && !next.Waiting() {
		return nil, err
	}
	return next, nil
}

// offerRematch opens the table, and notes it at the old one.
func (c *call) offerRematch(old *table.Table) (chat.Reply, error) {
	t, err := c.again(old)
	if err != nil {
		return chat.Reply{}, err
	}
	if to := old.Opponent(c.User.ID); to != "" && old.Sits(c.User.ID) {
		t.Ask(table.Challenge, c.User.ID, to, c.now())
	}
	reply, err := c.opened(t)
	if err != nil {
		return reply, err
	}
	old.Record.Again = t.Key.Number
	if err := c.tables.Annotate(old); err != nil {
		c.log.Error("note the rematch", old.Attr(), "err", err) // it has been opened
	}
	return reply, nil
}

// again is a new table like an old one, with the sides exchanged. What chance or the
// date decided there is decided anew.
func (c *call) again(old *table.Table) (*table.Table, error) {
	seats, names := []string{old.Record.Seats[0]}, []string{old.Record.Names[0]}
	if len(old.Record.Seats) == 2 {
		seats, names = []string{old.Record.Seats[1], old.Record.Seats[0]}, []string{old.Record.Names[1], old.Record.Names[0]}
	}
	asked, err := old.Asked()
	if err != nil {
		return nil, err
	}
	o, err := old.Game.Prepared(c.env(), asked)
	if err != nil {
		return nil, err
	}
	t, err := table.New(old.Game, o, seats, names, c.now())
	if err != nil {
		return nil, err
	}
	t.Rename(c.User.ID, c.User.Name)
	return t, t.KeepAsked(asked)
}
