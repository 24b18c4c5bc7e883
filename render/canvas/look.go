package canvas

import (
	"image"
	"image/color"
	"math"
	"sync/atomic"

	"github.com/fogleman/gg"
)

// Look is the colours of a theme.
type Look struct {
	Name       string     // the theme's ID
	Background color.RGBA // behind the board
	Band       color.RGBA // behind the caption
	Cell       color.RGBA // an empty cell
	Heavy      color.RGBA // mixed into cells that differ in tone or weight
	Line       color.RGBA // between cells
	Label      color.RGBA // coordinates, and dots where something can be played
	Text       color.RGBA // active player and state of the game
	Muted      color.RGBA // inactive player
	Number     color.RGBA // text on cells
	Shadow     color.RGBA // under stones
	Visited    color.RGBA // mixed into cells that a search visited
	Heat       color.RGBA // a cell that a search visited all the time
	Green      color.RGBA // advice and wins
	Halo       color.RGBA // around green
	Mark       color.RGBA // on stones
	Lit        color.RGBA // where somebody is, and what is about to act
	Red, Blue  Gem
	Tints      [TintCount]color.RGBA // mixed into the cells of a chain
}

// IsDark reports whether the ground is dark.
func (l *Look) IsDark() bool { return Brightness(l.Background) < 128 }

// Gem is the look of one side's stones and edges.
type Gem struct {
	Light, Base, Dark color.RGBA // from the lit side of a stone to its rim; edges have the base
	Square            bool       // a rounded square instead of a disc
	Dashed            bool       // edges are dashed
}

// GemOf returns a gem of a colour, lighter on the lit side and darker at the rim.
func GemOf(base color.RGBA) Gem {
	return Gem{Light: Mix(base, RGB(0xffffff), 0.3), Base: base, Dark: Mix(base, RGB(0), 0.28)}
}

// Lit returns the shading of a token around a point, under the one light of all pictures, which comes
// from the upper left.
func (g Gem) Lit(at Point, radius float64) gg.Pattern {
	body := gg.NewRadialGradient(at.X-radius*0.34, at.Y-radius*0.42, radius*0.04, at.X-radius*0.12, at.Y-radius*0.16, radius*1.22)
	body.AddColorStop(0, g.Light)
	body.AddColorStop(0.5, g.Base)
	body.AddColorStop(1, g.Dark)
	return body
}

// TintCount is the number of tints that tell neighbouring chains apart.
const TintCount = 6

// Ink is a colour that can be blended over a picture.
type Ink uint8

// Inks of text and marks.
const (
	InkText   Ink = iota // active player and state of the game
	InkMuted             // inactive player
	InkLabel             // coordinates, and dots where something can be played
	InkNumber            // on cells
	InkMark              // on stones
	InkDark              // on what is lit
	InkGreen             // advice and wins
	InkHalo              // around green
	InkRed               // the first side
	InkBlue              // the second
	InkCount             // number of inks above
)

// Inks of backgrounds.
const (
	InkLit    = InkCount + iota // where somebody is, and what is about to act
	InkCell                     // empty cells
	InkLine                     // between cells
	InkGround                   // behind all
	InkBand                     // behind words
	AllInks                     // number of all inks
)

// Ink returns the colour of an ink.
func (l *Look) Ink(k Ink) color.RGBA {
	return [AllInks]color.RGBA{
		l.Text, l.Muted, l.Label, l.Number, l.Mark, l.Shadow, l.Green, l.Halo, l.Red.Base, l.Blue.Base,
		l.Lit, l.Cell, l.Line, l.Background, l.Band,
	}[k]
}

// RGB returns the opaque colour 0xRRGGBB.
func RGB(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// Fade returns a colour with an opacity.
func Fade(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(math.Round(opacity * 0xff))}
}

// Mix blends b into a; share is the weight of b.
func Mix(a, b color.RGBA, share float64) color.RGBA {
	blend := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return color.RGBA{R: blend(a.R, b.R), G: blend(a.G, b.G), B: blend(a.B, b.B), A: 0xff}
}

// Contrast is the contrast ratio of WCAG 2.2.
func Contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	return 0.2126*Linear(c.R) + 0.7152*Linear(c.G) + 0.0722*Linear(c.B)
}

// Linear returns the linear light, from 0 to 1, of an sRGB channel.
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

