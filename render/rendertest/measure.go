package rendertest

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
)

// What can be read where Discord shows a picture: a telephone shows it phone pixels wide. What
// is muted need not be read to make a move.
const (
	phone         = 350
	leastCapitals = 9.0 // height in pixels of a telephone
	leastMuted    = 6.0
	leastText     = 4.5 // contrast (WCAG 2.2, success criterion 1.4.3)
	leastPiece    = 3.0 // the same of graphics (1.4.11)
)

// The shape of a picture in pixels.
const (
	wide     = 1100
	lowest   = 620
	highest  = 740
	counter  = 80  // what a film may add below
	rim      = 4   // left free around all words
	fewFaint = 0.1 // share of what lies around letters from which they may fail to stand out
)

// size is what is asked of the size of a picture and of its letters.
type size uint8

const (
	shown  size = iota // a picture that Discord shows
	beside             // a file beside it
	filmed             // a frame of a film, with what stands below it
)

// label is a text as it was written.
type label struct {
	words    string
	capitals float64
	muted    bool
	box      image.Rectangle
	on       image.Rectangle // bounds of the picture on which it was written
	faint    float64         // share of what lies around the letters from which they do not stand out
	against  color.RGBA      // most of that
	contrast float64         // with it
	core     []dot           // pixels that it covers whole
	beside   []dot           // pixels around it, of which it covers nothing
}

// dot is a pixel of a letter, and what lies below it.
type dot struct {
	at         image.Point
	ink, under color.RGBA
}

// record draws a picture, and lists what is written for it.
func record(l *canvas.Look, draw func() image.Image) (img image.Image, labels []label) {
	var mu sync.Mutex
	stop := canvas.Watch(func(x canvas.Label) {
		mu.Lock()
		defer mu.Unlock()
		labels = append(labels, read(x, l))
	})
	defer stop()
	img = draw()
	return img, labels
}

// read takes down what is said of a label as long as what lies under it can be seen.
func read(x canvas.Label, l *canvas.Look) label {
	r := label{words: x.Words, capitals: x.Capitals, muted: x.Ink == l.Muted, on: x.Under.Bounds()}
	const whole, some, near = 0xc0, 0x20, 2 // of 255, and pixels
	around := map[image.Point]bool{}
	for y := x.Mask.Rect.Min.Y; y < x.Mask.Rect.Max.Y; y++ {
		for px := x.Mask.Rect.Min.X; px < x.Mask.Rect.Max.X; px++ {
			at := image.Pt(px, y)
			a := x.Mask.AlphaAt(px, y).A
			if a < some {
				continue
			}
			r.box = r.box.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
			if a >= whole && at.In(r.on) {
				r.core = append(r.core, dot{at, x.Ink, RGBAAt(x.Under, at)})
			}
			for dy := -near; dy <= near; dy++ {
				for dx := -near; dx <= near; dx++ {
					around[at.Add(image.Pt(dx, dy))] = true
				}
			}
		}
	}
	r.stands(x, around)
	return r
}

// stands finds how well letters stand out from what lies around them.
func (r *label) stands(x canvas.Label, around map[image.Point]bool) {
	faint, counted := map[color.RGBA]int{}, 0
	for at := range around {
		under := RGBAAt(x.Under, at)
		if !at.In(r.on) || under.A < 0xff {
			continue
		}
		counted++
		if canvas.Contrast(x.Ink, under) < leastText {
			faint[under]++
		}
	}
	for at := range around {
		if at.In(r.on) && x.Mask.AlphaAt(at.X, at.Y).A == 0 {
			r.beside = append(r.beside, dot{at, x.Ink, RGBAAt(x.Under, at)})
		}
	}
	most := 0
	for c, n := range faint {
		r.faint += float64(n) / float64(counted)
		if n > most || n == most && number(c) < number(r.against) {
			most, r.against = n, c
		}
	}
	r.contrast = canvas.Contrast(x.Ink, r.against)
}

