package atom4

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// ground is what a piece lies on. The piece's rim is blended with its colour.
type ground uint8

const (
	onBoard ground = iota
	onSide
	onCard
	onText // inside a ring
	onRow  // of a winning row
)

func (g ground) colour(l *canvas.Look) color.RGBA {
	return [...]color.RGBA{l.Background, l.Band, l.Background, l.Text, l.Green}[g]
}

type form uint8

const (
	sphere form = iota
	bead        // a small ball without a letter
	tile        // a hexagon instead of a ball that has no room for a letter
	ghost       // a hollow, suggested or expected piece
	slot        // a legal vertex with room for its name
	dot         // a legal vertex as a ring, on small boards
)

// piece is everything that the sprite of a vertex depends on.
type piece struct {
	colour grid.Colour // Empty for slots and dots
	form   form
	radius float64 // pixels; of tiles and slots, to the middle of a side
	ground ground
	step   float64     // length of the lines that end at it; 0 for none
	dim    bool        // of a tile that nothing happened to
	ends   image.Point // extension of a slot to the left and to the right, in pixels
	high   int         // half the height of the extension
}

// set is the kind of a set of sprites.
type set struct {
	look *canvas.Look
	form form // of those on the board: sphere or tile
}

// sprites paints and caches pieces and marks for one theme. It is safe for concurrent use.
type sprites struct {
	set
	palette *canvas.Palette
	pieces  canvas.Cache[piece, *canvas.Tile]
	masks   canvas.Cache[canvas.Mask, *image.Alpha]
}

// mostSprites holds all pieces of a theme at all sizes of the board, and marks.
const mostSprites = 512

func newSprites(k set) *sprites {
	s := &sprites{set: k, palette: newPalette(k)}
	s.pieces.Limit, s.masks.Limit = mostSprites, mostSprites
	return s
}

func (s *sprites) piece(k piece) *canvas.Tile {
	return s.pieces.Get(k, func() *canvas.Tile { return s.tile(k) })
}

func (s *sprites) tile(k piece) *canvas.Tile {
	painted := s.palette.Convert(paint(s.set, k))
	half := painted.Rect.Dx() / 2
	return canvas.Cut(painted, image.Rect(-half, -half, half, half), k.covers)
}

func (k piece) covers(p image.Point) bool {
	x, y := math.Abs(float64(p.X)+0.5), math.Abs(float64(p.Y)+0.5)
	reach := k.radius + 1
	if k.plated(p) {
		return true
	}
	if k.form == tile || k.form == slot {
		return x <= reach && x/2+y*math.Sqrt(3)/2 <= reach
	}
	return x*x+y*y <= reach*reach
}

// paint paints a piece in the centre of a square.
func paint(of set, k piece) *image.RGBA {
	l := of.look
	half := max(int(k.radius*2/math.Sqrt(3)), k.ends.X, k.ends.Y) + 4
	dc := gg.NewContext(2*half, 2*half)
	dc.SetColor(k.ground.colour(l))
	dc.Clear()
	at := canvas.Pt(float64(half), float64(half))
	if k.step > 0 {
		paintCrossing(l, dc, at, k.step)
	}
	switch k.form {
	case sphere, bead:
		shine := k.form == sphere && of.form == sphere // flat tiles go with flat balls
		paintPiece(l, dc, k.colour, at, k.radius, k.ground.colour(l), shine)
	case tile:
		paintTile(l, dc, k, at)
	case ghost:
		paintGhost(l, dc, k.colour, at, k.radius)
	case slot:
		paintPlate(l, dc, k, at)
	case dot:
		paintRing(dc, at, k.radius, k.radius*legalStroke/legalDot, l.Green)
	}
	if size, fits := k.letter(); fits {
		face := canvas.Bold
		if k.dim { // calms a crowded board
			face = canvas.Medium
		}
		face(size).Paint(dc, at, k.colour.Letter(), k.look(l).on(k.colour))
	} else if k.form == sphere && isPropagator(k.colour) && (k.ground == onBoard || k.ground == onRow) {
		canvas.Pen{Context: dc}.Disc(at, k.radius*propagatorDot, looksOf(l).on(k.colour))
	}
	return canvas.Drawn(dc)
}

