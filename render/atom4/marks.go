package atom4

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

func (d *drawing) mark(at image.Point, k canvas.Mask, with canvas.Ink) {
	d.on.Blend(d.sprites.masks.Get(k, k.Paint), at, with)
}

// lastCells returns the cells of the last move: those of the changed pieces and of the placed one.
func (d *drawing) lastCells() []grid.Cell {
	last := d.p.Last()
	if last == nil {
		return nil
	}
	return append(engine.Map(last.Changed, func(c atom4.Change) grid.Cell { return c.Cell }), last.Cell)
}

// rings draws a ring around the last piece, or a halo around its tile, and a thinner ring around
// each piece that it changed.
func (d *drawing) rings(with canvas.Ink) {
	last := d.p.Last()
	if last == nil {
		return
	}
	with, stroke := d.ringOf(with)
	for _, c := range last.Changed {
		if !slices.Contains(d.p.Row(), c.Cell) {
			d.around(d.centre(c.Cell), changedRing, changedStroke, with)
		}
	}
	at := d.centre(last.Cell)
	if !d.tiles {
		d.around(at, lastRing, stroke, with)
		return
	}
	// Above adjacent tiles and slots, so that it is whole.
	d.hexagon(at, d.share(0.5+tileHalo), max(d.share(0.5-tileInside), tileLetter), with)
}

// ringOf is the ink of rings and the width of the ring around the last piece. Except in previews,
// they are muted after a win, where the winning row has rings of its own.
func (d *drawing) ringOf(with canvas.Ink) (canvas.Ink, float64) {
	if len(d.p.Row()) > 0 && with == canvas.InkText {
		return canvas.InkMuted, quietStroke
	}
	return with, lastStroke
}

// beads draws a bead of the old colour at each piece that the last move changed.
func (d *drawing) beads(with canvas.Ink) {
	last := d.p.Last()
	if last == nil {
		return
	}
	with, _ = d.ringOf(with)
	aside, small := oldAside, d.share(oldShare)
	if d.tiles { // at their corners, between letters
		aside, small = tileAside, d.share(tileOld)
	}
	sin, cos := math.Sincos(math.Pi / 6)
	for _, c := range last.Changed {
		at := d.centre(c.Cell).Add(canvas.Pt(cos*d.share(aside), sin*d.share(aside)).Round())
		d.mark(at, canvas.Mask{Kind: canvas.MaskDisc, Radius: small + d.share(changedStroke), Stroke: 0}, with)
		d.stamp(at, piece{colour: c.Old, form: bead, radius: small, ground: onText})
	}
}

// around draws a ring, whose sizes are in steps, around a piece, or frames a tile.
func (d *drawing) around(at image.Point, radius, stroke float64, with canvas.Ink) {
	if d.tiles {
		d.frameOf(at, stroke, with)
		return
	}
	d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: d.share(radius), Stroke: d.share(stroke)}, with)
}

// frameOf frames a tile with two lines: one with contrast to the lines between tiles, and inside it
// one with contrast to the tile. A mark of another ink replaces the line whose colour is more like
// it.
func (d *drawing) frameOf(at image.Point, stroke float64, with canvas.Ink) {
	wide, narrow := tileFrame*d.share(stroke), tileLine*d.share(stroke)
	outer, inner := canvas.InkText, canvas.InkGround
	if canvas.Brightness(d.Look.Background) > canvas.Brightness(d.Look.Text) {
		outer, inner = inner, outer
	}
	switch {
	case with == canvas.InkText:
	case outer == canvas.InkText:
		outer = with
	default:
		inner, wide, narrow = with, narrow, wide
	}
	rim := d.share(0.5)
	d.hexagon(at, rim, rim-wide, outer)
	d.hexagon(at, rim-wide, rim-wide-narrow, inner)
}

func (d *drawing) hexagon(at image.Point, outer, inner float64, with canvas.Ink) {
	corners := func(inner float64) []canvas.Point { return render.Hexagon(canvas.At(at), inner*2/math.Sqrt(3), false) }
	d.on.Rim(corners(outer), corners(inner), with)
}

// rowBand draws a band below the winning rows, between adjacent pieces.
func (d *drawing) rowBand() {
	row := d.p.Row()
	if d.tiles { // tiles of a row show it themselves
		return
	}
	for _, c := range row {
		d.mark(d.centre(c), canvas.Mask{Kind: canvas.MaskDisc, Radius: d.share(rowWidth / 2), Stroke: 0}, canvas.InkGreen)
		for i, next := range onwards(c.Column(), c.Row()) {
			if exists(next.X, next.Y) && slices.Contains(row, grid.At(next.X, next.Y)) {
				d.mark(d.centre(c), canvas.Mask{Kind: canvas.MaskEast + canvas.MaskKind(i), Radius: float64(d.step), Stroke: d.share(rowWidth)}, canvas.InkGreen)
			}
		}
	}
}

// rowRings draws a ring around each piece of the winning rows, above adjacent marks.
func (d *drawing) rowRings() {
	for _, c := range d.p.Row() {
		if at := d.centre(c); d.tiles {
			d.hexagon(at, d.share(0.5+rowStroke), d.share(0.5)-1, canvas.InkGreen)
		} else {
			d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: d.share(rowRing), Stroke: d.share(rowStroke)}, canvas.InkGreen)
		}
	}
}
