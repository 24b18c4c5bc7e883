package render

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Theme is a choice of colours, one of [Themes]. The zero value is the first.
type Theme struct {
	ID    string
	Title engine.Text
	look  *canvas.Look
}

// Themes are all themes, the default first.
var Themes = []Theme{
	{ID: dark.Name, Title: engine.T("Dark"), look: &dark},
	{ID: light.Name, Title: engine.T("Light"), look: &light},
	{ID: contrast.Name, Title: engine.T("Contrast"), look: &contrast},
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

// Look returns the theme's colours.
func (t Theme) Look() *canvas.Look {
	if t.look == nil {
		return Themes[0].look
	}
	return t.look
}

// What stands out in a theme (the sides, what has won, what is lit) does so by 4.5 from the
// ground, and what is written on it does from it, so that each can be both a word and a piece;
// pieces have 3 on all cells. In the dark theme these are light colours with dark marks, in
// the others dark ones with white marks.
var dark = canvas.Look{
	Name:       "dark",
	Background: canvas.RGB(0x1f2229),
	Band:       canvas.RGB(0x181b21),
	Cell:       canvas.RGB(0x343842),
	Heavy:      canvas.RGB(0x14161b),
	Line:       canvas.RGB(0x5e6573),
	Label:      canvas.RGB(0xbcc2cf),
	Text:       canvas.RGB(0xf4f5f8),
	Muted:      canvas.RGB(0xa8aebb),
	Number:     canvas.RGB(0xf0f2f6),
	Shadow:     canvas.RGB(0x101116),
	Visited:    canvas.RGB(0x2a6842),
	Heat:       canvas.RGB(0x80560c),
	Green:      canvas.RGB(0x4fd672),
	Halo:       canvas.RGB(0x0f2416),
	Mark:       canvas.RGB(0x101116),
	Lit:        canvas.RGB(0xe0b53a),
	Red:        canvas.Gem{Light: canvas.RGB(0xfb8177), Base: canvas.RGB(0xf4574c), Dark: canvas.RGB(0xc43f36), Edge: canvas.RGB(0xf4574c)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x7fb3fa), Base: canvas.RGB(0x4f96f7), Dark: canvas.RGB(0x3672c6), Edge: canvas.RGB(0x4f96f7)},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0x6b4500), canvas.RGB(0x005652), canvas.RGB(0x5b30a6), canvas.RGB(0x335800), canvas.RGB(0x8c1f52), canvas.RGB(0x424a60),
	},
}

var light = canvas.Look{
	Name:       "light",
	Background: canvas.RGB(0xf3ecdb),
	Band:       canvas.RGB(0xe8dfc9),
	Cell:       canvas.RGB(0xfdf9ee),
	Heavy:      canvas.RGB(0xd8c8a4),
	Line:       canvas.RGB(0xa4957a),
	Label:      canvas.RGB(0x5d5240),
	Text:       canvas.RGB(0x2b251b),
	Muted:      canvas.RGB(0x635843),
	Number:     canvas.RGB(0x2b251b),
	Shadow:     canvas.RGB(0x6b5d45),
	Visited:    canvas.RGB(0x6cc47e),
	Heat:       canvas.RGB(0xf2b53a),
	Green:      canvas.RGB(0x147239),
	Halo:       canvas.RGB(0xffffff),
	Mark:       canvas.RGB(0xffffff),
	Lit:        canvas.RGB(0x985a00),
	Red:        canvas.Gem{Light: canvas.RGB(0xd4564f), Base: canvas.RGB(0xc5302a), Dark: canvas.RGB(0x9a241f), Edge: canvas.RGB(0xc5302a)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x4a76c8), Base: canvas.RGB(0x2458b8), Dark: canvas.RGB(0x1a4390), Edge: canvas.RGB(0x2458b8)},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xe8b624), canvas.RGB(0x35b3a8), canvas.RGB(0xab7ae6), canvas.RGB(0x93bd3c), canvas.RGB(0xee7fa6), canvas.RGB(0x8f99ae),
	},
}

// The sides of the contrast theme are told apart by people of all kinds of colour vision: a
// red and a blue of which one is twice as light, and stones and edges of different shapes.
var contrast = canvas.Look{
	Name:       "contrast",
	Background: canvas.RGB(0xffffff),
	Band:       canvas.RGB(0xececec),
	Cell:       canvas.RGB(0xffffff),
	Heavy:      canvas.RGB(0xcccccc),
	Line:       canvas.RGB(0x6e6e6e),
	Label:      canvas.RGB(0x1c1c1c),
	Text:       canvas.RGB(0x000000),
	Muted:      canvas.RGB(0x4a4a4a),
	Number:     canvas.RGB(0x000000),
	Shadow:     canvas.RGB(0x8c8c8c),
	Visited:    canvas.RGB(0xe6cf4e),
	Heat:       canvas.RGB(0xf0c419),
	Green:      canvas.RGB(0x007a57),
	Halo:       canvas.RGB(0xffffff),
	Mark:       canvas.RGB(0xffffff),
	Lit:        canvas.RGB(0x985a00),
	Red:        canvas.Gem{Light: canvas.RGB(0xdf4248), Base: canvas.RGB(0xd81e25), Dark: canvas.RGB(0xae151b), Edge: canvas.RGB(0xd81e25)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x2a62a6), Base: canvas.RGB(0x003b85), Dark: canvas.RGB(0x002c66), Edge: canvas.RGB(0x003b85), Square: true, Dashed: true},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xf0e442), canvas.RGB(0x56b4e9), canvas.RGB(0xcc79a7), canvas.RGB(0x7fc97f), canvas.RGB(0xe0b07a), canvas.RGB(0xb0b0b0),
	},
}
