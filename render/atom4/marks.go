package atom4

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// legal draws a small hollow dot on each vertex where a piece may be placed.
func (d *drawing) legal() {
	for _, c := range d.p.Legal() {
		if d.shows(c.Column(), c.Row()) {
			d.on.Legal(canvas.At(d.centre(c)), d.share(0.5))
		}
	}
}

// last marks the piece placed last, and with a thin ring each piece that it changed but has not won.
func (d *drawing) last() {
	last := d.p.Last()
	if last == nil {
		return
	}
	for _, c := range last.Changed {
		if !slices.Contains(d.p.Row(), c.Cell) {
			d.on.Ring(canvas.At(d.centre(c.Cell)), d.share(newsRing), max(3, d.share(newsStroke)), false, canvas.InkText)
		}
	}
	d.on.Last(d.ring(last.Cell, lastRing))
}

// won draws a band through the winning rows, above their neighbours, and their pieces on it.
func (d *drawing) won() {
	for _, line := range lines(d.p.Row()) {
		d.on.WonLine(engine.Map(line, func(c grid.Cell) canvas.Point { return canvas.At(d.centre(c)) }), d.share(rowWidth))
	}
	for _, c := range d.p.Row() {
		d.stamp(d.centre(c), piece{colour: d.p.At(c), radius: d.share(pieceShare), ground: onRow})
	}
}

// lines splits the pieces of winning rows into their rows, each from end to end.
func lines(row []grid.Cell) (list [][]grid.Cell) {
	for axis := range 3 {
		next := func(c grid.Cell) (grid.Cell, bool) {
			to := onwards(c.Column(), c.Row())[axis]
			return grid.At(to.X, to.Y), exists(to.X, to.Y) && slices.Contains(row, grid.At(to.X, to.Y))
		}
		follows := map[grid.Cell]bool{}
		for _, c := range row {
			if to, ok := next(c); ok {
				follows[to] = true
			}
		}
		for _, c := range row {
			if follows[c] {
				continue
			}
			line := []grid.Cell{c}
			for to, ok := next(c); ok; to, ok = next(to) {
				line = append(line, to)
			}
			if len(line) >= grid.RowLength {
				list = append(list, line)
			}
		}
	}
	return list
}

// ghost draws a piece that is not on the board, or not in this colour: its outline, and in it the
// colour's letter or the number of its move.
func (d *drawing) ghost(c grid.Cell, colour grid.Colour, sign string) {
	at, radius := canvas.At(d.centre(c)), d.share(pieceShare)
	d.on.Disc(at, radius, false, canvas.Solid, canvas.InkGround)
	d.on.GhostOf(at, d.share(ghostRing), looksOf(d.Look).seen(colour, d.Look.Background))
	if d.lettered() {
		canvas.Centred(d.on, d.label, at, sign, canvas.InkText)
	}
}

// continuation draws the expected moves as ghosts with their numbers, if there is room for these; the
// first is the advice.
func (d *drawing) continuation(moves []grid.Cell) {
	for i, c := range moves {
		switch {
		case !d.shows(c.Column(), c.Row()):
			return
		case i > 0:
			d.ghost(c, d.p.Ahead(i), strconv.Itoa(i+1))
		case d.lettered():
			d.on.Hint(d.ring(c, hintRing), 1)
		default:
			d.on.Hint(d.ring(c, hintRing), 0)
		}
	}
}

// lettered reports whether pieces on the board have room for letters.
func (f frame) lettered() bool { return f.share(pieceShare) >= leastLettered }