// letter is the text size of a piece's letter, or false if it does not fit.
func (k piece) letter() (size float64, fits bool) {
	size = max(letterShare*k.radius, legible)
	switch k.form {
	case sphere:
		inside, widest := letterInside, grid.Green.Letter()
		if isPropagator(k.colour) {
			inside, widest = propagatorRing-propagatorWidth, grid.White.Letter()
		}
		face := canvas.Bold(size)
		return size, math.Hypot(face.Measure(widest), face.CapHeight())/2 <= inside*k.radius
	case tile:
		return legible, !isPropagator(k.colour)
	default:
		return 0, false
	}
}

func isPropagator(c grid.Colour) bool { return c == grid.White || c == grid.Black }

// paintCrossing paints the lines that meet at a vertex.
func paintCrossing(l *canvas.Look, dc *gg.Context, at canvas.Point, step float64) {
	for axis := range 3 {
		sin, cos := math.Sincos(float64(axis) * math.Pi / 3)
		from, to := canvas.Pt(at.X-step*cos, at.Y-step*sin), canvas.Pt(at.X+step*cos, at.Y+step*sin)
		canvas.Pen{Context: dc}.Line(from, to, max(canvas.MinimumLine, step*gridStroke), l.Line)
	}
}

// paintPiece paints a ball, optionally with a soft light. A propagator also has a ring, so that
// black and white differ from other pieces in shape: on its rim where the piece has too little
// contrast to the background, else inside.
func paintPiece(l *canvas.Look, dc *gg.Context, c grid.Colour, at canvas.Point, r float64, ground color.RGBA, shine bool) {
	look := looksOf(l)
	if dc.SetColor(look.piece(c)); shine {
		dc.SetFillStyle(glow{at, r, look.piece(c)})
	}
	dc.DrawCircle(at.X, at.Y, r)
	dc.Fill()
	switch rim := look.outline(c, ground); {
	case rim == look.piece(c) && isPropagator(c):
		paintRing(dc, at, r*propagatorRing, r*propagatorWidth, look.on(c))
	case isPropagator(c):
		paintRing(dc, at, r, r*propagatorRim, rim)
	case rim != look.piece(c):
		paintRing(dc, at, r, r*rimWidth, rim)
	}
}

func paintRing(dc *gg.Context, at canvas.Point, outer, stroke float64, c color.Color) {
	canvas.Pen{Context: dc}.Ring(at, outer-stroke/2, stroke, c)
}

// glow lights a ball from above: a pale spot at the top and a darker rim. The area of the letter
// has one colour.
type glow struct {
	centre canvas.Point
	radius float64
	colour color.RGBA
}

// ColorAt implements [gg.Pattern].
func (b glow) ColorAt(px, py int) color.Color {
	const (
		spotAt, spotSize, spotLight = 0.86, 0.42, 0.5
		rimFrom, rimShade           = 0.74, 0.28
		steps                       = 4 // few colours make small files
	)
	x, y := (float64(px)+0.5-b.centre.X)/b.radius, (float64(py)+0.5-b.centre.Y)/b.radius
	smooth := func(t float64) float64 {
		t = min(max(t, 0), 1)
		return math.Round(steps*t*t*(3-2*t)) / steps
	}
	shade := rimShade * smooth((canvas.Length(x, y+0.12)-rimFrom)/(1.12-rimFrom))
	c := canvas.Mix(b.colour, canvas.RGB(0), shade)
	return canvas.Mix(c, canvas.RGB(0xffffff), spotLight*smooth(1-canvas.Length(x*0.8, y+spotAt)/spotSize))
}

