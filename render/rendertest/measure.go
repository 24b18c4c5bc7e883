package rendertest

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Legibility limits.
const (
	phone      = 350 // width of pictures on a telephone in pixels
	leastText  = 4.5 // contrast (WCAG 2.2, success criterion 1.4.3)
	leastPiece = 3.0 // contrast of graphics (1.4.11)
	rim        = 4   // margin around all text in pixels
	fewFaint   = 0.1 // share of the pixels around letters that may lack contrast
)

// size is a set of limits for a picture and its text.
type size uint8

const (
	shown      size = iota // a picture that Discord shows
	attachment             // an attached file
)

// number returns a colour as 0xRRGGBB.
func number(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// seen is the share of a label that is visible in the finished picture.
func (r *label) seen(img image.Image) float64 {
	if len(r.core) == 0 {
		return 1
	}
	n := 0
	for _, d := range r.core {
		c := RGBAAt(img, d.at)
		if canvas.ColourDistance(c, r.ink) < canvas.ColourDistance(c, d.under) {
			n++
		}
	}
	return float64(n) / float64(len(r.core))
}

// problems maps a problem to its places.
type problems map[string][]string

func (p problems) add(what, where string) {
	if !slices.Contains(p[what], where) {
		p[what] = append(p[what], where)
	}
}

// String lists the problems, each with a few places.
func (p problems) String() string {
	const most = 6
	var out []string
	for _, what := range slices.Sorted(maps.Keys(p)) {
		where, more := p[what], ""
		if len(where) > most {
			where, more = where[:most], fmt.Sprintf(" and %d more", len(where)-most)
		}
		out = append(out, what+": "+strings.Join(where, ", ")+more)
	}
	return strings.Join(out, "\n")
}

// touched is the share of the pixels around a label that have since been drawn over in a colour too
// close to the label's.
func (r *label) touched(img image.Image) float64 {
	n := 0
	for _, d := range r.beside {
		if c := RGBAAt(img, d.at); canvas.Contrast(c, r.ink) < leastPiece && canvas.Contrast(d.under, r.ink) >= leastText {
			n++
		}
	}
	return float64(n) / float64(max(1, len(r.beside)))
}

// unreadable finds problems of a picture and of the labels on it or on its cached parts.
func unreadable(img image.Image, labels []label, size size) problems {
	p, b := problems{}, img.Bounds()
	if size != attachment && b != canvas.Whole {
		p.add(fmt.Sprintf("shape: want a picture of %v", canvas.Whole.Size()), b.Size().String())
	}
	var seen []label
	for _, r := range labels {
		if r.on.Size() != b.Size() {
			r.check(p, r.on, size)
			continue
		}
		const gone, whole = 0.3, 0.8
		switch part := r.seen(img); {
		case part < gone:
		case part < whole:
			p.add("covered: a part cannot be seen", r.String())
		default:
			r.check(p, b.Inset(rim), size)
			if !r.muted && r.touched(img) > fewFaint { // muted text may be crossed out
				p.add("touched: something is drawn beside words, from which they do not stand out", r.String())
			}
			seen = append(seen, r)
		}
	}
	for i, r := range seen {
		for _, q := range seen[:i] {
			if r.box.Overlaps(q.box) && (r.words != q.words || r.box != q.box) {
				p.add("overlap: words overlap", q.String()+" and "+r.String())
			}
		}
	}
	return p
}

// String returns the text and its position.
func (r *label) String() string { return fmt.Sprintf("%q at %v", r.words, r.box.Min) }

// check finds problems of one label, which must lie within room.
func (r *label) check(p problems, room image.Rectangle, size size) {
	if least := canvas.Bold(canvas.LeastText).CapHeight(); size != attachment && r.capitals < least-0.05 {
		p.add(fmt.Sprintf("small: capitals are %.1f pixels high, want %.1f", r.capitals, least), strconv.Quote(r.words))
	}
	if !r.box.In(room) {
		p.add(fmt.Sprintf("outside: words reach out of %v", room), r.String())
	}
	if r.faint > fewFaint {
		p.add(fmt.Sprintf("faint: a contrast of less than %g", leastText), fmt.Sprintf("%q on #%06x: %.2f", r.words, number(r.against), r.contrast))
	}
}

// Measure tests that all text on the picture of a scene is readable: letters are large enough, have
// contrast, lie within the picture and do not overlap. The picture must have the usual shape.
//
// Nothing may be drawn with the drawers but by this package, because text on a cached part is only
// seen when that part is made. fresh returns new drawers or, which is faster, the same drawers for
// all tests, by [sync.OnceValue].
func Measure(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) {
	t.Helper()
	measured(t, fresh, scene, s, shown)
}

func measured(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style, size size) (p *image.Paletted, labels []label) {
	t.Helper()
	p, labels, marks := recorded(t, fresh, scene, s)
	report(t, unreadable(p, labels, size))
	if _, teaches := scene.(engine.Figure); !teaches {
		report(t, stray(p, marks, s.Theme.Look().Green))
	}
	return p, labels
}

// stray finds green outside the marks that mean advice or a win, and the caption's bar.
func stray(img *image.Paletted, on marks, green color.RGBA) problems {
	p := problems{}
	band := canvas.Bottom(img.Rect)
	bar := image.Rect(band.Min.X, band.Min.Y, band.Max.X, band.Min.Y+band.Dy()/10)
	meant := append(slices.Concat(on[canvas.MarkHint], on[canvas.MarkWon]), bar)
	for at := range having(img, img.Rect, green) {
		if !slices.ContainsFunc(meant, at.In) {
			p.add("green: it means advice or a win, as a mark of package canvas", at.String())
		}
	}
	return p
}

// Pieces tests the contrast of pieces to their backgrounds in all themes. The pairs are named for
// the test.
func Pieces(t *testing.T, pairs func(*canvas.Look) map[string][2]color.RGBA) {
	t.Helper()
	for _, theme := range render.Themes {
		p := problems{}
		for name, pair := range pairs(theme.Look()) {
			if got := canvas.Contrast(pair[0], pair[1]); got < leastPiece {
				p.add(fmt.Sprintf("piece: a contrast of less than %g in %s", leastPiece, theme.ID),
					fmt.Sprintf("%s, #%06x on #%06x: %.2f", name, number(pair[0]), number(pair[1]), got))
			}
		}
		report(t, p)
	}
}

func report(t *testing.T, p problems) {
	t.Helper()
	if len(p) > 0 {
		t.Error(p)
	}
}
