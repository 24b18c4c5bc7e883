package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// decoded reads a picture as other programs do.
func decoded(tb interface{ Fatal(args ...any) }, data []byte) image.Image {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	return img
}

// samePixels reports whether two pictures have the same size and colours, wherever
// their corners lie.
func samePixels(a, b image.Image) bool {
	if a.Bounds().Size() != b.Bounds().Size() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p, q := a.Bounds().Min.Add(image.Pt(x, y)), b.Bounds().Min.Add(image.Pt(x, y))
			c, d := color.NRGBAModel.Convert(a.At(p.X, p.Y)), color.NRGBAModel.Convert(b.At(q.X, q.Y))
			if c != d {
				return false
			}
		}
	}
	return true
}

func TestEncodeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colours := rapid.IntRange(1, MaxColours).Draw(t, "colours")
		var p color.Palette
		for range colours {
			v := rapid.Uint32().Draw(t, "colour")
			p = append(p, color.RGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 0xff})
		}
		box := image.Rect(0, 0, rapid.IntRange(1, 80).Draw(t, "width"), rapid.IntRange(1, 80).Draw(t, "height"))
		img := image.NewPaletted(box.Add(image.Pt(rapid.IntRange(-9, 9).Draw(t, "x"), 3)), p)
		step := rapid.IntRange(1, 1000).Draw(t, "step")
		for i := range img.Pix {
			img.Pix[i] = uint8(i * i / step % colours)
		}
		data, err := PNG(img)
		if err != nil {
			t.Fatal(err)
		}
		if !samePixels(decoded(t, data), img) {
			t.Fatal("pixels differ")
		}
	})
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(4), []byte{1, 2, 3, 4, 5, 6}, []byte{0, 1, 2, 3, 0, 0, 0, 0})
	f.Add(uint8(1), []byte{0}, []byte{0})
	f.Fuzz(func(t *testing.T, width uint8, colours, pixels []byte) {
		enginetest.Bounded(t, len(pixels), func() {
			var p color.Palette
			for i := 0; i < len(colours) && len(p) < MaxColours; i++ {
				p = append(p, color.RGBA{colours[i], colours[len(colours)-1-i], uint8(i), 0xff})
			}
			if width == 0 || len(p) == 0 {
				return
			}
			img := image.NewPaletted(image.Rect(0, 0, int(width), len(pixels)/int(width)), p)
			for i := range img.Pix {
				img.Pix[i] = pixels[i] % uint8(min(len(p), 255))
			}
			data, err := PNG(img)
			if (err != nil) != img.Rect.Empty() {
				t.Fatalf("bounds %v: error %v", img.Rect, err)
			}
			if err == nil && !samePixels(decoded(t, data), img) {
				t.Error("pixels differ")
			}
		})
	})
}

func TestEncodeRefuses(t *testing.T) {
	many := make(color.Palette, MaxColours+1)
	for i := range many {
		many[i] = color.Black
	}
	for name, img := range map[string]*image.Paletted{
		"empty":      image.NewPaletted(image.Rectangle{}, color.Palette{color.Black}),
		"a part":     image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{color.Black}).SubImage(image.Rect(0, 0, 1, 2)).(*image.Paletted),
		"no colours": image.NewPaletted(image.Rect(0, 0, 1, 1), nil),
		"too many":   image.NewPaletted(image.Rect(0, 0, 1, 1), many),
	} {
		if _, err := PNG(img); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// What a refused picture leaves behind does not show up in the next.
func TestEncodeAfterError(t *testing.T) {
	if _, err := PNG(image.NewPaletted(image.Rect(0, 0, 1, 1), nil)); err == nil {
		t.Fatal("no error")
	}
	img := image.NewPaletted(image.Rect(0, 0, 3, 3), color.Palette{color.White})
	data, err := PNG(img)
	if err != nil {
		t.Fatal(err)
	}
	if !samePixels(decoded(t, data), img) {
		t.Error("pixels differ")
	}
}
