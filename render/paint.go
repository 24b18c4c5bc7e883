package render

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"
)

// fill is the ground of a cell.
type fill uint8

const weightShades = 5 // the rim's and four more

// The fills, in groups.
const (
	fillWeight  fill = 0                          // + shade; plain boards have shade 0
	fillVisited fill = fillWeight + weightShades  // + shade
	fillTint    fill = fillVisited + weightShades // + chain, modulo tintCount
	fillHeat    fill = fillTint + tintCount       // + step from 1, less one
	fillBand    fill = fillHeat + heatSteps       // no cell at all, but the caption's band
	fillCount        = fillBand + 1
)

// colour of a fill.
func (l *look) fill(f fill) color.RGBA {
	shade := func(f fill) color.RGBA { return mix(l.cell, l.heavy, float64(f)/(weightShades-1)) }
	switch {
	case f < fillVisited:
		return shade(f - fillWeight)
	case f < fillTint:
		return mix(shade(f-fillVisited), l.visited, visitedShare)
	case f < fillHeat:
		return mix(l.cell, l.tints[f-fillTint], tintOpacity)
	case f < fillBand:
		return mix(l.cell, l.heat, float64(f-fillHeat+1)/heatSteps)
	default:
		return l.band
	}
}

// stone is what lies on a cell.
type stone uint8

const (
	noStone stone = iota
	redStone
	blueStone
	redGhost // a stone that might come
	blueGhost
	stoneCount
)

func (l *look) gem(s stone) gem {
	if s == blueStone || s == blueGhost {
		return l.blue
	}
	return l.red
}

// paintTile paints a cell and its stone, in a box around it. Its neighbours are
// painted in the order in which boards are, so that lines come out the same. The
// context holds them whole, since package gg draws coarser curves on larger ones.
func (l *look) paintTile(h honeycomb, f fill, on stone) *image.RGBA {
	box := h.cellBox()
	around := box.Inset(-2 * h.width)
	h.origin = image.Point{}.Sub(around.Min)
	dc := gg.NewContext(around.Dx(), around.Dy())
	for row := -1; row <= 1; row++ {
		for col := -1; col <= 1; col++ {
			l.paintGround(dc, h, h.centre(col, row), f)
		}
	}
	l.paintStone(dc, h, h.origin, on)
	img, _ := rgba(dc).SubImage(box.Add(h.origin)).(*image.RGBA)
	return img
}

// paintGround paints a cell without its stone.
func (l *look) paintGround(dc *gg.Context, h honeycomb, centre image.Point, f fill) {
	if f < fillBand {
		l.paintCell(dc, h, centre, f)
		return
	}
	dc.SetColor(l.band)
	b := h.cellBox().Add(centre)
	dc.DrawRectangle(float64(b.Min.X), float64(b.Min.Y), float64(b.Dx()), float64(b.Dy()))
	dc.Fill()
}

func (l *look) paintCell(dc *gg.Context, h honeycomb, centre image.Point, f fill) {
	for which := range cornerCount {
		v := h.corner(centre, which)
		dc.LineTo(v.x, v.y)
	}
	dc.ClosePath()
	dc.SetColor(l.fill(f))
	dc.FillPreserve()
	dc.SetColor(l.line)
	dc.SetLineWidth(max(minimumLine, h.scale(lineShare)))
	dc.Stroke()
}

// paintStone paints a stone.
func (l *look) paintStone(dc *gg.Context, h honeycomb, centre image.Point, s stone) {
	switch s {
	case redStone, blueStone:
		l.paintShadow(dc, h, centre)
		l.gem(s).paint(dc, h, centre)
	case redGhost, blueGhost:
		l.gem(s).paintGhost(dc, h, centre)
	case noStone, stoneCount:
	}
}

// paint paints a shaded stone, lit from the upper left.
func (g gem) paint(dc *gg.Context, h honeycomb, centre image.Point) {
	x, y, r := float64(centre.X), float64(centre.Y), h.scale(stoneShare)
	body := gg.NewRadialGradient(x-r*0.34, y-r*0.42, r*0.04, x-r*0.12, y-r*0.16, r*1.22)
	body.AddColorStop(0, g.light)
	body.AddColorStop(0.5, g.base)
	body.AddColorStop(1, g.dark)
	dc.SetFillStyle(body)
	g.outline(dc, x, y, h)
	dc.Fill()
}

// paintGhost paints a flat, partly transparent stone.
func (g gem) paintGhost(dc *gg.Context, h honeycomb, centre image.Point) {
	dc.SetColor(fade(g.base, ghostOpacity))
	g.outline(dc, float64(centre.X), float64(centre.Y), h)
	dc.Fill()
}

// outline makes the path of a stone.
func (g gem) outline(dc *gg.Context, x, y float64, h honeycomb) {
	if g.square {
		half := h.scale(squareShare)
		dc.DrawRoundedRectangle(x-half, y-half, 2*half, 2*half, h.scale(squareCorner))
	} else {
		dc.DrawCircle(x, y, h.scale(stoneShare))
	}
}

// paintShadow paints the soft shadow under a stone. It stays within the cell.
func (l *look) paintShadow(dc *gg.Context, h honeycomb, centre image.Point) {
	x, y, r := float64(centre.X), float64(centre.Y)+h.scale(shadowDrop), h.scale(shadowShare)
	soft := gg.NewRadialGradient(x, y, r*0.72, x, y, r)
	soft.AddColorStop(0, fade(l.shadow, shadowOpacity))
	soft.AddColorStop(1, fade(l.shadow, 0))
	dc.SetFillStyle(soft)
	dc.DrawCircle(x, y, r)
	dc.Fill()
}
