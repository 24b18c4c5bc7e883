package labyrinth

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the bars, in pixels.
const (
	titleTall = 62
	signTall  = 48 // height of the text above and below a bar
	leastBars = 6  // least number of bars that fit
	axisTall  = 3
	beside    = 12 // between adjacent bars
)

// stats draws two rows of bars: solutions by number of groups, and by size of the largest group.
func (b *sets) stats(x labyrinth.Stats, s render.Style) *image.Paletted {
	s.Move, s.Last = 0, "" // it is of no table
	d := b.begin(hue{s.Theme.Look(), labyrinth.Blue}, frame{}, s)
	title := canvas.Bold(labelSize)
	half := (tall - captionTall) / 2
	for i, row := range []struct {
		words  engine.Text
		counts map[int]int
	}{
		{engine.T("Groups, and as many holes"), x.Groups},
		{engine.T("Pieces in the largest group"), x.Largest},
	} {
		box := image.Rect(2*pad, i*half+pad/2, wide-2*pad, (i+1)*half)
		pen := canvas.Pt(float64(box.Min.X), float64(box.Min.Y)+titleTall/2+title.CapHeight()/2)
		d.on.Text(title, pen, title.Fit(title.Legible(s.Words(row.words)), float64(box.Dx())), canvas.InkText)
		box.Min.Y += titleTall
		d.bars(box, row.counts, x.Solutions)
	}
	return d.caption(engine.T("Shares of %s in per cent", engine.Count(x.Solutions, "1 solution", "%s solutions")), engine.Text{})
}

// bars draws a bar for each number from the least to the greatest, with its share above and the
// number below as far as they fit; numbers with a bar are large.
func (d *drawing) bars(box image.Rectangle, counts map[int]int, whole int) {
	low, high, most := 1<<30, 0, 1
	for n, count := range counts {
		low, high, most = min(low, n), max(high, n), max(most, count)
	}
	note, large := canvas.Medium(canvas.LeastText), canvas.Bold(labelSize)
	slot := box.Dx() / max(high-low+1, leastBars)
	foot, top := box.Max.Y-signTall, box.Min.Y+signTall
	every := max(1, int(1.4*note.Measure(strconv.Itoa(high)))/max(slot, 1)+1)
	left := box.Min.X + (box.Dx()-slot*(high-low+1))/2
	for n := low; n <= high; n++ {
		middle := left + (n-low)*slot + slot/2
		bar := image.Rect(middle-slot*3/8, foot-(foot-top)*counts[n]/most, middle+slot*3/8, foot)
		d.on.Bar(bar, canvas.InkBlue)
		if (high-n)%every == 0 {
			face, with := note, canvas.InkMuted
			if every == 1 && counts[n] > 0 && large.Measure(strconv.Itoa(high))+beside <= float64(slot) {
				face, with = large, canvas.InkLabel
			}
			canvas.Centred(d.on, face, canvas.Pt(float64(middle), float64(foot+signTall/2)), strconv.Itoa(n), with)
		}
		if counts[n] > 0 {
			d.percent(canvas.Pt(float64(middle), float64(bar.Min.Y-signTall/2)), 100*float64(counts[n])/float64(whole), float64(slot))
		}
	}
	d.on.Bar(image.Rect(box.Min.X, foot, box.Max.X, foot+axisTall), canvas.InkLine)
}

// percent writes a share in the largest size that fits, if one does.
func (d *drawing) percent(at canvas.Point, share, room float64) {
	words := strconv.FormatFloat(share, 'f', 0, 64)
	if share < 1 {
		words = "<1"
	}
	if face := canvas.Bold(labelSize); face.Measure(words)+beside <= room {
		canvas.Centred(d.on, face, at, words, canvas.InkText)
	} else if face := canvas.Medium(canvas.LeastText); face.Measure(words)+beside <= room {
		canvas.Centred(d.on, face, at, words, canvas.InkMuted)
	}
}
