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
	Squares  []int8 // in rising order; nil to show the region of the place alone
	Caption  engine.Text
}

// Describe implements [engine.Scene].
func (s Sheet) Describe() engine.Text {
	if s.Squares == nil {
		return engine.T("%s, row by row: %s. %s", s.Caption, rows(RegionOf(s.At), regionSide, s.Position.signs), signsWords)
	}
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

// fitting returns the squares that can be laid on a place: those that refusal takes, without its words.
func (p *Position) fitting(at int) []int8 {
	if p.board[at] != NoSquare {
		return nil
	}
	var must, may int8
	for i, d := range orthogonal {
		switch next, inside := nextOf(p.size, at, d); {
		case !inside:
		case p.board[next] == NoSquare:
			may |= 1 << i
		case hasLine(p.board[next], i+2):
			must |= 1 << i
		}
	}
	return slices.DeleteFunc(p.LeftFor(at), func(square int8) bool { return square&must != must || square&^(must|may) != 0 })
}

// Picking implements [engine.Picker]: on the 16 x 16 first a region; then a gap, then one of the squares
// that fit there, with a picture of them; or a square to be removed.
func (p *Position) Picking(verb, step string) engine.Picking {
	switch {
	case p.over():
		return engine.Picking{}
	case verb == removeVerb && step == "":
		return p.removable()
	case verb != placeVerb:
		return engine.Picking{}
	}
	if p.size == Size && step == "" {
		return p.regions()
	}
	picked := engine.Picking{Menu: engine.Menu{Title: engine.T("Fill a gap")}, More: true}
	for at := range p.board {
		within := p.size == Size && step == regionName(at)
		if step != "" && step != p.name(at) && !within {
			continue
		}
		fit := p.fitting(at)
		switch {
		case len(fit) == 0:
		case step == p.name(at):
			return p.squaresFor(at, fit)
		case within:
			picked.Scene = Sheet{Position: p.copy(), At: at, Caption: engine.T("Region %s", step)}
			fallthrough
		default:
			picked.Menu.Offers = append(picked.Menu.Offers, engine.Offer{
				ID: p.name(at), Title: engine.T("%s", p.name(at)), Detail: engine.Count(len(fit), "1 square fits", "%s squares fit"),
			})
		}
	}
	return picked
}

func (p *Position) squaresFor(at int, fit []int8) engine.Picking {
	squares := engine.Menu{Title: engine.T("Choose a square for %s", p.name(at)), Offers: engine.Map(fit, func(square int8) engine.Offer {
		number := strconv.Itoa(int(square))
		return engine.Offer{ID: number + " " + p.name(at), Title: engine.T("%s", number), Detail: linesWords(square)}
	})}
	return engine.Picking{Menu: squares, Scene: Sheet{p.copy(), at, fit, engine.T("These fit on %s", p.name(at))}}
}

func (p *Position) removable() engine.Picking {
	own := engine.Menu{Title: engine.T("Take a square off the board")}
	for at, square := range p.board {
		if square != NoSquare && !p.fixed[at] {
			own.Offers = append(own.Offers, engine.Offer{
				ID: p.name(at), Title: engine.T("%s", p.name(at)), Detail: engine.T("square %s, %s", strconv.Itoa(int(square)), linesWords(square)),
			})
		}
	}
	return engine.Picking{Menu: own}
}
