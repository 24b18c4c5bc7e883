package render

import (
	"image"
	"image/color"
	"math"
	"sync"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4"
)

// atom4Ground is what lies under a piece, with which its rim is blended.
type atom4Ground uint8

const (
	onBoard atom4Ground = iota
	onPanel
	onRow // of four that won
)

func (g atom4Ground) colour(l *look) color.RGBA {
	return [...]color.RGBA{l.background, l.band, l.green}[g]
}

// atom4Piece is all on which the picture of a piece depends.
type atom4Piece struct {
	colour atom4.Colour // Empty: the dot of a legal vertex
	radius float64      // pixels
	ground atom4Ground
	ghost  bool // a piece that might come: flat and half transparent
}

// atom4Sprites makes pieces and marks for one theme and keeps them. It is safe for
// concurrent use.
type atom4Sprites struct {
	look    *look
	palette *palette
	fonts   fonts
	mu      sync.Mutex
	pieces  map[atom4Piece]*tile
	masks   map[atom4Mask]*image.Alpha
}

// most sprites that are kept: all pieces of a theme in the sizes of five parts of the
// board, and marks.
const mostSprites = 512

func (s *atom4Sprites) piece(k atom4Piece) *tile {
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
func (s *atom4Sprites) tile(k atom4Piece) *tile {
	painted := s.palette.convert(s.look.paintAtom4(k, s.fonts))
	reach, half := k.reach(), painted.Rect.Dx()/2
	t := new(tile)
	for y := -half; y < half; y++ {
		wide := reach*reach - (float64(y)+0.5)*(float64(y)+0.5)
		if wide <= 0 {
			continue
		}
		x := int(math.Sqrt(wide) + 0.5)
		t.rows = append(t.rows, span{y, -x, x})
		for i := -x; i < x; i++ {
			t.pix = append(t.pix, painted.ColorIndexAt(half+i, half+y))
		}
	}
	return t
}

// reach is the radius of all that is painted of a piece.
func (k atom4Piece) reach() float64 {
	return k.radius + 1
}

// paintAtom4 paints a piece in a square around it.
func (l *look) paintAtom4(k atom4Piece, f fonts) *image.RGBA {
	half := int(k.reach()) + 3
	dc := gg.NewContext(2*half, 2*half)
	dc.SetColor(k.ground.colour(l))
	dc.Clear()
	at := float64(half)
	if k.colour == atom4.Empty {
		l.paintCrossing(dc, at, at, k.radius/legalDot)
		l.paintLegal(dc, at, k.radius)
		return rgba(dc)
	}
	if k.ground == onBoard {
		l.paintCrossing(dc, at, at, k.radius/pieceShare)
	}
	switch {
	case k.ghost:
		dc.SetColor(fade(l.atom4().piece(k.colour), ghostOpacity))
		dc.DrawCircle(at, at, k.radius)
		dc.Fill()
	default:
		l.paintPiece(dc, k.colour, at, at, k.radius)
	}
	paintLetter(dc, f, k.colour.Letter(), at, at, k.radius*pieceLetter/pieceShare, l.atom4().on(k.colour))
	return rgba(dc)
}

// paintCrossing paints the lines that meet in a vertex.
func (l *look) paintCrossing(dc *gg.Context, x, y, step float64) {
	dc.SetColor(l.line)
	dc.SetLineWidth(max(minimumLine, step*gridStroke))
	for axis := range 3 {
		sin, cos := math.Sincos(float64(axis) * math.Pi / 3)
		dc.DrawLine(x-step*cos, y-step*sin, x+step*cos, y+step*sin)
		dc.Stroke()
	}
}

func (l *look) paintLegal(dc *gg.Context, at, radius float64) {
	dc.SetColor(l.background)
	dc.DrawCircle(at, at, radius)
	dc.Fill()
	dc.SetColor(l.label)
	dc.DrawCircle(at, at, radius*(1-legalRim/legalDot))
	dc.Fill()
}

// paintPiece paints a ball, lit from above: rows of one colour make small files. A
// propagator has two rings
// as well, so that black and white are told from all else on any ground.
func (l *look) paintPiece(dc *gg.Context, c atom4.Colour, x, y, r float64) {
	base := l.atom4().piece(c)
	body := gg.NewLinearGradient(x, y-r, x, y+r)
	body.AddColorStop(0, mix(base, rgb(0xffffff), 0.30))
	body.AddColorStop(0.45, base)
	body.AddColorStop(1, mix(base, rgb(0), 0.30))
	if c == atom4.White || c == atom4.Black {
		body = gg.NewLinearGradient(x, y-r, x, y+r)
		body.AddColorStop(0, base)
		body.AddColorStop(1, mix(base, l.atom4().on(c), 0.14))
	}
	dc.SetFillStyle(body)
	dc.DrawCircle(x, y, r)
	dc.Fill()
	if c != atom4.White && c != atom4.Black {
		return
	}
	dc.SetColor(l.atom4().on(c))
	dc.SetLineWidth(r * carrierStroke)
	for _, ring := range [...]float64{1 - carrierStroke/2, carrierRing} {
		dc.DrawCircle(x, y, r*ring)
		dc.Stroke()
	}
}

func (s *atom4Sprites) mask(k atom4Mask) *image.Alpha {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.masks[k]
	if !ok {
		if len(s.masks) >= mostSprites {
			clear(s.masks)
		}
		m = k.paint()
		s.masks[k] = m
	}
	return m
}
