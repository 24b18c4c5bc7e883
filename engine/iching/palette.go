package iching

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

var colours = func() (list []engine.Named) {
	for c := range labyrinth.Safe {
		list = append(list, engine.Named{ID: strings.ToLower(c.Title().String()), Title: c.Title()})
	}
	return list
}()

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

// paint is one of the three colours of a palette: its argument, its stored setting, and its
// present value.
type paint struct {
	arg    engine.Arg
	what   engine.Text
	stored *string
	colour labyrinth.Colour
	given  bool
}

// paints returns the colours with those given in the options.
func (s *settings) paints(o engine.Options) [3]paint {
	ground, first, second := s.palette()
	list := [...]paint{
		{arg: groundArg, what: engine.T("the hexagons"), stored: &s.Ground, colour: ground},
		{arg: firstArg, what: engine.T("the hexagram that was thrown"), stored: &s.First, colour: first},
		{arg: secondArg, what: engine.T("the hexagram that it leads to"), stored: &s.Second, colour: second},
	}
	for i := range list {
		p := &list[i]
		if id := o.Text(p.arg.Name); id != "" {
			p.colour, p.given = labyrinth.ColourByID(id)
		}
	}
	return list
}

// recolour stores the given colours. It refuses them if two of the three colours would be equal.
func (s *settings) recolour(o engine.Options) error {
	list := s.paints(o)
	for i, p := range list {
		for _, q := range list[i+1:] {
			if p.colour == q.colour {
				return refuseSame(p, q, list[:])
			}
		}
	}
	for _, p := range list {
		if p.given || *p.stored != "" {
			*p.stored = colours[p.colour].ID
		}
	}
	return nil
}

// refuseSame returns a refusal that names two equal colours and a free one.
func refuseSame(p, q paint, all []paint) error {
	free := slices.IndexFunc(colours, func(n engine.Named) bool {
		return !slices.ContainsFunc(all, func(p paint) bool { return colours[p.colour].ID == n.ID })
	})
	change := q
	if q.given && !p.given {
		change = p
	}
	return engine.Refuse("%s and %s would both be %s, and could not be told apart: choose another colour for one of them, such as `%s:%s`",
		p.what, q.what, colours[p.colour].ID, change.arg.Name, colours[free].ID)
}
