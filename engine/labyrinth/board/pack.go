package board

import "slices"

// Part is a set of pieces that keep their relative places in a layout.
type Part struct {
	Pieces []int  // indices in the list of all pieces
	Cells  []Cell // their cells, in the same order
	Fixed  bool   // the part must not be moved
}

type packing struct {
	frame   Frame
	blocked []bool // covered, or beside a covered cell
	box     box
}

// box is a range of columns and heights, both ends included.
type box struct{ left, right, top, bottom int }

var nowhere = box{left: 1 << 20, right: -1 << 20, top: 1 << 20, bottom: -1 << 20}

func (b box) with(c Cell) box {
	return box{min(b.left, c.Q), max(b.right, c.Q), min(b.top, c.Height()), max(b.bottom, c.Height())}
}

func boxOf(cells []Cell) box {
	b := nowhere
	for _, c := range cells {
		b = b.with(c)
	}
	return b
}

// Pack moves the parts that are not fixed onto the board, in place, so that no two touch. It is
// greedy: the largest part first, into the middle, each to where the bounding box of all grows
// least. It reports whether all fit; if not, some have been moved.
func Pack(parts []Part, frame Frame) bool {
	p := &packing{frame: frame, blocked: make([]bool, frame.Cols*frame.Rows), box: nowhere}
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
	for _, c := range cells {
		p.box = p.box.with(c)
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
	for q := -own.left; q < p.frame.Cols-own.right; q++ {
		// top is the new height of the uppermost cell; q decides its parity
		for top := (own.top + q) & 1; top < 2*p.frame.Rows-(own.bottom-own.top); top += 2 {
			by := Cell{q, (top - own.top - q) / 2}
			cost := p.cost(own, by)
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

// cost weighs first the area of the bounding box, then the part's distance from the middle.
func (p *packing) cost(own box, by Cell) int {
	const far = 1 << 12
	height := by.Height()
	b := box{
		min(p.box.left, own.left+by.Q), max(p.box.right, own.right+by.Q),
		min(p.box.top, own.top+height), max(p.box.bottom, own.bottom+height),
	}
	area := (b.right - b.left + 1) * (b.bottom - b.top + 2)
	return area*far + abs(own.left+own.right+2*by.Q-p.frame.Cols+1) + abs(own.top+own.bottom+2*height-2*p.frame.Rows+1)/2
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
	var f Frame
	for _, p := range pieces {
		f = Frame{max(f.Cols, p.Column()+1), max(f.Rows, p.Row()+1)}
	}
	return f
}
