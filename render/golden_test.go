package render

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

var update = flag.Bool("update", false, "write the golden pictures anew: look at them")

// Pictures differ a little by how the compiler fuses multiplications and additions:
// by at most 4 as they are painted, but then another colour of the palette may be the
// nearest, which is up to 20 away (seen with GOAMD64=v3).
const (
	mostChannel = 24   // of 255
	mostPixels  = 0.01 // of all
)

func TestGolden(t *testing.T) {
	names := []string{"Annabel", "Björn"}
	for _, theme := range Themes {
		s := Style{Theme: theme, Names: names}
		for _, size := range []int{3, 11, 19} {
			p := randomGame(t, options(size), size*size/3, 1)
			t.Run(fmt.Sprintf("%s-%d", theme.ID, size), func(t *testing.T) { golden(t, p, s) })
		}
		won := randomGame(t, options(7), 49, 2)
		t.Run(theme.ID+"-won", func(t *testing.T) { golden(t, won, s) })
	}
	weighted := engine.Options{"size": 7, "weighted": true}
	swapped := newGame(t, engine.Options{"size": 5, "swap": true}, "b1 swap")
	hinted := newGame(t, options(5), "c3 b4")
	tests := []struct {
		name  string
		scene any
		style Style
	}{
		{"empty", newGame(t, options(5), ""), Style{}},
		{"weighted", randomGame(t, weighted, 20, 3), Style{Theme: Themes[1], Names: names}},
		{"weighted-won", randomGame(t, weighted, 49, 3), Style{Names: names}},
		{"source-convention", newGame(t, engine.Options{"size": 5, "convention": "source"}, "c3"), Style{Names: names}},
		{"swapped", swapped, Style{Theme: Themes[1], Names: names}},
		{"long-names", hinted, Style{Names: []string{strings.Repeat("Wolfeschlegel ", 4), "Ἀριστοτέλης ὁ Σταγειρίτης"}}},
		{"long-note", hinted, Style{Names: names, Note: "Red wins: Blue left the table two weeks ago without a word"}},
		{"hint", engine.Suggestion{Position: hinted, Choice: engine.Choice{Move: "c4", Value: 0.57, Line: []string{"c4", "d3", "b5"}}}, Style{Names: names}},
		{"hint-swap", engine.Suggestion{
			Position: newGame(t, engine.Options{"size": 5, "swap": true}, "c3"),
			Choice:   engine.Choice{Move: "swap", Value: 1, Proved: true, Line: []string{"swap", "b4"}},
		}, Style{Names: names}},
		{"sets", hex.Sets{Position: randomGame(t, options(7), 30, 4)}, Style{Names: names}},
		{"weights", hex.NewWeights(randomGame(t, weighted, 12, 5)), Style{Names: names}},
		{"path", hex.NewPathView(randomGame(t, options(7), 16, 6)), Style{Theme: Themes[1], Names: names}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { golden(t, tt.scene, tt.style) })
	}
}

// golden compares the picture of a scene of Hex with the one kept under the test's name.
func golden(t *testing.T, scene any, s Style) {
	t.Helper()
	goldenOf(t, Hex, scene, s)
}

// goldenOf does the same for a scene of any game.
func goldenOf(t *testing.T, drawers []Drawer, scene any, s Style) {
	t.Helper()
	data, err := PNG(drawers, scene, s)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "golden", filepath.Base(t.Name())+".png")
	if *update {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s is missing: write it with go test ./render -run TestGolden -update, and look at it", file)
	}
	got, want := decode(t, data), decode(t, kept)
	if problem, diff := compare(got, want); problem != "" {
		dir := t.ArtifactDir()
		save(t, filepath.Join(dir, "got.png"), got)
		save(t, filepath.Join(dir, "want.png"), want)
		save(t, filepath.Join(dir, "diff.png"), diff)
		t.Errorf("%s; pictures got, want and diff are in %s", problem, dir)
	}
}

// compare tells in which way pictures differ by more than a compiler may cause, and
// marks where.
func compare(got, want image.Image) (problem string, diff *image.Gray) {
	b := want.Bounds()
	diff = image.NewGray(b)
	if got.Bounds() != b {
		return fmt.Sprintf("bounds %v, want %v", got.Bounds(), b), diff
	}
	worst, count := 0, 0
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			d := farthest(rgbaAt(got, image.Pt(x, y)), rgbaAt(want, image.Pt(x, y)))
			if d > 0 {
				count++
				diff.SetGray(x, y, color.Gray{Y: uint8(min(0xff, 0x40+4*d))})
			}
			worst = max(worst, d)
		}
	}
	if worst > mostChannel || float64(count) > mostPixels*float64(b.Dx()*b.Dy()) {
		problem = fmt.Sprintf("%d pixels differ, by up to %d of 255", count, worst)
	}
	return problem, diff
}

// farthest is the difference of the channel that differs most.
func farthest(a, b color.RGBA) int {
	most := 0
	for channel := range 3 {
		d := int(component(a, channel)) - int(component(b, channel))
		most = max(most, d, -d)
	}
	return most
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func save(t *testing.T, file string, img image.Image) {
	t.Helper()
	data, err := Encode(img)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// The comparison itself finds what it must.
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
