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
	onRow // of a winning row
)

func (g ground) colour(l *canvas.Look) color.RGBA {
	return [...]color.RGBA{l.Background, l.Band, l.Background, l.Green}[g]
}

// piece is everything that the sprite of a piece depends on.
type piece struct {
	colour grid.Colour
	radius float64 // pixels
	ground ground
	step   float64 // length of the lines that end at it; 0 for none
}

// sprites paints and caches pieces for one theme. It is safe for concurrent use.
type sprites struct {
	look    *canvas.Look
	palette *canvas.Palette
	pieces  canvas.Cache[piece, *canvas.Tile]
}

// mostSprites holds all pieces of a theme at all sizes of the board.
const mostSprites = 512

func newSprites(l *canvas.Look) *sprites {
	return &sprites{look: l, palette: newPalette(l), pieces: canvas.Cache[piece, *canvas.Tile]{Limit: mostSprites}}
}

func (s *sprites) piece(k piece) *canvas.Tile {
	return s.pieces.Get(k, func() *canvas.Tile {
		painted := s.palette.Convert(paint(s.look, k))
		half := painted.Rect.Dx() / 2
		return canvas.Cut(painted, image.Rect(-half, -half, half, half), func(p image.Point) bool {
			return canvas.Length(float64(p.X)+0.5, float64(p.Y)+0.5) <= k.radius+1
		})
	})
}

// paint paints a piece in the centre of a square.
func paint(l *canvas.Look, k piece) *image.RGBA {
	half := int(k.radius) + 4
	dc := gg.NewContext(2*half, 2*half)
	dc.SetColor(k.ground.colour(l))
	dc.Clear()
	at := canvas.Pt(float64(half), float64(half))
	if k.step > 0 {
		paintCrossing(l, dc, at, k.step)
	}
	paintPiece(l, dc, k.colour, at, k.radius, k.ground.colour(l))
	if size, fits := k.letter(); fits {
		canvas.Bold(size).Paint(dc, at, k.colour.Letter(), looksOf(l).on(k.colour))
	}
	return canvas.Drawn(dc)
}

// leastLettered is the least radius of pieces with a letter.
const leastLettered = 24.0

// letter is the text size of a piece's letter, or false if the piece is too small for one.
func (k piece) letter() (size float64, fits bool) {
	return max(letterShare*k.radius, canvas.LeastText), k.radius >= leastLettered
}

// Proportions of a piece, in radii.
const (
	letterShare     = 1.16 // text height of its letter
	propagatorRing  = 0.88 // radius of a propagator's ring
	propagatorWidth = 0.07
	propagatorRim   = 0.10 // width of the ring at its rim
	rimWidth        = 0.06
)

func isPropagator(c grid.Colour) bool { return c == grid.White || c == grid.Black }

// paintCrossing paints the lines that meet at a vertex.
func paintCrossing(l *canvas.Look, dc *gg.Context, at canvas.Point, step float64) {
	for axis := range 3 {
		sin, cos := math.Sincos(float64(axis) * math.Pi / 3)
		from, to := canvas.Pt(at.X-step*cos, at.Y-step*sin), canvas.Pt(at.X+step*cos, at.Y+step*sin)
		canvas.Pen{Context: dc}.Line(from, to, max(canvas.MinimumLine, step*gridStroke), l.Line)
	}
}

// paintPiece paints a ball. A propagator also has a ring, so that black and white differ from other
// pieces in shape: on its rim where the piece has too little contrast to the background, else
// inside.
func paintPiece(l *canvas.Look, dc *gg.Context, c grid.Colour, at canvas.Point, r float64, ground color.RGBA) {
	look := looksOf(l)
	shine := glow{at, r, 0.66, 2, look.piece(c)}
	if r >= leastLettered { // beside the letter
		shine.spot, shine.steps = 0.42, 6
	}
	dc.SetFillStyle(shine)
	dc.DrawCircle(at.X, at.Y, r)
	dc.Fill()
	switch rim := look.seen(c, ground); {
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

// glow lights a ball from above left: a pale spot there, and a rim that darkens towards the other
// side. The area of the letter has one colour.
type glow struct {
	centre canvas.Point
	radius float64
	spot   float64 // radius of the spot, in radii
	steps  float64 // of the light: few make small files
	colour color.RGBA
}

// ColorAt implements [gg.Pattern].
func (b glow) ColorAt(px, py int) color.Color {
	const (
		spotX, spotY, spotLight  = 0.50, 0.62, 0.58
		rimFrom, rimTo, rimShade = 0.70, 1.22, 0.42
		aside                    = 0.16 // of the shade, towards the light
	)
	x, y := (float64(px)+0.5-b.centre.X)/b.radius, (float64(py)+0.5-b.centre.Y)/b.radius
	smooth := func(t float64) float64 {
		t = min(max(t, 0), 1)
		return math.Round(b.steps*t*t*(3-2*t)) / b.steps
	}
	shade := rimShade * smooth((canvas.Length(x+aside, y+aside)-rimFrom)/(rimTo-rimFrom))
	c := canvas.Mix(b.colour, canvas.RGB(0), shade)
	return canvas.Mix(c, canvas.RGB(0xffffff), spotLight*smooth(1-canvas.Length(x+spotX, y+spotY)/b.spot))
}

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

// seen is the colour closest to that of a piece that has enough contrast to the background: that of
// its rim, and of its ghost.
func (l *pieceLook) seen(c grid.Colour, ground color.RGBA) color.RGBA {
	away := l.deep
	if canvas.Contrast(ground, l.pale) > canvas.Contrast(ground, l.deep) {
		away = l.pale
	}
	const steps = 10
	for i := range steps {
		if rim := canvas.Mix(l.piece(c), away, float64(i)/steps); canvas.Contrast(rim, ground) >= graphicContrast {
			return rim
		}
	}
	return away
}

// graphicContrast is the contrast of graphics in WCAG 2.2, slightly raised.
const graphicContrast = 3.2
