package atom4

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// WheelScene is a picture of the colour wheel.
type WheelScene struct{}

// Effect is a picture of one thing that a piece may do: played beside a piece, or beside
// a propagator of its own with the piece behind.
type Effect struct {
	Number  int // from 1
	Words   engine.Text
	Piece   grid.Colour
	Through grid.Colour // Empty: nothing lies between
	Hit     grid.Colour
	Result  grid.Colour
}

// Describe says what the picture shows.
func (WheelScene) Describe() engine.Text {
	return engine.T("The wheel, clockwise: red, yellow, green, cyan, blue, purple. Opposites mix to white when White plays, to black when Black plays.")
}

// Describe says what the picture shows.
func (e Effect) Describe() engine.Text {
	if e.Through != grid.Empty {
		return engine.T("%s: %s beside %s, with %s behind it, makes %s of it.",
			e.Words, e.Piece.Name(), e.Through.Name(), e.Hit.Name(), e.Result.Name())
	}
	return engine.T("%s: %s beside %s makes %s of it.", e.Words, e.Piece.Name(), e.Hit.Name(), e.Result.Name())
}

var rulesTool = engine.Tool{
	Name: "rules", Help: engine.T("How Atom-4 is played, with the wheel and pictures of all effects"), Private: true,
	Run: func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
		scenes := []engine.Scene{WheelScene{}}
		for _, e := range Effects() {
			scenes = append(scenes, e)
		}
		return engine.Answer{
			Text: rules(), Scenes: scenes,
			Actions: []engine.Action{{Label: engine.T("Try it: first lesson"), Line: "lesson number:1"}},
		}, nil
	},
}

func rules() engine.Text {
	return engine.T("%s\n\n%s\n\n%s\n\n%s\n\n%s",
		engine.T("**Aim.** White wants four white pieces in a straight row, Black four black ones. Nobody ever places a white or black piece: they are made by mixing colours."),
		engine.T("**Moves.** The pieces come in the order of the wheel: red, yellow, green, cyan, blue, purple. White places red, green and blue, which *add* their colour to what they touch; Black places yellow, cyan and purple, which *filter*: only what is in both colours stays. A piece goes to an empty vertex that makes a triangle with two pieces that are neighbours: %s. %s shows first what would happen.", engine.Command("atom4 move i7"), engine.Command("atom4 preview")),
		engine.T("**Effects.** A piece acts on its six neighbours, by their place on the wheel. (1) Its own colour stays. (2) So does a colour beside it on the wheel. (3) A colour two steps away becomes the one between. (4) The opposite colour becomes white if White plays, black if Black plays. (5) The other side's white or black takes the piece's colour. (6) Your own white or black does not change, but passes the effect on, to the next piece behind it in that direction. Pieces that have just changed do not act themselves."),
		engine.T("**End.** A row of four or more of your colour wins the round; a full board is a draw. %s begins the next round: the wheel moves on by a step, and the other side begins.", engine.Command("atom4 next")),
		engine.T("**The picture.** A thick ring is around the piece placed last, thin ones around those that it changed, with their old colour as a small piece beside. Dots are vertices where the next piece may go. Below are the wheel, the score, and each side's coming pieces, the next one ringed. White (W) and black (K) have double rings."),
	)
}

// Effects are the six things that a piece may do, shown for red, by the rules themselves.
func Effects() []Effect {
	list := []Effect{
		{Words: engine.T("Its own colour stays"), Hit: grid.Red},
		{Words: engine.T("A neighbour on the wheel stays"), Hit: grid.Yellow},
		{Words: engine.T("Two steps away: the colour between"), Hit: grid.Green},
		{Words: engine.T("The opposite colour: a propagator of yours"), Hit: grid.Cyan},
		{Words: engine.T("The other side's propagator: your colour"), Hit: grid.Black},
		{Words: engine.T("Your own propagator passes it on"), Through: grid.White, Hit: grid.Green},
	}
	for i := range list {
		e := &list[i]
		e.Number, e.Piece, e.Result = i+1, grid.Red, e.Hit
		b, at := grid.NewBoard(), grid.At(4, 4).Point()
		behind := at + grid.Axes[0]
		if e.Through != grid.Empty {
			b.At[behind] = e.Through
			behind += grid.Axes[0]
		}
		b.At[behind] = e.Hit
		var hits [6]grid.Hit
		if b.Hits(at, e.Piece, &hits) > 0 {
			e.Result = hits[0].Colour
		}
	}
	return list
}
