package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Kinds of results that do not come from the rules, in [store.Result]. What notations know as well
// has the same names there.
const (
	Resigned  = string(engine.Resigned)
	Abandoned = "abandoned"
	Declined  = "declined"
	Withdrawn = "withdrawn"
	Expired   = "expired"
	Aborted   = "stopped" // by hand between levels, or it went on at another table
	Full      = "full"
	TimeUp    = string(engine.OnTime)
	Forfeited = string(engine.Forfeited) // in a tournament, because somebody did not come
	Vanished  = "vanished"               // its channel is gone, or the bot has left the server
	Recorded  = "recorded"               // imported, and ended by the rules or in a way that the record does not tell
	Agreed    = string(engine.Agreed)    // both wanted it to end without a winner
	Cancelled = string(engine.Cancelled) // before both had moved, by giving up or staying away
)

// reasons say why a game without a winner is over that is not over by the rules.
var reasons = map[string]engine.Text{
	Abandoned: engine.T("nobody came back to it"),
	Declined:  engine.T("the challenge was declined"),
	Withdrawn: engine.T("the challenge was withdrawn"),
	Expired:   engine.T("the challenge has expired"),
	Aborted:   engine.T("the game was stopped"),
	Full:      engine.T("the table has as many moves as a table may have"),
	TimeUp:    engine.T("the time ran out before both had moved"),
	Forfeited: engine.T("neither came"),
	Vanished:  engine.T("its channel is gone, or I am not in that server any more"),
	Agreed:    engine.T("both agreed to end it without a winner"),
	Cancelled: engine.T("cancelled, without a result"),
}

// Terms returns the words for what can be done at the table, those of the position first.
func (t *Table) Terms() engine.Terms {
	usual := engine.AloneTerms
	if t.HasOpponents() {
		usual = engine.ContestTerms
	}
	if p, ok := t.Position.(engine.Termed); ok {
		return p.Terms().Or(usual)
	}
	return usual
}

// End closes the table with a result that does not come from the rules. winner may be [engine.NoSeat]. A game that did
// not get under way is cancelled instead, and nobody wins.
func (t *Table) End(kind string, winner engine.Seat) {
	if t.cancels(kind, winner) {
		kind, winner = Cancelled, engine.NoSeat
	}
	t.Record.Result = &store.Result{Kind: kind, Status: "ended", Winner: int(winner)}
	if winner != engine.NoSeat {
		t.Record.Result.Status = engine.Won.String()
	}
	t.Record.Pending = nil
}

// cancels reports whether somebody gives up before their own first move, or stays away before both have moved. In a
// tournament absence loses, and a rated game against a level counts from its start.
func (t *Table) cancels(kind string, winner engine.Seat) bool {
	switch {
	case !t.HasOpponents() || t.Record.Event != "" || t.Rated() && !t.Between():
		return false
	case kind == Resigned && winner != engine.NoSeat:
		return t.LevelAt(winner.Other()) == "" && !t.hasMoved(winner.Other())
	default:
		return (kind == TimeUp || kind == Abandoned) && !t.bothMoved()
	}
}

// EndedAs reports whether the table was closed with this kind of result.
func (t *Table) EndedAs(kind string) bool {
	return t.Record.Result != nil && t.Record.Result.Kind == kind
}

// Outcome returns the outcome of the table. A result of people takes precedence over the rules.
func (t *Table) Outcome() engine.Outcome {
	r := t.Record.Result
	if r == nil {
		return t.Position.Outcome()
	}
	if r.Status == engine.Won.String() {
		winner := engine.Seat(r.Winner)
		return engine.Outcome{Status: engine.Won, Winner: winner, End: t.ending(), Reason: t.lostBy(t.Side(winner.Other()))}
	}
	reason, ok := reasons[r.Kind]
	if !ok {
		reason = t.Terms().Quitted
	}
	return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, End: t.ending(), Reason: reason}
}

// ending returns the kind of a result as notations know it.
func (t *Table) ending() engine.End {
	switch r := t.Record.Result; {
	case r.Kind == Recorded:
		return ""
	case r.Kind == Abandoned && r.Winner >= 0:
		return engine.Forfeited
	case r.Winner >= 0, r.Kind == string(engine.Agreed), len(t.Record.Seats) == 1:
		return engine.End(r.Kind)
	default:
		return engine.Cancelled
	}
}

// Shown returns the position to show. If people ended the game, it shows that, provided that it can.
func (t *Table) Shown() engine.Position {
	if p, ok := t.Position.(engine.Concluder); ok && t.Record.Result != nil {
		return p.Conclude(t.Outcome())
	}
	return t.Position
}

// lostBy says why the loser, as they are called, lost a game that is not over by the rules.
func (t *Table) lostBy(loser engine.Text) engine.Text {
	switch {
	case t.EndedAs(Abandoned):
		return engine.T("%s did not come back", loser)
	case t.EndedAs(TimeUp):
		return engine.T("%s ran out of time", loser)
	case t.EndedAs(Forfeited) && t.Head.Imported != nil:
		return engine.T("%s forfeited", loser)
	case t.EndedAs(Forfeited):
		return engine.T("%s did not come", loser)
	case t.EndedAs(Recorded):
		return engine.T("so says the record")
	}
	return engine.T("%s resigned", loser)
}

