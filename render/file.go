package render

import (
	"path/filepath"

	"github.com/sixfold-bot/sixfold/engine"
)

// File draws a scene with the first drawer that takes it, in the format that its name asks
// for.
func File(drawers []Drawer, d engine.Drawing, s Style) ([]byte, error) {
	img, err := Draw(drawers, d.Scene, s)
	if err != nil {
		return nil, err
	}
	defer recycle(img)
	return encodeAs(filepath.Ext(d.Name), img)
}
