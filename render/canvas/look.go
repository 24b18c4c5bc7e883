package canvas

import (
	"image/color"
	"math"
)

// Look names every colour of a theme.
type Look struct {
	Name       string     // the theme's ID
	Background color.RGBA // behind the board
	Band       color.RGBA // behind the caption
	Cell       color.RGBA // an empty cell
	Heavy      color.RGBA // a cell of the greatest weight
	Line       color.RGBA // between cells
	Label      color.RGBA // coordinates
	Text       color.RGBA // who is to move, and how the game stands
	Muted      color.RGBA // the other player
	Number     color.RGBA // on cells
	Shadow     color.RGBA // under stones
	Visited    color.RGBA // mixed into cells that a search came by
	Heat       color.RGBA // a cell that a search looked at all the time
	Green      color.RGBA // the winning chain, and what leads there
	Halo       color.RGBA // around green
	Mark       color.RGBA // on stones
	Lit        color.RGBA // what is about to act
	Red, Blue  Gem
	Tints      [TintCount]color.RGBA // mixed into the cells of a chain
}

// Gem is how the stones and edges of one side look.
type Gem struct {
	Light, Base, Dark color.RGBA // from the lit side of a stone to its rim
	Edge              color.RGBA // of the board
	Square            bool       // a rounded square instead of a disc
	Dashed            bool       // edges in pieces
}

// TintCount is how many neighbouring chains can be told apart by tint.
const TintCount = 6

// Ink is a colour that is blended over what lies below.
type Ink uint8

// Inks for words and marks.
const (
	InkText   Ink = iota // who is to move, and how the game stands
	InkMuted             // the other player
	InkLabel             // coordinates
	InkNumber            // on cells
	InkMark              // on stones
	InkDark              // around marks
	InkGreen             // what has won, and what leads there
	InkHalo              // around green
	InkRed               // the first side
	InkBlue              // the second
	InkCount             // how many there are
)

// Inks that boards have as grounds.
const (
	InkLit    = InkCount + iota // what is about to act
	InkCell                     // empty cells
	InkLine                     // between cells
	InkGround                   // behind all
	InkBand                     // behind words
	AllInks                     // how many there are, with those above
)

// Ink returns the colour of an ink.
func (l *Look) Ink(k Ink) color.RGBA {
	return [AllInks]color.RGBA{
		l.Text, l.Muted, l.Label, l.Number, l.Mark, l.Shadow, l.Green, l.Halo, l.Red.Edge, l.Blue.Edge,
		l.Lit, l.Cell, l.Line, l.Background, l.Band,
	}[k]
}

// RGB makes an opaque colour of 0xRRGGBB.
func RGB(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// Fade makes a colour partly transparent.
func Fade(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(math.Round(opacity * 0xff))}
}

// Mix returns share of b in a.
func Mix(a, b color.RGBA, share float64) color.RGBA {
	blend := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return color.RGBA{R: blend(a.R, b.R), G: blend(a.G, b.G), B: blend(a.B, b.B), A: 0xff}
}

// Contrast is the ratio of WCAG 2.2.
func Contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	return 0.2126*Linear(c.R) + 0.7152*Linear(c.G) + 0.0722*Linear(c.B)
}

// Linear is the light of a channel of sRGB, 0 to 1.
func Linear(channel uint8) float64 { return linear[channel] }

var linear = func() (light [256]float64) {
	for v := range light {
		x := float64(v) / 255
		if x <= 0.04045 {
			light[v] = x / 12.92
		} else {
			light[v] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return light
}()

// Brightness is a colour's luma, 0 to 255.
func Brightness(c color.RGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }
