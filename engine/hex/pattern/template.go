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

// offset is a cell's distance to the right of a stone and below it.
type offset struct{ right, down int }

// carriers are the carriers by template, without the stone.
var carriers = map[Template][]offset{
	II:   cells(span{-1, 0}),
	IIIa: append([]offset{{1, 0}}, cells(span{-1, 1}, span{-2, 1})...),
	IVa:  append([]offset{{1, 0}}, cells(span{-2, 2}, span{-3, 2}, span{-4, 2})...),
}

// span is a range of cells of a row.
type span struct{ from, to int }

// cells lists cells of the rows below a stone.
func cells(rows ...span) (all []offset) {
	for i, row := range rows {
		for right := row.from; right <= row.to; right++ {
			all = append(all, offset{right, i + 1})
		}
	}
	return all
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
	for _, o := range carriers[t] {
		if mirrored {
			o.right = -o.right - o.down
		}
		c := s.cell(col+o.right, row+o.down)
		if c == hexgrid.NoCell {
			return nil
		}
		all = append(all, c)
	}
	return all
}

// Bounds of the cells around a stone, so that a board of them has at most 64.
const (
	maxCells = 32
	mostRows = 8
)

// maxPositions bounds a search of a few cells to some tens of milliseconds: templates take a fraction
// of it, and of the cells around stones hardly any are left undecided.
const maxPositions = 2_000

// holds reports whether the carrier joins the stone to the edge below with the opponent to move,
// ignoring all other cells.
func (s *view) holds(stone hexgrid.Cell, carrier []hexgrid.Cell) bool {
	joined, known := s.joins(stone, carrier, false)
	return joined && known
}

func (s *view) empty(carrier []hexgrid.Cell) bool {
	return !slices.ContainsFunc(carrier, func(c hexgrid.Cell) bool { return s.cells[c] != board.Empty })
}

// held reports whether a stone may be joined to the edge below with the opponent to move: by links,
// or within the cells below and beside it as far as the search goes. False is certain except for
// detours outside these cells.
func (s *view) held(stone hexgrid.Cell) bool {
	if s.links().reaches(stone) {
		return true
	}
	joined, known := s.joins(stone, s.surroundings(stone), false)
	return joined || !known
}

// surroundings returns cells from the row of a stone down to the edge, equally many to the left and
// to the right.
func (s *view) surroundings(stone hexgrid.Cell) (all []hexgrid.Cell) {
	_, height := s.size()
	col, row := s.place(stone)
	rows := height - row
	if rows > mostRows {
		return nil
	}
	wide := (maxCells/rows - 1) / 2
	for down := range rows {
		middle := col - (down+1)/2
		for c := middle - wide; c <= middle+wide; c++ {
			if cell := s.cell(c, row+down); cell != hexgrid.NoCell && cell != stone {
				all = append(all, cell)
			}
		}
	}
	return all
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
					better.holds(c, carrier) && !played.held(c) {
					return Finding{Kind: Broken, Stones: []hexgrid.Cell{c}, Edge: s.edge(), Template: t, Intruder: q.Last}, true
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
			stones, ok := linkedBeside(better, played, q.Better, carrier)
			if ok && !played.held(q.Played) { // the slowest check
				return Finding{Kind: Missed, Stones: stones, Edge: s.edge(), Template: t, Intruder: hexgrid.NoCell}, true
			}
		}
	}
	return Finding{}, false
}

// linkedBeside finds a stone that is linked to the better move, by touch or by bridges outside the
// carrier, and is not joined to the edge after the move played.
func linkedBeside(better, played *view, stone hexgrid.Cell, carrier []hexgrid.Cell) ([]hexgrid.Cell, bool) {
	blocked := better
	for _, c := range carrier {
		blocked = blocked.put(c, better.own.Other())
	}
	l := blocked.links()
	for c := range hexgrid.Cell(len(better.cells)) {
		if c != stone && better.cells[c] == better.own && l.joined(c, stone) && !played.held(c) {
			return []hexgrid.Cell{c}, true
		}
	}
	return nil, false
}
