package render

import (
	"image/color"

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
	{ID: dark.name, Title: engine.T("Dark"), look: &dark},
	{ID: light.name, Title: engine.T("Light"), look: &light},
	{ID: contrast.name, Title: engine.T("Contrast (colour-blind-safe)"), look: &contrast},
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

// colours are the theme's.
func (t Theme) colours() *look {
	if t.look == nil {
		return Themes[0].look
	}
	return t.look
}

var dark = look{
	name:       "dark",
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
	name:       "light",
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
	name:       "contrast",
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