// number is a colour as 0xRRGGBB.
func number(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// shown is which part of a label can still be seen in the finished picture.
func (r *label) seen(img image.Image) float64 {
	if len(r.core) == 0 {
		return 1
	}
	n := 0
	for _, d := range r.core {
		c := RGBAAt(img, d.at)
		if quantise.Distance(c, d.ink) < quantise.Distance(c, d.under) {
			n++
		}
	}
	return float64(n) / float64(len(r.core))
}

// problems are what is wrong, with where it is.
type problems map[string][]string

func (p problems) add(what, where string) {
	if !slices.Contains(p[what], where) {
		p[what] = append(p[what], where)
	}
}

// String says a few places of each.
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

// touched is which part of what lies around a label has since been drawn over with what it does
// not stand out from.
func (r *label) touched(img image.Image) float64 {
	n := 0
	for _, d := range r.beside {
		if c := RGBAAt(img, d.at); canvas.Contrast(c, d.ink) < leastPiece && canvas.Contrast(d.under, d.ink) >= leastText {
			n++
		}
	}
	return float64(n) / float64(max(1, len(r.beside)))
}

// unreadable finds what is wrong with a picture and with what is written on it, or on what was
// painted for it.
func unreadable(img image.Image, labels []label, size size) problems {
	p, b := problems{}, img.Bounds()
	most := highest
	if size == filmed {
		most += counter
	}
	if size != beside && (b.Dx() != wide || b.Dy() < lowest || b.Dy() > most) {
		p.add(fmt.Sprintf("shape: want a picture %d wide and %d to %d high", wide, lowest, most), b.Size().String())
	}
	var seen []label
	for _, r := range labels {
		if r.on.Size() != b.Size() {
			r.check(p, r.on, b, size)
			continue
		}
		const gone, whole = 0.3, 0.8
		switch part := r.seen(img); {
		case part < gone:
		case part < whole:
			p.add("covered: a part cannot be seen", r.String())
		default:
			r.check(p, b.Inset(rim), b, size)
			if !r.muted && r.touched(img) > fewFaint { // what is muted may be struck out
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

// String is what a label says, and where.
func (r *label) String() string { return fmt.Sprintf("%q at %v", r.words, r.box.Min) }

// check finds what is wrong with one label that has room within a rectangle.
func (r *label) check(p problems, room, picture image.Rectangle, size size) {
	least := leastCapitals
	if r.muted {
		least = leastMuted
	}
	if high := r.capitals * phone / float64(picture.Dx()); size != beside && high < least-0.05 {
		p.add(fmt.Sprintf("small: capitals are %.1f pixels high where the picture is %d wide, want %g", high, phone, least), strconv.Quote(r.words))
	}
	if !r.box.In(room) {
		p.add(fmt.Sprintf("outside: words reach out of %v", room), r.String())
	}
	if r.faint > fewFaint {
		p.add(fmt.Sprintf("faint: a contrast of less than %g", leastText), fmt.Sprintf("%q on #%06x: %.2f", r.words, number(r.against), r.contrast))
	}
}

// Measure draws a scene with drawers that have kept nothing, and tests that all that is
// written can be read: that letters are large enough and stand out, within the picture and
// apart from each other. The picture has the shape that all have.
func Measure(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style) {
	t.Helper()
	measured(t, fresh, scene, s, shown)
}

// measured returns the picture that it measures, and what is written for it.
func measured(t *testing.T, fresh func() []render.Drawer, scene any, s render.Style, size size) (image.Image, []label) {
	t.Helper()
	drawers := fresh()
	img, labels := record(s.Theme.Look(), func() image.Image {
		img, err := render.Draw(drawers, scene, s)
		if err != nil {
			t.Fatal(err)
		}
		return img
	})
	report(t, unreadable(img, labels, size))
	return img, labels
}

// Pieces tests that pieces stand out from what lies behind them, in all themes. The pairs are
// of a piece and its ground, by names for the test.
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

// report says what is wrong.
func report(t *testing.T, p problems) {
	t.Helper()
	if len(p) > 0 {
		t.Error(p)
	}
}
