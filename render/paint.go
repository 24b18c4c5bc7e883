package render

import (
	"image"
	"image/color"
	"math"

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

// fade makes a colour partly transparent.
func fade(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(math.Round(opacity * 0xff))}
}

// shape is something drawn in one ink: a mark, or a piece of a line.
type shape uint8

const (
	shapeRing      shape = iota // on the stone placed last
	shapeDot                    // a chain's root
	shapeDotRim                 // around it
	shapeOutline                // around a suggested stone
	shapeSwap                   // on the stone that a swap brought
	shapeJoint                  // of a chain
	shapeJointHalo              // around it
	shapeEast                   // a chain's piece to the next cell on the right,
	shapeSouthEast              // to the lower right
	shapeSouthWest              // and lower left
	shapeEastHalo
	shapeSouthEastHalo
	shapeSouthWestHalo
	shapeAcross // arrow between left and right, in a caption
	shapeDown   // arrow between top and bottom
	shapeTick   // on a cell that is a proved win
	shapeCross  // on one that is a proved loss, or a move that was none too good
	shapeCount
)

// paint draws the shape around a centre in the context's colour.
func (s shape) paint(dc *gg.Context, h honeycomb, centre image.Point) {
	x, y := float64(centre.X), float64(centre.Y)
	disc := func(share float64) { dc.DrawCircle(x, y, h.scale(share)); dc.Fill() }
	switch s {
	case shapeRing:
		dc.SetLineWidth(h.scale(ringStroke))
		dc.DrawCircle(x, y, h.scale(ringShare))
		dc.Stroke()
	case shapeOutline:
		dc.SetLineWidth(h.scale(outlineStroke))
		dc.DrawCircle(x, y, h.scale(stoneShare))
		dc.Stroke()
	case shapeDot:
		disc(dotShare)
	case shapeDotRim:
		disc(dotShare + dotRim)
	case shapeJoint:
		disc(jointShare)
	case shapeJointHalo:
		disc(jointHalo)
	case shapeSwap:
		paintSwap(dc, x, y, h.scale(swapShare), h.scale(swapStroke))
	case shapeEast, shapeSouthEast, shapeSouthWest:
		paintPiece(dc, h, centre, s-shapeEast, h.scale(chainShare))
	case shapeEastHalo, shapeSouthEastHalo, shapeSouthWestHalo:
		paintPiece(dc, h, centre, s-shapeEastHalo, h.scale(chainHalo))
	case shapeAcross:
		paintArrow(dc, x, y, h.scale(arrowShare/captionStone), 0, h.scale(arrowStroke/captionStone))
	case shapeDown:
		paintArrow(dc, x, y, 0, h.scale(arrowShare/captionStone), h.scale(arrowStroke/captionStone))
	case shapeTick:
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.9, 0.1}, {-0.25, 0.75}, {0.95, -0.75}})
	case shapeCross:
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.75, -0.75}, {0.75, 0.75}})
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.75, 0.75}, {0.75, -0.75}})
	case shapeCount:
	}
}

// paintStrokes paints a line through points, given in units of a scale around a centre.
func paintStrokes(dc *gg.Context, stroke, x, y, scale float64, points [][2]float64) {
	for _, p := range points {
		dc.LineTo(x+scale*p[0], y+scale*p[1])
	}
	dc.SetLineWidth(stroke)
	dc.SetLineCapRound()
	dc.Stroke()
	dc.SetLineCapButt()
}

// box is the shape's bounding box around its centre: a piece of a chain reaches
// into the next cell.
func (s shape) box(h honeycomb) image.Rectangle {
	b := h.cellBox()
	if s >= shapeEast && s <= shapeSouthWestHalo {
		b = image.Rect(b.Min.X-h.width, b.Min.Y, b.Max.X+h.width, b.Max.Y+h.pitch)
	}
	return b
}

// paintPiece paints a line from a centre to the next: direction 0 east, 1 south-east,
// 2 south-west.
func paintPiece(dc *gg.Context, h honeycomb, from image.Point, direction shape, width float64) {
	to := [...]image.Point{{h.width, 0}, {h.width / 2, h.pitch}, {-h.width / 2, h.pitch}}[direction].Add(from)
	dc.SetLineWidth(width)
	dc.SetLineCapRound()
	dc.DrawLine(float64(from.X), float64(from.Y), float64(to.X), float64(to.Y))
	dc.Stroke()
	dc.SetLineCapButt()
}

// paintSwap paints two arrows in opposite directions.
func paintSwap(dc *gg.Context, x, y, half, stroke float64) {
	gap := half * 0.42
	for _, side := range [...]float64{1, -1} {
		from, to, level := x-side*half, x+side*half, y-side*gap
		dc.SetLineWidth(stroke)
		dc.DrawLine(from, level, to-side*stroke, level)
		dc.Stroke()
		paintHead(dc, to, level, side, 0, half*0.6)
	}
}

// paintArrow paints a line with a head at both ends; dx, dy reach from its middle to
// a head's point.
func paintArrow(dc *gg.Context, x, y, dx, dy, stroke float64) {
	length := math.Hypot(dx, dy)
	ux, uy := dx/length, dy/length
	dc.SetLineWidth(stroke)
	dc.DrawLine(x-dx+ux*stroke, y-dy+uy*stroke, x+dx-ux*stroke, y+dy-uy*stroke)
	dc.Stroke()
	paintHead(dc, x+dx, y+dy, ux, uy, length*0.55)
	paintHead(dc, x-dx, y-dy, -ux, -uy, length*0.55)
}

// paintHead paints a triangle with its point at (x, y), pointing along (ux, uy).
func paintHead(dc *gg.Context, x, y, ux, uy, length float64) {
	bx, by := x-ux*length, y-uy*length
	const breadth = 0.62 // half of it, in lengths
	dc.MoveTo(x, y)
	dc.LineTo(bx-uy*length*breadth, by+ux*length*breadth)
	dc.LineTo(bx+uy*length*breadth, by-ux*length*breadth)
	dc.ClosePath()
	dc.Fill()
}
