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
	{ID: contrast.Name, Title: engine.T("Contrast (colour-blind-safe)"), look: &contrast},
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

var dark = canvas.Look{
	Name:       "dark",
	Background: canvas.RGB(0x20222a),
	Band:       canvas.RGB(0x191b21),
	Cell:       canvas.RGB(0x3b3f4a),
	Heavy:      canvas.RGB(0x15161b),
	Line:       canvas.RGB(0x5c6270),
	Label:      canvas.RGB(0xb4bac8),
	Text:       canvas.RGB(0xf4f5f8),
	Muted:      canvas.RGB(0xa3a9b7),
	Number:     canvas.RGB(0xf0f2f6),
	Shadow:     canvas.RGB(0x101116),
	Visited:    canvas.RGB(0x3f8f5b),
	Heat:       canvas.RGB(0x9a6a12),
	Green:      canvas.RGB(0x46d369),
	Halo:       canvas.RGB(0x0f2416),
	Mark:       canvas.RGB(0xffffff),
	Red:        canvas.Gem{Light: canvas.RGB(0xec8782), Base: canvas.RGB(0xe2443c), Dark: canvas.RGB(0x9e302a), Edge: canvas.RGB(0xe2443c)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x82adef), Base: canvas.RGB(0x3b7fe6), Dark: canvas.RGB(0x2959a1), Edge: canvas.RGB(0x3b7fe6)},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xc9a227), canvas.RGB(0x2fa39a), canvas.RGB(0x9a62d6), canvas.RGB(0x7fae3c), canvas.RGB(0xd0688f), canvas.RGB(0x8b95a8),
	},
}

var light = canvas.Look{
	Name:       "light",
	Background: canvas.RGB(0xf1ead9),
	Band:       canvas.RGB(0xe5dcc6),
	Cell:       canvas.RGB(0xfdf9ee),
	Heavy:      canvas.RGB(0xa8997a),
	Line:       canvas.RGB(0xa99a80),
	Label:      canvas.RGB(0x5d5240),
	Text:       canvas.RGB(0x2b251b),
	Muted:      canvas.RGB(0x685c48),
	Number:     canvas.RGB(0x2b251b),
	Shadow:     canvas.RGB(0x6b5d45),
	Visited:    canvas.RGB(0x3f9a52),
	Heat:       canvas.RGB(0xf2b53a),
	Green:      canvas.RGB(0x24a148),
	Halo:       canvas.RGB(0xffffff),
	Mark:       canvas.RGB(0xffffff),
	Red:        canvas.Gem{Light: canvas.RGB(0xe67e7a), Base: canvas.RGB(0xd8362f), Dark: canvas.RGB(0x972621), Edge: canvas.RGB(0xd8362f)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x779dde), Base: canvas.RGB(0x2b66cc), Dark: canvas.RGB(0x1e478f), Edge: canvas.RGB(0x2b66cc)},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xd9a406), canvas.RGB(0x1d9a90), canvas.RGB(0x8a4fcb), canvas.RGB(0x6f9a22), canvas.RGB(0xc94f7c), canvas.RGB(0x6d7688),
	},
}

// The contrast theme takes vermilion and blue from the palette of Okabe and Ito,
// which people of all kinds of colour vision tell apart, moved further apart in
// lightness; stones and edges differ in shape as well.
var contrast = canvas.Look{
	Name:       "contrast",
	Background: canvas.RGB(0xffffff),
	Band:       canvas.RGB(0xececec),
	Cell:       canvas.RGB(0xffffff),
	Heavy:      canvas.RGB(0x9a9a9a),
	Line:       canvas.RGB(0x6e6e6e),
	Label:      canvas.RGB(0x1c1c1c),
	Text:       canvas.RGB(0x000000),
	Muted:      canvas.RGB(0x4a4a4a),
	Number:     canvas.RGB(0x000000),
	Shadow:     canvas.RGB(0x8c8c8c),
	Visited:    canvas.RGB(0xe6cf4e),
	Heat:       canvas.RGB(0xf0c419),
	Green:      canvas.RGB(0x009e73),
	Halo:       canvas.RGB(0xffffff),
	Mark:       canvas.RGB(0xffffff),
	Red:        canvas.Gem{Light: canvas.RGB(0xec8438), Base: canvas.RGB(0xe8690c), Dark: canvas.RGB(0xc5590a), Edge: canvas.RGB(0xe8690c)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x2e74a3), Base: canvas.RGB(0x00558f), Dark: canvas.RGB(0x00487a), Edge: canvas.RGB(0x00558f), Square: true, Dashed: true},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xf0e442), canvas.RGB(0x56b4e9), canvas.RGB(0xcc79a7), canvas.RGB(0x7fc97f), canvas.RGB(0xe0b07a), canvas.RGB(0xb0b0b0),
	},
}
