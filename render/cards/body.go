package cards

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// column is a list below the band: a heading and lines.
type column struct {
	title engine.Text
	lines []line
}

// line is a label with a number, above a bar.
type line struct {
	label  string
	number string
	score  Score // the bar; none without games
}

const mostLines = 3

func (d *drawing) lines(rows []ProfileRow) (list []line) {
	for _, row := range rows {
		const longest = 9 // characters that leave room for a label
		number := row.String()
		if utf8.RuneCountInString(number) > longest {
			number = share(row.Score)
		}
		if row.Games() > 0 {
			list = append(list, line{label: d.words(row.Label), number: number, score: row.Score})
		}
	}
	return list
}

// marks is a column of the best win and of streaks.
func (d *drawing) marks(card Profile) column {
	c := column{title: engine.T("Best win")}
	if card.Best.Empty() {
		c.title = engine.T("In a row")
	} else {
		win := line{label: d.words(card.Best)}
		if card.BestRating > 0 {
			win.number = strconv.Itoa(card.BestRating)
		}
		c.lines = append(c.lines, win)
	}
	return column{c.title, append(c.lines, d.streak(engine.T("Win streak"), card.Wins), d.streak(engine.T("Day streak"), card.Days))}
}

// streak is a line whose bar shows the current streak as a share of the longest one.
func (d *drawing) streak(label engine.Text, s Streak) line {
	l := line{label: d.words(label), number: strconv.Itoa(s.Longest), score: Score{Won: s.Now, Lost: s.Longest - s.Now}}
	if s.Now > 0 {
		l.number = d.words(engine.T("%s of %s", strconv.Itoa(s.Now), l.number))
	}
	return l
}

// Positions below the band, in pixels.
const (
	titleAt    = 470.0
	lineAt     = 522.0 // of the first line
	linePitch  = 64.0
	barBelow   = 28.0
	columnGap  = 46.0
	columnLast = 1.14 // width of the last column, which has the longest labels, in widths of the others
)

// columns draws the results of all games and of some of them, the most frequent opponents, and marks.
func (d *drawing) columns(card Profile, some []ProfileRow) {
	results := d.lines(append([]ProfileRow{{engine.T("All"), card.Total}}, some...))
	list := []column{{engine.T("Won and lost"), results}, {engine.T("Met most"), d.lines(card.Met)}, d.marks(card)}
	list = slices.DeleteFunc(list, func(c column) bool { return len(c.lines) == 0 })
	last := len(list) - 1
	room := (right - margin - columnGap*float64(last)) / (float64(last) + columnLast)
	for i, c := range list {
		x := margin + float64(i)*(room+columnGap)
		if i == last {
			room = right - x
		}
		d.column(c, x, room)
	}
}

func (d *drawing) column(c column, x, room float64) {
	d.left(d.small, canvas.Pt(x, titleAt), d.words(c.title), room, canvas.InkMuted)
	for i, l := range c.lines[:min(len(c.lines), mostLines)] {
		y := lineAt + float64(i)*linePitch
		d.line(l, x, y, room)
		d.bar(image.Rect(int(x), int(y+barBelow), int(x+room), int(y+barBelow)), barThick, l.score)
	}
}

// line writes a line: the number on the right and the label in the remaining width. A line without
// a number is its label alone.
func (d *drawing) line(l line, x, y, room float64) {
	const gap = 14
	if l.number == "" {
		d.left(d.number, canvas.Pt(x, y), l.label, room, canvas.InkText)
		return
	}
	taken := gap + d.rightTo(d.number, canvas.Pt(x+room, y), l.number, room, canvas.InkText)
	d.left(d.small, canvas.Pt(x, y), d.small.FitName(l.label, room-taken), room-taken, canvas.InkMuted)
}

// Wins are a thick bar, draws a thinner one and losses a line, so that they can be told apart
// without colour.
const (
	barThick = 10
	barDraw  = 6
	barThin  = 2
	barGap   = 4
	barLeast = 8    // least visible length of a part
	barShare = 0.38 // thickness of a bar in the band, as a share of its row
)

// bar draws a score as a bar, centred vertically on the rectangle.
func (d *drawing) bar(r image.Rectangle, thick int, s Score) {
	all := s.Games()
	if all == 0 {
		return
	}
	muted := func(r image.Rectangle) { d.on.Bar(r, canvas.InkMuted) }
	from, done := r.Min.X, 0
	for _, part := range []struct {
		games, height int
		draw          func(image.Rectangle)
	}{{s.Won, thick, d.on.WonBar}, {s.Drawn, barDraw * thick / barThick, muted}, {s.Lost, barThin, muted}} {
		done += part.games
		to := r.Min.X + (r.Dx()*done+all/2)/all
		if part.games == 0 || to-from < barLeast {
			continue
		}
		end := to
		if to < r.Max.X-barGap {
			end -= barGap
		}
		part.draw(image.Rect(from, r.Min.Y-part.height/2, end, r.Min.Y+part.height-part.height/2))
		from = to
	}
}

const (
	leastPitch = 80 // of bars in the band, in pixels
	mostBar    = 26 // thickness
	fewGames   = 12 // fewer do not fill the width
)

// rowGap is the distance of a bar in the band from the label and from the number.
const rowGap = 32.0

