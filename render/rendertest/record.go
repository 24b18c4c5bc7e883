package rendertest

import (
	"bytes"
	"image"
	"image/color"
	"sync"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

type label struct {
	words    string
	capitals float64
	muted    bool
	ink      color.RGBA
	box      image.Rectangle
	on       image.Rectangle // bounds of the picture below the label
	faint    float64         // share of the pixels around the letters that lack contrast
	against  color.RGBA      // most frequent colour of those
	contrast float64         // to that colour
	core     []dot           // pixels that it covers fully
	beside   []dot           // pixels around it that it does not cover
}

// dot is a pixel and its colour before the label was written.
type dot struct {
	at    image.Point
	under color.RGBA
}

// marks are the boxes of the marks on a picture, by their kind.
type marks map[canvas.MarkKind][]image.Rectangle

// recorder collects the labels and marks drawn on pictures. Drawers write on a cached picture
// only once, so the recorder keeps its labels for the pictures copied from it.
type recorder struct {
	mu     sync.Mutex
	kept   map[*image.Paletted][]label // labels of cached pictures
	labels []label
	here   map[*image.Paletted][]label // labels by picture
	marks  marks
}

var watcher = recorder{kept: map[*image.Paletted][]label{}}

// record returns the labels and the marks drawn by a function.
func record(l *canvas.Look, draw func()) ([]label, marks) {
	r := &watcher
	r.labels, r.marks, r.here = nil, marks{}, map[*image.Paletted][]label{}
	defer canvas.WatchAll(canvas.Watcher{Wrote: func(x canvas.Label) { r.write(x, l) }, Copied: r.copied, Marked: r.mark})()
	draw()
	return r.labels, r.marks
}

func (r *recorder) mark(kind canvas.MarkKind, box image.Rectangle, _ *image.Paletted) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.marks[kind] = append(r.marks[kind], box)
}

func (r *recorder) write(x canvas.Label, l *canvas.Look) {
	r.mu.Lock()
	defer r.mu.Unlock()
	written := read(x, l)
	r.labels = append(r.labels, written)
	if on, ok := x.Under.(*image.Paletted); ok {
		r.here[on] = append(r.here[on], written)
	}
}

// copied adds the labels of a cached picture, and keeps those that were just written on it.
func (r *recorder) copied(of *image.Paletted) {
	r.mu.Lock()
	defer r.mu.Unlock()
	written, listed := r.here[of]
	labels, known := r.kept[of]
	if !listed {
		r.labels = append(r.labels, labels...)
		r.here[of] = labels
	}
	if !known {
		r.kept[of] = written
	}
}

// read measures a label before it is drawn, while the pixels below it are visible.
func read(x canvas.Label, l *canvas.Look) label {
	r := label{words: x.Words, capitals: x.Capitals, muted: x.Ink == l.Muted, ink: x.Ink, on: x.Under.Bounds()}
	const whole, some, near = 0xc0, 0x20, 2 // of 255, and pixels
	around := image.NewAlpha(x.Mask.Rect.Inset(-near))
	row := bytes.Repeat([]byte{0xff}, 2*near+1)
	for y := x.Mask.Rect.Min.Y; y < x.Mask.Rect.Max.Y; y++ {
		for px := x.Mask.Rect.Min.X; px < x.Mask.Rect.Max.X; px++ {
			at := image.Pt(px, y)
			a := x.Mask.Pix[x.Mask.PixOffset(px, y)]
			if a < some {
				continue
			}
			r.box = r.box.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
			if a >= whole && at.In(r.on) {
				r.core = append(r.core, dot{at, RGBAAt(x.Under, at)})
			}
			for dy := -near; dy <= near; dy++ {
				copy(around.Pix[around.PixOffset(px-near, y+dy):], row)
			}
		}
	}
	r.measureContrast(x, around)
	return r
}

// measureContrast measures the contrast of letters to the pixels around them.
func (r *label) measureContrast(x canvas.Label, around *image.Alpha) {
	faint, counted := map[color.RGBA]int{}, 0
	var last color.RGBA // neighbouring pixels mostly have one colour
	pale := false
	room := around.Rect.Intersect(r.on)
	for y := room.Min.Y; y < room.Max.Y; y++ {
		for px := room.Min.X; px < room.Max.X; px++ {
			if around.Pix[around.PixOffset(px, y)] == 0 {
				continue
			}
			at := image.Pt(px, y)
			under := RGBAAt(x.Under, at)
			if x.Mask.AlphaAt(px, y).A == 0 {
				r.beside = append(r.beside, dot{at, under})
			}
			if under.A < 0xff {
				continue
			}
			counted++
			if under != last {
				last, pale = under, canvas.Contrast(x.Ink, under) < leastText
			}
			if pale {
				faint[under]++
			}
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
