// Package pattern says in the words of Hex why a move was a mistake, where the board proves
// it: a bridge or an edge template that was broken into and not saved, an edge template
// that was not made, a ladder without an escape.
//
// What is said holds whatever the opponent does. A template is one only where its whole
// carrier was empty, and an exact search of the carrier has found the answer to every
// intrusion; it was lost only where the same search finds that the opponent, to move, can
// cut it off there, and stones and bridges do not join it in another way. A ladder is
// played out on the board.
//
// Whether the move was a mistake at all is not known here: a search has found that. The
// package follows the names of HexWiki. Each colour is seen as if it joined top and bottom,
// with the edge that matters at the bottom, see [seat].
package pattern

import (
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Kind is what a finding is about.
type Kind int

// The kinds.
const (
	// Bridge: the opponent had broken into the bridge between Stones, and Better would have
	// saved it.
	Bridge Kind = iota + 1
	// Broken: the opponent had broken into the Template of Stones[0] at Edge, and Better
	// would have saved it.
	Broken
	// Missed: at Better a stone would have been linked to Stones[0], and joined to Edge by
	// Template.
	Missed
	// Ladder: the move pushes a ladder along Edge that finds no escape.
	Ladder
)

// Edge is one of the four of the board.
type Edge int

// The edges.
const (
	Top Edge = iota
	Bottom
	Left
	Right
)

// Finding is why a move was a mistake.
type Finding struct {
	Kind     Kind
	Stones   []hexgrid.Cell
	Edge     Edge
	Template Template
	// Intruder is the opponent's stone that broke into a bridge or a template, else
	// [hexgrid.NoCell].
	Intruder hexgrid.Cell
	// Line is how a ladder goes on: the forced answer to the move, the next push, and so on
	// to the last answer.
	Line []hexgrid.Cell
}

// Question is a move that was a mistake.
type Question struct {
	Board *board.Board // before the move; it is not changed
	Mover board.Colour
	// Last is the opponent's last stone, or [hexgrid.NoCell].
	Last hexgrid.Cell
	// Played is the move, Better another that a search prefers or [hexgrid.NoCell].
	Played, Better hexgrid.Cell
}

// Explain finds out why a move was a mistake; ok is false where nothing is proved.
func Explain(q Question) (f Finding, ok bool) {
	for _, find := range []func(Question) (Finding, bool){brokenBridge, brokenTemplate, ladder, missedTemplate} {
		if f, ok = find(q); ok {
			return f, true
		}
	}
	return Finding{}, false
}

// seat is a board as a colour sees it that joins top and bottom, with one of its edges at
// the bottom. Columns and rows are exchanged for the colour that joins left and right, and
// the board is turned by a half for the edge at the top or the left. Its stones may differ
// from those of the board.
type seat struct {
	board      *board.Board
	cells      []board.Colour
	own        board.Colour
	transposed bool
	turned     bool
}

// seats are the two ways to look at a board for a colour.
func seats(b *board.Board, own board.Colour) [2]*seat {
	transposed := own != b.TopBottom()
	return [2]*seat{
		{b, b.Cells(), own, transposed, false},
		{b, b.Cells(), own, transposed, true},
	}
}

// edge is the one at the bottom.
func (s *seat) edge() Edge {
	switch {
	case s.transposed && s.turned:
		return Left
	case s.transposed:
		return Right
	case s.turned:
		return Top
	}
	return Bottom
}

// size is how many columns and rows are seen.
func (s *seat) size() (width, height int) {
	if s.transposed {
		return s.board.Height(), s.board.Width()
	}
	return s.board.Width(), s.board.Height()
}

// cell is that at a column and a row as seen, or [hexgrid.NoCell].
func (s *seat) cell(col, row int) hexgrid.Cell {
	width, height := s.size()
	if s.turned {
		col, row = width-1-col, height-1-row
	}
	if s.transposed {
		col, row = row, col
	}
	return s.board.Grid().At(col, row)
}

// place is the column and the row of a cell as seen.
func (s *seat) place(c hexgrid.Cell) (col, row int) {
	col, row = s.board.Grid().Column(c), s.board.Grid().Row(c)
	if s.transposed {
		col, row = row, col
	}
	if s.turned {
		width, height := s.size()
		col, row = width-1-col, height-1-row
	}
	return col, row
}

// links are those of the own colour.
type links struct {
	field.Links
	f *field.Field
	s *seat
}

// links surveys what stones and bridges join.
func (s *seat) links() *links {
	l := &links{f: field.New(s.board.Width(), s.board.Height(), s.cells, s.board.TopBottom(), s.own), s: s}
	l.Survey(l.f, uint8(s.own))
	return l
}

func (l *links) point(c hexgrid.Cell) field.Point {
	return l.f.At(l.s.board.Grid().Column(c), l.s.board.Grid().Row(c))
}

// joined reports whether two own stones are linked.
func (l *links) joined(a, b hexgrid.Cell) bool { return l.Joined(l.point(a), l.point(b)) }

// reaches reports whether an own stone is linked to the edge at the bottom.
func (l *links) reaches(c hexgrid.Cell) bool { return l.Reaches(l.point(c), !l.s.turned) }

// put returns the same seat with one more stone.
func (s *seat) put(c hexgrid.Cell, colour board.Colour) *seat {
	after := *s
	after.cells = append([]board.Colour(nil), s.cells...)
	after.cells[c] = colour
	return &after
}
