package render

import (
	"image/color"
	"math"

	"github.com/sixfold-bot/sixfold/engine"
)

// Theme is a choice of colours, one of [Themes]. The zero value is the first.
type Theme struct {
	ID    string
	Title engine.Text
	look  *look
}

// Themes are all themes, the default first.
var Themes = []Theme{
	{ID: "dark", Title: engine.T("Dark"), look: &dark},
	{ID: "light", Title: engine.T("Light"), look: &light},
	{ID: "contrast", Title: engine.T("Contrast (colour-blind-safe)"), look: &contrast},
}

// ThemeByID returns the theme with the given ID.
func ThemeByID(id string) (Theme, bool) {
	for _, t := range Themes {
		if t.ID == id {
			return t, true
		}
	}
	return Theme{}, false
}

// colours is the theme's look.
func (t Theme) colours() *look {
	if t.look == nil {
		return Themes[0].look
	}
	return t.look
}

// look names every colour of a theme.
type look struct {
	background color.RGBA // behind the board
	band       color.RGBA // behind the caption
	cell       color.RGBA // an empty cell
	heavy      color.RGBA // a cell of the greatest weight
	line       color.RGBA // between cells
	label      color.RGBA // coordinates
	text       color.RGBA // who is to move, and how the game stands
	muted      color.RGBA // the other player
	number     color.RGBA // on cells
	shadow     color.RGBA // under stones
	visited    color.RGBA // mixed into cells that a search came by
	heat       color.RGBA // a cell that a search looked at all the time
	green      color.RGBA // the winning chain, and what leads there
	halo       color.RGBA // around green
	mark       color.RGBA // on stones
	red, blue  gem
	tints      [tintCount]color.RGBA // mixed into the cells of a chain
}

// gem is how the stones and edges of one side look.
type gem struct {
	light, base, dark color.RGBA // from the lit side of a stone to its rim
	edge              color.RGBA // of the board
	square            bool       // a rounded square instead of a disc
	dashed            bool       // edges in pieces
}

// tintCount is how many neighbouring chains can be told apart by tint.
const tintCount = 6

var dark = look{
	background: rgb(0x20222a),
	band:       rgb(0x191b21),
	cell:       rgb(0x3b3f4a),
	heavy:      rgb(0x15161b),
	line:       rgb(0x5c6270),
	label:      rgb(0xb4bac8),
	text:       rgb(0xf4f5f8),
	muted:      rgb(0xa3a9b7),
	number:     rgb(0xf0f2f6),
	shadow:     rgb(0x101116),
	visited:    rgb(0x3f8f5b),
	heat:       rgb(0x9a6a12),
	green:      rgb(0x46d369),
	halo:       rgb(0x0f2416),
	mark:       rgb(0xffffff),
	red:        gem{light: rgb(0xec8782), base: rgb(0xe2443c), dark: rgb(0x9e302a), edge: rgb(0xe2443c)},
	blue:       gem{light: rgb(0x82adef), base: rgb(0x3b7fe6), dark: rgb(0x2959a1), edge: rgb(0x3b7fe6)},
	tints: [tintCount]color.RGBA{
		rgb(0xc9a227), rgb(0x2fa39a), rgb(0x9a62d6), rgb(0x7fae3c), rgb(0xd0688f), rgb(0x8b95a8),
	},
}

var light = look{
	background: rgb(0xf1ead9),
	band:       rgb(0xe5dcc6),
	cell:       rgb(0xfdf9ee),
	heavy:      rgb(0xa8997a),
	line:       rgb(0xa99a80),
	label:      rgb(0x5d5240),
	text:       rgb(0x2b251b),
	muted:      rgb(0x685c48),
	number:     rgb(0x2b251b),
	shadow:     rgb(0x6b5d45),
	visited:    rgb(0x3f9a52),
	heat:       rgb(0xf2b53a),
	green:      rgb(0x24a148),
	halo:       rgb(0xffffff),
	mark:       rgb(0xffffff),
	red:        gem{light: rgb(0xe67e7a), base: rgb(0xd8362f), dark: rgb(0x972621), edge: rgb(0xd8362f)},
	blue:       gem{light: rgb(0x779dde), base: rgb(0x2b66cc), dark: rgb(0x1e478f), edge: rgb(0x2b66cc)},
	tints: [tintCount]color.RGBA{
		rgb(0xd9a406), rgb(0x1d9a90), rgb(0x8a4fcb), rgb(0x6f9a22), rgb(0xc94f7c), rgb(0x6d7688),
	},
}

