package labyrinth

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
)

// Colour is a colour of hexagons. The zero value is the first.
type Colour int

// The seven colours, and Safe, which looks the same with any colour vision.
const (
	Blue  Colour = iota
	Green        // an olive one: pure green means hints and victories
	Gold
	Red
	Violet
	Teal
	Grey
	Safe
	ColourCount
)

// Colours are the names of the colours.
var Colours = [ColourCount]engine.Named{
	{ID: "blue", Title: engine.T("Blue")},
	{ID: "green", Title: engine.T("Olive")},
	{ID: "gold", Title: engine.T("Gold")},
	{ID: "red", Title: engine.T("Red")},
	{ID: "violet", Title: engine.T("Violet")},
	{ID: "teal", Title: engine.T("Teal")},
	{ID: "grey", Title: engine.T("Grey")},
	{ID: "safe", Title: engine.T("Colour-blind-safe")},
}

// ColourByID returns the colour with the given ID.
func ColourByID(id string) (Colour, bool) {
	i := slices.IndexFunc(Colours[:], func(n engine.Named) bool { return n.ID == id })
	return Colour(max(i, 0)), i >= 0
}

// Title returns the colour's name for people.
func (c Colour) Title() engine.Text { return Colours[c].Title }
