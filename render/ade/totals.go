package ade

import (
	"image"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the bars of totals, in pixels.
const (
	totalsHeight = 482 // of the longest bar
	totalsTop    = 70
	totalsSide   = 36
	widestBar    = 130
	barShare     = 0.72 // width of a bar, in distances between bars
	leastRimmed  = 7    // width of a bar with a line around it
	wideRange    = 1000 // ratio of totals from which heights are logarithmic
)

func (s *sheets) totals(v ade.Totals, style render.Style) *image.Paletted {
	look := style.Theme.Look()
	key := sheetKey{look: look, graph: "totals"}
	sheet := s.Get(key, func() *sheet {
		look := boardLook(look)
		return &sheet{look: look, palette: newPalette(look), small: canvas.Bold(canvas.LeastText), name: canvas.Medium(canvas.LeastText)}
	})
	trace := v.Trace()
	on := canvas.Blank(canvas.Whole, sheet.palette)
	heights, logs := barHeights(trace)
	sheet.bars(on, trace, heights)
	base := totalsTop + totalsHeight
	on.Bar(image.Rect(totalsSide/2, base, canvas.Width-totalsSide/2, base+3), canvas.InkLine)
	sum := new(big.Int)
	for _, layer := range trace {
		sum.Add(sum, layer.Total)
	}
	scale := engine.T("The total of each layer")
	if logs {
		scale = engine.T("The total of each layer; bars grow more slowly than totals")
	}
	heading := engine.T("%s on %s, %s in all", graph.Layers(len(trace)), called(v.Graph()), graph.Short(sum, 12))
	style.Foot(on, render.Caption{Words: heading, Below: scale})
	return on.Paletted
}

// bars draws a bar per layer, with numbers at some: totals above, layers below.
func (s *sheet) bars(on canvas.Canvas, trace []ade.Layer, heights []float64) {
	step := min(widestBar, float64(canvas.Width-2*totalsSide)/float64(len(trace)))
	base := float64(totalsTop + totalsHeight)
	half := max(0.5, step*barShare/2)
	at := make([]canvas.Point, len(trace)) // the middles of the bars' tops
	for i, height := range heights {
		at[i] = canvas.Pt((canvas.Width-step*float64(len(trace)))/2+(float64(i)+0.5)*step, base-max(2, height*totalsHeight))
		left := int(at[i].X - half)
		bar := image.Rect(left, int(at[i].Y), max(left+1, int(at[i].X+half)), int(base))
		if bar.Dx() >= leastRimmed && litRim(s.look) != canvas.InkLine {
			on.Bar(bar, litRim(s.look))
			bar = bar.Inset(2)
			bar.Max.Y = int(base)
		}
		on.Bar(bar, canvas.InkLit)
	}
	every := labelEvery(step, s.widest(trace))
	for i := every - 1; i < len(trace); i += every {
		total := graph.Short(trace[i].Total, longestFlow)
		width := s.small.Measure(total)
		x := max(width/2+16, min(canvas.Width-width/2-16, at[i].X))
		aside, top := width/2+half+math.Abs(x-at[i].X), at[i].Y
		for _, other := range at {
			if math.Abs(other.X-at[i].X) < aside {
				top = min(top, other.Y)
			}
		}
		canvas.Centred(on, s.small, canvas.Pt(x, top-14-s.small.CapHeight()/2), total, canvas.InkText)
		canvas.Centred(on, s.name, canvas.Pt(at[i].X, base+18+s.name.CapHeight()/2), strconv.Itoa(i+1), canvas.InkMuted)
	}
}

// widest is the width of the widest number at a bar.
func (s *sheet) widest(trace []ade.Layer) float64 {
	widest := s.name.Measure(strconv.Itoa(len(trace)))
	for _, layer := range trace {
		widest = max(widest, s.small.Measure(graph.Short(layer.Total, longestFlow)))
	}
	return widest
}

// labelEvery is the interval of bars at which numbers of a width fit.
func labelEvery(step, width float64) int {
	for decade := 1; ; decade *= 10 {
		for _, every := range []int{1, 2, 5} {
			if float64(every*decade)*step > width*1.08 {
				return every * decade
			}
		}
	}
}

// barHeights returns the bars' heights from 0 to 1, and whether they are logarithmic.
func barHeights(trace []ade.Layer) (heights []float64, logs bool) {
	byTotal := func(a, b ade.Layer) int { return a.Total.Cmp(b.Total) }
	high, low := slices.MaxFunc(trace, byTotal).Total, slices.MinFunc(trace, byTotal).Total
	logs = new(big.Int).Quo(high, low).Cmp(big.NewInt(wideRange)) >= 0
	for _, layer := range trace {
		if logs {
			floor := logarithm(low) - 1
			heights = append(heights, (logarithm(layer.Total)-floor)/(logarithm(high)-floor))
			continue
		}
		ratio, _ := new(big.Rat).SetFrac(layer.Total, high).Float64()
		heights = append(heights, ratio)
	}
	return heights, logs
}

// logarithm returns the logarithm of a positive number of any size.
func logarithm(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(exponent)*math.Ln2
}
