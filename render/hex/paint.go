package hex

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// fill is the background of a cell.
type fill uint8

const (
	weightShades = 13 // gives two to five weights even steps
	tones        = 2  // of plain boards, beside the first shade
)

// The fills, in groups.
const (
	fillWeight  fill = 0                           // + shade
	fillTone    fill = fillWeight + weightShades   // + tone
	fillVisited fill = fillTone + tones            // + shade
	fillTint    fill = fillVisited + weightShades  // + chain, modulo tintCount
	fillHeat    fill = fillTint + canvas.TintCount // + step from 1, less one
	fillSwap    fill = fillHeat + heatSteps        // + Red's lead, from 1, less one
	fillLeave   fill = fillSwap + swapSteps        // + Blue's lead, likewise
	fillBand    fill = fillLeave + swapSteps       // the background of the caption instead of a cell
	fillCount        = fillBand + 1
)

// toneFill are the backgrounds of empty cells of a plain board.
var toneFill = [...]fill{fillWeight, fillTone, fillTone + 1}

// visited is the fill of a cell that a search visited; on a plain board all tones share it.
func (f fill) visited() fill {
	if f >= fillTone {
		return fillVisited
	}
	return fillVisited + f
}

func colourOf(l *canvas.Look, f fill) color.RGBA {
	switch {
	case f < fillTone:
		return canvas.Mix(l.Cell, l.Heavy, float64(f-fillWeight)/(weightShades-1))
	case f < fillVisited:
		return canvas.Mix(l.Cell, l.Heavy, toneShare*float64(f-fillTone+1))
	case f < fillTint:
		return canvas.Mix(colourOf(l, f-fillVisited), l.Visited, visitedShare)
	case f < fillHeat:
		return canvas.Mix(l.Cell, l.Tints[f-fillTint], tintOpacity)
	case f < fillSwap:
		return canvas.Mix(l.Cell, l.Heat, hottest*float64(f-fillHeat+1)/heatSteps)
	case f < fillLeave:
		return canvas.Mix(l.Cell, l.Red.Base, swapDepth(l, l.Red)*float64(f-fillSwap+1)/swapSteps)
	case f < fillBand:
		return canvas.Mix(l.Cell, l.Blue.Base, swapDepth(l, l.Blue)*float64(f-fillLeave+1)/swapSteps)
	default:
		return l.Band
	}
}

// stone is the content of a cell.
type stone uint8

const (
	noStone stone = iota
	redStone
	blueStone
	redPlate // a stone that leaves room for numbers
	bluePlate
	stoneCount
)

func gemOf(l *canvas.Look, s stone) canvas.Gem {
	if s == blueStone || s == bluePlate {
		return l.Blue
	}
	return l.Red
}

type tilePainter struct {
	look   *canvas.Look
	comb   honeycomb // the origin is the centre of the painted cell
	box    image.Rectangle
	dc     *gg.Context
	ground *image.RGBA // of the cell without its stone
}

// newTilePainter returns a painter for cells of a size. Its context holds the adjacent cells whole,
// because package gg draws curves more coarsely on larger contexts.
func newTilePainter(l *canvas.Look, h honeycomb) *tilePainter {
	box := h.cellBox()
	around := box.Inset(-2 * h.width)
	h.origin = image.Point{}.Sub(around.Min)
	box = box.Add(h.origin)
	return &tilePainter{look: l, comb: h, box: box, dc: gg.NewContext(around.Dx(), around.Dy()), ground: image.NewRGBA(box)}
}

// lay paints the background of a cell. It paints adjacent cells in the order in which boards do, so
// that lines come out the same, but clipped to the cell's box.
func (p *tilePainter) lay(f fill) {
	whole := canvas.Drawn(p.dc)
	defer func(all image.RGBA) { *whole = all }(*whole)
	if within, ok := whole.SubImage(p.box).(*image.RGBA); ok {
		*whole = *within
	}
	draw.Draw(whole, p.box, image.Transparent, image.Point{}, draw.Src)
	for row := -1; row <= 1; row++ {
		for col := max(-1, -1-row); col <= min(1, 1-row); col++ {
			paintGround(p.look, p.dc, p.comb, p.comb.centre(col, row), f)
		}
	}
	draw.Draw(p.ground, p.box, whole, p.box.Min, draw.Src)
}

