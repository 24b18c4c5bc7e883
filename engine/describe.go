package engine

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// Scene is what package render draws. Positions are scenes; views and tools have others.
type Scene interface {
	// Describe returns what the picture shows, for those who cannot see it: as much as
	// they need to play on. What matters most comes first, since it is listened to. These
	// are whole sentences without markup, of at most [MostDescribed] characters; see [Fit].
	Describe() Text
}

// MostDescribed is how many characters a description may have, as [Text.Length] counts
// them. Discord's alternative texts have 1,024, of which the bot takes some to say how
// people ended a game, or which moves a film shows.
const MostDescribed = 900

// Length is how many characters the English has, counted in UTF-16 as the strictest of
// Discord's clients do. It is never less than the number of code points.
func (t Text) Length() int { return units(t.String()) }

func units(said string) int {
	n := 0
	for _, r := range said {
		n += utf16.RuneLen(r)
	}
	return n
}

// Fit makes a Text of several ways to say the same, the longest first: in each language it is
// the first that has at most so many characters, counted as by [Text.Length]. Where none
// has, it is the last one.
func Fit(most int, ways ...Text) Text { return Text{fit: &fitting{most, ways}} }

type fitting struct {
	most int
	ways []Text // at least one
}

func (f *fitting) print(sprintf func(format string, args ...any) string, command func(Command) string) string {
	last := len(f.ways) - 1
	for _, way := range f.ways[:last] {
		if said := way.Print(sprintf, command); units(said) <= f.most {
			return said
		}
	}
	return f.ways[last].Print(sprintf, command)
}

// Sentences makes a Text of several, parted by blanks. Empty ones are left out.
func Sentences(list ...Text) Text {
	return List(" ", slices.DeleteFunc(slices.Clone(list), Text.Empty))
}

// List makes a Text of several with a mark between them, which is no format.
func List(between string, list []Text) Text {
	if len(list) == 0 {
		return Text{}
	}
	args := make([]any, len(list))
	for i, t := range list {
		args[i] = t
	}
	return Text{Format: strings.Repeat("%s"+between, len(list)-1) + "%s", Args: args}
}

// Describe implements [Scene]: by the words of whoever made the film.
func (f Film) Describe() Text { return f.Words }

// Describe implements [Scene].
func (d Drawing) Describe() Text { return d.Scene.Describe() }

// Describe implements [Scene]: the move that is advised, what is expected to follow, and
// the position as far as there is room for it.
func (s Suggestion) Describe() Text {
	advice, position := T("Hint: %s.", s.Choice.Move), s.Position.Describe()
	expected := Text{}
	if line := s.Choice.Line; len(line) > 1 {
		expected = T("Expected then: %s.", strings.Join(line[1:min(len(line), mostExpected)], ", "))
	}
	return Fit(mostAdvised, Sentences(advice, expected, position), Sentences(advice, position), Sentences(advice, expected), advice)
}

// mostAdvised is how long the words for a suggestion may be: the bot adds nothing to them.
const mostAdvised = 1024

// mostExpected is how many moves of an expected line are told: what lies further ahead is
// too unsure.
const mostExpected = 6

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

// Describer is a position that says what its moves do, for menus of them.
type Describer interface {
	Lister
	// DescribeMove returns a legal move as it is offered; its ID does not count.
	DescribeMove(move string) Offer
}

// Menu is one of the menus from which a verb's arguments are picked together.
type Menu struct {
	Title  Text // at most 45 characters
	Offers []Offer
	// Several: any number of the offers is picked together, one at least.
	Several bool
}

// Picking is how a verb's arguments are picked, from one to three menus.
type Picking struct {
	// Says is context shown above a form that hides the board.
	Says  Text
	Menus []Menu
	// Arguments makes the verb's arguments of the IDs that were picked from each menu. A
	// [*Refusal] says what is missing.
	Arguments func(picked [][]string) (string, error)
}

// Picker is a position whose moves are put together: those of a board too large
// for a menu of all moves by column and row, those that are sets by their members.
type Picker interface {
	// Picking returns how a verb's arguments are picked now; false where they are typed.
	Picking(verb string) (Picking, bool)
}

// Stage is one of the steps in which a move is picked where there are too many for one
// menu: first where, then what.
type Stage struct {
	// Says asks for the choice, in a clause.
	Says   Text
	Offers []Offer
	// More: an offer leads to a stage of its own, whose name is the offer's ID. Otherwise
	// it is a move, and its ID the verb's arguments.
	More bool
	// Scene, if not nil, shows the offers.
	Scene Scene
}

// Stager is a position whose moves are picked in steps, or in a single one where they are
// few.
type Stager interface {
	// Stage returns the stage of a verb by its name, the first one being ""; false where
	// there is none now.
	Stage(verb, name string) (Stage, bool)
}
