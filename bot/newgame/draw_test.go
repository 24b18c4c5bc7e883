package newgame

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// Step 5: a function from a position to a picture, and one for a suggested move.

var drawers = []render.Drawer{
	render.For(drawPosition),
	render.ForSuggestion(func(p *position, c engine.Choice, s render.Style) image.Image {
		img := drawPosition(p, s)
		for cell, name := range cells {
			if name == c.Move {
				draw.Draw(img.(draw.Image), square(cell).Inset(30), image.NewUniform(hinted), image.Point{}, draw.Src)
			}
		}
		return img
	}),
}

// side is that of a cell in pixels.
const side = 100

var (
	paper  = color.RGBA{255, 255, 255, 255}
	red    = color.RGBA{200, 30, 30, 255}
	blue   = color.RGBA{30, 60, 200, 255}
	hinted = color.RGBA{0, 160, 0, 255}
)

func square(c int) image.Rectangle {
	return image.Rect(0, 0, side, side).Add(image.Pt(c%3, c/3).Mul(side))
}

func drawPosition(p *position, _ render.Style) image.Image {
	img := image.NewPaletted(image.Rect(0, 0, 3*side, 3*side), color.Palette{paper, red, blue, hinted})
	for c, m := range p.board {
		if m != '.' {
			ink := map[byte]color.RGBA{'X': red, 'O': blue}[m]
			draw.Draw(img, square(c).Inset(10), image.NewUniform(ink), image.Point{}, draw.Src)
		}
	}
	return img
}
