// Package rendertest tests pictures: against reviewed pictures ([Golden]), for legibility at the
// size at which Discord shows them ([Measure], [Pieces]), and for properties of the pictures of
// every game ([Run]).
package rendertest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/image/draw"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Update makes tests rewrite the files that they compare with. Review the changes.
var Update = flag.Bool("update", false, "write what is compared with anew: look at it")

// Pictures differ a little by how the compiler fuses multiplications and additions: by at most 4
// when painted, but then another palette colour may be the nearest, up to 20 away (seen with
// GOAMD64=v3).
const (
	mostChannel = 24   // of 255
	mostPixels  = 0.01 // of all
)

// Golden draws a scene and compares the picture with the one in testdata/golden that has the last
// part of the test's name, or rewrites that file with -update. It checks the text like [Measure],
// in a full run in every theme ([Run] checks one scene of each kind). With -proofs it writes the
// picture in every theme, at Discord's sizes too.
func Golden(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) {
	t.Helper()
	goldenOf(t, fresh, scene, s, shown)
}

// GoldenBeside is Golden for a picture at full size, which is attached as a file: its size and that
// of its text are not limited.
func GoldenBeside(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) {
	t.Helper()
	goldenOf(t, fresh, scene, s, attachment)
}

// goldenOf draws a scene in the style's own theme, which is compared, and in a full run or with
// -proofs in every theme.
func goldenOf(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style, size size) {
	t.Helper()
	own := s.Theme.Look()
	for _, theme := range render.Themes {
		if theme.Look() != own && !enginetest.Long() && *proofs == "" {
			continue
		}
		s.Theme = theme
		img, _ := measured(t, fresh, scene, s, size)
		proof(t, img, theme)
		if theme.Look() == own {
			GoldenPicture(t, img)
		}
	}
}

// GoldenPicture is Golden for a finished picture, of which nothing is measured.
func GoldenPicture(t *testing.T, got image.Image) {
	t.Helper()
	file := filepath.Join("testdata", "golden", filepath.Base(t.Name())+".png")
	if *Update {
		save(t, file, got)
	}
	kept, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s is missing: write it with go test -update, and look at it with -proofs", file)
	}
	want := decode(t, kept)
	if problem, diff := compare(got, want); problem != "" {
		dir := t.ArtifactDir()
		save(t, filepath.Join(dir, "got.png"), got)
		save(t, filepath.Join(dir, "want.png"), want)
		save(t, filepath.Join(dir, "diff.png"), diff)
		t.Errorf("%s; pictures got, want and diff are in %s", problem, dir)
	}
}

// compare describes how pictures differ by more than a compiler may cause, and marks where.
func compare(got, want image.Image) (problem string, diff *image.Gray) {
	b := want.Bounds()
	diff = image.NewGray(b)
	if got.Bounds() != b {
		return fmt.Sprintf("bounds %v, want %v", got.Bounds(), b), diff
	}
	worst, count := 0, 0
	drawn, wanted := inColour(got).Pix, inColour(want).Pix
	for i := range diff.Pix {
		if d := farthest(drawn[4*i:4*i+4], wanted[4*i:4*i+4]); d > 0 {
			count++
			diff.Pix[i] = uint8(min(0xff, 0x40+4*d))
			worst = max(worst, d)
		}
	}
	if worst > mostChannel || float64(count) > mostPixels*float64(b.Dx()*b.Dy()) {
		problem = fmt.Sprintf("%d pixels differ, by up to %d of 255", count, worst)
	}
	return problem, diff
}

// inColour returns a copy of a picture in true colour.
func inColour(img image.Image) *image.RGBA {
	p := image.NewRGBA(img.Bounds())
	if img, ok := img.(*image.Paletted); ok && img.Stride == img.Rect.Dx() { // draw.Draw would convert each pixel anew
		colours := make([]color.RGBA, len(img.Palette))
		for i, c := range img.Palette {
			colours[i] = color.RGBAModel.Convert(c).(color.RGBA)
		}
		for i, at := range img.Pix {
			c := colours[at]
			p.Pix[4*i], p.Pix[4*i+1], p.Pix[4*i+2], p.Pix[4*i+3] = c.R, c.G, c.B, c.A
		}
		return p
	}
	draw.Draw(p, p.Rect, img, p.Rect.Min, draw.Src)
	return p
}

// farthest is the largest difference of two channels.
func farthest(a, b []uint8) (most int) {
	for i := range a {
		most = max(most, int(max(a[i], b[i])-min(a[i], b[i])))
	}
	return most
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func save(t *testing.T, file string, img image.Image) {
	t.Helper()
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// RGBAAt returns a pixel of a picture.
func RGBAAt(img image.Image, p image.Point) color.RGBA {
	return color.RGBAModel.Convert(img.At(p.X, p.Y)).(color.RGBA)
}

// Near reports whether two colours differ by no more than a palette may lose.
func Near(a, b color.RGBA) bool { return canvas.ColourDistance(a, b) <= 3*8*8 }

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
		save(t, filepath.Join(*proofs, folder, name), fit(img, room))
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

// Compare measures the time to draw and encode scenes in turn with warm caches, in milliseconds of
// CPU and of wall time, the size of the file, and the ratio of a naive implementation, encoded by
// the standard library, to it. The ratio compares the fastest rounds.
//
// Most of a recently encoded picture comes from a cache. To measure the moves of games, which share
// much with the previous move, or unrelated scenes, give so many scenes that nothing stays cached
// from one round to the next.
func Compare(b *testing.B, drawers []render.Drawer, s render.Style, naive func(scene any) image.Image, scenes ...any) {
	b.Helper()
	for _, scene := range scenes { // fills the caches
		if _, err := render.PNG(drawers, scene, s); err != nil {
			b.Fatal(err)
		}
	}
	const every = 16 // rounds per run of the slower naive implementation
	ours, control := time.Hour, time.Hour
	size, round, spent := 0, 0, time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		scene := scenes[round%len(scenes)]
		start, began := time.Now(), enginetest.CPU()
		data, err := render.PNG(drawers, scene, s)
		ours = min(ours, time.Since(start))
		spent += enginetest.CPU() - began
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		if round++; round%every == 1 {
			b.StopTimer()
			start := time.Now()
			if err := png.Encode(io.Discard, naive(scene)); err != nil {
				b.Fatal(err)
			}
			control = min(control, time.Since(start))
			b.StartTimer()
		}
	}
	b.ReportMetric(spent.Seconds()*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(ours.Seconds()*1000, "ms")
	b.ReportMetric(float64(control)/float64(ours), "x-naive")
	b.ReportMetric(float64(size)/float64(round)/1000, "KB")
}
