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
	sequenceDot         = 3.4 // of a node's middle, where columns are too narrow for numbers in it,
	numberDot           = 22.0
	ringGap             = 2.6  // from ring to ring there,
	numberGap           = 2.15 // and around numbers
	ringStroke          = 1.3
	thickRing           = 2.5 // in place of more rings than are drawn,
	thickAway           = 5.5 // and how far it reaches beyond the middle
	leastNumbered       = 60  // of a column, so that numbers stand in nodes
	numberShareOfColumn = 0.48
	numberSide          = 5.0 // beside a number within its node, at least
	mostRings           = 6   // around a number; the legend shows
	shownRings          = 3
)

// ringsOf is how many rings a value has: its own number, or the bound if there is one.
func ringsOf(n *big.Int, bound int) int {
	const most = 1000 // more than can be asked for
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

// ringed is a node that is drawn out to both sides, with its rings: a thick one in place of more
// than are drawn. Its middle may be empty.
func (s *sheet) ringed(long float64, rings int, full bool) canvas.Cover {
	band := func(far, radius, stroke float64) float64 {
		return max(0, min(1, stroke/2-math.Abs(far-radius)+0.5))
	}
	return func(x, y float64) float64 {
		far := math.Hypot(max(0, math.Abs(x)-long), y)
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

// node draws a node with so many rings, and its value if numbers stand in nodes.
func (s *sheet) node(on canvas.Canvas, at canvas.Point, n *big.Int, rings int, paper canvas.Ink) {
	text, face := "", s.bold
	if s.numbers {
		text, face, rings = s.written(n, rings)
	}
	rings = min(rings, s.rings+1)
	full, with := face == s.bold, canvas.InkMuted
	if full {
		with = onInk(s.look, flowInk(s.look))
	}
	ground, mask := s.ground, s.masks[rings]
	if long := s.long(face, text); long > 0 || !full {
		k := drawnOut{long, rings, full}
		both := s.wide.Get(k, func() [2]*image.Alpha { return s.drawnOut(k) })
		ground, mask = both[0], both[1]
	}
	on.Blend(ground, at.Round(), paper)
	on.Blend(mask, at.Round(), flowInk(s.look))
	if text != "" {
		canvas.Centred(on, face, at, text, with)
	}
}

// drawnOut is all on which depends how a node looks that is drawn out for a number.
type drawnOut struct {
	long  float64
	rings int
	full  bool
}

// mostDrawnOut bounds the memory, some 15 KB each.
const mostDrawnOut = 24

// drawnOut rasterises the ground of such a node, and the node.
func (s *sheet) drawnOut(k drawnOut) [2]*image.Alpha {
	area := image.Rectangle{}
	for _, end := range []float64{-k.long, k.long} {
		area = area.Union(canvas.Around(canvas.Pt(end, 0), s.outer(k.rings)+2))
	}
	return [2]*image.Alpha{
		canvas.Rasterise(area, capsule(k.long, s.outer(k.rings)+1.5)),
		canvas.Rasterise(area, s.ringed(k.long, k.rings, k.full)),
	}
}

// long is by how much a node is drawn out to each side for a number.
func (s *sheet) long(face *canvas.Typeface, number string) float64 {
	return max(0, face.Measure(number)/2+numberSide-s.dot)
}

// written is how a value is written in its node, in large letters or in small ones, and how many
// rings have room around it: of a value that is too long, as many digits as fit, or its magnitude.
func (s *sheet) written(n *big.Int, rings int) (string, *canvas.Typeface, int) {
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
