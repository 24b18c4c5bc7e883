package table

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// What begins a seat in [store.Table.Seats]. A free one is empty.
const (
	userSeat  = store.UserSeat
	levelSeat = "level:"
)

// User is how a seat is written that a person has.
func User(id string) string { return userSeat + id }

// Level is how a seat is written that a level of the bot has.
func Level(id string) string { return levelSeat + id }

// IsUser reports whether a seat, or the maker of a move, is a person.
func IsUser(seat string) bool { return strings.HasPrefix(seat, userSeat) }

// UserAt returns the ID of the person on a seat, or "".
func (t *Brief) UserAt(s engine.Seat) string { return holder(t.Head, s, userSeat) }

// LevelAt returns the ID of the level on a seat, or "".
func (t *Brief) LevelAt(s engine.Seat) string { return holder(t.Head, s, levelSeat) }

func holder(r *store.Head, s engine.Seat, kind string) string {
	if s < 0 || int(s) >= len(r.Seats) {
		return ""
	}
	id, ok := strings.CutPrefix(r.Seats[s], kind)
	if !ok {
		return ""
	}
	return id
}

// LevelToMove returns the level whose turn it is, or "".
func (t *Brief) LevelToMove() string { return t.LevelAt(t.Turn()) }

// Sits reports whether a person has a seat.
func (t *Brief) Sits(user string) bool { return sits(t.Head, user) }

func sits(r *store.Head, user string) bool { return slices.Contains(r.Seats, User(user)) }

// ToMove reports whether it is a person's turn.
func (t *Brief) ToMove(user string) bool { return user != "" && t.UserAt(t.Turn()) == user }

// People are the different persons at the table, in seat order.
func (t *Brief) People() []string { return people(t.Head) }

func people(r *store.Head) []string {
	var ids []string
	for s := range r.Seats {
		if id := holder(r, engine.Seat(s), userSeat); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Opponent is the other person at the table, or "".
func (t *Brief) Opponent(user string) string { return opponent(t.Head, user) }

func opponent(r *store.Head, user string) string {
	for _, id := range people(r) {
		if id != user {
			return id
		}
	}
	return ""
}

// Owned reports whether a table is a person's own: they sit there, or have levels play
// there alone.
func (t *Brief) Owned(user string) bool { return owns(t.Head, user) }

func owns(r *store.Head, user string) bool {
	return sits(r, user) || r.Owner == user && len(people(r)) == 0
}

// SeatHeldBy is the first seat of a holder, as moves name them; [engine.NoSeat] if they have
// none.
func (t *Brief) SeatHeldBy(holder string) engine.Seat {
	return engine.Seat(slices.Index(t.Head.Seats, holder))
}

// SeatOf is the seat of a person, [engine.NoSeat] if they have none.
func (t *Brief) SeatOf(user string) engine.Seat {
	return t.SeatHeldBy(User(user))
}

// Rename stores a person's name as it is now shown.
func (t *Table) Rename(user, name string) { rename(t.Head, user, name) }

func rename(r *store.Head, user, name string) {
	for s, seat := range r.Seats {
		if seat == User(user) {
			r.Names[s] = name
		}
	}
}

// Side is the name of a seat in the rules: "Red".
func (t *Brief) Side(s engine.Seat) engine.Text {
	if sides := t.Game.Sides.List; s >= 0 && int(s) < len(sides) {
		return sides[s].Title
	}
	return engine.T("nobody")
}

// Accept begins the game with a person's yes. Where anybody could join, they get the free
// seat.
func (t *Table) Accept(user, name string) {
	if t.Asks(Open) {
		free := t.SeatOf(t.Record.Pending.By).Other()
		t.Record.Seats[free], t.Record.Names[free] = User(user), name
	}
	t.Record.Pending = nil
}
