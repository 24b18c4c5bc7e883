// Package rating keeps Glicko-2 ratings of users and shows them.
//
// A pool has ratings of its own: a game, or a class of its games, such as "gordon" or "hex/13". A
// table is rated if its record names a pool; see [Enter]. In the transaction that stores the end of
// a game, a [Rater] stores the changed ratings: at the table, in the players' standings, and in the
// rankings. So each game is rated exactly once, in the order of storing, and ratings are final.
//
// Each game is a rating period of its own, as long as the time since the previous game in days.
// Levels are opponents with measured, fixed ratings.
package rating

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// period is a rating period. With a new player's volatility, a deviation of 50 grows to 110 in
// three months without a game.
const period = 24 * time.Hour

// levelDeviation is the deviation of a level's rating, about that of a match of 78 games.
const levelDeviation = 50

// dailyGames is the number of games in a pool that a user can have rated in a day against one level.
const dailyGames = 10

// repeated returns a level's deviation for who has played some games against it within a day. Two
// games count in full. Each further one is less news, since it shows the same weaknesses of the
// same player again, and doubles the deviation.
func repeated(games int) float64 { return math.Ldexp(levelDeviation, max(0, games-1)) }

// poolOf returns the pool of games with the given options.
func poolOf(g *engine.Game, o engine.Options) (string, error) {
	class, err := g.ClassOf(o)
	if err != nil || class.ID == "" {
		return g.ID, err
	}
	return g.ID + "/" + class.ID, nil
}

// pools returns all pools of a game, such as {"hex/9", "Hex, 9 by 9"}.
func pools(g *engine.Game) []engine.Named {
	if len(g.Classes) == 0 {
		return []engine.Named{{ID: g.ID, Title: g.Title}}
	}
	return engine.Map(g.Classes, func(c engine.Named) engine.Named {
		return engine.Named{ID: g.ID + "/" + c.ID, Title: engine.T("%s, %s", g.Title, c.Title)}
	})
}

// classIn returns the class ID of a pool, "" for a whole game.
func classIn(pool string) string {
	_, class, _ := strings.Cut(pool, "/")
	return class
}

// gameIn returns the game ID of a pool.
func gameIn(pool string) string {
	game, _, _ := strings.Cut(pool, "/")
	return game
}

// Enter marks a new table as rated. It refuses a table that cannot be rated.
func Enter(t *table.Table) error {
	pool, err := poolOf(t.Game, t.Options)
	switch {
	case !t.HasOpponents():
		return engine.Refuse("a rated game is one of two people, or against the bot; leave `rated` out to play alone")
	case len(t.SetUp()) > 0:
		return engine.Refuse("a game that begins in a position of another is not rated; leave either `rated` or `from` out")
	case t.Record.Help:
		return engine.Refuse("a game with hints is not rated; leave either `rated` or `help` out")
	case len(t.People()) == 0:
		return engine.Refuse("levels that play each other are not rated; leave `rated` out")
	case err != nil:
		return err
	}
	for s := range t.Record.Seats {
		if id := t.LevelAt(engine.Seat(s)); id != "" {
			if _, ok := levelRating(t.Game, id, pool); !ok {
				return engine.Refuse("how strong %s is in this was never measured, so that no game against it is rated; leave `rated` out, or choose another level", t.Name(engine.Seat(s)))
			}
		}
	}
	t.Record.Rated = pool
	return nil
}

// RequireRest refuses a further rated game of a person against the level at a new table, if there are
// as many as can be rated in a day. own are the person's tables that are not over; now is a time.
func RequireRest(from store.Reader, t *table.Table, own []store.Brief, now time.Time) error {
	at := slices.IndexFunc(t.Record.Seats, func(seat string) bool { return !table.IsUser(seat) })
	if !t.Rated() || t.Between() || at < 0 {
		return nil
	}
	st, _, err := begun(from, t.People()[0], t.Record.Rated)
	if err != nil {
		return err
	}
	recent := st.against(t.LevelAt(engine.Seat(at)), now)
	open := len(slices.DeleteFunc(slices.Clone(own), func(b store.Brief) bool {
		return b.Head.Rated != t.Record.Rated || !slices.Contains(b.Head.Seats, t.Record.Seats[at])
	}))
	if len(recent)+open < dailyGames {
		return nil
	}
	first := append(recent, now.UnixMilli())[0]
	return engine.Refuse("%s games a day against %s are rated, and you have begun as many; the next one can be rated %s, and without `rated` you can play on",
		strconv.Itoa(dailyGames), t.Name(engine.Seat(at)), chat.Relative(time.UnixMilli(first).Add(period)))
}

// levelRating returns the rating of a level in a pool; false if it was not measured.
func levelRating(g *engine.Game, id, pool string) (float64, bool) {
	level, _ := g.Level(id)
	rating, ok := level.Ratings[classIn(pool)]
	return rating, ok
}
