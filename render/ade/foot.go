package ade

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// captionHeight is the height of the caption, which is the same in wider files.
var captionHeight = canvas.CaptionHeight(pictureWidth)

// foot writes the caption of a view of a run. It ignores the note on the game.
func foot(on canvas.Canvas, style render.Style, heading, line engine.Text) {
	band := on.Rect
	band.Min.Y = band.Max.Y - captionHeight
	on.Bar(band, canvas.InkBand)
	style.Note = ""
	style.Write(on, canvas.NewCaption(band), render.Caption{Words: heading, Below: line})
}