// Began reports whether the game ever began, with all its players.
func (t *Table) Began() bool {
	if r := t.Record.Result; r != nil && slices.Contains([]string{Declined, Withdrawn, Expired}, r.Kind) {
		return false
	}
	return !t.Waiting()
}

// winnerByAbsence returns who wins a game whose side to move does not come, or not in time: the other side
// if both have moved, or it is rated against a level, and the clock is not paused; else nobody.
func (t *Table) winnerByAbsence() engine.Seat {
	if turn := t.Turn(); turn != engine.NoSeat && (t.bothMoved() || t.Rated() && !t.Between()) && !t.Paused() {
		return turn.Other()
	}
	return engine.NoSeat
}

// HasOpponents reports whether two different players sit at the table.
func (t *Brief) HasOpponents() bool {
	return len(t.Head.Seats) == 2 && t.Head.Seats[0] != t.Head.Seats[1]
}

// updateRating keeps the ratings of an earlier end, which are final. A game that ended too early is
// not rated.
func (t *Table) updateRating(before *store.End) {
	r := t.Record
	switch {
	case r.Rated == "":
	case before != nil && len(before.Ratings) > 0:
		r.End.Ratings = before.Ratings
	case !t.ratable(r.End):
		t.Unrated, r.Rated = r.Rated, ""
	}
}

// ratable reports whether an end says something about strength: somebody has won, or the rules call it
// a draw. Who gives a game up loses it once they play: against a person from their own first move,
// against a level from the start, since chance has shown them their side.
func (t *Table) ratable(end *store.End) bool {
	if !end.Counts || !t.HasOpponents() || end.Winner < 0 && end.Kind != "" {
		return false
	}
	return end.Kind == "" || !t.Between() || t.hasMoved(engine.Seat(end.Winner).Other())
}

// Rated reports whether the game counts for the ratings of its players.
func (t *Brief) Rated() bool { return t.Head.Rated != "" }

// RequireUndo refuses to take moves back in a rated game against the bot, which would be help that
// nobody has agreed to, and in rated and tournament games that are over, whose results are final. Nor are they
// taken back where one of the players has been forgotten.
func (t *Table) RequireUndo() error {
	switch {
	case t.Rated() && !t.Between():
		return engine.Refuse("in a rated game against the bot no move is taken back")
	case t.Rated() && t.Record.Over:
		return engine.Refuse("the game is over and rated, so no move is taken back; %s opens another", t.Game.Command("new"))
	case t.Record.Event != "" && t.Record.Over:
		return engine.Refuse("the game is over and counts in its tournament, so no move is taken back")
	}
	return t.RequireKnown()
}

// ratedWords says that a game is rated, and is empty if it is not.
func (t *Brief) ratedWords() engine.Text {
	switch {
	case !t.Rated():
		return engine.Text{}
	case t.Between():
		return engine.T("The game is rated.")
	default:
		return engine.T("The game is rated from now on, also if you give it up. There are no hints, and nothing is taken back.")
	}
}

// RatingWords says how the game has changed ratings, once that is known.
func (t *Table) RatingWords() engine.Text {
	switch {
	case t.Record.End == nil:
		return engine.Text{}
	case t.Unrated != "" && t.Record.End.Counts:
		return engine.T("It is not rated.")
	}
	var said []engine.Text
	for s, r := range t.Record.End.Ratings {
		if t.LevelAt(engine.Seat(s)) != "" {
			continue
		}
		one := engine.T("%s %s → %s", t.Name(engine.Seat(s)), Points(r.Before), Points(r.After))
		if glicko.Provisional(r.Deviation) {
			one = engine.T("%s (provisional)", one)
		}
		said = append(said, one)
	}
	if len(said) == 0 {
		return engine.Text{}
	}
	return engine.T("%s.", engine.List(", ", said))
}

// Points returns a rating as people are shown it.
func Points(rating float64) string { return strconv.Itoa(int(math.Round(rating))) }

// updateEnd updates the End of the record, which is set while the table is over.
func (t *Table) updateEnd(now time.Time) {
	before := t.Record.End
	t.Record.End = nil
	if t.Record.Open() {
		return
	}
	end := &store.End{At: toMillisecond(now), Winner: int(engine.NoSeat), Counts: t.counts()}
	if t.Record.Result != nil {
		end.Kind = t.Record.Result.Kind
	}
	if t.Record.Imported != nil {
		end.Kind = cmp.Or(end.Kind, Recorded) // whoever brings a game has not won it
	}
	if o := t.Outcome(); o.Status == engine.Won {
		end.Winner = int(o.Winner)
	}
	if before != nil {
		end.At = before.At
	}
	t.Record.End = end
	t.updateRating(before)
}

// counts reports whether a finished table was a game: two have begun it, or one has moved.
func (t *Table) counts() bool {
	return t.Began() && !t.unplayed() && (t.HasOpponents() || len(t.Record.Moves) > 0)
}

// unplayed reports whether a game for two could not be played, or was left alone in a tournament, before both had moved.
func (t *Table) unplayed() bool {
	r := t.Record.Result
	return r != nil && r.Winner < 0 && slices.Contains([]string{TimeUp, Abandoned, Vanished}, r.Kind) && t.HasOpponents() && !t.bothMoved()
}
