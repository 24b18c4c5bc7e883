package table

import (
	"crypto/rand"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The prefixes of seats in [store.Table.Seats]. A free seat is empty.
const (
	userSeat  = store.UserSeat
	levelSeat = "level:"
)

// User returns the seat of a person.
func User(id string) string { return userSeat + id }

// Nobody returns a random ID in place of that of a person who has been forgotten.
func Nobody() string { return store.Forgotten + rand.Text()[:8] }

// Level returns the seat of a level of the bot.
func Level(id string) string { return levelSeat + id }

// IsUser reports whether a seat, or the author of a move, is a person.
func IsUser(seat string) bool { return strings.HasPrefix(seat, userSeat) }

// UserAt returns the ID of the person on a seat, or "".
func (t *Brief) UserAt(s engine.Seat) string { return holder(t.Head, s, userSeat) }

// LevelAt returns the ID of the level on a seat, or "".
func (t *Brief) LevelAt(s engine.Seat) string { return holder(t.Head, s, levelSeat) }

func holder(r *store.Head, s engine.Seat, kind string) string {
	if s >= 0 && int(s) < len(r.Seats) {
		if id, ok := strings.CutPrefix(r.Seats[s], kind); ok {
			return id
		}
	}
	return ""
}

// LevelToMove returns the level whose turn it is, or "".
func (t *Brief) LevelToMove() string { return t.LevelAt(t.Turn()) }

// Sits reports whether a person has a seat.
func (t *Brief) Sits(user string) bool { return sits(t.Head, user) }

func sits(r *store.Head, user string) bool { return slices.Contains(r.Seats, User(user)) }

// ToMove reports whether it is a person's turn.
func (t *Brief) ToMove(user string) bool { return user != "" && t.UserAt(t.Turn()) == user }

// People returns the different persons at the table; see [store.Head.People].
func (t *Brief) People() []string { return t.Head.People() }

// Opponent returns another person at the table, or "".
func (t *Brief) Opponent(user string) string { return opponent(t.Head, user) }

func opponent(r *store.Head, user string) string {
	for _, id := range r.People() {
		if id != user {
			return id
		}
	}
	return ""
}

// Owned reports whether a table is a person's own: they sit there, or have opened it for levels alone.
func (t *Brief) Owned(user string) bool { return owns(t.Head, user) }

func owns(r *store.Head, user string) bool {
	return sits(r, user) || r.Owner == user && len(r.People()) == 0
}

// SeatHeldBy returns the first seat of a holder, as moves name them, or [engine.NoSeat].
func (t *Brief) SeatHeldBy(holder string) engine.Seat {
	return engine.Seat(slices.Index(t.Head.Seats, holder))
}

// SeatOf returns the seat of a person, or [engine.NoSeat].
func (t *Brief) SeatOf(user string) engine.Seat {
	return t.SeatHeldBy(User(user))
}

// Rename stores a person's present name, except for somebody who is to be forgotten.
func (t *Brief) Rename(user, name string) {
	for s, seat := range t.Head.Seats {
		if seat == User(user) && t.Head.Leaving>>s&1 == 0 {
			t.Head.Names[s] = name
		}
	}
}

// Side returns the name of a seat in the rules: "Red".
func (t *Brief) Side(s engine.Seat) engine.Text {
	if sides := t.Game.Sides.List; s >= 0 && int(s) < len(sides) {
		return sides[s].Title
	}
	return engine.T("nobody")
}

// Accept begins the game when a person accepts it. At an open table they get the free seat.
func (t *Table) Accept(user, name string) {
	if t.Asks(Open) {
		free := t.SeatOf(t.Record.Pending.By).Other()
		t.Record.Seats[free], t.Record.Names[free] = User(user), name
	}
	t.Record.Pending = nil
}

// RequireKnown refuses what asks all players of a table, if one of them has been forgotten.
func (t *Table) RequireKnown() error {
	for s := range t.Record.Seats {
		if strings.HasPrefix(t.UserAt(engine.Seat(s)), store.Forgotten) {
			return engine.Refuse("who played here is not known any more; %s opens another table", t.Game.Command("new"))
		}
	}
	return nil
}

// RequireSeat refuses people who do not sit at the table.
func (t *Table) RequireSeat(user string) error {
	if t.Sits(user) {
		return nil
	}
	return engine.Refuse("this is the table of %s; open your own with %s", t.Players(), t.Game.Command("new"))
}

// RequireSight refuses to show a private table to others.
func (t *Brief) RequireSight(user string) error {
	if maySee(t.Head, user) {
		return nil
	}
	return engine.Refuse("this is a puzzle of %s, and for their eyes alone", t.Name(0))
}

func maySee(h *store.Head, user string) bool { return !h.Private || owns(h, user) }

// Visible returns the tables that a person may see. It changes entries.
func Visible(entries []store.Brief, user string) []store.Brief {
	return slices.DeleteFunc(entries, func(e store.Brief) bool { return !maySee(e.Head, user) })
}

// RequireOwn refuses people who do not own the table; see [Brief.Owned].
func (t *Table) RequireOwn(user string) error {
	if owns(t.Head, user) {
		return nil
	}
	return t.RequireSeat(user)
}

// RequirePlaying refuses people without a seat, and games that have not begun or are over.
func (t *Table) RequirePlaying(user string) error {
	if err := t.RequireSeat(user); err != nil {
		return err
	}
	switch {
	case t.Record.Over:
		return t.RefuseOver()
	case t.Waiting():
		return t.RefuseWaiting()
	}
	return nil
}

// RequireTurn refuses people who may not act now, and says whose turn it is.
func (t *Table) RequireTurn(user string) error {
	if err := t.RequirePlaying(user); err != nil || t.ToMove(user) {
		return err
	}
	return engine.Refuse("it is not your turn; next to move: %s", t.Name(t.Turn()))
}

// RequireMove refuses people who may not play a verb now; see [Brief.MayMove].
func (t *Table) RequireMove(user string, v engine.Verb) error {
	switch {
	case t.MayMove(user, v):
		return nil
	case t.GoesOn(v):
		return t.RequireOwn(user)
	default:
		return t.RequireTurn(user)
	}
}

// MayMove reports whether a person may play a verb now: on their turn or, for a verb that may follow the
// end, if they own the table.
func (t *Brief) MayMove(user string, v engine.Verb) bool {
	if t.GoesOn(v) {
		return owns(t.Head, user)
	}
	return t.ToMove(user)
}

// GoesOn reports whether a verb may follow the end of the game. The results of rated games and of
// tournaments are final.
func (t *Brief) GoesOn(v engine.Verb) bool {
	return v.AfterEnd && t.Head.Over && t.Head.Result == nil && !t.Rated() && t.Head.Event == ""
}

// RequireAnswerer refuses people who cannot answer whether the game is to begin.
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
		if t.GoesOn(v) && engine.CanPlay(t.Position, v.Line(nil)) {
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
	return t.HasOpponents() && t.LevelAt(0) == "" && t.LevelAt(1) == ""
}

// HelpOpen reports whether hints and searches are allowed at the table. Until the game is over they are
// not allowed between people, unless the table was opened with help, nor in a rated game against a
// level.
func (t *Brief) HelpOpen() bool {
	return t.Head.Over || t.Head.Help || !t.Between() && !t.Rated()
}

// RequireHelp refuses hints and searches where they are not allowed.
func (t *Brief) RequireHelp() error {
	if t.HelpOpen() {
		return nil
	}
	if t.Rated() {
		return engine.Refuse("hints and analyses are closed at **%s**, whose game is rated, until it is over", t.Title())
	}
	return engine.Refuse("hints and analyses are closed while people play each other at **%s**; a table opened by %s has them", t.Title(), t.Game.Command("new help:true"))
}

// What a table can wait for, in [store.Pending].
const (
	Challenge = "challenge" // By asks To for a game
	Open      = "open"      // By waits for whoever joins
	Takeback  = "undo"      // By asks To to take a move back
	Pause     = "pause"     // By asks To to pause the clock
	Agreement = "agreement" // By asks To to end the game without a winner
	Left      = "left"      // the bot is not in the server any more, but may come back
)

// Ask makes the table wait for an answer. to is "" if anybody may give it.
func (t *Table) Ask(kind, by, to string, now time.Time) {
	t.Record.Pending = &store.Pending{Kind: kind, By: by, To: to, At: now.UTC()}
}

// Question identifies the question that the table asks, so that a button knows whether it belongs to
// it. It is "" if there is none.
func (t *Table) Question() string {
	p := t.Record.Pending
	if p == nil || p.Kind == Left {
		return ""
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %s %s %d", p.Kind, p.By, p.To, p.At.UnixNano())
	return written(h)
}

// Waiting reports whether the game has not begun because somebody must accept it first.
func (t *Brief) Waiting() bool { return t.Asks(Challenge) || t.Asks(Open) }

// AnswerBy returns until when a challenge may be answered, as far as is known now. Time in which the bot
// could not be reached is added.
func (t *Brief) AnswerBy(now time.Time) time.Time {
	from := earlier(t.Head.Pending.At, now)
	return from.Add(t.expires + t.lost(from, now))
}

// lost returns for how long the bot could not be reached between two times.
func (t *Brief) lost(from, to time.Time) time.Duration {
	if t.away == nil {
		return 0
	}
	return t.away(from, to)
}

// ran returns for how long the bot could be reached between two times.
func (t *Brief) ran(from, to time.Time) time.Duration { return to.Sub(from) - t.lost(from, to) }

// Ran returns for how long the bot could be reached between two times.
func (ts *Tables) Ran(from, to time.Time) time.Duration {
	return (&Brief{away: ts.with.Away}).ran(from, to)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Asks reports whether the table waits for an answer of this kind.
func (t *Brief) Asks(kind string) bool {
	return t.Head.Pending != nil && t.Head.Pending.Kind == kind
}
