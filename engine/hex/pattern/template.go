package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Template is an edge template: a stone that is joined to an edge, whoever moves, by a carrier of
// empty cells alone.
type Template int

// The supported templates, by the row of the stone.
const (
	// II is a bridge to the edge, from the second row.
	II Template = iota + 2
	// IIIa is the ziggurat, from the third row.
	IIIa
	// IVa is joined from the fourth row.
	IVa
)

// span is a range of cells of a row, by how far they are to the right of a stone.
type span struct{ from, to int }

// carriers are the carriers by template: the cells of the stone's row, without the stone, and of each
// row below it.
var carriers = map[Template][]span{
	II:   {{1, 0}, {-1, 0}},
	IIIa: {{1, 1}, {-1, 1}, {-2, 1}},
	IVa:  {{1, 1}, {-2, 2}, {-3, 2}, {-4, 2}},
}

// templates returns the template for the row of a stone, and its carriers at the edge below: none,
// one, or two mirror images.
func (s *view) templates(stone hexgrid.Cell) (t Template, all [][]hexgrid.Cell) {
	_, height := s.size()
	_, row := s.place(stone)
	t = Template(height - row)
	for _, mirrored := range []bool{false, true} {
		if carrier := s.carrier(t, stone, mirrored); carrier != nil {
			all = append(all, carrier)
		}
	}
	return t, all
}

// carrier returns the carrier of a template, or of its mirror image; nil if the board has no room
// for it.
func (s *view) carrier(t Template, stone hexgrid.Cell, mirrored bool) (all []hexgrid.Cell) {
	col, row := s.place(stone)
	for down, cells := range carriers[t] {
		for right := cells.from; right <= cells.to; right++ {
			c := s.cell(col+right, row+down)
			if mirrored {
				c = s.cell(col-right-down, row+down)
			}
			if c == hexgrid.NoCell {
				return nil
			}
			all = append(all, c)
		}
	}
	return all
}

// holds reports whether the carrier joins the stone to the edge below with the opponent to move,
// ignoring all other cells.
func (s *view) holds(stone hexgrid.Cell, carrier []hexgrid.Cell) bool {
	joined, known := s.joins(hexgrid.NoCell, stone, carrier, false)
	return joined && known
}

func (s *view) empty(carrier []hexgrid.Cell) bool {
	return !slices.ContainsFunc(carrier, func(c hexgrid.Cell) bool { return s.cells[c] != board.Empty })
}

// brokenTemplate finds a template that the last stone intruded on and that the better move saves,
// while the move played does not.
func brokenTemplate(q Question) (f Finding, ok bool) {
	if q.Last == hexgrid.NoCell || q.Better == hexgrid.NoCell || q.Played == q.Better {
		return Finding{}, false
	}
	for _, s := range views(q.Board, q.Mover) {
		before := s.put(q.Last, board.Empty)
		played, better := s.put(q.Played, q.Mover), s.put(q.Better, q.Mover)
		for c := range hexgrid.Cell(len(s.cells)) {
			if s.cells[c] != q.Mover {
				continue
			}
			t, carriers := s.templates(c)
			for _, carrier := range carriers {
				if slices.Contains(carrier, q.Last) && slices.Contains(carrier, q.Better) && before.empty(carrier) && before.holds(c, carrier) &&
					better.holds(c, carrier) {
					if sure := played.apart(c, false); sure > 0 {
						return Finding{Kind: Broken, Certainty: sure, Stones: []hexgrid.Cell{c}, Edge: s.edge(), Template: t, Intruder: q.Last}, true
					}
				}
			}
		}
	}
	return Finding{}, false
}

// missedTemplate finds a template that the better move makes for stones linked to it, which were
// not joined to the edge and are not after the move played.
func missedTemplate(q Question) (f Finding, ok bool) {
	if q.Better == hexgrid.NoCell || q.Played == q.Better {
		return Finding{}, false
	}
	for _, s := range views(q.Board, q.Mover) {
		played, better := s.put(q.Played, q.Mover), s.put(q.Better, q.Mover)
		t, carriers := s.templates(q.Better)
		for _, carrier := range carriers {
			if !s.empty(carrier) || !better.holds(q.Better, carrier) {
				continue
			}
			for _, c := range better.linkedBeside(q.Better, carrier) {
				if sure := played.apart(c, false); sure > 0 {
					return Finding{Kind: Missed, Certainty: sure, Stones: []hexgrid.Cell{c}, Edge: s.edge(), Template: t, Intruder: hexgrid.NoCell}, true
				}
			}
		}
	}
	return Finding{}, false
}

// linkedBeside returns the stones that touch another or have a bridge to it outside a carrier.
func (s *view) linkedBeside(stone hexgrid.Cell, carrier []hexgrid.Cell) (all []hexgrid.Cell) {
	free := func(c hexgrid.Cell) bool { return s.cells[c] == board.Empty && !slices.Contains(carrier, c) }
	for c := range hexgrid.Cell(len(s.cells)) {
		if s.cells[c] != s.own || c == stone {
			continue
		}
		both := commonNeighbours(s.board.Grid(), c, stone)
		if touch(s.board.Grid(), c, stone) || len(both) == 2 && free(both[0]) && free(both[1]) {
			all = append(all, c)
		}
	}
	return all
}
