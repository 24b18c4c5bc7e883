package labyrinth

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// doorsOf describes the doors of a piece, as a clause.
func doorsOf(d board.Doors) engine.Text {
	switch d {
	case 0:
		return engine.T("no doors")
	case board.AllDoors:
		return engine.T("doors on all sides")
	}
	if d.Count() == 1 {
		return engine.T("a door on %s", sidesOf(d))
	}
	return engine.T("doors on %s", sidesOf(d))
}

// Picking implements [engine.Picker]: first a gap, by its cell, then one of the pieces that fit
// there, with a picture of them; or a piece to be removed.
func (p *Position) Picking(verb, step string) engine.Picking {
	switch {
	case p.Outcome().Status != engine.Open:
		return engine.Picking{}
	case verb == removeVerb && step == "":
		return p.removable()
	case verb != placeVerb:
		return engine.Picking{}
	}
	gaps := p.targets()
	if step == "" {
		return p.gaps(gaps)
	}
	i := slices.IndexFunc(gaps, func(c board.Cell) bool { return c.Name() == step })
	if i < 0 {
		return engine.Picking{}
	}
	return p.fitting(gaps[i])
}

func (p *Position) gaps(gaps []board.Cell) engine.Picking {
	menu := engine.Menu{Title: engine.T("Fill a gap")}
	for _, c := range gaps {
		fit := len(p.Candidates(c))
		if fit == 0 {
			continue
		}
		offer := engine.Offer{ID: c.Name(), Title: engine.T("%s", c.Name()), Detail: engine.Count(fit, "1 piece fits", "%s pieces fit")}
		if must, _ := board.Constraints(p.at, c); must != 0 {
			offer.Detail = engine.T("needs %s: %s", doorsOf(must), offer.Detail)
		}
		menu.Offers = append(menu.Offers, offer)
	}
	return engine.Picking{Menu: menu, More: true}
}

func (p *Position) fitting(c board.Cell) engine.Picking {
	fit := p.Candidates(c)
	menu := engine.Menu{Title: engine.T("Choose a piece for %s", c.Name())}
	for _, d := range fit {
		menu.Offers = append(menu.Offers, engine.Offer{
			ID: strings.TrimPrefix(placing(board.Piece{Cell: c, Doors: d}), placeVerb+" "), Title: engine.T("%s", strconv.Itoa(d.Number())), Detail: doorsOf(d),
		})
	}
	return engine.Picking{Menu: menu, Scene: sheetOf(fit, p.colour, engine.T("These fit on %s", c.Name()))}
}

// removable offers the pieces that can be removed, the last one first, if they fit a menu.
func (p *Position) removable() engine.Picking {
	menu := engine.Menu{Title: engine.T("Take a piece off the board")}
	own := p.pieces[p.fixed:]
	if len(own) > engine.MostOffers {
		return engine.Picking{}
	}
	for _, piece := range slices.Backward(own) {
		menu.Offers = append(menu.Offers, engine.Offer{
			ID: piece.Name(), Title: engine.T("%s", piece.Name()), Detail: engine.T("piece %s, %s", strconv.Itoa(piece.Doors.Number()), doorsOf(piece.Doors)),
		})
	}
	return engine.Picking{Menu: menu}
}
