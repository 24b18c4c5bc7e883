package labyrinth

import (
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// mostFrames of a film of a search: it has a step or more for each frame.
const mostFrames = 60

// film shows how the last search found a solution, pieces taken back included. Scene is
// the solution's picture, with the same pieces in the same places.
func (s *Solver) film(events []event, scene any) engine.Film {
	whole, ok := scene.(Picture)
	if !ok {
		return engine.Film{Frames: []any{scene}}
	}
	near := s.nearing()
	shift := s.shifts(whole.Pieces, &near)
	f := engine.Film{Delay: 150 * time.Millisecond, Hold: 5 * time.Second}
	every := (len(events) + mostFrames - 1) / mostFrames
	lying := slices.Clone(whole.Pieces[:len(s.search.Given)])
	for i, e := range events {
		if e.at < 0 {
			lying = lying[:len(lying)-1]
		} else {
			layer, c := s.nearer(e.at, &near)
			lying = append(lying, Piece{c.plus(shift[layer]), e.doors})
		}
		if i%every == 0 && i < len(events)-1 {
			f.Frames = append(f.Frames, whole.while(lying, i+1))
		}
	}
	f.Frames = append(f.Frames, whole)
	return f
}

// while is the picture with those of the pieces that are on its board.
func (p Picture) while(lying []Piece, steps int) Picture {
	p.Pieces = nil
	for _, piece := range lying {
		if p.Frame.Has(piece.Cell) {
			p.Pieces = append(p.Pieces, piece)
		}
	}
	p.Caption = engine.T("%s pieces after %s steps", strconv.Itoa(len(lying)), strconv.Itoa(steps))
	return p
}

// shifts are the ways from the cells of each layer, near the line of a mirror, to those
// of the picture.
func (s *Solver) shifts(pieces []Piece, near *[mostLayers]Cell) [mostLayers]Cell {
	var list [mostLayers]Cell
	for i, p := range s.laid {
		layer, c := s.nearer(p.at, near)
		list[layer] = Cell{pieces[i].Q - c.Q, pieces[i].R - c.R}
	}
	return list
}
