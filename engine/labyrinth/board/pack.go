package board

import (
	"image"
	"slices"
)

// Part is a set of pieces that keep their relative places in a layout.
type Part struct {
	Pieces []int  // indices in the list of all pieces
	Cells  []Cell // their cells, in the same order
	Fixed  bool   // the part must not be moved
}

type packing struct {
	frame   Frame
	blocked []bool // covered, or beside a covered cell
	box     image.Rectangle
}

// boxOf returns the range of columns and heights that cells cover.
func boxOf(cells []Cell) (box image.Rectangle) {
	for _, c := range cells {
		box = box.Union(image.Rect(c.Q, c.Height(), c.Q+1, c.Height()+1))
	}
	return box
}

// Pack moves the parts that are not fixed onto the board, in place, so that no two touch. It is
// greedy: the largest part first, into the middle, each to where the bounding box of all grows
// least. It reports whether all fit; if not, some have been moved.
func Pack(parts []Part, frame Frame) bool {
	p := &packing{frame: frame, blocked: make([]bool, frame.Cols*frame.Rows)}
	var order []int
	for i, part := range parts {
		if part.Fixed {
			p.cover(part.Cells)
		} else {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(parts[b].Cells) - len(parts[a].Cells) })
	for _, i := range order {
		if !p.move(parts[i].Cells) {
			return false
		}
		p.cover(parts[i].Cells)
	}
	return true
}

func (p *packing) cover(cells []Cell) {
	p.box = p.box.Union(boxOf(cells))
	for _, c := range cells {
		p.block(c)
		for s := range Side(Sides) {
			p.block(c.Next(s))
		}
	}
}

func (p *packing) block(c Cell) {
	if p.frame.Has(c) {
		p.blocked[c.Row()*p.frame.Cols+c.Column()] = true
	}
}

func (p *packing) move(cells []Cell) bool {
	own := boxOf(cells)
	best, least := Cell{}, -1
	for q := -own.Min.X; q <= p.frame.Cols-own.Max.X; q++ {
		// top is the new height of the uppermost cell; q decides its parity
		for top := (own.Min.Y + q) & 1; top <= 2*p.frame.Rows-own.Dy(); top += 2 {
			by := Cell{q, (top - own.Min.Y - q) / 2}
			cost := p.cost(own.Add(image.Pt(q, by.Height())))
			if (least < 0 || cost < least) && p.free(cells, by) {
				best, least = by, cost
			}
		}
	}
	for i := range cells {
		cells[i] = cells[i].Add(best)
	}
	return least >= 0
}

func (p *packing) free(cells []Cell, by Cell) bool {
	for _, c := range cells {
		c = c.Add(by)
		if !p.frame.Has(c) || p.blocked[c.Row()*p.frame.Cols+c.Column()] {
			return false
		}
	}
	return true
}

// cost weighs first the area of the bounding box with a part, then the part's distance from the
// middle.
func (p *packing) cost(part image.Rectangle) int {
	const far = 1 << 12
	all := p.box.Union(part)
	area := all.Dx() * (all.Dy() + 1)
	return area*far + abs(part.Min.X+part.Max.X-p.frame.Cols) + abs(part.Min.Y+part.Max.Y-2*p.frame.Rows)/2
}

// Move moves pieces to the cells of their parts.
func Move(pieces []Piece, parts []Part) {
	for _, part := range parts {
		for j, i := range part.Pieces {
			pieces[i].Cell = part.Cells[j]
		}
	}
}

// Tidy returns a copy with the groups of a solution close together, from a1 on.
func Tidy(pieces []Piece) []Piece {
	parts := Groups(pieces)
	const room = 2 * Pieces
	if !Pack(parts, Frame{room, room}) {
		return Normalize(pieces)
	}
	tidy := slices.Clone(pieces)
	Move(tidy, parts)
	return Normalize(tidy)
}

// Normalize returns a copy that begins in column a and row 1.
func Normalize(pieces []Piece) []Piece {
	moved := slices.Clone(pieces)
	left := slices.MinFunc(moved, func(a, b Piece) int { return a.Column() - b.Column() }).Column()
	for i := range moved {
		moved[i].Q -= left
	}
	top := slices.MinFunc(moved, func(a, b Piece) int { return a.Row() - b.Row() }).Row()
	for i := range moved {
		moved[i].R -= top
	}
	return moved
}

// FrameOf returns the smallest board from a1 on that holds the pieces.
func FrameOf(pieces []Piece) Frame {
	box := Bounds(pieces, nil)
	return Frame{box.Max.X, box.Max.Y}
}
