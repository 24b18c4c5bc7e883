package rendertest

import (
	"image"
	"image/color"
	"testing"
)

var white, black = color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{A: 0xff}

// dotted is a white picture with black pixels.
func dotted(dots ...image.Point) *image.Paletted {
	p := image.NewPaletted(image.Rect(0, 0, 30, 20), color.Palette{white, black})
	for _, at := range dots {
		p.SetColorIndex(at.X, at.Y, 1)
	}
	return p
}

// Pixels of a colour are counted, and found, within a rectangle alone.
func TestCountAndExtent(t *testing.T) {
	p := dotted(image.Pt(3, 4), image.Pt(10, 6), image.Pt(29, 19))
	for _, tt := range []struct {
		within image.Rectangle
		count  int
		extent image.Rectangle
	}{
		{p.Rect, 3, image.Rect(3, 4, 30, 20)},
		{image.Rect(0, 0, 11, 7), 2, image.Rect(3, 4, 11, 7)},
		{image.Rect(0, 0, 10, 6), 1, image.Rect(3, 4, 4, 5)},
		{image.Rect(20, 10, 90, 90), 1, image.Rect(29, 19, 30, 20)},
		{image.Rect(4, 5, 9, 9), 0, image.Rectangle{}},
	} {
		if got := CountIn(p, tt.within, black); got != tt.count {
			t.Errorf("%v holds %d black pixels, want %d", tt.within, got, tt.count)
		}
		if got := Extent(p, tt.within, black); got != tt.extent {
			t.Errorf("in %v the black pixels lie in %v, want %v", tt.within, got, tt.extent)
		}
	}
	if got := Count(p, black) + Count(p, white); got != 30*20 {
		t.Errorf("%d pixels are black or white", got)
	}
}

// What changed is found, whatever the order of the palette.
func TestChanged(t *testing.T) {
	empty, p := dotted(), dotted(image.Pt(3, 4), image.Pt(10, 6))
	turned := image.NewPaletted(p.Rect, color.Palette{black, white})
	for i, index := range p.Pix {
		turned.Pix[i] = 1 - index
	}
	first := image.Rect(0, 0, 5, 5)
	for _, tt := range []struct {
		name string
		a, b *image.Paletted
		may  []image.Rectangle
		want image.Rectangle
	}{
		{"nothing", p, p, nil, image.Rectangle{}},
		{"two pixels", empty, p, nil, image.Rect(3, 4, 11, 7)},
		{"the other way round", p, empty, nil, image.Rect(3, 4, 11, 7)},
		{"one besides what may", empty, p, []image.Rectangle{first}, image.Rect(10, 6, 11, 7)},
		{"all of them may", empty, p, []image.Rectangle{first, image.Rect(9, 5, 12, 8)}, image.Rectangle{}},
		{"another palette", p, turned, nil, image.Rectangle{}},
	} {
		if got := Changed(t, tt.a, tt.b, tt.may...); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