// paintHexagon fills a hexagon of an inner radius, with rounded corners and a corner on top.
func paintHexagon(dc *gg.Context, at canvas.Point, inner, rounding float64, c color.Color) {
	dc.SetColor(c)
	dc.SetLineJoinRound()
	dc.SetLineWidth(2 * rounding)
	dc.DrawRegularPolygon(6, at.X, at.Y, (inner-rounding)*2/math.Sqrt(3), math.Pi/6)
	dc.StrokePreserve()
	dc.Fill()
}

// paintTile paints a piece as a hexagon in a dark frame, shared with adjacent tiles. A piece of a
// winning row is a disc on the row's colour.
func paintTile(l *canvas.Look, dc *gg.Context, k piece, at canvas.Point) {
	const rounding, rim, disc = 0.1, 2, 0.72 // shares of the radius, and pixels
	look, inner, c := k.look(l), k.radius, k.colour
	lead := look.lead(l)
	paintHexagon(dc, at, inner+1, 1, lead)
	inner -= 0.5
	switch outline := look.outline(c, lead); {
	case k.ground == onRow:
		paintHexagon(dc, at, inner, inner*rounding, l.Green)
		canvas.Pen{Context: dc}.Disc(at, inner*disc, look.piece(c))
	case lead == l.Background && outline != look.piece(c):
		paintHexagon(dc, at, inner, inner*rounding, outline)
		paintHexagon(dc, at, inner-rim, inner*rounding, look.piece(c))
	default:
		paintHexagon(dc, at, inner, inner*rounding, look.piece(c))
	}
	if isPropagator(c) {
		canvas.Pen{Context: dc}.Disc(at, inner*propagatorDot, look.on(c))
	}
}

func (k piece) look(l *canvas.Look) *pieceLook {
	if k.dim {
		return looksOf(l).dimmed(l)
	}
	return looksOf(l)
}

func paintGhost(l *canvas.Look, dc *gg.Context, c grid.Colour, at canvas.Point, r float64) {
	look := looksOf(l)
	canvas.Pen{Context: dc}.Disc(at, r, l.Background)
	paintRing(dc, at, r, max(r*0.14, 3), look.piece(c))
	paintRing(dc, at, r, max(r*rimWidth, 1.2), look.outline(c, l.Background))
}

func paintSlot(l *canvas.Look, dc *gg.Context, at canvas.Point, inner float64) {
	paintHexagon(dc, at, inner, inner*0.3, slotColour(l))
}

func paintPlate(l *canvas.Look, dc *gg.Context, k piece, at canvas.Point) {
	paintSlot(l, dc, at, k.radius)
	if k.high > 0 {
		dc.DrawRoundedRectangle(at.X-float64(k.ends.X), at.Y-float64(k.high), float64(k.ends.X+k.ends.Y), float64(2*k.high), k.rounding())
		dc.Fill()
	}
}

func (k piece) rounding() float64 { return 0.5 * float64(k.high) }

// plated reports whether a pixel belongs to the extension of a slot.
func (k piece) plated(p image.Point) bool {
	x, y := float64(p.X)+0.5, math.Abs(float64(p.Y)+0.5)
	beyond, r := max(-x-float64(k.ends.X), x-float64(k.ends.Y)), k.rounding()
	return k.high > 0 && canvas.Length(max(0, beyond+r), max(0, y-float64(k.high)+r)) <= r
}

// slotColour is slightly off the background, towards the letters.
func slotColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Label, 0.13) }

// pieceLook is the colours of the pieces in a theme.
type pieceLook struct {
	pieces [8]color.RGBA // by colour, from black
	pale   color.RGBA    // letters and rings on dark pieces
	deep   color.RGBA    // and on light pieces
}

