package iching

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// Marked is a hexagram to be marked.
type Marked struct {
	Hexagram book.Hexagram
	Name     engine.Text // its role: "Now"
	Title    engine.Text // its name: "Coming to meet"
	Colour   labyrinth.Colour
}

// Pair is a hexagram and the one that it leads to. They may be the same.
type Pair [2]Marked

// Connexion is a scene: a solution of the China Labyrinth with a pair marked.
type Connexion struct {
	labyrinth.Picture
	Pair Pair
}

// Sheet is a scene: a throw and its question.
type Sheet struct {
	Question string
	Cast     book.Lines
	Pair     Pair // the hexagram thrown, and the one that it leads to
}

// Leaf is a scene: a hexagram of the book. Line is the line marked, 1 to 6, or 0.
type Leaf struct {
	Hexagram book.Hexagram
	Title    engine.Text
	Line     int
	Related  []Marked
}

// Wheel is a scene: the clock of twelve double hours and twelve months, each with its sovereign
// hexagram.
type Wheel struct {
	Moment calendar.Moment
	Pair   Pair // waning and waxing
}

// Horoscope is a scene: a natal hexagram with its periods of life.
type Horoscope struct {
	Natal   Hexagrams
	Pair    Pair // Earlier and Later Heaven
	Periods []Period
}

const mostSeed = 1 << 32

// usualSearch is that of people who prefer none.
const usualSearch = "ours"

// patience is how many steps a search that a person prefers may take without a solution: some of them
// find none. It is counted in steps, not in time, so that a reading keeps its Connexion.
const patience = 1 << 19

// connexion returns the solution of a seed by the given search, or by the usual one if that gives up,
// with the pair marked.
func (s settings) connexion(ctx context.Context, search solver.Options, seed uint64, pair Pair) (*Connexion, error) {
	solutions, err := solver.New(search, seed)
	if err != nil {
		return nil, err
	}
	found, err := solutions.Next(ctx)
	if errors.Is(err, solver.ErrGaveUp) {
		return s.connexion(ctx, solver.Default(), seed, pair)
	}
	if err != nil {
		return nil, err
	}
	ground, _, _ := s.palette()
	c := &Connexion{labyrinth.NewPicture(found.Pieces, ground, pair.words()), pair}
	c.Marks = pair.marks()
	return c, nil
}

func (p Pair) words() engine.Text {
	if p[0].Hexagram == p[1].Hexagram {
		return engine.T("%s and %s: %s", p[0].Name, p[1].Name, p[0].label())
	}
	return engine.T("%s: %s. %s: %s", p[0].Name, p[0].label(), p[1].Name, p[1].label())
}

func (m Marked) label() engine.Text {
	return engine.T("%s %s", strconv.Itoa(m.Hexagram.Number()), m.Title)
}

// marks returns the marks of both hexagrams; if they are the same, one mark with both colours.
func (p Pair) marks() []labyrinth.Mark {
	marks := []labyrinth.Mark{p[0].mark(), p[1].mark()}
	if p[0].Hexagram == p[1].Hexagram {
		marks[0].Colours = append(marks[0].Colours, p[1].Colour)
		marks[0].Names = append(marks[0].Names, p[1].Name)
		return marks[:1]
	}
	return marks
}

func (m Marked) mark() labyrinth.Mark {
	return labyrinth.Mark{Doors: board.DoorsOf(m.Hexagram), Colours: []labyrinth.Colour{m.Colour}, Names: []engine.Text{m.Name}}
}

const beat = 700 * time.Millisecond

// blinking returns a film that lights the two marks in turn. A piece with both marks changes its
// colour.
func (c *Connexion) blinking() engine.Film {
	f := engine.Film{Delay: beat, Hold: beat, Words: c.blinkingWords()}
	for _, m := range c.Pair {
		frame := *c
		frame.Marks = []labyrinth.Mark{m.mark()}
		f.Frames = append(f.Frames, &frame)
	}
	return f
}
