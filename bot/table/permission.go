package table

import (
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// RequireSeat refuses who does not sit at the table.
func (t *Table) RequireSeat(user string) error {
	if t.Sits(user) {
		return nil
	}
	return engine.Refuse("this is the table of %s; open your own with %s", t.Players(), t.Game.Command("new"))
}

// RequireSight refuses to show a table that is for its own player alone.
func (t *Brief) RequireSight(user string) error {
	if maySee(t.Head, user) {
		return nil
	}
	return engine.Refuse("this is a puzzle of %s, and for their eyes alone", t.Name(0))
}

func maySee(h *store.Head, user string) bool { return !h.Private || owns(h, user) }

// Visible are those of some tables that a person may see.
func Visible(entries []store.Brief, user string) []store.Brief {
	return slices.DeleteFunc(entries, func(e store.Brief) bool { return !maySee(e.Head, user) })
}

// RequireOwn refuses who neither sits at the table nor has levels play there alone.
func (t *Table) RequireOwn(user string) error {
	if owns(t.Head, user) {
		return nil
	}
	return t.RequireSeat(user)
}

// RequireTurn refuses who may not act now, and says whose turn it is.
func (t *Table) RequireTurn(user string) error {
	if err := t.RequireSeat(user); err != nil {
		return err
	}
	switch {
	case t.ToMove(user):
		return nil
	case t.Waiting():
		return t.RefuseWaiting()
	case t.Record.Over:
		return t.RefuseOver()
	default:
		return engine.Refuse("it is not your turn; next to move: %s", t.Name(t.Turn()))
	}
}

// RequireMove refuses who may not play a verb now; see [Brief.MayMove].
func (t *Table) RequireMove(user string, v engine.Verb) error {
	switch {
	case t.MayMove(user, v):
		return nil
	case t.goesOn(v):
		return t.RequireOwn(user)
	default:
		return t.RequireTurn(user)
	}
}

// MayMove reports whether a person may play a verb now: whose turn it is, and one that is
// for after the end whoever owns the table.
func (t *Brief) MayMove(user string, v engine.Verb) bool {
	if t.goesOn(v) {
		return owns(t.Head, user)
	}
	return t.ToMove(user)
}

// goesOn reports whether a verb may follow the end of the game.
func (t *Brief) goesOn(v engine.Verb) bool {
	return v.AfterEnd && t.Head.Over && t.Head.Result == nil && !t.Rated()
}

// RequireAnswerer refuses who is not asked whether the game is to begin.
func (t *Table) RequireAnswerer(user string, now time.Time) error {
	expired := engine.Refuse("this challenge has expired; %s makes another", t.Game.Command("new"))
	switch {
	case !t.Waiting() && t.EndedAs(Expired):
		return expired
	case !t.Waiting():
		return engine.Refuse("this challenge is no longer open; %s makes another", t.Game.Command("new"))
	case t.Asks(Open) && t.Record.Pending.By == user:
		return engine.Refuse("somebody else must join; to practise alone, name yourself as the opponent of %s", t.Game.Command("new"))
	case t.Asks(Challenge) && t.Record.Pending.To != user:
		return engine.Refuse("this challenge is for %s alone", t.Name(t.SeatOf(t.Record.Pending.To)))
	case !now.Before(t.AnswerBy(now)):
		return expired
	default:
		return nil
	}
}

// RefuseOver refuses a move after the end, and names what may follow it.
func (t *Table) RefuseOver() error {
	if t.EndedAs(TimeUp) {
		return engine.Refuse("the time has run out, so the game is over; %s opens another", t.Game.Command("new"))
	}
	for _, v := range t.Game.Verbs {
		if t.goesOn(v) && engine.CanPlay(t.Position, v.Line(nil)) {
			return engine.Refuse("the game is over; %s goes on from here, %s opens another", t.Game.Command(v.Name), t.Game.Command("new"))
		}
	}
	return engine.Refuse("the game is over; %s opens another", t.Game.Command("new"))
}

// RefuseWaiting refuses a move before the game has begun.
func (t *Table) RefuseWaiting() error {
	if t.Asks(Open) {
		return engine.Refuse("nobody has joined yet; the game begins when somebody presses Join")
	}
	return engine.Refuse("the challenge has not been accepted yet; the game begins when it is")
}

// Between reports whether two people play against each other at the table, or are to.
func (t *Brief) Between() bool {
	seats := t.Head.Seats
	if len(seats) != 2 || seats[0] == seats[1] {
		return false
	}
	return t.LevelAt(0) == "" && t.LevelAt(1) == ""
}

// HelpOpen reports whether hints and searches are open at the table: they are closed between
// people until the game is over, unless the table was opened with help, and against a level
// where the game is rated.
func (t *Brief) HelpOpen() bool {
	return t.Head.Over || t.Head.Help || !t.Between() && !t.Rated()
}

// RequireHelp refuses hints and searches where they are closed.
func (t *Brief) RequireHelp() error {
	if t.HelpOpen() {
		return nil
	}
	if t.Rated() {
		return engine.Refuse("hints and analyses are closed at **%s**, whose game is rated, until it is over", t.Title())
	}
	return engine.Refuse("hints and analyses are closed while people play each other at **%s**; a table opened by %s has them", t.Title(), t.Game.Command("new help:true"))
}
