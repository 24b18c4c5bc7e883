package octopuszle

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Sheet is a scene: a table, and the squares to choose from for a place.
type Sheet struct {
	Position *Position
	At       int
	Squares  []int8 // in rising order
	Caption  engine.Text
}

// Describe implements [engine.Scene].
func (s Sheet) Describe() engine.Text {
	return engine.T("%s: %s.", s.Caption, engine.List("; ", engine.Map(s.Squares, func(square int8) engine.Text {
		return engine.T("%s, %s", strconv.Itoa(int(square)), linesWords(square))
	})))
}

func linesWords(square int8) engine.Text {
	var sides []engine.Text
	for i, side := range [...]engine.Text{engine.T("N"), engine.T("E"), engine.T("S"), engine.T("W")} {
		if square>>i&1 != 0 {
			sides = append(sides, side)
		}
	}
	switch len(sides) {
	case 0:
		return engine.T("no lines")
	case len(orthogonal):
		return engine.T("lines to all sides")
	case 1:
		return engine.T("a line to %s", sides[0])
	default:
		return engine.T("lines to %s", engine.List(" ", sides))
	}
}

func (p *Position) fitting(at int) []int8 {
	return slices.DeleteFunc(p.Left(), func(square int8) bool { return p.refusal(square, at) != nil })
}

// Picking implements [engine.Picker]: first a gap, then one of the squares that fit there, with a
// picture of them; or a square to be removed.
func (p *Position) Picking(verb, step string) engine.Picking {
	switch {
	case p.over():
		return engine.Picking{}
	case verb == removeVerb && step == "":
		return p.removable()
	case verb != placeVerb:
		return engine.Picking{}
	}
	gaps := engine.Menu{Title: engine.T("Fill a gap")}
	for at := range p.board {
		fit := p.fitting(at)
		switch {
		case len(fit) == 0:
		case step == "":
			gaps.Offers = append(gaps.Offers, engine.Offer{
				ID: smallName(at), Title: engine.T("%s", smallName(at)), Detail: engine.Count(len(fit), "1 square fits", "%s squares fit"),
			})
		case step == smallName(at):
			return p.squaresFor(at, fit)
		}
	}
	return engine.Picking{Menu: gaps, More: true}
}

func (p *Position) squaresFor(at int, fit []int8) engine.Picking {
	shown := *p
	squares := engine.Menu{Title: engine.T("Choose a square for %s", smallName(at)), Offers: engine.Map(fit, func(square int8) engine.Offer {
		number := strconv.Itoa(int(square))
		return engine.Offer{ID: number + " " + smallName(at), Title: engine.T("%s", number), Detail: linesWords(square)}
	})}
	return engine.Picking{Menu: squares, Scene: Sheet{&shown, at, fit, engine.T("These fit on %s", smallName(at))}}
}

func (p *Position) removable() engine.Picking {
	own := engine.Menu{Title: engine.T("Take a square off the board")}
	for at, square := range p.board {
		if square != NoSquare && !p.fixed[at] {
			own.Offers = append(own.Offers, engine.Offer{
				ID: smallName(at), Title: engine.T("%s", smallName(at)), Detail: engine.T("square %s, %s", strconv.Itoa(int(square)), linesWords(square)),
			})
		}
	}
	return engine.Picking{Menu: own}
}
