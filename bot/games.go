package bot

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	renderade "github.com/sixfold-bot/sixfold/render/ade"
	renderatom4 "github.com/sixfold-bot/sixfold/render/atom4"
	rendergordon "github.com/sixfold-bot/sixfold/render/gordon"
	renderhex "github.com/sixfold-bot/sixfold/render/hex"
	renderiching "github.com/sixfold-bot/sixfold/render/iching"
	renderlabyrinth "github.com/sixfold-bot/sixfold/render/labyrinth"
	renderoctopuszle "github.com/sixfold-bot/sixfold/render/octopuszle"
)

// Games lists what the bot plays. Adding a game adds a line here.
func Games() []Entry {
	return []Entry{
		{Game: &hex.Game, Emoji: "🔷", Draw: renderhex.Drawers},
		{Game: &atom4.Game, Emoji: "⚛️", Draw: renderatom4.Drawers, Side: renderatom4.Side},
		{Game: &ade.Game, Emoji: "🔥", Draw: renderade.Drawers},
		{Game: &labyrinth.Game, Emoji: "🧩", Draw: renderlabyrinth.Drawers, Encode: renderlabyrinth.Encoders},
		{Game: &octopuszle.Game, Emoji: "🐙", Draw: renderoctopuszle.Drawers, Encode: renderoctopuszle.Encoders},
		{Game: &iching.Game, Emoji: "☯️", Draw: renderiching.Drawers, Texts: iching.With},
		{Game: &gordon.Game, Emoji: "🧮", Draw: rendergordon.Drawers},
	}
}

// File makes the file of a drawing, in the first theme and in English.
func (e Entry) File(d engine.Drawing) ([]byte, error) {
	return render.File(e.Draw, e.Encode, d, render.Style{})
}