// paint returns the cell with a stone. The next call overwrites the picture.
func (p *tilePainter) paint(on stone) *image.RGBA {
	whole := canvas.Drawn(p.dc)
	draw.Draw(whole, p.box, p.ground, p.box.Min, draw.Src)
	paintStone(p.look, p.dc, p.comb, p.comb.origin, on)
	img, _ := whole.SubImage(p.box).(*image.RGBA)
	return img
}

func paintGround(l *canvas.Look, dc *gg.Context, h honeycomb, centre image.Point, f fill) {
	if f < fillBand {
		paintCell(l, dc, h, centre, f)
		return
	}
	dc.SetColor(l.Band)
	b := h.cellBox().Add(centre)
	dc.DrawRectangle(float64(b.Min.X), float64(b.Min.Y), float64(b.Dx()), float64(b.Dy()))
	dc.Fill()
}

func paintCell(l *canvas.Look, dc *gg.Context, h honeycomb, centre image.Point, f fill) {
	corners := h.corners(centre)
	canvas.Pen{Context: dc}.Polygon(corners[:], colourOf(l, f), max(canvas.MinimumLine, h.scale(lineShare)), l.Line)
}

func paintStone(l *canvas.Look, dc *gg.Context, h honeycomb, centre image.Point, s stone) {
	x, y := float64(centre.X), float64(centre.Y)
	switch s {
	case redStone, blueStone:
		body := gg.NewSolidPattern(gemOf(l, s).Base)
		if h.width >= crampedCell {
			body = gemOf(l, s).Lit(canvas.At(centre), h.scale(stoneShare))
			low := y + h.scale(shadowDrop)
			dc.SetFillStyle(shadowOf(l, x, low, h.scale(shadowShare)))
			dc.DrawCircle(x, low, h.scale(shadowShare))
			dc.Fill()
		}
		outline(gemOf(l, s), dc, x, y, h)
		dc.SetColor(l.Shadow)
		dc.SetLineWidth(2 * max(canvas.MinimumLine, h.scale(rimShare)))
		dc.StrokePreserve()
		dc.SetFillStyle(body)
		dc.Fill()
	case redPlate, bluePlate:
		paintPlate(dc, h, centre, gemOf(l, s).Base)
	case noStone, stoneCount:
	}
}

// shadowOf is the soft shadow of a stone.
func shadowOf(l *canvas.Look, x, y, r float64) gg.Pattern {
	shadow := gg.NewRadialGradient(x, y, r*0.72, x, y, r)
	shadow.AddColorStop(0, canvas.Fade(l.Shadow, shadowOpacity))
	shadow.AddColorStop(1, canvas.Fade(l.Shadow, 0))
	return shadow
}

// paintPlate paints most of a cell in the colour of a stone.
func paintPlate(dc *gg.Context, h honeycomb, centre image.Point, c color.Color) {
	for _, corner := range h.corners(centre) {
		at := canvas.Between(canvas.At(centre), corner, plateShare)
		dc.LineTo(at.X, at.Y)
	}
	dc.ClosePath()
	dc.SetColor(c)
	dc.Fill()
}

// outline makes the path of a round or square stone.
func outline(g canvas.Gem, dc *gg.Context, x, y float64, h honeycomb) {
	if half := h.scale(squareShare); g.Square {
		dc.DrawRoundedRectangle(x-half, y-half, 2*half, 2*half, h.scale(squareCorner))
	} else {
		dc.DrawCircle(x, y, h.scale(stoneShare))
	}
}

