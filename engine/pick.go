package engine

import (
	"slices"
	"strings"
)

// Picker is a position that lists its moves and what they are picked from, for buttons and
// completion.
type Picker interface {
	// Moves lists the canonical legal moves in a fixed order; after the end, only those of verbs
	// with AfterEnd.
	Moves() []string
	// Picking returns what a verb's arguments are picked from. step is "" at first, then the ID of
	// the offer that led on, see [Picking.More]. It returns the zero value if there is nothing to
	// pick.
	Picking(verb, step string) Picking
}

// Picking is what a verb's arguments are picked from: a menu under the board, a form, or either.
type Picking struct {
	// Menu's offers have the verb's arguments as their IDs.
	Menu Menu
	// More: the IDs of the offers are names of a next step instead, and there may be more than
	// [MostOffers] of them.
	More bool
	// Scene, if not nil, shows the menu's offers.
	Scene Scene
	// Form, if not nil, returns the form that the verb's button opens.
	Form func() Form
}

// Form is one to three menus that together give a verb's arguments, for instance a column and a row
// on a board with too many cells for one menu.
type Form struct {
	// Says is context shown above the form, which hides the board.
	Says  Text
	Menus []Menu
	// Arguments returns the verb's arguments for the IDs picked from each menu. It names a missing
	// choice in a [*Refusal].
	Arguments func(picked [][]string) (string, error)
}

// Menu is a list of offers to pick from.
type Menu struct {
	// Title asks for the choice in a clause; in a form it has at most 45 characters.
	Title  Text
	Offers []Offer
	// Several: one or more offers are picked together instead of one.
	Several bool
}

// Offer is an entry of a menu.
type Offer struct {
	// ID is a move's arguments, or a part of them.
	ID string
	// Title is the offer's name; Detail, which may be empty, explains it. Each has at most 100
	// characters.
	Title, Detail Text
}

// MostOffers is the greatest number of offers in a menu.
const MostOffers = 25

// MenuOf returns a menu of moves, without offers if they are more than [MostOffers]. Detail, if not
// nil, explains a move.
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

// PickingOf calls [Picker.Picking] if the position implements it, and returns the zero value
// otherwise.
func PickingOf(p Position, verb, step string) Picking {
	if picker, ok := p.(Picker); ok {
		return picker.Picking(verb, step)
	}
	return Picking{}
}

// MovesOf returns the moves of a [Picker], nil for other positions.
func MovesOf(p Position) []string {
	if picker, ok := p.(Picker); ok {
		return picker.Moves()
	}
	return nil
}

// CanPlay reports whether the position lists the line among its moves, or a move that begins with
// it, as [Game.Completed] makes of a bare verb. For a position that lists no moves it reports
// whether the game is open: only Play can tell more.
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

// MaxSuggestions is the greatest number of completions of an argument.
const MaxSuggestions = 25

// Suggest completes typed input: first the words that begin with it, or do so after a slash, then those
// that contain it, each in the given order. Case and surrounding spaces are ignored. Most functions in [Arg.Suggest]
// use it.
func Suggest(words []string, typed string) []Named {
	typed = strings.ToLower(strings.TrimSpace(Typewritten(typed)))
	var first, others []Named
	for _, word := range words {
		named := Named{ID: word, Title: T("%s", word)}
		switch lower := strings.ToLower(word); {
		case strings.Contains("/"+lower, "/"+typed):
			first = append(first, named)
		case strings.Contains(lower, typed):
			others = append(others, named)
		}
	}
	all := slices.Concat(first, others)
	return all[:min(len(all), MaxSuggestions)]
}
