package iching

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// colours are those that can be told apart with usual colour vision.
var colours = labyrinth.Colours[:labyrinth.Safe:labyrinth.Safe]

var (
	groundArg = engine.Arg{Name: "hexagons", Help: engine.T("The colour of the hexagons in a Connexion"), Kind: engine.Pick, Choices: colours}
	firstArg  = engine.Arg{Name: "first", Help: engine.T("The colour of the hexagram that was thrown"), Kind: engine.Pick, Choices: colours}
	secondArg = engine.Arg{Name: "second", Help: engine.T("The colour of the hexagram that it leads to"), Kind: engine.Pick, Choices: colours}
)

// palette returns the colours of the hexagons and of the first and second marked one. They always
// differ: stored settings may have equal colours, from before these were refused, and get the
// next free one.
func (s settings) palette() (ground, first, second labyrinth.Colour) {
	of := func(id string, usual labyrinth.Colour, taken ...labyrinth.Colour) labyrinth.Colour {
		c, ok := labyrinth.ColourByID(id)
		if !ok {
			c = usual
		}
		for slices.Contains(taken, c) {
			c = (c + 1) % labyrinth.Safe
		}
		return c
	}
	first = of(s.First, labyrinth.Gold)
	second = of(s.Second, labyrinth.Red, first)
	return of(s.Ground, labyrinth.Blue, first, second), first, second
}

// paints are the three colours as [settings.palette] returns them: their arguments, and what they
// colour.
var paints = [3]struct {
	arg  engine.Arg
	what engine.Text
}{
	{groundArg, engine.T("the hexagons")},
	{firstArg, engine.T("the hexagram that was thrown")},
	{secondArg, engine.T("the hexagram that it leads to")},
}

// recolour stores the given colours. It refuses them if two of the three colours would be equal.
func (s *settings) recolour(o engine.Options) error {
	var shown [len(paints)]labyrinth.Colour
	var given [len(paints)]bool
	shown[0], shown[1], shown[2] = s.palette()
	for i, p := range paints {
		if id := o.Text(p.arg.Name); id != "" {
			shown[i], given[i] = labyrinth.ColourByID(id)
		}
	}
	for i, c := range shown {
		if j := slices.Index(shown[i+1:], c); j >= 0 {
			return refuseSame(shown[:], given[:], i, i+1+j)
		}
	}
	for i, stored := range []*string{&s.Ground, &s.First, &s.Second} {
		if given[i] || *stored != "" {
			*stored = colours[shown[i]].ID
		}
	}
	return nil
}

// refuseSame returns a refusal that names two equal colours, of index i and j, and a free one.
func refuseSame(shown []labyrinth.Colour, given []bool, i, j int) error {
	var free labyrinth.Colour
	for slices.Contains(shown, free) {
		free++
	}
	change := j
	if given[j] && !given[i] {
		change = i
	}
	return engine.Refuse("%s and %s would both be %s, and could not be told apart: choose another colour for one of them, such as `%s:%s`",
		paints[i].what, paints[j].what, colours[shown[i]].ID, paints[change].arg.Name, colours[free].ID)
}
