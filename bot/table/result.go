package table

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Kinds of a result that the rules don't know, in [store.Result].
const (
	Resigned  = "resigned"
	Abandoned = "abandoned"
	Declined  = "declined"
	Withdrawn = "withdrawn"
	Expired   = "expired"
	Stopped   = "stopped"
	Full      = "full"
	TimeUp    = "time"
	Forfeited = "forfeit"  // at a tournament, because somebody does not come
	Vanished  = "vanished" // its channel is gone, or the bot has left the server
)

// reasons say why a game is over that the rules leave open and nobody won.
var reasons = map[string]engine.Text{
	Abandoned: engine.T("nobody came back to it"),
	Declined:  engine.T("the challenge was declined"),
	Withdrawn: engine.T("the challenge was withdrawn"),
	Expired:   engine.T("the challenge has expired"),
	Stopped:   engine.T("the game was stopped"),
	Full:      engine.T("the table has as many moves as a table may have"),
	TimeUp:    engine.T("the time ran out before both had moved"),
	Forfeited: engine.T("neither came"),
	Vanished:  engine.T("its channel is gone, or I am not in that server any more"),
}

// Terms are what people call what can be done at the table: those of the position where one
// is alone there.
func (t *Table) Terms() engine.Terms {
	if t.HasOpponents() {
		return engine.ContestTerms
	}
	if p, ok := t.Position.(engine.Termed); ok {
		return p.Terms().Or(engine.AloneTerms)
	}
	return engine.AloneTerms
}

// End closes the table with a result that the rules don't know. Winner may be
// [engine.NoSeat].
func (t *Table) End(kind string, winner engine.Seat) {
	t.Record.Result = &store.Result{Kind: kind, Status: "ended", Winner: int(winner)}
	if winner != engine.NoSeat {
		t.Record.Result.Status = engine.Won.String()
	}
	t.Record.Pending = nil
}

// EndedAs reports whether the table was closed with this kind of result.
func (t *Table) EndedAs(kind string) bool {
	return t.Record.Result != nil && t.Record.Result.Kind == kind
}

// Outcome is how the table stands: what people agreed comes before the rules.
func (t *Table) Outcome() engine.Outcome {
	r := t.Record.Result
	if r == nil {
		return t.Position.Outcome()
	}
	if r.Status == engine.Won.String() {
		winner := engine.Seat(r.Winner)
		return engine.Outcome{Status: engine.Won, Winner: winner, Reason: t.lostBy(winner.Other())}
	}
	reason, ok := reasons[r.Kind]
	if !ok {
		reason = t.Terms().Quitted
	}
	return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: reason}
}

// Shown is the position to show: where people ended the game, and it can be told so, it
// knows how.
func (t *Table) Shown() engine.Position {
	if p, ok := t.Position.(engine.Concluder); ok && t.Record.Result != nil {
		return p.Conclude(t.Outcome())
	}
	return t.Position
}

// lostBy says why the loser lost a game that the rules leave open.
func (t *Table) lostBy(loser engine.Seat) engine.Text {
	switch {
	case t.EndedAs(Abandoned):
		return engine.T("%s did not come back", t.Side(loser))
	case t.EndedAs(TimeUp):
		return engine.T("%s ran out of time", t.Side(loser))
	case t.EndedAs(Forfeited):
		return engine.T("%s did not come", t.Side(loser))
	}
	return engine.T("%s resigned", t.Side(loser))
}

// Began reports whether the game was ever played: whoever was asked for has come.
func (t *Table) Began() bool {
	if r := t.Record.Result; r != nil && slices.Contains([]string{Declined, Withdrawn, Expired}, r.Kind) {
		return false
	}
	return !t.Waiting()
}

// abandonWinner is who wins by forfeit when nobody comes back: the opponent of the seat
// to move, if both have moved. Otherwise nobody does, and not where both agreed to pause.
func (t *Table) abandonWinner() engine.Seat {
	if turn := t.Turn(); turn != engine.NoSeat && t.bothMoved() && !t.Paused() {
		return turn.Other()
	}
	return engine.NoSeat
}

// HasOpponents reports whether two different players sit at the table.
func (t *Brief) HasOpponents() bool {
	return len(t.Head.Seats) == 2 && t.Head.Seats[0] != t.Head.Seats[1]
}

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
// agrees to, against the bot, and once it is over: a rating is final, and so is a result of a tournament.
func (t *Table) RequireUndo() error {
	switch {
	case t.Rated() && !t.Between():
		return engine.Refuse("in a rated game against the bot no move is taken back")
	case t.Rated() && t.Record.Over:
		return engine.Refuse("the game is over and rated, so no move is taken back; %s opens another", t.Game.Command("new"))
	case t.Record.Event != "" && t.Record.Over:
		return engine.Refuse("the game is over and counts in its tournament, so no move is taken back")
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

// settleEnd has the record tell how the game ended, as long as it is over.
func (t *Table) settleEnd(now time.Time) {
	before := t.Record.End
	defer func() { t.settleRating(before) }()
	t.Record.End = nil
	if t.Record.Open() {
		return
	}
	end := endOf(t.Record, now)
	end.Counts = t.counts()
	if o := t.Outcome(); o.Status == engine.Won {
		end.Winner = int(o.Winner)
	}
	if before != nil {
		end.At = before.At
	}
	t.Record.End = end
}

// endOf is as much of a table's end as is known without its position.
func endOf(r *store.Table, at time.Time) *store.End {
	end := &store.End{At: kept(at), Winner: int(engine.NoSeat)}
	if r.Result != nil {
		end.Kind = r.Result.Kind
		if r.Result.Status == engine.Won.String() {
			end.Winner = r.Result.Winner
		}
	}
	return end
}

// counts reports whether a table that is over was a game: two have begun it, or one has
// moved.
func (t *Table) counts() bool {
	return t.Began() && !t.cancelled() && (t.HasOpponents() || len(t.Record.Moves) > 0)
}

// cancelled reports whether a game between two ended, as by the clock, before both had moved,
// and not because one of them wanted it to.
func (t *Table) cancelled() bool {
	r := t.Record.Result
	return r != nil && slices.Contains([]string{TimeUp, Abandoned, Vanished}, r.Kind) && t.HasOpponents() && !t.bothMoved()
}
