package table

import (
	"slices"

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
