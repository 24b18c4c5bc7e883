package play

import (
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// ratedArg has a game count for the ratings of who plays it.
var ratedArg = engine.Arg{
	Name: "rated", Help: engine.T("The game counts for the ratings of who plays it; without hints"), Kind: engine.Boolean,
}

// wish is whether the caller wants a rated game, and whether they said so.
type wish struct{ rated, said bool }

// asksRated reads from the options whether a game is to be rated.
func asksRated(c *show.Call) (wish, error) {
	o, err := c.Options([]engine.Arg{ratedArg}, false)
	rated, said := o[ratedArg.Name].(bool)
	return wish{rated, said}, err
}

// rate has a new table count for ratings where that is asked for, and between people also
// where it is usual in the server. A game against the bot is rated only for who asks.
func (o *Opening) rate(c *show.Call, t *table.Table, w wish) error {
	if w.said && w.rated {
		return rating.Enter(t)
	}
	if w.said || !t.Between() {
		return nil
	}
	ways, err := o.servers.Of(c.Request.Guild)
	if err == nil && ways.Rated {
		_ = rating.Enter(t) // what cannot be rated is played all the same
	}
	return err
}

// byChance has chance decide the sides of a rated game against the bot: one side may be worth
// more than the other.
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
