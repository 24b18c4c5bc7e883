package labyrinth

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the picture of statistics, in pixels.
const (
	statsWide   = 900
	statsTall   = 640
	statsMargin = 40
	statsTitle  = 26.0
	statsLabel  = 20.0
)

// stats draws two rows of bars: solutions by groups, and by the largest group.
func (b *boards) stats(x labyrinth.Stats, s render.Style) image.Image {
	title, label := canvas.Bold(statsTitle), canvas.Medium(statsLabel)
	on := canvas.Blank(image.Rect(0, 0, statsWide, statsTall), b.palette(hue{s.Theme.Look(), labyrinth.Blue}))
	half := statsTall / 2
	for i, row := range []struct {
		words  engine.Text
		counts map[int]int
	}{
		{engine.T("Groups, which is also holes: %s solutions", strconv.Itoa(x.Solutions)), x.Groups},
		{engine.T("Pieces in the largest group"), x.Largest},
	} {
		box := image.Rect(statsMargin, i*half+statsMargin/2, statsWide-statsMargin, (i+1)*half-statsMargin/2)
		on.Text(title, canvas.Pt(float64(box.Min.X), float64(box.Min.Y)+statsTitle), title.Fit(title.Legible(s.Words(row.words)), float64(box.Dx())), canvas.InkText)
		box.Min.Y += int(math.Round(2.6 * statsTitle))
		drawBars(on, box, label, row.counts, x.Solutions)
	}
	return on.Paletted
}

// drawBars draws a bar for each number from the least to the greatest, its share above and
// the number below where there is room.
func drawBars(c canvas.Canvas, box image.Rectangle, label *canvas.Typeface, counts map[int]int, whole int) {
	low, high, most := 1<<30, 0, 1
	for n, count := range counts {
		low, high, most = min(low, n), max(high, n), max(most, count)
	}
	slots := max(high-low+1, 6)
	wide := box.Dx() / slots
	foot := box.Max.Y - int(math.Round(1.6*statsLabel))
	every := max(1, int(math.Round(2.4*statsLabel))/max(wide, 1))
	for n := low; n <= high; n++ {
		left := box.Min.X + (n-low)*wide
		bar := image.Rect(left+wide/8, foot-(foot-box.Min.Y)*counts[n]/most, left+wide-wide/8, foot)
		c.Bar(bar, canvas.InkBlue)
		middle := float64(left) + float64(wide)/2
		if (n-low)%every == 0 {
			canvas.Centred(c, label, canvas.Pt(middle, float64(foot)+statsLabel), strconv.Itoa(n), canvas.InkLabel)
		}
		share := strconv.FormatFloat(100*float64(counts[n])/float64(whole), 'f', 1, 64)
		if counts[n] > 0 && label.Measure(share) < float64(wide) {
			canvas.Centred(c, label, canvas.Pt(middle, float64(bar.Min.Y)-0.8*statsLabel), share, canvas.InkText)
		}
	}
	c.Bar(image.Rect(box.Min.X, foot, box.Max.X, foot+2), canvas.InkLine)
}
