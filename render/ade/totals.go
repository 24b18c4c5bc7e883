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
	totalsHeight = 470 // of the longest bar
	totalsTop    = 76
	totalsSide   = 36
	widestBar    = 130
	barShare     = 0.72 // width of a bar, in distances between bars
	wideRange    = 1000 // ratio of totals from which heights are logarithmic
)

func (s *sheets) totals(v ade.Totals, style render.Style) *image.Paletted {
	look := style.Theme.Look()
	key := sheetKey{look: look, graph: "totals"}
	sheet := s.Get(key, func() *sheet {
		return &sheet{look: look, palette: newPalette(look), bold: canvas.Bold(wholeText), small: canvas.Medium(quietText)}
	})
	trace := v.Trace()
	on := canvas.Blank(image.Rect(0, 0, pictureWidth, pictureHeight), sheet.palette)
	heights, logs := barHeights(trace)
	sheet.bars(on, trace, heights)
	base := totalsTop + totalsHeight
	on.Bar(image.Rect(totalsSide/2, base, pictureWidth-totalsSide/2, base+3), canvas.InkLine)
	sum := new(big.Int)
	for _, layer := range trace {
		sum.Add(sum, layer.Total)
	}
	scale := engine.T("The total of each layer")
	if logs {
		scale = engine.T("The total of each layer; heights are logarithms")
	}
	heading := engine.T("%s: %s, %s in all", v.Graph().Title(), graph.Layers(len(trace)), graph.Short(sum, 12))
	style.Foot(on, render.Caption{Words: heading, Below: scale})
	return on.Paletted
}

// bars draws a bar per layer, with numbers at some: totals above, layers below.
func (s *sheet) bars(on canvas.Canvas, trace []ade.Layer, heights []float64) {
	step := min(widestBar, float64(pictureWidth-2*totalsSide)/float64(len(trace)))
	base := float64(totalsTop + totalsHeight)
	half := max(0.5, step*barShare/2)
	at := make([]canvas.Point, len(trace)) // the middles of the bars' tops
	for i, height := range heights {
		at[i] = canvas.Pt((pictureWidth-step*float64(len(trace)))/2+(float64(i)+0.5)*step, base-max(2, height*totalsHeight))
		left := int(at[i].X - half)
		on.Bar(image.Rect(left, int(at[i].Y), max(left+1, int(at[i].X+half)), int(base)), canvas.InkLit)
	}
	every := labelEvery(step, s.widest(trace))
	for i := every - 1; i < len(trace); i += every {
		total := graph.Short(trace[i].Total, longestFlow)
		width := s.bold.Measure(total)
		x := max(width/2+16, min(pictureWidth-width/2-16, at[i].X))
		aside, top := width/2+half+math.Abs(x-at[i].X), at[i].Y
		for _, other := range at {
			if math.Abs(other.X-at[i].X) < aside {
				top = min(top, other.Y)
			}
		}
		canvas.Centred(on, s.bold, canvas.Pt(x, top-14-s.bold.CapHeight()/2), total, canvas.InkText)
		canvas.Centred(on, s.small, canvas.Pt(at[i].X, base+22+s.small.CapHeight()/2), strconv.Itoa(i+1), canvas.InkMuted)
	}
}

// widest is the width of the widest number at a bar.
func (s *sheet) widest(trace []ade.Layer) float64 {
	widest := s.small.Measure(strconv.Itoa(len(trace)))
	for _, layer := range trace {
		widest = max(widest, s.bold.Measure(graph.Short(layer.Total, longestFlow)))
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
