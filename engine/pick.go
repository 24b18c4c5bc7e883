package engine

import (
	"slices"
	"strings"
)

// Picker is a position whose moves need not be typed: it lists them, for buttons and
// completion, and says what they are picked from.
type Picker interface {
	// Moves lists the canonical legal moves in a fixed order; after the end, only those
	// of verbs that are allowed then.
	Moves() []string
	// Picking returns what the arguments of a verb are picked from at a step: "", or one
	// to which an offer led. It is the zero value where there is nothing to pick.
	Picking(verb, step string) Picking
}

// Picking is what a verb's arguments are picked from: a menu under the board, a form, or
// either of them.
type Picking struct {
	// Menu has the verb's arguments as the IDs of its offers.
	Menu Menu
	// More: the ID of an offer is the name of the next step instead, and the menu may
	// have more than [MostOffers].
	More bool
	// Scene, if not nil, shows the offers of the menu.
	Scene Scene
	// Form, if not nil, makes the form that the verb's button opens.
	Form func() Form
}

// Form is one to three menus from which a verb's arguments are put together: those of a
// board too large for a menu of all moves by column and row, for instance.
type Form struct {
	// Says is context shown above the form, which hides the board.
	Says  Text
	Menus []Menu
	// Arguments makes the verb's arguments of the IDs that were picked from each menu. A
	// [*Refusal] says what is missing.
	Arguments func(picked [][]string) (string, error)
}

// Menu is a list of offers, one of which is picked.
type Menu struct {
	// Title asks for the choice, in a clause; in a form it has at most 45 characters.
	Title  Text
	Offers []Offer
	// Several: any number of the offers is picked together, one at least.
	Several bool
}

// Offer is one thing that can be picked where others type.
type Offer struct {
	// ID is what it stands for: a move's arguments, or a part of them.
	ID string
	// Title is what it is called; Detail, which may be empty, what it does. They have at
	// most 100 characters each.
	Title, Detail Text
}

// MostOffers is how many offers a menu has room for.
const MostOffers = 25

// MenuOf makes a menu of moves, none where they are too many for one. Detail, if not nil,
// says what a move does.
func MenuOf(title Text, moves []string, detail func(move string) Text) Menu {
	m := Menu{Title: title}
	if len(moves) > MostOffers {
		return m
	}
	for _, move := range moves {
		offer := Offer{ID: move, Title: T("%s", move)}
		if detail != nil {
			offer.Detail = detail(move)
		}
		m.Offers = append(m.Offers, offer)
	}
	return m
}

// PickingOf is what the arguments of a verb are picked from at a position, as in [Picker];
// the zero value where they are typed.
func PickingOf(p Position, verb, step string) Picking {
	if picker, ok := p.(Picker); ok {
		return picker.Picking(verb, step)
	}
	return Picking{}
}

// MovesOf are the moves that a position lists.
func MovesOf(p Position) []string {
	if picker, ok := p.(Picker); ok {
		return picker.Moves()
	}
	return nil
}

// CanPlay reports whether a position lists the line among its moves, or a move that
// begins with it, such as [Game.Completed] makes of a bare verb. Positions that list no
// moves answer yes until the end: they must be asked by playing.
func CanPlay(p Position, line string) bool {
	picker, ok := p.(Picker)
	if !ok {
		return p.Outcome().Status == Open
	}
	return slices.ContainsFunc(picker.Moves(), func(move string) bool {
		rest, ok := strings.CutPrefix(move, line)
		return ok && (rest == "" || rest[0] == ' ')
	})
}
