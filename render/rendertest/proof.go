package rendertest

import (
	"flag"
	"image"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/draw"

	"github.com/sixfold-bot/sixfold/render"
)

var proofs = flag.String("proofs", "", "folder to write golden pictures to in every theme, whole and as Discord shows them on a screen and a telephone")

// proof writes a picture to the folder of -proofs, if there is one: whole, and at the sizes at
// which Discord shows it, under the names of the test and the theme.
func proof(t *testing.T, img image.Image, theme render.Theme) {
	t.Helper()
	if *proofs == "" {
		return
	}
	name := filepath.Base(t.Name()) + "." + theme.Look().Name + ".png"
	for folder, room := range map[string]image.Point{
		"whole":     img.Bounds().Size(),
		"screen":    image.Pt(550, 350),
		"telephone": image.Pt(phone, 2*phone),
	} {
		dir := filepath.Join(*proofs, folder)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(dir, name), fit(img, room))
	}
}

// fit scales a picture down to fit.
func fit(img image.Image, room image.Point) image.Image {
	size := img.Bounds().Size()
	share := min(float64(room.X)/float64(size.X), float64(room.Y)/float64(size.Y))
	if share >= 1 {
		return img
	}
	small := image.NewRGBA(image.Rect(0, 0, int(share*float64(size.X)), int(share*float64(size.Y))))
	draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	return small
}
