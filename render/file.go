package render

import (
	"path/filepath"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/encode"
)

// Encoder writes one kind of scene in a format without pixels, independent of theme and language.
// It returns [ErrScene] for other scenes.
type Encoder func(scene any) ([]byte, error)

// File draws a scene in the format of its file name's extension: with the encoder of that
// extension, such as ".svg", or else as a picture by the first drawer that accepts it.
func File(drawers []Drawer, encoders map[string]Encoder, d engine.Drawing, s Style) ([]byte, error) {
	ending := filepath.Ext(d.Name)
	if write, ok := encoders[ending]; ok {
		return write(d.Scene)
	}
	img, err := Draw(drawers, d.Scene, s)
	if err != nil {
		return nil, err
	}
	defer canvas.Recycle(img)
	return encode.As(ending, img)
}
