package render

import (
	"path/filepath"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/encode"
)

// Encoder writes a kind of scene in a format that is not made of pixels, and returns
// [ErrScene] for others. Theme and language play no part in it.
type Encoder func(scene any) ([]byte, error)

// File draws a scene in the format that the ending of its name asks for: by the encoder of
// that ending, such as ".svg", or else as a picture of the first drawer that takes it.
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
