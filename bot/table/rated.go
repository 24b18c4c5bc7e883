package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// RetractedKind is the kind of the small records of rated games that count no more, until
// ratings follow from what is left: a [Retracted].
const RetractedKind store.Kind[Retracted] = "rating-retracted"

// Retracted is a game that was rated and counts no more, or not as it did. The JSON names are
// the stored form.
type Retracted struct {
	Pool    string    `json:"pool"`
	At      time.Time `json:"at"` // when it had ended
	Channel string    `json:"channel"`
	Number  int       `json:"number"`
	People  []string  `json:"people"` // who played it
}

// leastMoves is how many moves each side must have made for a game to be rated.
const leastMoves = 2

// OnEnd has f called with each table that is stored over now, and with those whose rated end
// was taken back, before anybody is told. It must be called before the first change.
func (ts *Tables) OnEnd(f func(t *Table)) { ts.onEnd = f }

// ended calls who listens to ends. A table that was rated has been told of already.
func (ts *Tables) ended(t *Table) {
	if end := t.Record.End; t.retracted != nil || end != nil && len(end.Ratings) == 0 && t.Record.Rated != "" {
		t.retracted = nil
		ts.onEnd(t)
	}
}

// noteRetracted notes that a rated game of the table counts no more, where it was one.
func (t *Table) noteRetracted(tx *store.Tx) error {
	if t.retracted == nil {
		return nil
	}
	return RetractedKind.Put(tx, fmt.Sprintf("%s/%d", t.Key, t.retracted.At.UnixMilli()), *t.retracted)
}

// settleRating keeps what an end did to ratings as long as it is the same end. A game that
// ended before it was one is not rated.
func (t *Table) settleRating(before *store.End) {
	r := t.Record
	end := r.End
	if before != nil && len(before.Ratings) > 0 {
		if end != nil && end.Winner == before.Winner && end.Kind == before.Kind {
			end.Ratings = before.Ratings
			return
		}
		t.retracted = &Retracted{Pool: r.Rated, At: before.At, Channel: t.Key.Channel, Number: t.Key.Number, People: t.named()}
	}
	if end != nil && r.Rated != "" && !t.ratable(end) {
		t.short = end.Counts
		r.Rated = ""
	}
}

// named are the people at the table, but for those whose name was removed.
func (t *Table) named() []string {
	return slices.DeleteFunc(t.People(), func(user string) bool { return t.Record.Names[t.SeatOf(user)] == "" })
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

// RequireUndo refuses to take moves back where that would be help that nobody agrees to: in a
// rated game against the bot.
func (t *Table) RequireUndo() error {
	if t.Rated() && !t.Between() {
		return engine.Refuse("in a rated game against the bot no move is taken back")
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
