package bot

import (
	"bytes"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// rematch opens a table like one that is over, with the sides exchanged. Against a
// person it is a challenge; if the other has pressed first, it accepts theirs.
func (c *call) rematch(old *table) (Reply, error) {
	if err := old.demandSeat(c.User.ID); err != nil && old.Owner != c.User.ID {
		return Reply{}, err
	}
	switch {
	case !old.Over:
		return Reply{}, engine.Refuse("the game is not over yet; it can be played again when it is")
	case !old.begun():
		return Reply{}, engine.Refuse("this game never began; `/%s new` opens another", old.Game)
	}
	to := old.opponent(c.User.ID)
	if to != "" && old.sits(c.User.ID) {
		switch offered, err := c.offered(old, to); {
		case err != nil:
			return Reply{}, err
		case offered != nil && offered.Pending.To == c.User.ID:
			return c.accept(offered)
		case offered != nil:
			return Reply{}, engine.Refuse("you have offered a rematch already: table %s", strconv.Itoa(offered.key.Number))
		}
	}
	t, err := c.again(old)
	if err != nil {
		return Reply{}, err
	}
	if to != "" && old.sits(c.User.ID) {
		t.Pending = &store.Pending{Kind: challenged, By: c.User.ID, To: to, At: c.now().UTC()}
	}
	return c.opened(t)
}

// offered finds a table like an old one that waits for the caller, or for the other
// player, to accept. It returns nil where there is none.
func (c *call) offered(old *table, other string) (*table, error) {
	return c.findOpen(func(t *table) bool {
		return t.waiting() && bytes.Equal(t.Options, old.Options) && t.key.Number > old.key.Number &&
			(t.Pending.By == c.User.ID && t.Pending.To == other || t.Pending.By == other && t.Pending.To == c.User.ID)
	})
}

// again is a new table like an old one, with the sides exchanged.
func (c *call) again(old *table) (*table, error) {
	seats, names := []string{old.Seats[0]}, []string{old.Names[0]}
	if len(old.Seats) == 2 {
		seats, names = []string{old.Seats[1], old.Seats[0]}, []string{old.Names[1], old.Names[0]}
	}
	t, err := c.newTable(old.entry, old.options, seats, names)
	if err != nil {
		return nil, err
	}
	t.remember(c.User)
	return t, nil
}
