package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// ladder plays out a ladder that the move pushes along the second row: each push threatens to reach
// the edge at one cell, which the opponent must take. It finds no escape if after none of these answers
// the mover can join the head to the edge. Only ladders of two or more pushes are reported.
func ladder(q Question) (Finding, bool) {
	for _, s := range views(q.Board, q.Mover) {
		if line, sure := s.put(q.Played, q.Mover).playOut(q.Played); sure > 0 && len(line) >= minLadder {
			return Finding{Kind: Ladder, Certainty: sure, Stones: []hexgrid.Cell{q.Played}, Edge: s.edge(), Intruder: hexgrid.NoCell, Line: line}, true
		}
	}
	return Finding{}, false
}

// minLadder is the least number of moves of a ladder after the first: three answers and two
// pushes.
const minLadder = 5

// playOut plays out a ladder from its head; sure is 0 if there is no ladder or it may escape.
func (s *view) playOut(head hexgrid.Cell) (line []hexgrid.Cell, sure Certainty) {
	_, height := s.size()
	col, row := s.place(head)
	own := func(c hexgrid.Cell) bool { return s.cells[c] == s.own }
	if row != height-2 || !slices.ContainsFunc(s.board.Grid().Neighbours(head), own) {
		return nil, 0
	}
	step, drop := 1, 0 // to the right: the free cell below is on the right
	switch left, right := s.free(col-1, height-1), s.free(col, height-1); {
	case left == right:
		return nil, 0
	case left:
		step, drop = -1, -1
	}
	if other := s.cell(col-1-drop, height-1); other != hexgrid.NoCell && s.cells[other] == s.own {
		return nil, 0
	}
	s = s.put(head, s.own)
	for {
		answer := s.cell(col+drop, height-1)
		s.cells[answer] = s.own.Other()
		line = append(line, answer)
		if sure != Proved {
			sure = s.apart(s.cell(col, row), true)
		}
		if sure == 0 {
			return nil, 0
		}
		col += step
		push := s.cell(col, row)
		if push == hexgrid.NoCell || s.cells[push] == s.own.Other() {
			return line, sure
		}
		if s.cells[push] == s.own {
			return nil, 0
		}
		if below := s.cell(col+drop, height-1); below == hexgrid.NoCell || s.cells[below] == s.own.Other() {
			return line, sure // another push would threaten nothing
		}
		s.cells[push] = s.own
		line = append(line, push)
	}
}

func (s *view) free(col, row int) bool {
	c := s.cell(col, row)
	return c != hexgrid.NoCell && s.cells[c] == board.Empty
}
