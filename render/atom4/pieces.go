package atom4

import (
	"image"
	"image/color"
	"math"
	"sync"

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
	fonts   canvas.Fonts
	mu      sync.Mutex
	pieces  map[piece]*canvas.Tile
	masks   map[canvas.Mask]*image.Alpha
}

// most sprites that are kept: all pieces of a theme in the sizes of five parts of the
// board, and marks.
const mostSprites = 512

func (s *sprites) piece(k piece) *canvas.Tile {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.pieces[k]
	if !ok {
		if len(s.pieces) >= mostSprites {
			clear(s.pieces)
		}
		t = s.tile(k)
		s.pieces[k] = t
	}
	return t
}

// tile cuts out of a painted piece what it covers, its shadow included.
func (s *sprites) tile(k piece) *canvas.Tile {
	painted := s.palette.Convert(paint(s.look, k, s.fonts))
	reach, half := k.reach(), painted.Rect.Dx()/2
	t := new(canvas.Tile)
	for y := -half; y < half; y++ {
		wide := reach*reach - (float64(y)+0.5)*(float64(y)+0.5)
		if wide <= 0 {
			continue
		}
		x := int(math.Sqrt(wide) + 0.5)
		t.Rows = append(t.Rows, canvas.Span{Y: y, X0: -x, X1: x})
		for i := -x; i < x; i++ {
			t.Pix = append(t.Pix, painted.ColorIndexAt(half+i, half+y))
		}
	}
	return t
}

// reach is the radius of all that is painted of a piece.
func (k piece) reach() float64 {
	return k.radius + 1
}

// paint paints a piece in a square around it.
func paint(l *canvas.Look, k piece, f canvas.Fonts) *image.RGBA {
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
	canvas.PaintLetter(dc, f, k.colour.Letter(), at, at, k.radius*pieceLetter/pieceShare, looksOf(l).on(k.colour))
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

func (s *sprites) mask(k canvas.Mask) *image.Alpha {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.masks[k]
	if !ok {
		if len(s.masks) >= mostSprites {
			clear(s.masks)
		}
		m = k.Paint()
		s.masks[k] = m
	}
	return m
}
