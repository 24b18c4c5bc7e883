package ade

import (
	"image"
	"math"
	"math/big"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestBarsAreAsHighAsTotals, within a pixel, where no logarithms are needed.
func TestBarsAreAsHighAsTotals(t *testing.T) {
	p := table(t, "E6", "all 1", "exhaust")
	trace := p.Trace()
	heights, logs := barHeights(trace)
	if logs {
		t.Fatal("logarithms are not needed")
	}
	most := new(big.Int)
	for _, layer := range trace {
		if layer.Total.Cmp(most) > 0 {
			most = layer.Total
		}
	}
	img := rendertest.Picture(t, measuring, ade.Totals{Position: p}, render.Style{})
	step := min(widestBar, float64(canvas.Width-2*totalsSide)/float64(len(trace)))
	for i, layer := range trace {
		ratio, _ := new(big.Rat).SetFrac(layer.Total, most).Float64()
		if math.Abs(heights[i]-ratio) > 1e-9 {
			t.Errorf("layer %d has height %g, want %g", i+1, heights[i], ratio)
		}
		x := int((canvas.Width-step*float64(len(trace)))/2 + (float64(i)+0.5)*step)
		bar := rendertest.Extent(img, image.Rect(x, 0, x+1, totalsTop+totalsHeight), amber)
		if want := ratio * totalsHeight; math.Abs(float64(bar.Dy())-max(2, want)) > 1.5 {
			t.Errorf("the bar of layer %d is %d high, want %.1f", i+1, bar.Dy(), want)
		}
	}
}

// TestLabelEvery: numbers beside bars have room, and their distance is a round number.
func TestLabelEvery(t *testing.T) {
	for _, tt := range []struct {
		step, width float64
		want        int
	}{{90, 50, 1}, {40, 50, 2}, {12, 50, 5}, {7, 50, 10}, {1, 50, 100}, {0.5, 50, 200}} {
		if got := labelEvery(tt.step, tt.width); got != tt.want {
			t.Errorf("bars %g apart have a number every %d, want %d", tt.step, got, tt.want)
		}
	}
}