// bars draws rows in the band, in place of a curve: each with a bar proportional to its games,
// followed by its text.
func (d *drawing) bars(rows []ProfileRow, bottom int, said func(Score) string) {
	d.on.Bar(image.Rect(0, bandTop, width, bottom), canvas.InkBand)
	rows = rows[:min(len(rows), (bottom-bandTop)/leastPitch)]
	labels, most, numbers := 0.0, fewGames, 0.0
	for _, row := range rows {
		labels = max(labels, d.label.Measure(d.words(row.Label)))
		numbers = max(numbers, d.strong.Measure(said(row.Score)))
		most = max(most, row.Games())
	}
	const widest, widestPitch = 360.0, 116
	labels = min(labels, widest)
	x := margin + labels + rowGap
	room := right - x - numbers - rowGap
	pitch := min(float64(bottom-bandTop)/float64(max(len(rows), 1)), widestPitch)
	y, thick := float64(bandTop+bottom)/2-pitch*float64(len(rows)-1)/2, int(min(barShare*pitch, mostBar))
	for _, row := range rows {
		d.left(d.label, canvas.Pt(margin, y), d.words(row.Label), labels, canvas.InkText)
		long := room * float64(row.Games()) / float64(most)
		d.bar(image.Rect(int(x), int(y), int(x+long), int(y)), thick, row.Score)
		d.left(d.strong, canvas.Pt(x+long+rowGap, y), said(row.Score), numbers, canvas.InkText)
		y += pitch
	}
}

// The band in the middle, which holds the curve or bars, and the position of the curve in it.
const (
	bandTop    = 190
	bandBottom = 438
	plotLeft   = 156.0
	plotRight  = 1032.0
	plotTop    = 250.0
	plotBottom = 372.0
	datesAt    = 412.0

	stroke = 7.0
	shade  = 0.2 // opacity of the area below the curve
)

// scale maps ratings and times to pixels.
type scale struct {
	low, high   int
	first, last time.Time
}

// scaleOf returns the scale of a curve. A range of a few points does not fill the height.
func scaleOf(points []Point) scale {
	s := scale{points[0].Rating, points[0].Rating, points[0].At, points[len(points)-1].At}
	for _, p := range points {
		s.low, s.high = min(s.low, p.Rating), max(s.high, p.Rating)
	}
	const least = 80
	if room := least - (s.high - s.low); room > 0 {
		s.low, s.high = s.low-room/2, s.high+room-room/2
	}
	return s
}

func (s scale) y(rating float64) float64 {
	return plotBottom - (plotBottom-plotTop)*(rating-float64(s.low))/float64(s.high-s.low)
}

// at returns the position of a point; a single point is centred.
func (s scale) at(p Point) canvas.Point {
	whole, x := s.last.Sub(s.first), 0.5
	if whole > 0 {
		x = float64(p.At.Sub(s.first)) / float64(whole)
	}
	return canvas.Pt(plotLeft+(plotRight-plotLeft)*x, s.y(float64(p.Rating)))
}

// steps returns the ratings of the grid lines.
func (s scale) steps() (list []int) {
	for _, step := range []int{25, 50, 100, 200, 250, 500, 1000, 2500, 10_000, 100_000} {
		const most = 3
		list = nil
		for n := int(math.Ceil(float64(s.low)/float64(step))) * step; n <= s.high; n += step {
			list = append(list, n)
		}
		if len(list) <= most {
			return list
		}
	}
	return list
}

func (d *drawing) curve(points []Point) {
	d.on.Bar(image.Rect(0, bandTop, width, bandBottom), canvas.InkBand)
	s := scaleOf(points)
	for _, rating := range s.steps() {
		y := s.y(float64(rating))
		d.on.Bar(image.Rect(plotLeft, int(y)-1, plotRight, int(y)+1), canvas.InkLine)
		d.rightTo(d.small, canvas.Pt(plotLeft-22, y), strconv.Itoa(rating), plotLeft, canvas.InkMuted)
	}
	d.trace(points, s)
	d.dates(s)
	last := points[len(points)-1]
	best := slices.MaxFunc(points, func(a, b Point) int { return cmp.Compare(a.Rating, b.Rating) })
	if best != last {
		d.peak(s.at(best), strconv.Itoa(best.Rating))
	}
	d.dot(s.at(last), canvas.InkBlue)
}

// trace draws the curve and the shaded area below it.
func (d *drawing) trace(points []Point, s scale) {
	const below = plotBottom + shadeBelow
	line := engine.Map(points, s.at)
	first, last := line[0], line[len(line)-1]
	d.on.Polygon(append([]canvas.Point{{X: last.X, Y: below}, {X: first.X, Y: below}}, line...), shade, canvas.InkBlue)
	for i := range line[1:] {
		d.on.Line(line[i], line[i+1], stroke, canvas.InkBlue)
	}
}

// shadeBelow is how far the shaded area extends below the lowest rating.
const shadeBelow = 12.0

func (d *drawing) dot(at canvas.Point, with canvas.Ink) {
	d.on.Disc(at, 17, false, canvas.Solid, canvas.InkBand)
	d.on.Disc(at, 12, false, canvas.Solid, with)
}

// peak marks the highest rating, with its value above or beside the point.
func (d *drawing) peak(at canvas.Point, rating string) {
	d.dot(at, canvas.InkLit)
	half := d.small.Measure(rating) / 2
	x := min(max(at.X, plotLeft+half), plotRight-half)
	canvas.Centred(d.on, d.small, canvas.Pt(x, at.Y-38), rating, canvas.InkMuted)
}

func (d *drawing) dates(s scale) {
	first, last := s.first.UTC().Format(time.DateOnly), s.last.UTC().Format(time.DateOnly)
	const room = 300
	if first == last {
		canvas.Centred(d.on, d.small, canvas.Pt((plotLeft+plotRight)/2, datesAt), first, canvas.InkMuted)
		return
	}
	d.left(d.small, canvas.Pt(plotLeft, datesAt), first, room, canvas.InkMuted)
	d.rightTo(d.small, canvas.Pt(plotRight, datesAt), last, room, canvas.InkMuted)
}
