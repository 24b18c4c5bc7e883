package bot

import (
	"errors"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// rematch opens a table like one that is over, with the sides exchanged. Against a
// person it is a challenge; if the other has pressed first, it accepts theirs. Where
// the game is played again already, it shows that.
func (c *call) rematch(old *table) (chat.Reply, error) {
	if err := old.demandPart(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case !old.Over:
		return chat.Reply{}, engine.Refuse("the game is not over yet; it can be played again when it is")
	case !old.begun():
		return chat.Reply{}, engine.Refuse("this game never began; `/%s new` opens another", old.Game)
	}
	next, err := c.playedAgain(old)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case next == nil:
		return c.offerRematch(old)
	case next.waiting() && next.Pending.By == c.User.ID:
		return chat.Reply{}, engine.Refuse("you have offered a rematch already: table %s", strconv.Itoa(next.key.Number))
	case next.waiting():
		return c.accept(next)
	default:
		return c.board(next, notice{text: engine.T("**%s**. %s", next.title(), next.standing())}), nil
	}
}

// playedAgain is the table at which a game is played again, or is to be. It returns
// nil where there is none, or where that game never began.
func (c *call) playedAgain(old *table) (*table, error) {
	if old.Again == 0 {
		return nil, nil
	}
	key := old.key
	key.Number = old.Again
	next, err := c.loadTable(key)
	if _, gone := errors.AsType[*engine.Refusal](err); gone {
		return nil, nil
	}
	if err != nil || !next.begun() && !next.waiting() {
		return nil, err
	}
	return next, nil
}

// offerRematch opens the table, and notes it at the old one.
func (c *call) offerRematch(old *table) (chat.Reply, error) {
	t, err := c.again(old)
	if err != nil {
		return chat.Reply{}, err
	}
	if to := old.opponent(c.User.ID); to != "" && old.sits(c.User.ID) {
		t.Pending = &store.Pending{Kind: challenged, By: c.User.ID, To: to, At: c.now().UTC()}
	}
	reply, err := c.opened(t)
	if err != nil {
		return reply, err
	}
	old.Again = t.key.Number
	if err := c.store.Save(old.key, old.Table); err != nil {
		c.log.Error("note the rematch", old.at(), "err", err) // it has been opened
	}
	return reply, nil
}

// again is a new table like an old one, with the sides exchanged. What chance or the
// date decided there is decided anew.
func (c *call) again(old *table) (*table, error) {
	seats, names := []string{old.Seats[0]}, []string{old.Names[0]}
	if len(old.Seats) == 2 {
		seats, names = []string{old.Seats[1], old.Seats[0]}, []string{old.Names[1], old.Names[0]}
	}
	asked, err := old.asked()
	if err != nil {
		return nil, err
	}
	o, err := old.entry.Game.Prepared(c.env(), asked)
	if err != nil {
		return nil, err
	}
	t, err := c.newTable(old.entry, o, seats, names)
	if err != nil {
		return nil, err
	}
	t.remember(c.User)
	return t, t.keepAsked(asked)
}
