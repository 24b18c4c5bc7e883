package atom4

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// ground is what lies under a piece, with which its rim is blended.
type ground uint8

const (
	onBoard ground = iota
	onPanel
	onRow // of four that won
)

func (g ground) colour(l *canvas.Look) color.RGBA {
	return [...]color.RGBA{l.Background, l.Band, l.Green}[g]
}

// piece is all on which the picture of a piece depends.
type piece struct {
	colour grid.Colour // Empty: the dot of a legal vertex
	radius float64     // pixels
	ground ground
	ghost  bool // a piece that might come: flat and half transparent
}

// sprites makes pieces and marks for one theme and keeps them. It is safe for
// concurrent use.
type sprites struct {
	look    *canvas.Look
	palette *canvas.Palette
	pieces  canvas.Sprites[piece, *canvas.Tile]
	masks   canvas.Sprites[canvas.Mask, *image.Alpha]
}

// mostSprites are kept: all pieces of a theme in the sizes of five parts of the board, and
// marks.
const mostSprites = 512

func newSprites(l *canvas.Look) *sprites {
	s := &sprites{look: l, palette: newPalette(l)}
	s.pieces.Limit, s.masks.Limit = mostSprites, mostSprites
	return s
}

func (s *sprites) piece(k piece) *canvas.Tile { return s.pieces.Get(k, s.tile) }

func (s *sprites) mask(k canvas.Mask) *image.Alpha { return s.masks.Get(k, canvas.Mask.Paint) }

// tile cuts out of a painted piece what it covers, its shadow included.
func (s *sprites) tile(k piece) *canvas.Tile {
	painted := s.palette.Convert(paint(s.look, k))
	reach, half := k.reach(), painted.Rect.Dx()/2
	return canvas.Cut(painted, image.Rect(-half, -half, half, half), func(p image.Point) bool {
		y := float64(p.Y) + 0.5
		wide := int(math.Sqrt(max(0, reach*reach-y*y)) + 0.5)
		return -wide <= p.X && p.X < wide
	})
}

// reach is the radius of all that is painted of a piece.
func (k piece) reach() float64 {
	return k.radius + 1
}

// paint paints a piece in a square around it.
func paint(l *canvas.Look, k piece) *image.RGBA {
	half := int(k.reach()) + 3
	dc := gg.NewContext(2*half, 2*half)
	dc.SetColor(k.ground.colour(l))
	dc.Clear()
	at := float64(half)
	if k.colour == grid.Empty {
		paintCrossing(l, dc, at, at, k.radius/legalDot)
		paintLegal(l, dc, at, k.radius)
		return canvas.Drawn(dc)
	}
	if k.ground == onBoard {
		paintCrossing(l, dc, at, at, k.radius/pieceShare)
	}
	switch {
	case k.ghost:
		dc.SetColor(canvas.Fade(looksOf(l).piece(k.colour), canvas.GhostOpacity))
		dc.DrawCircle(at, at, k.radius)
		dc.Fill()
	default:
		paintPiece(l, dc, k.colour, at, at, k.radius)
	}
	canvas.Bold(k.radius*pieceLetter/pieceShare).Paint(dc, canvas.Pt(at, at), k.colour.Letter(), looksOf(l).on(k.colour))
	return canvas.Drawn(dc)
}

// paintCrossing paints the lines that meet in a vertex.
func paintCrossing(l *canvas.Look, dc *gg.Context, x, y, step float64) {
	dc.SetColor(l.Line)
	dc.SetLineWidth(max(canvas.MinimumLine, step*gridStroke))
	for axis := range 3 {
		sin, cos := math.Sincos(float64(axis) * math.Pi / 3)
		dc.DrawLine(x-step*cos, y-step*sin, x+step*cos, y+step*sin)
		dc.Stroke()
	}
}

func paintLegal(l *canvas.Look, dc *gg.Context, at, radius float64) {
	dc.SetColor(l.Background)
	dc.DrawCircle(at, at, radius)
	dc.Fill()
	dc.SetColor(l.Label)
	dc.DrawCircle(at, at, radius*(1-legalRim/legalDot))
	dc.Fill()
}

// paintPiece paints a ball, lit from above: rows of one colour make small files. A
// propagator has two rings
// as well, so that black and white are told from all else on any ground.
func paintPiece(l *canvas.Look, dc *gg.Context, c grid.Colour, x, y, r float64) {
	base := looksOf(l).piece(c)
	body := gg.NewLinearGradient(x, y-r, x, y+r)
	body.AddColorStop(0, canvas.Mix(base, canvas.RGB(0xffffff), 0.30))
	body.AddColorStop(0.45, base)
	body.AddColorStop(1, canvas.Mix(base, canvas.RGB(0), 0.30))
	if c == grid.White || c == grid.Black {
		body = gg.NewLinearGradient(x, y-r, x, y+r)
		body.AddColorStop(0, base)
		body.AddColorStop(1, canvas.Mix(base, looksOf(l).on(c), 0.14))
	}
	dc.SetFillStyle(body)
	dc.DrawCircle(x, y, r)
	dc.Fill()
	if c != grid.White && c != grid.Black {
		return
	}
	dc.SetColor(looksOf(l).on(c))
	dc.SetLineWidth(r * carrierStroke)
	for _, ring := range [...]float64{1 - carrierStroke/2, carrierRing} {
		dc.DrawCircle(x, y, r*ring)
		dc.Stroke()
	}
}
