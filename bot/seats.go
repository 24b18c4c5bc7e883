package bot

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// A seat is taken by a user or by a level; "" is free.
const (
	userSeat  = store.UserSeat
	levelSeat = "level:"
)

// user returns the ID of the person on a seat, or "".
func (t *table) user(s engine.Seat) string { return t.holder(s, userSeat) }

// level returns the ID of the level on a seat, or "".
func (t *table) level(s engine.Seat) string { return t.holder(s, levelSeat) }

func (t *table) holder(s engine.Seat, kind string) string {
	if s < 0 || int(s) >= len(t.Seats) {
		return ""
	}
	id, ok := strings.CutPrefix(t.Seats[s], kind)
	if !ok {
		return ""
	}
	return id
}

// levelToMove returns the level whose turn it is, or "".
func (t *table) levelToMove() string { return t.level(t.turn()) }

// sits reports whether a person has a seat.
func (t *table) sits(user string) bool { return slices.Contains(t.Seats, userSeat+user) }

// acts reports whether it is a person's turn.
func (t *table) acts(user string) bool { return user != "" && t.user(t.turn()) == user }

// people are the different persons at the table, in seat order.
func (t *table) people() []string {
	var ids []string
	for s := range t.Seats {
		if id := t.user(engine.Seat(s)); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// opponent is the other person at the table, or "".
func (t *table) opponent(user string) string {
	for _, id := range t.people() {
		if id != user {
			return id
		}
	}
	return ""
}

// seatOf is the seat of a person, NoSeat if they have none.
func (t *table) seatOf(user string) engine.Seat {
	return engine.Seat(slices.Index(t.Seats, userSeat+user))
}

// demandSeat refuses who does not sit at the table.
func (t *table) demandSeat(user string) error {
	if t.sits(user) {
		return nil
	}
	return engine.Refuse("this is the table of %s; open your own with `/%s new`", t.players(), t.Game)
}

// demandPart refuses who neither sits at the table nor has levels play there alone.
func (t *table) demandPart(user string) error {
	if t.Owner == user && len(t.people()) == 0 {
		return nil
	}
	return t.demandSeat(user)
}

// demandTurn refuses who may not act now, and says whose turn it is.
func (t *table) demandTurn(user string) error {
	if err := t.demandSeat(user); err != nil {
		return err
	}
	switch {
	case t.acts(user):
		return nil
	case t.waiting():
		return t.stillWaiting()
	case t.Over:
		return t.gameOver()
	default:
		return engine.Refuse("it is not your turn; next to move: %s", t.name(t.turn()))
	}
}

// gameOver refuses a move after the end, and names what may follow it.
func (t *table) gameOver() error {
	for _, v := range t.entry.Game.Verbs {
		if v.AfterEnd && t.Result == nil && engine.CanPlay(t.position, v.Line(nil)) {
			return engine.Refuse("the game is over; `/%s %s` goes on from here, `/%s new` opens another", t.Game, v.Name, t.Game)
		}
	}
	return engine.Refuse("the game is over; `/%s new` opens another", t.Game)
}

func (t *table) stillWaiting() error {
	if t.Pending.Kind == open {
		return engine.Refuse("nobody has joined yet; the game begins when somebody presses Join")
	}
	return engine.Refuse("the challenge has not been accepted yet; the game begins when it is")
}

// name is how a seat's holder is called in a sentence.
func (t *table) name(s engine.Seat) engine.Text {
	if id := t.level(s); id != "" {
		level, _ := t.entry.Game.Level(id)
		return engine.T("Sixfold %s", level.Title)
	}
	if s >= 0 && int(s) < len(t.Names) && t.Names[s] != "" {
		return engine.T("%s", chat.Escape(t.Names[s]))
	}
	return engine.T("somebody")
}

// side is the name of a seat in the rules: "Red".
func (t *table) side(s engine.Seat) engine.Text {
	if sides := t.entry.Game.Sides.List; s >= 0 && int(s) < len(sides) {
		return sides[s].Title
	}
	return engine.T("nobody")
}

// players names who sits at the table.
func (t *table) players() engine.Text {
	if len(t.Seats) == 1 || t.Seats[0] == t.Seats[1] {
		return t.name(0)
	}
	return engine.T("%s and %s", t.name(0), t.name(1))
}

// remember keeps a person's name as it is now shown.
func (t *table) remember(u chat.User) {
	for s, holder := range t.Seats {
		if holder == userSeat+u.ID {
			t.Names[s] = u.Name
		}
	}
}