// The contrast theme takes vermilion and blue from the palette of Okabe and Ito,
// which people of all kinds of colour vision tell apart, moved further apart in
// lightness; stones and edges differ in shape as well.
var contrast = look{
	background: rgb(0xffffff),
	band:       rgb(0xececec),
	cell:       rgb(0xffffff),
	heavy:      rgb(0x9a9a9a),
	line:       rgb(0x6e6e6e),
	label:      rgb(0x1c1c1c),
	text:       rgb(0x000000),
	muted:      rgb(0x4a4a4a),
	number:     rgb(0x000000),
	shadow:     rgb(0x8c8c8c),
	visited:    rgb(0xe6cf4e),
	heat:       rgb(0xf0c419),
	green:      rgb(0x009e73),
	halo:       rgb(0xffffff),
	mark:       rgb(0xffffff),
	red:        gem{light: rgb(0xec8438), base: rgb(0xe8690c), dark: rgb(0xc5590a), edge: rgb(0xe8690c)},
	blue:       gem{light: rgb(0x2e74a3), base: rgb(0x00558f), dark: rgb(0x00487a), edge: rgb(0x00558f), square: true, dashed: true},
	tints: [tintCount]color.RGBA{
		rgb(0xf0e442), rgb(0x56b4e9), rgb(0xcc79a7), rgb(0x7fc97f), rgb(0xe0b07a), rgb(0xb0b0b0),
	},
}

// Proportions of boards of hexagons, in widths of a cell unless said otherwise.
const (
	lineShare     = 0.035 // line between cells
	edgeShare     = 0.13  // coloured edge, beyond the cells
	gapShare      = 0.05  // between colours that meet at a corner of the board
	stoneShare    = 0.405 // radius of a stone
	squareShare   = 0.345 // half a side of a square stone
	squareCorner  = 0.11  // its corners' radius
	shadowShare   = 0.47  // radius of a stone's shadow, where it has faded out
	shadowDrop    = 0.035 // how far it lies below the stone
	shadowOpacity = 0.45
	ghostOpacity  = 0.6
	ringShare     = 0.20  // radius of the ring on the last stone
	outlineStroke = 0.07  // line around a suggested stone
	legendShare   = 1.5   // width of a cell of the legend, in text heights of the caption
	weightRise    = 0.25  // of the weight above a cell's centre
	costDrop      = 0.12  // of the cost below it
	ringStroke    = 0.065 // its line
	dotShare      = 0.12  // radius of a root's dot
	dotRim        = 0.045 // the rim around it
	chainShare    = 0.15  // line of a winning chain
	chainHalo     = 0.26  // with its halo
	jointShare    = 0.125 // radius of its joints
	jointHalo     = 0.18
	swapShare     = 0.26 // half the length of the arrows of a swap
	swapStroke    = 0.075
	labelShare    = 0.62 // text height of coordinates
	numberShare   = 0.40 // of the greater number on a cell
	smallShare    = 0.28 // of the lesser
	visitedShare  = 0.3  // of the colour of visited cells in their mixture
	tintOpacity   = 0.50
	minimumLine   = 1.25
	maximumLabel  = 34.0  // pixels
	widthLimit    = 1200  // pixels: pictures are at most that wide
	wideLimit     = 1800  // pictures with numbers on the cells
	largestCell   = 128   // pixels
	captionShare  = 0.029 // text height of a caption, in widths of the picture
	captionPad    = 0.55  // around it, in text heights
	captionLine   = 1.25  // its height, in text heights
	captionShrink = 0.72  // least size of its middle, before it is shortened
	captionMiddle = 0.46  // most that it takes of the width
	captionGap    = 0.5   // between its parts, in text heights
	captionStone  = 1.75  // width of the cell around a stone in it, in text heights
	captionUnder  = 0.12  // height of the line under the player to move, in text heights
	arrowShare    = 0.62  // half the length of an arrow between edges, in text heights
	arrowStroke   = 0.13
	heatSteps     = 8    // shades of a heat map
	heatShare     = 0.52 // text height of a chance on a cell
	signShare     = 0.26 // half the width of a tick or a cross
	signStroke    = 0.10
	graphShare    = 0.20 // height of a graph, in widths of the picture
)

// rgb makes an opaque colour of 0xRRGGBB.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// mix returns share of b in a.
func mix(a, b color.RGBA, share float64) color.RGBA {
	blend := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return color.RGBA{R: blend(a.R, b.R), G: blend(a.G, b.G), B: blend(a.B, b.B), A: 0xff}
}

// contrastOf is the ratio of WCAG 2.2.
func contrastOf(a, b color.RGBA) float64 {
	luminance := func(c color.RGBA) float64 {
		part := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
