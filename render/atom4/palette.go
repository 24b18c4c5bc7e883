package atom4

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

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
