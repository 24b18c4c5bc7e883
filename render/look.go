package render

import (
	"image/color"
	"math"
)

// look names every colour of a theme.
type look struct {
	name       string     // the theme's ID
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

// ink is a colour that is blended over what lies below.
type ink uint8

const (
	inkText ink = iota
	inkMuted
	inkLabel
	inkNumber
	inkMark
	inkDark
	inkGreen
	inkHalo
	inkRed
	inkBlue
	inkCount
)

// Inks that boards have as grounds.
const (
	inkLit    = inkCount + iota // what is about to act
	inkCell                     // empty cells
	inkLine                     // between cells
	inkGround                   // behind all
	inkBand                     // behind words
	allInks
)

// ink returns the colour of an ink.
func (l *look) ink(k ink) color.RGBA {
	return [allInks]color.RGBA{
		l.text, l.muted, l.label, l.number, l.mark, l.shadow, l.green, l.halo, l.red.edge, l.blue.edge,
		l.tints[0], l.cell, l.line, l.background, l.band,
	}[k]
}

// rgb makes an opaque colour of 0xRRGGBB.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// fade makes a colour partly transparent.
func fade(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(math.Round(opacity * 0xff))}
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

// brightness is a colour's luma, 0 to 255.
func brightness(c color.RGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }
