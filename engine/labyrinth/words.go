package labyrinth

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// PieceCount formats a number of pieces.
func PieceCount(n int) engine.Text {
	return engine.Count(n, "1 piece", "%s pieces")
}

func cellCount(n int) engine.Text {
	return engine.Count(n, "1 cell", "%s cells")
}

func (p *Position) standing() engine.Text {
	return engine.T("%s of 64 pieces lie there, and doors are open to %s.", strconv.Itoa(len(p.pieces)), cellCount(len(p.Open())))
}

// Describe implements [engine.Scene]: the open cells, and the pieces as moves name them.
func (p *Position) Describe() engine.Text {
	head := engine.T("Connexion, %s of 64 pieces lie there.", strconv.Itoa(len(p.pieces)))
	if p.day != "" {
		head = engine.T("Connexion, the puzzle of %s, %s of 64 pieces lie there.", p.day, strconv.Itoa(len(p.pieces)))
	}
	switch {
	case p.Outcome().Status == engine.Solved:
		head = engine.T("The Connexion is solved: all 64 pieces lie, and each door meets a door.")
	case len(p.pieces) == 0:
		return engine.T("Connexion, an empty board: columns a to r from the west, rows 1 to %s from the north; b and every other column lie half a cell lower. All 64 pieces are left.", strconv.Itoa(Board.Rows))
	}
	said := engine.Sentences(head, p.lastWords())
	lie, left, own := piecesWords(p.pieces), p.leftWords(), p.ownWords()
	sides, open := openWords(p.pieces)
	return engine.Fit(engine.MostDescribed,
		engine.Sentences(said, sides, lie, left, own),
		engine.Sentences(said, sides, lie, left),
		engine.Sentences(said, sides, lie),
		engine.Sentences(said, open, lie, left),
		engine.Sentences(said, open, lie))
}

// lastWords names the last piece, which the picture rings.
func (p *Position) lastWords() engine.Text {
	if len(p.pieces) == p.fixed || p.Outcome().Status != engine.Open {
		return engine.Text{}
	}
	last := p.pieces[len(p.pieces)-1]
	return engine.T("Laid last: %s on %s.", strconv.Itoa(last.Doors.Number()), last.Name())
}

// ownWords names the pieces of a puzzle that can be removed.
func (p *Position) ownWords() engine.Text {
	if p.fixed == 0 || p.fixed == len(p.pieces) {
		return engine.Text{}
	}
	return engine.T("You laid %s; the others are the puzzle's.", piecesAt(p.pieces[p.fixed:]))
}

// openWords names the open cells: with the sides where a piece there needs doors, and without.
func openWords(pieces []board.Piece) (sides, alone engine.Text) {
	at := map[board.Cell]board.Doors{}
	for _, p := range pieces {
		at[p.Cell] = p.Doors
	}
	open := board.Open(pieces, at)
	if len(open) == 0 {
		none := engine.T("No door is open.")
		return none, none
	}
	names, list := make([]string, len(open)), make([]engine.Text, len(open))
	for i, c := range open {
		must, _ := board.Constraints(at, c)
		names[i], list[i] = c.Name(), engine.T("%s %s", c.Name(), sidesOf(must))
	}
	count := cellCount(len(list))
	return engine.T("Doors are open to %s; there a piece needs doors on these sides: %s.", count, engine.List(", ", list)),
		engine.T("Doors are open to %s: %s.", count, strings.Join(names, ", "))
}

// leftWords lists the pieces that are left, if they are fewer than those placed.
func (p *Position) leftWords() engine.Text {
	left := p.Left()
	if len(left) == 0 || len(left) > len(p.pieces) {
		return engine.Text{}
	}
	return engine.T("Left: %s.", engine.Numbers(" ", numbers(left)))
}

// numbers returns the numbers of the pieces' hexagrams.
func numbers(list []board.Doors) []int { return engine.Map(list, board.Doors.Number) }

// sidesOf names the sides of doors as points of the compass: "N SE".
func sidesOf(d board.Doors) engine.Text {
	var list []engine.Text
	for s, letters := range [board.Sides]engine.Text{
		engine.T("N"), engine.T("NE"), engine.T("SE"), engine.T("S"), engine.T("SW"), engine.T("NW"),
	} {
		if d.Has(board.Side(s)) {
			list = append(list, letters)
		}
	}
	return engine.List(" ", list)
}

// piecesWords lists pieces by group, the largest group first.
func piecesWords(pieces []board.Piece) engine.Text {
	lists := engine.Map(board.Groups(pieces), func(g board.Part) string {
		return piecesAt(engine.Map(g.Pieces, func(i int) board.Piece { return pieces[i] }))
	})
	if len(lists) == 1 {
		return engine.T("The pieces, all in one group: %s.", lists[0])
	}
	return engine.T("The pieces, in %s groups: %s.", strconv.Itoa(len(lists)), strings.Join(lists, "; "))
}

// piecesAt lists pieces row by row, as moves name them: "23 c5, 1 d5".
func piecesAt(pieces []board.Piece) string {
	sorted := slices.Clone(pieces)
	slices.SortFunc(sorted, func(a, b board.Piece) int { return board.InOrder(a.Cell, b.Cell) })
	return strings.Join(engine.Map(sorted, func(p board.Piece) string { return strconv.Itoa(p.Doors.Number()) + " " + p.Name() }), ", ")
}

// Describe implements [engine.Scene]: the caption, and the pieces with their cells or, in a loose
// picture, with their doors.
func (p Picture) Describe() engine.Text {
	caption := engine.T("%s.", p.Caption)
	if p.Caption.Empty() {
		caption = engine.T("Connexion, %s.", PieceCount(len(p.Pieces)))
	}
	if p.Loose {
		sides, alone := looseWords(p.Pieces)
		return engine.Fit(engine.MostDescribed, engine.T("%s Each with the sides that have doors: %s.", caption, sides), engine.T("%s By number: %s.", caption, alone))
	}
	if len(p.Pieces) == 0 {
		return engine.T("%s The board is empty.", caption)
	}
	named, marked := piecesWords(p.Pieces), p.marksWords()
	sides, open := openWords(p.Pieces)
	if p.Plain {
		named = engine.T("%s Columns are lettered from the west, rows numbered from the north.", named)
	}
	return engine.Fit(engine.MostDescribed,
		engine.Sentences(caption, marked, sides, named), engine.Sentences(caption, marked, open, named),
		engine.Sentences(caption, open, named), engine.Sentences(caption, named), caption)
}

func (p Picture) marksWords() engine.Text {
	var said engine.Text
	for colour := range ColourCount {
		var list []string
		for _, m := range p.Marks {
			if slices.Contains(m.Colours, colour) {
				list = append(list, strconv.Itoa(m.Doors.Number()))
			}
		}
		if len(list) > 0 {
			said = engine.Sentences(said, engine.T("%s: %s.", colour.Title(), strings.Join(list, " ")))
		}
	}
	return said
}

// looseWords lists pieces by number, with the sides that have doors and without.
func looseWords(pieces []board.Piece) (sides engine.Text, alone string) {
	list, names := make([]engine.Text, len(pieces)), make([]string, len(pieces))
	for i, p := range pieces {
		has := sidesOf(p.Doors)
		switch p.Doors {
		case 0:
			has = engine.T("none")
		case board.AllDoors:
			has = engine.T("all")
		}
		names[i] = strconv.Itoa(p.Doors.Number())
		list[i] = engine.T("%s %s", names[i], has)
	}
	return engine.List(", ", list), strings.Join(names, " ")
}

// Describe implements [engine.Scene]: the values of the bars.
func (s Stats) Describe() engine.Text {
	head := engine.T("Bars for %s solutions. By number of groups, which is also that of holes: %s.", engine.Thousands(s.Solutions), s.shares(s.Groups))
	middle := engine.T("The largest group has %s pieces at least, %s at most, %s in the middle.", s.quantile(0), s.quantile(1), s.quantile(0.5))
	return engine.Fit(engine.MostDescribed,
		engine.T("%s %s By pieces in it: %s.", head, middle, s.shares(s.Largest)), engine.Sentences(head, middle))
}
