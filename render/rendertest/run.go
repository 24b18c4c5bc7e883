package rendertest

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Run tests the properties of every game's pictures, among others that all text is readable (see
// [Measure]), also with long text: in the first theme, for two scenes of three in another one, and
// in a full run in every theme. The scenes are named for the tests; the drawers are as for
// [Measure], and fresh returns drawers with empty caches.
func Run(t *testing.T, drawers []render.Drawer, fresh func() []render.Drawer, scenes map[string]any) {
	t.Helper()
	measuring := func() []render.Drawer { return drawers }
	var pictures []picture
	for turn, name := range slices.Sorted(maps.Keys(scenes)) {
		scene, other := scenes[name], turn%len(render.Themes)
		t.Run(name, func(t *testing.T) {
			var plain *image.Paletted
			for i, theme := range render.Themes {
				if i > 0 && i != other && !enginetest.Long() {
					continue
				}
				t.Run(theme.ID, func(t *testing.T) {
					s := render.Style{Theme: theme}
					if i == other && i > 0 {
						s.Names = []string{"Ann", "Ömer"}
					}
					p, _ := measured(t, measuring, scene, s, shown)
					checkPicture(t, p, theme.Look())
					if i == 0 {
						checkFile(t, p)
						plain = p
					}
					if i == other {
						kept := *p
						kept.Pix = bytes.Clone(p.Pix)
						pictures = append(pictures, picture{name, scene, s, &kept})
					}
				})
			}
			words, _ := measured(t, measuring, scene, long, shown)
			checkWords(t, measuring, scene, plain, words)
			checkOwner(t, measuring, scene, plain)
		})
	}
	t.Run("kept", func(t *testing.T) { checkKept(t, fresh(), pictures) })
	t.Run("unknown", func(t *testing.T) { checkUnknown(t, drawers) })
}

