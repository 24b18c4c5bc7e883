package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// ladder plays out a ladder that the move pushes along the second row: each push threatens to reach
// the edge at one cell, which the opponent must take. It finds no escape if the ladder is never
// linked to the edge and no single additional stone would link it. Only ladders of two or more
// pushes are reported.
func ladder(q Question) (Finding, bool) {
	for _, s := range views(q.Board, q.Mover) {
		if line, ok := s.put(q.Played, q.Mover).playOut(q.Played); ok && len(line) >= minLadder {
			return Finding{Kind: Ladder, Stones: []hexgrid.Cell{q.Played}, Edge: s.edge(), Intruder: hexgrid.NoCell, Line: line}, true
		}
	}
	return Finding{}, false
}

// minLadder is the least number of moves of a ladder after the first: three answers and two
// pushes.
const minLadder = 5

// playOut plays out a ladder from its head; ok is false if there is no ladder or it escapes.
func (s *view) playOut(head hexgrid.Cell) (line []hexgrid.Cell, ok bool) {
	_, height := s.size()
	col, row := s.place(head)
	if row != height-2 || !s.hasNeighbour(head) {
		return nil, false
	}
	step, drop := 1, 0 // to the right: the free cell below is on the right
	switch left, right := s.free(col-1, height-1), s.free(col, height-1); {
	case left == right:
		return nil, false
	case left:
		step, drop = -1, -1
	}
	if other := s.cell(col-1-drop, height-1); other != hexgrid.NoCell && s.cells[other] == s.own {
		return nil, false
	}
	s = s.put(head, s.own)
	for {
		answer := s.cell(col+drop, height-1)
		if s.links().reaches(head) {
			return nil, false
		}
		s.cells[answer] = s.own.Other()
		line = append(line, answer)
		if s.escapes(head) {
			return nil, false
		}
		col += step
		push := s.cell(col, row)
		if push == hexgrid.NoCell || s.cells[push] == s.own.Other() {
			return line, true
		}
		if s.cells[push] == s.own {
			return nil, false
		}
		if below := s.cell(col+drop, height-1); below == hexgrid.NoCell || s.cells[below] == s.own.Other() {
			return line, true // another push would threaten nothing
		}
		s.cells[push] = s.own
		line = append(line, push)
	}
}

func (s *view) hasNeighbour(c hexgrid.Cell) bool {
	return slices.ContainsFunc(s.board.Grid().Neighbours(c), func(n hexgrid.Cell) bool { return s.cells[n] == s.own })
}

func (s *view) free(col, row int) bool {
	c := s.cell(col, row)
	return c != hexgrid.NoCell && s.cells[c] == board.Empty
}

// escapes reports whether a stone is joined to the edge, or can be by any one additional stone: by
// links, or by a template of a stone linked to it.
func (s *view) escapes(head hexgrid.Cell) bool {
	l := s.links()
	if l.reaches(head) {
		return true
	}
	for c, colour := range s.cells {
		switch c := hexgrid.Cell(c); {
		case colour == s.own && l.joined(c, head) && s.helped(c):
			return true
		case colour == board.Empty:
			more := s.put(c, s.own)
			if m := more.links(); m.reaches(head) || m.joined(c, head) && more.held(c) {
				return true
			}
		}
	}
	return false
}

// helped reports whether a stone is joined to the edge below by one more stone in the carrier of a
// template.
func (s *view) helped(stone hexgrid.Cell) bool {
	_, carriers := s.templates(stone)
	return slices.ContainsFunc(carriers, func(carrier []hexgrid.Cell) bool {
		joined, known := s.joins(stone, carrier, true)
		return joined || !known
	})
}
