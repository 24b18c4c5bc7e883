package atom4

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// pieceLook is how the pieces of Atom-4 look in a theme. Every piece bears its
// letter, so that colour is never the only sign.
type pieceLook struct {
	pieces [8]color.RGBA // by colour, from black
	pale   color.RGBA    // letters and rings on dark pieces
	deep   color.RGBA    // and on light ones
}

// Order of pieceLook.pieces: black, red, green, yellow, blue, purple, cyan, white.
var (
	dark = pieceLook{
		pieces: [8]color.RGBA{
			canvas.RGB(0x08090b), canvas.RGB(0xe5453d), canvas.RGB(0x3fa94b), canvas.RGB(0xf4c531), canvas.RGB(0x3a76e4), canvas.RGB(0xad58d6), canvas.RGB(0x3cc8dc), canvas.RGB(0xf4f5f8),
		},
		pale: canvas.RGB(0xffffff), deep: canvas.RGB(0x14161b),
	}
	light = pieceLook{
		pieces: [8]color.RGBA{
			canvas.RGB(0x15130f), canvas.RGB(0xd8362f), canvas.RGB(0x2f9640), canvas.RGB(0xf0bd1c), canvas.RGB(0x2b66cc), canvas.RGB(0x9a45c4), canvas.RGB(0x2cb9cf), canvas.RGB(0xffffff),
		},
		pale: canvas.RGB(0xffffff), deep: canvas.RGB(0x1a1712),
	}
	// The contrast theme takes the hues of Okabe and Ito, which people of all kinds of
	// colour vision tell apart.
	contrast = pieceLook{
		pieces: [8]color.RGBA{
			canvas.RGB(0x000000), canvas.RGB(0xd55e00), canvas.RGB(0x009e73), canvas.RGB(0xf0e442), canvas.RGB(0x0062a8), canvas.RGB(0xcc79a7), canvas.RGB(0x7cc8f2), canvas.RGB(0xffffff),
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

// Side is the colour of a seat's side: White's or Black's.
func Side(t render.Theme, s engine.Seat) color.RGBA {
	return looksOf(t.Look()).piece(grid.Goal(s))
}

// on is the colour of letters and rings on a piece.
func (l *pieceLook) on(c grid.Colour) color.RGBA {
	p := l.piece(c)
	// Luma by ITU-R BT.601, in thousandths.
	if luma := 299*int(p.R) + 587*int(p.G) + 114*int(p.B); luma > 130*1000 {
		return l.deep
	}
	return l.pale
}

// Proportions of the board of Atom-4, in steps between neighbouring vertices.
const (
	pieceShare    = 0.43  // radius of a piece
	pieceLetter   = 0.46  // text height of its letter
	carrierRing   = 0.78  // radius of a propagator's inner ring, in radii of the piece
	carrierStroke = 0.085 // width of its rings, in radii
	gridStroke    = 0.03
	vertexDot     = 0.055 // radius of an empty vertex
	legalDot      = 0.13  // and of one on which a piece may be placed
	legalRim      = 0.035
	lastRing      = 0.475 // radius of the ring around the piece placed last,
	lastStroke    = 0.075
	changedRing   = 0.465 // and around those that it changed
	changedStroke = 0.045
	oldShare      = 0.165 // radius of the dot in the colour that a piece had before
	oldAside      = 0.31  // from the piece's centre, to the right and down
	rowWidth      = 1.10  // width of the band under a winning row
	boardLabel    = 0.36  // text height of coordinates
	widest        = 800   // pixels: all pictures of the board are about that wide
	leastLabel    = 22.0  // pixels
	stubShare     = 0.40  // of a line that goes on beyond what is drawn
	numberOnGhost = 0.40
	panelText     = 0.033 // text height in the panel, in widths of the picture
	panelHeight   = 0.246 // of the panel
	wheelShare    = 0.058 // radius of the wheel
	wheelPiece    = 0.0175
	wheelCurrent  = 0.027
	comingPiece   = 0.021
	goalPiece     = 0.028
	scoreText     = 0.062
)
