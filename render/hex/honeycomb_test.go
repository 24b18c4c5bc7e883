package hex

import (
	"image"
	"testing"
)

// Each pixel inside a honeycomb belongs to exactly one cell.
func TestHoneycombCoversEachPixelOnce(t *testing.T) {
	for _, width := range []int{10, 12, 14, 36, 38, 50, 52, largestCell} {
		coversOnce(t, newHoneycomb(width, false))
		coversOnce(t, newHoneycomb(width, true))
	}
}

func coversOnce(t *testing.T, h honeycomb) {
	t.Helper()
	width := h.width
	h.origin = image.Pt(3*width, 3*width)
	for y := 2 * width; y < 4*width; y++ {
		for x := 2 * width; x < 4*width; x++ {
			owners := 0
			for row := -3; row <= 3; row++ {
				for col := -3; col <= 3; col++ {
					if h.covers(image.Pt(x, y).Sub(h.centre(col, row))) {
						owners++
					}
				}
			}
			if owners != 1 {
				t.Fatalf("width %d, flat %t: pixel (%d, %d) belongs to %d cells", width, h.flat, x, y, owners)
			}
		}
	}
}
