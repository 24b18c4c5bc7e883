package play

import (
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// ratedArg makes a game count for the ratings of its players.
var ratedArg = engine.Arg{
	Name: "rated", Help: engine.T("The game counts for the ratings of who plays it; without hints"), Kind: engine.Boolean,
}

// wish is whether the caller wants a rated game, and whether they said so.
type wish struct{ rated, said bool }

// asksRated reads the wish from the options.
func asksRated(c *show.Call) (wish, error) {
	o, err := c.Options([]engine.Arg{ratedArg}, false)
	rated, said := o[ratedArg.Name].(bool)
	return wish{rated, said}, err
}

// rate enters a new table for rating if the caller asks for it. Between people it also does so if
// the server rates games by default.
func (o *Opening) rate(c *show.Call, t *table.Table, w wish) error {
	if w.said && w.rated {
		return rating.Enter(t)
	}
	if w.said || !t.Between() {
		return nil
	}
	ways, err := o.Servers.Of(c.Request.Guild)
	if err == nil && ways.Rated {
		_ = rating.Enter(t) // a game that cannot be rated is played unrated
	}
	return err
}

// byChance draws the sides of a rated game against the bot, since one side may have an advantage.
func (w wish) byChance(c *show.Call, env *show.Environment, who seating) (seating, error) {
	if !w.rated || who.ask != "" || len(who.seats) != 2 {
		return who, nil
	}
	if side := c.Entry.Game.Sides.Option; c.Request.Options[side] != nil {
		return who, engine.Refuse("chance decides who has which side of a rated game against the bot; leave `%s` out", side)
	}
	if env.Of(c).Rand.IntN(2) == 1 {
		who.swap()
	}
	return who, nil
}
