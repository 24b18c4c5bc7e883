package pattern

import (
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// ladder plays a ladder out that the move pushes along the second row: each push threatens
// to touch the edge by one cell, which the opponent has to take. It finds no escape if, at
// no time, the ladder is linked to the edge, nor would be by any one stone more. Only
// ladders that go on for two pushes or more are told.
func ladder(q Question) (Finding, bool) {
	for _, s := range seats(q.Board, q.Mover) {
		if line, ok := s.put(q.Played, q.Mover).playOut(q.Played); ok && len(line) >= leastLadder {
			return Finding{Kind: Ladder, Stones: []hexgrid.Cell{q.Played}, Edge: s.edge(), Intruder: hexgrid.NoCell, Line: line}, true
		}
	}
	return Finding{}, false
}

// leastLadder is how many moves a ladder has at least after the one that is asked about:
// three answers and two pushes.
const leastLadder = 5

// playOut plays a ladder out whose head is a stone; ok is false where it is none, or finds
// an escape.
func (s *seat) playOut(head hexgrid.Cell) (line []hexgrid.Cell, ok bool) {
	_, height := s.size()
	col, row := s.place(head)
	if row != height-2 || !s.hasNeighbour(head) {
		return nil, false
	}
	step, drop := 1, 0 // to the right: the free cell below lies on the right
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
			return line, true // one push more would threaten nothing
		}
		s.cells[push] = s.own
		line = append(line, push)
	}
}

// hasNeighbour reports whether a stone hangs together with another.
func (s *seat) hasNeighbour(c hexgrid.Cell) bool {
	for _, n := range s.board.Grid().Neighbours(c) {
		if s.cells[n] == s.own {
			return true
		}
	}
	return false
}

// free reports whether there is an empty cell.
func (s *seat) free(col, row int) bool {
	c := s.cell(col, row)
	return c != hexgrid.NoCell && s.cells[c] == board.Empty
}

// escapes reports whether a stone is joined to the edge, or can be by any one stone more: by
// links, or by a template of what is linked to it.
func (s *seat) escapes(head hexgrid.Cell) bool {
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

// helped reports whether a stone is joined to the edge below by one more stone in the carrier
// of a template.
func (s *seat) helped(stone hexgrid.Cell) (helped bool) {
	s.templates(stone, func(_ Template, carrier []hexgrid.Cell) bool {
		joined, known := s.joining(stone, carrier).solve(true)
		helped = joined || !known
		return !helped
	})
	return helped
}