// Order of pieceLook.pieces: black, red, green, yellow, blue, purple, cyan, white.
var (
	dark = pieceLook{
		pieces: [8]color.RGBA{
			canvas.RGB(0x08090b), canvas.RGB(0xd4342c), canvas.RGB(0x3fa94b), canvas.RGB(0xf4c531), canvas.RGB(0x3570dc), canvas.RGB(0x9f4bca), canvas.RGB(0x3cc8dc), canvas.RGB(0xf4f5f8),
		},
		pale: canvas.RGB(0xffffff), deep: canvas.RGB(0x14161b),
	}
	light = pieceLook{
		pieces: [8]color.RGBA{
			canvas.RGB(0x15130f), canvas.RGB(0xd2322b), canvas.RGB(0x339f46), canvas.RGB(0xf0bd1c), canvas.RGB(0x2b66cc), canvas.RGB(0x9a45c4), canvas.RGB(0x2cb9cf), canvas.RGB(0xffffff),
		},
		pale: canvas.RGB(0xffffff), deep: canvas.RGB(0x1a1712),
	}
	// The colours of the contrast theme differ in lightness too, to suit all kinds of colour
	// vision.
	contrast = pieceLook{
		pieces: [8]color.RGBA{
			canvas.RGB(0x000000), canvas.RGB(0xc4121f), canvas.RGB(0x0f9d58), canvas.RGB(0xf5e342), canvas.RGB(0x0046a8), canvas.RGB(0xb870d2), canvas.RGB(0x86dcf4), canvas.RGB(0xffffff),
		},
		pale: canvas.RGB(0xffffff), deep: canvas.RGB(0x000000),
	}
)

func looksOf(l *canvas.Look) *pieceLook {
	switch l.Name {
	case "light":
		return &light
	case "contrast":
		return &contrast
	default:
		return &dark
	}
}

func (l *pieceLook) piece(c grid.Colour) color.RGBA { return l.pieces[c-grid.Black] }

// Side is the colour of a seat's side, White or Black.
func Side(t render.Theme, s engine.Seat) color.RGBA {
	return looksOf(t.Look()).piece(grid.Goal(s))
}

// on is the colour of letters and rings on a piece: the one with more contrast.
func (l *pieceLook) on(c grid.Colour) color.RGBA {
	if canvas.Contrast(l.piece(c), l.deep) >= canvas.Contrast(l.piece(c), l.pale) {
		return l.deep
	}
	return l.pale
}

// dimmed is the same look, blended towards the background except for the colours that make rows.
func (l *pieceLook) dimmed(look *canvas.Look) *pieceLook {
	d := *l
	for i, c := range l.pieces {
		if !isPropagator(grid.Black + grid.Colour(i)) {
			d.pieces[i] = canvas.Mix(c, look.Background, dimShare)
		}
	}
	return &d
}

// outline is the colour of a piece's rim: its own if that has enough contrast to the background;
// else for a propagator that of its letter, for other pieces the closest colour with enough
// contrast.
func (l *pieceLook) outline(c grid.Colour, ground color.RGBA) color.RGBA {
	away, own := l.deep, l.piece(c)
	if canvas.Contrast(ground, l.pale) > canvas.Contrast(ground, l.deep) {
		away = l.pale
	}
	if isPropagator(c) && canvas.Contrast(own, ground) < graphicContrast {
		return l.on(c)
	}
	const steps = 10
	for i := range steps {
		if rim := canvas.Mix(own, away, float64(i)/steps); canvas.Contrast(rim, ground) >= graphicContrast {
			return rim
		}
	}
	return away
}

// lead is the colour between tiles: the darker one of the background and the letters.
func (l *pieceLook) lead(look *canvas.Look) color.RGBA {
	if canvas.Brightness(look.Background) < canvas.Brightness(look.Text) {
		return look.Background
	}
	return l.deep
}

// dimShare is the share of the background in a dimmed piece's colour.
const dimShare = 0.32

// graphicContrast is the contrast of graphics in WCAG 2.2, slightly raised.
const graphicContrast = 3.2
