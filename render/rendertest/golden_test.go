package rendertest

import (
	"image"
	"testing"
)

// The comparison itself finds differences.
func TestCompareFindsDifferences(t *testing.T) {
	plain := func(edit func(*image.Gray)) image.Image {
		img := image.NewGray(image.Rect(0, 0, 20, 20))
		edit(img)
		return img
	}
	want := plain(func(*image.Gray) {})
	tests := []struct {
		name string
		got  image.Image
		same bool
	}{
		{"nothing", want, true},
		{"one pixel by a little", plain(func(g *image.Gray) { g.Pix[3] = mostChannel }), true},
		{"one pixel by much", plain(func(g *image.Gray) { g.Pix[3] = mostChannel + 1 }), false},
		{"many pixels by a little", plain(func(g *image.Gray) { copy(g.Pix, []uint8{1, 1, 1, 1, 1}) }), false},
		{"another size", image.NewGray(image.Rect(0, 0, 20, 21)), false},
	}
	for _, tt := range tests {
		if problem, _ := compare(tt.got, want); (problem == "") != tt.same {
			t.Errorf("%s: %q", tt.name, problem)
		}
	}
}
