package hex

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Search is a frame of a film of a search for a chain, views "bfs" and "dijkstra": the cells reached
// so far from the first edge of a side, and those reached last. The last frame has the chain.
type Search struct {
	*Position
	Side Colour
	board.Wave
	// Reached is the distance up to which the search has come; Last reports whether that is its end.
	Reached int
	Last    bool
	// Breadth: each step counts 1, so that the cells of one distance are a ring.
	Breadth bool
}

func newRings(p *Position) Search {
	return Search{Position: p, Side: side(p), Wave: board.Rings(p.Board, side(p)), Breadth: true}
}

func newSpread(p *Position) Search {
	return Search{Position: p, Side: side(p), Wave: board.Spread(p.Board, side(p))}
}

// at returns the frame at which the search has come to a distance.
func (s Search) at(distance int) Search {
	s.Reached = distance
	return s
}

// Describe implements [engine.Scene]: the cells reached last.
func (s Search) Describe() engine.Text {
	var last []hexgrid.Cell
	for c, cost := range s.Cost {
		if cost == s.Reached {
			last = append(last, hexgrid.Cell(c))
		}
	}
	return engine.Sentences(s.Position.Describe(), engine.T("%s: %s.", s.Distance(ColourName(s.Side)), strings.Join(names(s.Grid(), last), " ")))
}

// Delays of films, and their most frames.
const (
	searchDelay = 700 * time.Millisecond
	joinDelay   = 250 * time.Millisecond
	filmHold    = 4 * time.Second
	mostFrames  = 50
)

// film shows the distances one after the other, up to that of the chain, with a text on how the search
// works.
func (s Search) film(text engine.Text) engine.Answer {
	distances := slices.DeleteFunc(slices.Clone(s.Cost), func(cost int) bool { return cost == board.Unreached })
	slices.Sort(distances)
	distances = slices.Compact(distances)
	found := engine.T("No chain is left.")
	if len(s.Cells) > 0 {
		last, _ := slices.BinarySearch(distances, s.Cost[s.Cells[len(s.Cells)-1]])
		distances = distances[:last+1]
		found = engine.T("The chain: %s.", strings.Join(names(s.Grid(), s.Cells), " "))
	}
	film := engine.Film{Delay: searchDelay, Hold: filmHold, Words: engine.Sentences(text, found)}
	for _, distance := range thinned(distances) {
		s.Last = distance == distances[len(distances)-1]
		film.Frames = append(film.Frames, s.at(distance))
	}
	return engine.Answer{Text: text, Data: s.Cost, Scenes: []engine.Scene{film}}
}

// thinned returns the first and the last of a film's frames, and as many between them as it may have.
func thinned[T any](all []T) (shown []T) {
	step := (len(all)-1)/mostFrames + 1
	for i, frame := range all {
		if i%step == 0 || i == len(all)-1 {
			shown = append(shown, frame)
		}
	}
	return shown
}

// joining is the film of the disjoint sets as the stones were placed, up to the given position.
func joining(p *Position) engine.Scene {
	film := engine.Film{Delay: joinDelay, Hold: filmHold, Words: Sets{p}.Describe()}
	for _, q := range thinned(p.history()) {
		film.Frames = append(film.Frames, Sets{q})
	}
	return film
}

// Distance is what the caption of a frame says: how far the search for the chain of a player of that
// name has come.
func (s Search) Distance(name engine.Text) engine.Text {
	switch reached := strconv.Itoa(s.Reached); {
	case s.Last && s.Winner() == Empty && s.Cells != nil:
		return engine.T("%s's chain is found", name)
	case s.Last && s.Cells == nil:
		return engine.T("%s can no longer join", name)
	case s.Last:
		return engine.T("%s wins", name)
	case s.Breadth:
		return engine.T("Ring %s", reached)
	default:
		return engine.T("Up to cost %s", reached)
	}
}
