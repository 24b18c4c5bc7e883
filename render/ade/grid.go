package ade

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// grid is the grid of an arrangement, at most 64 cells in rows, with precomputed lines between all
// pairs of cells. Columns are half a unit wide, so that nodes can be offset between rows.
type grid struct {
	columns, rows int
	lines         []line   // from each cell to each
	nextTo        []uint64 // of each cell: the cells too close to hold another node
}

// line is a line between two cells, with sets of cells.
type line struct {
	cost        int    // by its length and slope
	ends        uint64 // both
	left, right uint64 // on either side
	on          uint64 // from end to end
	over, near  uint64 // cells whose nodes would touch it, or nearly
}

// rowHeight is the height of a row, in columns.
const rowHeight = 2.2

// newGrid returns a grid of so many rows with room for n nodes.
func newGrid(n, rows int) grid {
	g := grid{columns: 2*((n+rows-1)/rows) + 3, rows: rows}
	cells := g.columns * rows
	g.lines = make([]line, cells*cells)
	for p := range cells {
		next := uint64(0)
		if p%g.columns > 0 {
			next |= 1 << (p - 1)
		}
		if (p+1)%g.columns > 0 {
			next |= 1 << (p + 1)
		}
		g.nextTo = append(g.nextTo, next)
		for q := range p {
			g.lines[p*cells+q] = g.newLine(p, q)
			g.lines[q*cells+p] = g.lines[p*cells+q]
		}
	}
	return g
}

// between is the index of the line between two cells.
func (g *grid) between(p, q int) int { return p*len(g.nextTo) + q }

func (g *grid) point(c int) canvas.Point {
	return canvas.Pt(float64(c%g.columns), float64(c/g.columns)*rowHeight)
}

func (g *grid) newLine(p, q int) line {
	px, py, qx, qy := p%g.columns, p/g.columns, q%g.columns, q/g.columns
	from, to := g.point(p), g.point(q)
	l := line{ends: 1<<p | 1<<q, cost: int(costLength * ((from.X-to.X)*(from.X-to.X) + (from.Y-to.Y)*(from.Y-to.Y)) / 4)}
	if px != qx && py != qy {
		l.cost += costSlanted
	}
	for c := range g.columns * g.rows {
		x, y := c%g.columns, c/g.columns
		within := x >= min(px, qx) && x <= max(px, qx) && y >= min(py, qy) && y <= max(py, qy)
		switch side := (qx-px)*(y-py) - (qy-py)*(x-px); {
		case side < 0:
			l.left |= 1 << c
		case side > 0:
			l.right |= 1 << c
		case within:
			l.on |= 1 << c
		}
		if c == p || c == q || y < min(py, qy) || y > max(py, qy) || x+1 < min(px, qx) || x-1 > max(px, qx) {
			continue // rows are far enough apart
		}
		switch far := apart(g.point(c), from, to); {
		case far < 0.8:
			l.over |= 1 << c
		case far < 1.1:
			l.near |= 1 << c
		}
	}
	return l
}

// passing is the penalty of a line that passes close to nodes.
func (l *line) passing(nodes uint64) int {
	if (l.over|l.near)&nodes == 0 {
		return 0
	}
	return costOver*bits.OnesCount64(l.over&nodes) + costNear*bits.OnesCount64(l.near&nodes)
}

// crosses reports whether two lines between cells have a common point.
func (l *line) crosses(m *line) bool {
	switch {
	case l.left&m.ends == m.ends, l.right&m.ends == m.ends, m.left&l.ends == l.ends, m.right&l.ends == l.ends:
		return false
	case (l.left|l.right)&m.ends != 0: // not collinear
		return true
	}
	return l.on&m.ends != 0 || m.on&l.ends != 0
}
