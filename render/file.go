package render

import (
	"fmt"
	"image"
	"path/filepath"

	"github.com/sixfold-bot/sixfold/engine"
)

// fileFormats are the formats of files that are handed over, by the ending of their names.
var fileFormats = map[string]func(image.Image) []byte{
	".tga": encodeTGA,
}

// File draws a scene with the first drawer that takes it, in the format that its name asks
// for.
func File(drawers []Drawer, d engine.Drawing, s Style) ([]byte, error) {
	encode, ok := fileFormats[filepath.Ext(d.Name)]
	if !ok {
		return nil, fmt.Errorf("render: no encoder for %s", d.Name)
	}
	img, err := Draw(drawers, d.Scene, s)
	if err != nil {
		return nil, err
	}
	defer recycle(img)
	return encode(img), nil
}
