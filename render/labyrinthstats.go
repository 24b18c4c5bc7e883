package render

import (
	"image"
	"math"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
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
func (b *labyrinthBoards) stats(x labyrinth.Stats, s Style) (image.Image, error) {
	l := s.Theme.colours()
	p, err := b.palettes.get(labyrinthHue{l, labyrinth.Blue}, func() (*palette, error) { return labyrinthPalette(l, labyrinth.Blue), nil })
	if err != nil {
		return nil, err
	}
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	title, err := newTypeface(f.bold, statsTitle)
	if err != nil {
		return nil, err
	}
	label, err := newTypeface(f.medium, statsLabel)
	if err != nil {
		return nil, err
	}
	dc := gg.NewContext(statsWide, statsTall)
	dc.SetColor(l.background)
	dc.Clear()
	on := canvas{p.convert(rgba(dc)), p}
	half := statsTall / 2
	for i, row := range []struct {
		words  engine.Text
		counts map[int]int
	}{
		{engine.T("Groups, which is also holes: %s solutions", strconv.Itoa(x.Solutions)), x.Groups},
		{engine.T("Pieces in the largest group"), x.Largest},
	} {
		box := image.Rect(statsMargin, i*half+statsMargin/2, statsWide-statsMargin, (i+1)*half-statsMargin/2)
		on.text(title, vertex{float64(box.Min.X), float64(box.Min.Y) + statsTitle}, s.say(row.words), inkText)
		box.Min.Y += int(math.Round(2.6 * statsTitle))
		drawBars(on, box, label, row.counts, x.Solutions)
	}
	return on.Paletted, nil
}

// drawBars draws a bar for each number from the least to the greatest, its share above and
// the number below where there is room.
func drawBars(c canvas, box image.Rectangle, label *typeface, counts map[int]int, whole int) {
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
		c.bar(bar, inkBlue)
		middle := float64(left) + float64(wide)/2
		if (n-low)%every == 0 {
			centred(c, label, vertex{middle, float64(foot) + statsLabel}, strconv.Itoa(n), inkLabel)
		}
		share := strconv.FormatFloat(100*float64(counts[n])/float64(whole), 'f', 1, 64)
		if counts[n] > 0 && label.measure(share) < float64(wide) {
			centred(c, label, vertex{middle, float64(bar.Min.Y) - 0.8*statsLabel}, share, inkText)
		}
	}
	c.bar(image.Rect(box.Min.X, foot, box.Max.X, foot+2), inkLine)
}