// Draw draws a scene or fails the test.
func Draw(tb testing.TB, drawers []render.Drawer, scene any, s render.Style) *image.Paletted {
	tb.Helper()
	p, err := render.Draw(drawers, scene, s)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// Picture is Draw with the drawers of what is measured: it records the labels of cached parts, so
// that these need not be made twice.
func Picture(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) *image.Paletted {
	t.Helper()
	p, _, _ := recorded(t, fresh, scene, s)
	return p
}

// Marks returns the marks on the picture of a scene, by their kind.
func Marks(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) map[canvas.MarkKind][]image.Rectangle {
	t.Helper()
	_, _, marks := recorded(t, fresh, scene, s)
	return marks
}

func recorded(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) (p *image.Paletted, labels []label, on marks) {
	t.Helper()
	drawers := fresh()
	labels, on = record(s.Theme.Look(), func() { p = Draw(t, drawers, scene, s) })
	return p, labels, on
}

// checkPicture tests that a picture is opaque and uses the colours of its theme.
func checkPicture(t *testing.T, p *image.Paletted, look *canvas.Look) {
	t.Helper()
	if !p.Opaque() {
		t.Error("something can be seen through it")
	}
	grounds := Count(p, look.Background) + Count(p, look.Band) + Count(p, look.Line)
	if least := p.Rect.Dx() * p.Rect.Dy() / 8; grounds < least {
		t.Errorf("%d pixels have a colour of the theme's grounds, want %d", grounds, least)
	}
}

// checkFile tests that a picture survives encoding and decoding.
func checkFile(t *testing.T, p *image.Paletted) {
	t.Helper()
	data, err := canvas.PNG(p)
	if err != nil {
		t.Fatal(err)
	}
	if !Same(inColour(decode(t, data)), p, 0) {
		t.Error("the file differs from the picture")
	}
}

// long is a style in which all text is too long for its space.
var long = render.Style{
	Names: []string{strings.Repeat("Wolfeschlegel ", 9), strings.Repeat("y", 90)},
	Note:  strings.Repeat("somebody has left the table ", 9),
	Say:   func(x engine.Text) string { return strings.Repeat(x.String()+" ", 5) },
}

// checkWords tests that long text, names and notes do not touch the sides of a scene's picture, and
// that all text passes through Say. plain is the scene in the zero style, p in the long one.
func checkWords(t *testing.T, fresh func() []render.Drawer, scene any, plain, p *image.Paletted) {
	t.Helper()
	look := long.Theme.Look()
	for _, x := range []int{0, 1, p.Rect.Max.X - 2, p.Rect.Max.X - 1} {
		for y := range p.Rect.Max.Y {
			if c := RGBAAt(p, image.Pt(x, y)); c == look.Text || c == look.Muted {
				t.Fatalf("words touch the side at (%d, %d)", x, y)
			}
		}
	}
	said := 0
	silent := Picture(t, fresh, scene, render.Style{Say: func(engine.Text) string { said++; return "" }})
	if said == 0 {
		t.Error("the picture says nothing")
	}
	inked := func(p *image.Paletted) int { return Count(p, look.Text) + Count(p, look.Muted) }
	if before, after := inked(plain), inked(silent); after >= before {
		t.Errorf("%d pixels of words, and %d if nothing is said", before, after)
	}
}

// checkOwner tests that the caller owns a picture: changes to it do not show in the next one.
func checkOwner(t *testing.T, fresh func() []render.Drawer, scene any, p *image.Paletted) {
	t.Helper()
	want := bytes.Clone(p.Pix)
	for i := range p.Pix {
		p.Pix[i] = 0
	}
	if again := Picture(t, fresh, scene, render.Style{}); !bytes.Equal(again.Pix, want) {
		t.Error("the picture changes with the one before")
	}
}

// picture is a picture drawn with warm caches.
type picture struct {
	name  string
	scene any
	style render.Style
	drawn *image.Paletted
}

// checkKept tests that cached boards and sprites do not change pictures, whatever the order and
// concurrency of drawing.
func checkKept(t *testing.T, unkept []render.Drawer, pictures []picture) {
	t.Helper()
	var group sync.WaitGroup
	for worker := range 2 {
		group.Go(func() {
			for i := range pictures {
				want := pictures[(i+worker)%len(pictures)]
				p, err := render.Draw(unkept, want.scene, want.style)
				if err != nil {
					t.Errorf("%s: %v", want.name, err)
				} else if !bytes.Equal(p.Pix, want.drawn.Pix) {
					t.Errorf("%s differs from what other drawers draw", want.name)
				}
			}
		})
	}
	group.Wait()
}

// checkUnknown tests that drawers reject foreign scenes.
func checkUnknown(t *testing.T, drawers []render.Drawer) {
	t.Helper()
	for _, scene := range []any{nil, 7, "board", engine.Suggestion{}, struct{}{}} {
		if _, err := render.Draw(drawers, scene, render.Style{}); !errors.Is(err, render.ErrScene) {
			t.Errorf("Draw(%T) = %v, want ErrScene", scene, err)
		}
	}
}

// Count counts the pixels of a colour.
func Count(p *image.Paletted, c color.RGBA) int { return CountIn(p, p.Rect, c) }

// CountIn counts the pixels of a colour within a rectangle.
func CountIn(p *image.Paletted, r image.Rectangle, c color.RGBA) (n int) {
	for range having(p, r, c) {
		n++
	}
	return n
}

// Extent returns the smallest rectangle that holds all pixels of a colour within another rectangle.
func Extent(p *image.Paletted, r image.Rectangle, c color.RGBA) (box image.Rectangle) {
	for at := range having(p, r, c) {
		box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
	}
	return box
}

// having yields the pixels of a colour within a rectangle.
func having(p *image.Paletted, r image.Rectangle, c color.RGBA) iter.Seq[image.Point] {
	var wanted [256]bool
	for i, other := range p.Palette {
		wanted[i] = other == color.Color(c)
	}
	r = r.Intersect(p.Rect)
	return func(yield func(image.Point) bool) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for i, index := range p.Pix[p.PixOffset(r.Min.X, y):p.PixOffset(r.Max.X, y)] {
				if wanted[index] && !yield(image.Pt(r.Min.X+i, y)) {
					return
				}
			}
		}
	}
}

// Untouched tests that the labels of an empty board are visible in a picture: where the board has
// their colour, the picture has it too.
func Untouched(t *testing.T, empty, picture *image.Paletted, label color.RGBA) {
	t.Helper()
	found, lost := 0, 0
	for at := range having(empty, empty.Rect, label) {
		found++
		if RGBAAt(picture, at) != label {
			lost++
		}
	}
	if found == 0 || lost > 0 {
		t.Errorf("of %d pixels of labels, %d are drawn over", found, lost)
	}
}

// Changed returns the smallest rectangle that holds all differences of two pictures of one size,
// except within the given parts.
func Changed(t *testing.T, a, b *image.Paletted, may ...image.Rectangle) (box image.Rectangle) {
	t.Helper()
	if a.Rect != b.Rect {
		t.Fatalf("bounds %v and %v", a.Rect, b.Rect)
	}
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x++ {
			p := image.Pt(x, y)
			if RGBAAt(a, p) != RGBAAt(b, p) && !slices.ContainsFunc(may, p.In) {
				box = box.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
			}
		}
	}
	return box
}
