package ade

import (
	"image"
	"math"
	"math/big"
	"strings"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the nodes of a sequence graph, in pixels.
const (
	sequenceDot         = 3.4 // of a node's centre in columns too narrow for numbers
	numberDot           = 22.0
	ringGap             = 2.6  // between rings there,
	numberGap           = 2.15 // and around numbers
	ringStroke          = 1.3
	thickRing           = 2.5 // replaces surplus rings
	thickAway           = 5.5 // and extends beyond the centre by
	leastNumbered       = 60  // least width of a column whose nodes hold numbers
	numberShareOfColumn = 0.48
	numberSide          = 5.0 // least space beside a number in its node
	mostRings           = 6   // around a number
	shownRings          = 3   // in the legend
)

// ringsOf is the number of rings of a value, at most bound if that is not 0.
func ringsOf(n *big.Int, bound int) int {
	const most = 1000 // more than can be requested
	if bound == 0 {
		bound = most
	}
	if n.IsInt64() {
		return int(min(n.Int64(), int64(bound)))
	}
	return bound
}

// outer is the radius of a node with so many rings.
func (s *sheet) outer(rings int) float64 {
	switch {
	case rings <= s.rings:
		return s.dot + float64(rings)*s.gap
	case s.numbers:
		return s.dot + thickAway
	default:
		return s.radius
	}
}

// ringed is a node extended to both sides, with its rings; a thick ring replaces surplus ones. Its
// centre may be empty.
func (s *sheet) ringed(long float64, rings int, full bool) canvas.Cover {
	band := func(far, radius, stroke float64) float64 {
		return max(0, min(1, stroke/2-math.Abs(far-radius)+0.5))
	}
	return func(x, y float64) float64 {
		far := canvas.Length(max(0, math.Abs(x)-long), y)
		cover := max(0, min(1, s.dot-far+0.5))
		if !full {
			cover = band(far, s.dot, ringStroke)
		}
		if rings > s.rings {
			return max(cover, band(far, s.outer(rings)-thickRing/2, thickRing))
		}
		for n := range rings {
			cover = max(cover, band(far, s.dot+float64(n+1)*s.gap-ringStroke/2, ringStroke))
		}
		return cover
	}
}

// node draws a node with so many rings, and its value if nodes hold numbers.
func (s *sheet) node(on canvas.Canvas, at canvas.Point, n *big.Int, rings int, paper canvas.Ink) {
	text, face := "", s.bold
	if s.numbers {
		text, face, rings = s.valueText(n, rings)
	}
	rings = min(rings, s.rings+1)
	full, with := face == s.bold, canvas.InkMuted
	if full {
		with = onInk(s.look, flowInk(s.look))
	}
	ground, mask := s.ground, s.masks[rings]
	if long := s.long(face, text); long > 0 || !full {
		k := extended{long, rings, full}
		both := s.wide.Get(k, func() [2]*image.Alpha { return s.extended(k) })
		ground, mask = both[0], both[1]
	}
	on.Blend(ground, at.Round(), paper)
	on.Blend(mask, at.Round(), flowInk(s.look))
	if text != "" {
		canvas.Centred(on, face, at, text, with)
	}
}

type extended struct {
	long  float64
	rings int
	full  bool
}

// mostExtended bounds the memory; each takes some 15 KB.
const mostExtended = 24

func (s *sheet) extended(k extended) [2]*image.Alpha {
	area := image.Rectangle{}
	for _, end := range []float64{-k.long, k.long} {
		area = area.Union(canvas.Around(canvas.Pt(end, 0), s.outer(k.rings)+2))
	}
	return [2]*image.Alpha{
		canvas.Rasterise(area, capsule(k.long, s.outer(k.rings)+1.5)),
		canvas.Rasterise(area, s.ringed(k.long, k.rings, k.full)),
	}
}

// long is how far a node extends to each side for a number.
func (s *sheet) long(face *canvas.Typeface, number string) float64 {
	return max(0, face.Measure(number)/2+numberSide-s.dot)
}

// valueText returns the text of a value in its node, its typeface, and the number of rings that fit
// around it. A value that is too long is shortened, or reduced to its magnitude.
func (s *sheet) valueText(n *big.Int, rings int) (string, *canvas.Typeface, int) {
	number := graph.NewShortener(n, longestShort)
	fits := func(text string) (*canvas.Typeface, int, bool) {
		for _, face := range []*canvas.Typeface{s.bold, s.small} {
			for _, around := range []int{rings, s.rings + 1} {
				if s.long(face, text)+s.outer(around) <= s.step/2-1 {
					return face, around, true
				}
			}
		}
		return nil, 0, false
	}
	for most := longestShort; most >= leastWritten; most-- {
		text := number.Short(most)
		if face, around, ok := fits(text); ok {
			return text, face, around
		}
	}
	text := strings.TrimLeft(number.Short(1), "0123456789")
	if face, around, ok := fits(text); ok {
		return text, face, around
	}
	return "", s.bold, s.rings + 1
}
