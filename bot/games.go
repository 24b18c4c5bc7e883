package bot

import (
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
)

// Games lists what the bot plays. Adding a game adds a line here.
func Games() []Entry {
	return []Entry{
		{Game: &hex.Game, Draw: render.Hex},
		{Game: &atom4.Game, Draw: render.Atom4},
		{Game: &ade.Game, Draw: render.Ade},
		{Game: &labyrinth.Game, Draw: render.Labyrinth},
		{Game: &octopuszle.Game, Draw: render.Octopuszle},
		{Game: &iching.Game, Draw: render.IChing, Texts: iching.With},
		{Game: &gordon.Game, Draw: render.Gordon},
	}
}
