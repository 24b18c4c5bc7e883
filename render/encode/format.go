package encode

import (
	"errors"
	"fmt"
	"image"
)

// ErrFormat is returned for a format that the package does not write.
var ErrFormat = errors.New("encode: unknown format")

// formats are the encoders of single pictures, by file extension.
var formats = map[string]func(image.Image) ([]byte, error){
	".png": PNG,
	".tga": tga,
}

// As returns the picture in the format of a file extension such as ".png".
func As(ending string, img image.Image) ([]byte, error) {
	encode, ok := formats[ending]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrFormat, ending)
	}
	return encode(img)
}