// Brightness is the luma of a colour, from 0 to 255.
func Brightness(c color.RGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }

// opacities is the number of blending steps. With 32, a step at the edge of a white ring on a dark
// stone is 6 of 255.
const opacities = 32

// Palette is up to 256 colours and a table of blended inks. It is safe for concurrent use.
type Palette struct {
	Model color.Palette

	colours []color.RGBA // the same colours as Model
	look    *Look
	blends  [AllInks]blend
}

// blend maps opacity and the index below to the index of the blended colour plus one, or zero if it
// is not computed yet: few pairs ever occur.
type blend [opacities + 1][MaxColours]atomic.Uint32

// PaletteOf returns the palette of an existing picture of a look, to draw more on it.
func PaletteOf(l *Look, model color.Palette) *Palette {
	p := &Palette{Model: model, look: l}
	for _, c := range model {
		rgba, _ := color.RGBAModel.Convert(c).(color.RGBA)
		p.colours = append(p.colours, rgba)
	}
	return p
}

// Index returns the index of the nearest colour.
func (p *Palette) Index(c color.RGBA) uint8 { return nearest(p.colours, c, -1) }

// Convert quantises an opaque picture. The result's upper left corner is the origin.
func (p *Palette) Convert(src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(image.Rectangle{Max: src.Rect.Size()}, p.Model)
	known := map[color.RGBA]uint8{}
	last, index := color.RGBA{}, uint8(0)
	for y := range dst.Rect.Dy() {
		row := src.Pix[y*src.Stride:][:4*dst.Rect.Dx()]
		to := dst.Pix[y*dst.Stride:][:dst.Rect.Dx()]
		for x := range to {
			if c := (color.RGBA{row[4*x], row[4*x+1], row[4*x+2], 0xff}); c != last {
				var met bool
				if index, met = known[c]; !met {
					index = p.Index(c)
					known[c] = index
				}
				last = c
			}
			to[x] = index
		}
	}
	return dst
}

// blended returns the index of an ink blended over a colour, at an opacity in steps.
func (p *Palette) blended(k Ink, step int, under uint8) uint8 {
	known := &p.blends[k][step][under]
	if index := known.Load(); index > 0 {
		return uint8(index - 1)
	}
	index := p.Index(Mix(p.colours[under], p.look.Ink(k), float64(step)/opacities))
	known.Store(uint32(index) + 1)
	return index
}

// Mixture collects the colours for a palette: exact ones, and those in use with their pixel counts.
type Mixture struct {
	look  *Look
	exact []color.RGBA
	used  map[color.RGBA]int
}

// NewMixture starts with the background and band colours, the colours given, and the inks below
// limit.
func NewMixture(l *Look, limit Ink, exact ...color.RGBA) *Mixture {
	m := &Mixture{look: l, used: map[color.RGBA]int{}}
	m.Exact(l.Background, l.Band)
	m.Exact(exact...)
	for k := range limit {
		m.Exact(l.Ink(k))
	}
	return m
}

// Exact adds colours that the palette keeps as they are, as far as there is room.
func (m *Mixture) Exact(colours ...color.RGBA) { m.exact = append(m.exact, colours...) }

// Ramps adds the blending steps between a colour and each of several others, each step with a pixel
// count of weight.
func (m *Mixture) Ramps(from color.RGBA, steps, weight int, to ...color.RGBA) {
	for _, c := range to {
		for i := 1; i < steps; i++ {
			m.used[Mix(from, c, float64(i)/float64(steps))] += weight
		}
	}
}

// Picture adds the pixels of a picture, each counted weight times.
func (m *Mixture) Picture(img *image.RGBA, weight int) {
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
		for len(row) > 0 {
			run := 4
			for run < len(row) && [4]byte(row[run:]) == [4]byte(row) {
				run += 4
			}
			m.used[color.RGBA{row[0], row[1], row[2], row[3]}] += run / 4 * weight
			row = row[run:]
		}
	}
}

// Palette makes a palette of at most limit colours. The exact ones are kept, those in use
// approximated.
func (m *Mixture) Palette(limit int) *Palette {
	var model color.Palette
	for _, c := range Colours(m.exact, m.used, limit) {
		model = append(model, c)
	}
	return PaletteOf(m.look, model)
}
