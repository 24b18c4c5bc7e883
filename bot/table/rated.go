package table

import (
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// leastMoves is how many moves each side must have made for a game to be rated.
const leastMoves = 2

// settleRating keeps what an end did to ratings: that is final. A game that ended before it was
// one is not rated.
func (t *Table) settleRating(before *store.End) {
	r := t.Record
	switch {
	case r.End == nil || r.Rated == "":
	case before != nil && len(before.Ratings) > 0:
		r.End.Ratings = before.Ratings
	case !t.ratable(r.End):
		t.short = r.End.Counts
		r.Rated = ""
	}
}

// ratable reports whether an end says something of strength: somebody has won or the rules
// call it a draw, after moves of both.
func (t *Table) ratable(end *store.End) bool {
	if !end.Counts || !t.HasOpponents() || end.Winner < 0 && end.Kind != "" {
		return false
	}
	moves := map[string]int{}
	for _, m := range t.Record.Moves {
		moves[m.By]++
	}
	return moves[t.Record.Seats[0]] >= leastMoves && moves[t.Record.Seats[1]] >= leastMoves
}

// Rated reports whether the game counts for the ratings of who plays it.
func (t *Brief) Rated() bool { return t.Head.Rated != "" }

// RequireUndo refuses to take moves back in a rated game where that would be help that nobody
// agrees to, against the bot, and once it is over: a rating is final.
func (t *Table) RequireUndo() error {
	switch {
	case t.Rated() && !t.Between():
		return engine.Refuse("in a rated game against the bot no move is taken back")
	case t.Rated() && t.Record.Over:
		return engine.Refuse("the game is over and rated, so no move is taken back; %s opens another", t.Game.Command("new"))
	}
	return nil
}

// RatedWords say that a game is rated, unless it is not.
func (t *Brief) RatedWords() engine.Text {
	switch {
	case !t.Rated():
		return engine.Text{}
	case t.Between():
		return engine.T("The game is rated.")
	default:
		return engine.T("The game is rated, so there are no hints, and nothing is taken back.")
	}
}

// RatingWords say what the game has done to ratings, once that is known.
func (t *Table) RatingWords() engine.Text {
	if t.short {
		return engine.T("It was too short to be rated.")
	}
	if t.Record.End == nil {
		return engine.Text{}
	}
	var said engine.Text
	for s, r := range t.Record.End.Ratings {
		if t.LevelAt(engine.Seat(s)) != "" {
			continue
		}
		one := engine.T("%s %s → %s", t.Name(engine.Seat(s)), Points(r.Before), Points(r.After))
		if glicko.Provisional(r.Deviation) {
			one = engine.T("%s (provisional)", one)
		}
		if said.Empty() {
			said = one
		} else {
			said = engine.T("%s, %s", said, one)
		}
	}
	if said.Empty() {
		return said
	}
	return engine.T("%s.", said)
}

// Points are a rating as people are told it.
func Points(rating float64) string { return strconv.Itoa(int(math.Round(rating))) }