// honeycomb places hexagons. They have a corner on top, and rows are shifted right by half a cell
// each; or, if flat, a side on top, with the board turned by 30 degrees counterclockwise: rows rise
// to the right and columns fall. Centres are whole pixels.
type honeycomb struct {
	width  int         // of a cell from side to side, in pixels; even
	pitch  int         // from one row to the next
	flat   bool        // cells have a side on top
	origin image.Point // centre of the cell in column 0, row 0
}

// newHoneycomb takes the even width of a cell. The pitch is rounded, so that cells are regular
// within half a pixel.
func newHoneycomb(width int, flat bool) honeycomb {
	return honeycomb{width: width, pitch: int(math.Round(float64(width) * math.Sqrt(3) / 2)), flat: flat}
}

func (h honeycomb) centre(col, row int) image.Point { return h.origin.Add(h.step(col, row)) }

// step is the offset of so many columns and rows.
func (h honeycomb) step(col, row int) image.Point {
	if h.flat {
		return image.Pt((col+row)*h.pitch, (row-col)*h.width/2)
	}
	return image.Pt(col*h.width+row*h.width/2, row*h.pitch)
}

// cellBox is a cell's bounding box. The boxes of adjacent cells overlap.
func (h honeycomb) cellBox() image.Rectangle {
	half, tall := h.width/2, int(math.Ceil(h.radius()))
	if h.flat {
		half, tall = tall, half
	}
	return image.Rect(-half, -tall, half, tall)
}

// radius is the distance of the corners from the centre.
func (h honeycomb) radius() float64 { return float64(h.pitch) * 2 / 3 }

// scale converts cell widths into pixels.
func (h honeycomb) scale(share float64) float64 { return share * float64(h.width) }

// Corners of a hexagon, clockwise from the top. A flat hexagon keeps the names from before the
// turn.
const (
	top = iota
	upperRight
	lowerRight
	bottom
	lowerLeft
	upperLeft
	cornerCount
)

// corners returns the corners of the cell with the given centre.
func (h honeycomb) corners(centre image.Point) (all [cornerCount]canvas.Point) {
	half, tall := float64(h.width)/2, h.radius()
	offsets := [cornerCount]canvas.Point{{X: 0, Y: -tall}, {X: half, Y: -tall / 2}, {X: half, Y: tall / 2}, {X: 0, Y: tall}, {X: -half, Y: tall / 2}, {X: -half, Y: -tall / 2}}
	if h.flat {
		offsets = [cornerCount]canvas.Point{{X: -tall / 2, Y: -half}, {X: tall / 2, Y: -half}, {X: tall, Y: 0}, {X: tall / 2, Y: half}, {X: -tall / 2, Y: half}, {X: -tall, Y: 0}}
	}
	for i, o := range offsets {
		all[i] = canvas.Pt(float64(centre.X)+o.X, float64(centre.Y)+o.Y)
	}
	return all
}

func (h honeycomb) corner(centre image.Point, which int) canvas.Point {
	return h.corners(centre)[which]
}

// covers reports whether the pixel at an offset from a cell's centre belongs to that cell. Each
// pixel belongs to exactly one cell.
func (h honeycomb) covers(d image.Point) bool {
	if h.flat { // mirrored, it has a corner on top
		d.X, d.Y = d.Y, d.X
	}
	if d.X < -h.width/2 || d.X >= h.width/2 {
		return false
	}
	x, y := math.Abs(float64(d.X)+0.5), float64(d.Y)+0.5
	slope := h.radius() / float64(h.width) // of the slanted sides
	return y >= -h.radius()+slope*x && y < h.radius()-slope*x
}

// holds reports whether a box around a centre, given by half its sides in pixels, lies within the
// cell.
func (h honeycomb) holds(x, y float64) bool {
	if h.flat {
		x, y = y, x
	}
	return x <= float64(h.width)/2 && y <= h.radius()*(1-x/float64(h.width))
}
