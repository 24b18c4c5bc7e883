package ade

import (
	"image"
	"image/color"
	"math"
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the map of a sequence, in pixels.
const (
	legendHigh = 56
	swatchWide = 72
	swatchHigh = 36
	heatSteps  = 6
)

// heats are the colours of numbers, from small ones up. The middle of the scale is left out, on
// which neither dark nor light digits would stand out.
func heats(l *canvas.Look) (list [heatSteps]color.RGBA) {
	if flowInk(l) == canvas.InkLit {
		for i, share := range []float64{0.1, 0.24, 0.38, 0.7, 0.85, 1} {
			list[i] = canvas.Mix(canvas.RGB(0x4e2f0a), l.Lit, share)
		}
		return list
	}
	for i, share := range []float64{0.4, 0.7, 1} {
		list[i], list[i+3] = canvas.Mix(l.Cell, l.Lit, share), canvas.Mix(l.Lit, canvas.RGB(0x722c00), 0.44+0.5*share)
	}
	return list
}

// legendHeight is the room below a map for what its colours mean.
func (s *sheet) legendHeight() int {
	if s.key.asMap {
		return legendHigh
	}
	return 0
}

// cells draws a row of cells for each layer: what fires in the colour of its number, with the
// number if all have room.
func (d *sequenceDrawing) cells(rows int) {
	scale, gap := heats(d.look), max(1, min(2, int(d.step/16)))
	box := func(row, node int) image.Rectangle {
		half := int(d.step) / 2
		x, top := int(d.column[node]), sequenceHead+row*d.high
		return image.Rect(x-half, top, x-half+int(d.step), top+d.high).Inset(gap)
	}
	for row := range rows {
		for _, node := range d.nodes {
			d.on.Bar(box(row, node), canvas.InkCell)
		}
	}
	most := logarithm(d.most())
	d.each(func(row, node int, n *big.Int) {
		heat := scale[heatOf(n, most)]
		d.on.Fill(box(row, node), heat)
		if d.digits > 0 {
			canvas.Centred(d.on, d.small, canvas.Pt(d.column[node], d.middle(row)), graph.Short(n, d.digits), inkOn(d.look, heat))
		}
	})
	d.legend(scale)
}

// heatOf is the step of a number on a scale of logarithms up to the largest.
func heatOf(n *big.Int, most float64) int {
	if most == 0 {
		return 0
	}
	return int(math.Round(min(1, logarithm(n)/most) * (heatSteps - 1)))
}

// legend writes the least and the largest number beside the scale of colours.
func (d *sequenceDrawing) legend(scale [heatSteps]color.RGBA) {
	low, high := "1", graph.Short(d.most(), longestShort)
	y := d.on.Rect.Max.Y - canvas.CaptionHeight - legendHigh/2
	left := (d.width - heatSteps*swatchWide) / 2
	for i, c := range scale {
		x := left + i*swatchWide
		d.on.Fill(image.Rect(x, y-swatchHigh/2, x+swatchWide-2, y+swatchHigh/2), c)
	}
	baseline := float64(y) + d.small.CapHeight()/2
	d.on.Text(d.small, canvas.Pt(float64(left)-12-d.small.Measure(low), baseline), low, canvas.InkLabel)
	d.on.Text(d.small, canvas.Pt(float64(left+heatSteps*swatchWide)+12, baseline), high, canvas.InkLabel)
}
