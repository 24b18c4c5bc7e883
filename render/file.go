package render

import (
	"path/filepath"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/encode"
)

// File draws a scene with the first drawer that takes it, in the format that its name asks
// for.
func File(drawers []Drawer, d engine.Drawing, s Style) ([]byte, error) {
	img, err := Draw(drawers, d.Scene, s)
	if err != nil {
		return nil, err
	}
	defer canvas.Recycle(img)
	return encode.As(filepath.Ext(d.Name), img)
}
