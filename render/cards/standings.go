package cards

import (
	"cmp"
	"image"
	"image/color"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// MostRows and MostMarks are the limits of a table in a picture.
const (
	MostRows  = 10
	MostMarks = 10
)

// Standings is a page of standings.
type Standings struct {
	Title string
	Below string         // the progress of the tournament
	Marks []string       // headings of result columns, at most MostMarks
	Sums  []string       // headings of total columns, points first
	Rows  []StandingsRow // at most MostRows
}

// StandingsRow is the line of a player.
type StandingsRow struct {
	Place, Name string
	Marks       []Mark
	Sums        []string
	Leads       bool // no other player is ahead
	Own         bool // the reader's own line
	Gone        bool // has left the tournament
}

// Mark is a result.
type Mark struct {
	Text string // "1", "½", "0"; "" for none
	Kind Kind
}

// Kind is the kind of a result.
type Kind int

// The kinds of results.
const (
	Plain Kind = iota
	Won
	Lost
	Self // the diagonal of a crosstable
)

// Sizes in pixels: twice those that Discord shows.
const (
	side   = 28.0  // margin on both sides
	band   = 90.0  // height of the band behind the title
	top    = 142.0 // of the lines
	above  = 24.0  // from the middle of the headings to the lines
	bottom = 22.0
	tall   = 128.0 // most height of a line
)

// sizes are the text sizes of lines. The largest that leaves room for names is used.
var sizes = []float64{58, 52, 48, 44, 40}

var titles = []float64{48, 44, 40, canvas.LeastText}

// nameShare is the least width for names, in text sizes.
const nameShare = 7.5

// DrawStandings draws a page of standings.
func DrawStandings(t Standings, s render.Style) *image.Paletted {
	l := s.Theme.Look()
	on := canvas.Blank(canvas.Whole, palettes.Get(l, func() *canvas.Palette { return paletteOf(l) }))
	p := newPage(on, t)
	p.heads(t)
	for i, r := range t.Rows {
		p.row(i, r)
	}
	return on.Paletted
}

var palettes = canvas.Cache[*canvas.Look, *canvas.Palette]{Limit: 8}

// paletteOf returns a palette with all inks and their edges on both backgrounds.
func paletteOf(l *canvas.Look) *canvas.Palette {
	const steps, weight = 32, 100
	m := canvas.NewMixture(l, canvas.InkCount, l.Lit, l.Line)
	for _, ground := range []color.RGBA{l.Background, l.Band} {
		m.Ramps(ground, steps, weight, l.Text, l.Muted, l.Green)
	}
	return m.Palette(canvas.MaxColours)
}

// standingsPage is the layout of a page.
type standingsPage struct {
	on     canvas.Canvas
	size   float64 // text size of lines
	line   float64 // height of lines
	top    float64
	place  float64 // right end of places
	name   float64 // left end of names
	room   float64 // for names
	marks  []float64
	sums   []float64 // column centres, like marks
	width  float64   // of a column of marks
	strong *canvas.Typeface
	usual  *canvas.Typeface
	muted  *canvas.Typeface
	note   *canvas.Typeface // of headings
}

// Widths of columns, in text sizes.
const (
	placeWide = 1.5
	markWide  = 1.12
	sumWide   = 2.1
	gap       = 0.35
)

func newPage(on canvas.Canvas, t Standings) *standingsPage {
	const room = canvas.Height - top - bottom
	p := &standingsPage{on: on, note: canvas.Medium(canvas.LeastText), line: min(tall, room/float64(max(1, len(t.Rows))))}
	for _, p.size = range sizes {
		if p.lay(t); p.size <= 0.78*p.line && p.room >= nameShare*p.size {
			break
		}
	}
	p.top = top + (room-p.line*float64(len(t.Rows)))/2
	p.strong, p.usual, p.muted = canvas.Bold(p.size), canvas.Medium(p.size), canvas.Medium(max(canvas.LeastText, 0.72*p.size))
	return p
}

// lay lays out the columns from the right, and leaves the rest to the names.
func (p *standingsPage) lay(t Standings) {
	p.marks, p.sums = nil, nil
	right := canvas.Width - side
	for i := len(t.Sums) - 1; i >= 0; i-- {
		p.sums = append([]float64{right - p.wide(t, i)/2}, p.sums...)
		right -= p.wide(t, i)
	}
	p.width = markWide * p.size
	for range t.Marks {
		p.marks = append([]float64{right - p.width/2}, p.marks...)
		right -= p.width
	}
	p.place = side + placeWide*p.size
	p.name = p.place + gap*p.size
	p.room = right - gap*p.size - p.name
}

// wide is the width of a column of sums.
func (p *standingsPage) wide(t Standings, i int) float64 {
	const apart = 14
	return max(sumWide*p.size, p.note.Measure(p.note.Legible(t.Sums[i]))+apart)
}

// from writes text to the right of a point.
func (p *standingsPage) from(t *canvas.Typeface, x, y float64, words string, ink canvas.Ink) {
	canvas.Centred(p.on, t, canvas.Pt(x+t.Measure(words)/2, y), words, ink)
}

func (p *standingsPage) bar(x0, y0, x1, y1 float64, ink canvas.Ink) {
	p.on.Bar(image.Rectangle{Min: canvas.Pt(x0, y0).Round(), Max: canvas.Pt(x1, y1).Round()}, ink)
}

func (p *standingsPage) heads(t Standings) {
	p.bar(0, 0, canvas.Width, band, canvas.InkBand)
	below := p.note.Legible(t.Below)
	room := canvas.Width - 3*side - p.note.Measure(below)
	var large *canvas.Typeface
	for _, size := range titles {
		if large = canvas.Bold(size); large.Measure(large.Legible(t.Title)) <= room {
			break
		}
	}
	p.from(large, side, band/2, large.Fit(large.Legible(t.Title), room), canvas.InkText)
	p.from(p.note, canvas.Width-side-p.note.Measure(below), band/2+2, below, canvas.InkMuted)
	for i, x := range p.marks {
		canvas.Centred(p.on, p.note, canvas.Pt(x, p.top-above), t.Marks[i], canvas.InkMuted)
	}
	for i, x := range p.sums {
		canvas.Centred(p.on, p.note, canvas.Pt(x, p.top-above), p.note.Legible(t.Sums[i]), canvas.InkMuted)
	}
}

func (p *standingsPage) row(i int, r StandingsRow) {
	y := p.top + (float64(i)+0.5)*p.line
	p.ground(i, r, y)
	ink, written := canvas.InkText, p.usual
	if r.Leads || r.Own {
		written = p.strong
	}
	if r.Gone {
		ink = canvas.InkMuted
	}
	canvas.Centred(p.on, p.muted, canvas.Pt(p.place-p.muted.Measure(r.Place)/2, y), r.Place, canvas.InkMuted)
	name := cmp.Or(written.Legible(r.Name), "?")
	p.from(written, p.name, y, written.FitName(name, p.room), ink)
	for i, m := range r.Marks {
		p.mark(p.marks[i], y, m)
	}
	for i, words := range r.Sums {
		if i == 0 {
			canvas.Centred(p.on, p.strong, canvas.Pt(p.sums[i], y), words, canvas.InkText)
		} else {
			canvas.Centred(p.on, p.muted, canvas.Pt(p.sums[i], y), words, canvas.InkMuted)
		}
	}
}

// ground draws the background of a line: shaded every other line, with a bar beside the reader's
// own.
func (p *standingsPage) ground(i int, r StandingsRow, y float64) {
	if i%2 == 0 {
		p.bar(0, y-p.line/2, canvas.Width, y+p.line/2, canvas.InkBand)
	}
	if r.Own {
		p.bar(0, y-p.line/2, ownWide, y+p.line/2, canvas.InkLit)
	}
}

// ownWide is the width of the bar beside the reader's own line.
const ownWide = 12

// mark writes a result, or fills a cell of the diagonal.
func (p *standingsPage) mark(x, y float64, m Mark) {
	switch m.Kind {
	case Self:
		half := 0.18 * p.size
		p.bar(x-half, y-half, x+half, y+half, canvas.InkLine)
	case Won:
		p.on.WonWords(p.strong, canvas.Pt(x, y), m.Text)
	case Lost:
		canvas.Centred(p.on, p.usual, canvas.Pt(x, y), m.Text, canvas.InkMuted)
	case Plain:
		canvas.Centred(p.on, p.usual, canvas.Pt(x, y), m.Text, canvas.InkText)
	}
}
