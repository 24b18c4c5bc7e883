package ade

import (
	"image"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// BenchmarkAdeGraph draws and encodes graphs with their values, and, in turn with it, does the
// same naively.
func BenchmarkAdeGraph(b *testing.B) {
	for name, p := range map[string]*ade.Position{
		"E8": table(b, "E8", "all 1", "fire 3"), "A12": table(b, "A12", "all 1", "fire 2"), "A64": table(b, "A64", "all 1", "fire 20"),
	} {
		b.Run(name, func(b *testing.B) {
			rendertest.Compare(b, Drawers, render.Style{}, func(any) image.Image { return naive(p) }, p)
		})
	}
}

// BenchmarkAdeSequence draws and encodes a page of a sequence graph, the whole of 30 layers, and a map,
// and does the same naively.
func BenchmarkAdeSequence(b *testing.B) {
	page := ade.NewSequence(table(b, "E8", "all 1", "fire 30"), 6)
	tangle := ade.NewSequence(table(b, "A30", "all 1", "fire 30"), 0)
	for name, q := range map[string]ade.Sequence{"page": page, "whole": page.Whole(), "map": tangle} {
		b.Run(name, func(b *testing.B) {
			rendertest.Compare(b, Drawers, render.Style{}, func(any) image.Image { return naiveSequence(q) }, q)
		})
	}
}

// BenchmarkAdeLayout lays graphs out that are given by their edges, which is done once for each.
func BenchmarkAdeLayout(b *testing.B) {
	for name, edges := range map[string]string{"K4": everyTwo(4), "petersen": petersen, "twenty": twenty} {
		p := table(b, edges, "all 1", "")
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				kept = &canvas.Cache[layout, []plan]{Limit: mostKept}
				paintedBoardOf(p, render.Themes[0])
			}
		})
	}
}

// naive draws the values on a graph from scratch with package gg, in true colour, without flows and
// caption.
func naive(p *ade.Position) *image.RGBA {
	b, l := boardOf(p, render.Themes[0]).placed, render.Themes[0].Look()
	dc := gg.NewContext(canvas.Width, canvas.Height)
	dc.SetColor(l.Background)
	dc.Clear()
	dc.SetLineWidth(b.stroke)
	dc.SetColor(l.Line)
	for _, e := range p.Graph().Edges() {
		dc.DrawLine(b.at[e[0]].X, b.at[e[0]].Y, b.at[e[1]].X, b.at[e[1]].Y)
		dc.Stroke()
	}
	value, name := canvas.Bold(b.radius), canvas.Medium(canvas.LeastText)
	for i, at := range b.at {
		dc.SetColor([]interface{ RGBA() (r, g, b, a uint32) }{chilled(l).Base, l.Cell, l.Lit}[p.Values()[i].Sign()+1])
		dc.DrawCircle(at.X, at.Y, b.radius)
		dc.Fill()
		value.Paint(dc, at, p.Values()[i].String(), l.Text)
		name.Paint(dc, canvas.Pt(at.X, at.Y+1.5*b.radius), p.Graph().Node(i), l.Label)
	}
	return canvas.Drawn(dc)
}

// naiveSequence draws the nodes of a sequence graph with their rings, values and arrows anew.
func naiveSequence(q ade.Sequence) *image.RGBA {
	l := render.Themes[0].Look()
	sheet := freshSheets().begin(q, render.Style{})
	first, end := q.Layers()
	dc := gg.NewContext(sheet.width, sequenceHead+(end-first)*sheet.high)
	dc.SetColor(l.Background)
	dc.Clear()
	at := func(row, node int) canvas.Point {
		return canvas.Pt(sheet.column[node], sequenceHead+(float64(row)+0.5)*float64(sheet.high))
	}
	for row, layer := range q.Trace()[first:end] {
		for _, node := range sheet.nodes {
			if !layer.Fired.Has(node) {
				continue
			}
			p := at(row, node)
			dc.SetColor(l.Lit)
			for ring := range min(6, int(layer.Values[node].Int64())) {
				dc.DrawCircle(p.X, p.Y, leastDisc+3*float64(ring))
				dc.Stroke()
			}
			for _, next := range q.Graph().Neighbours(node) {
				to := at(row+1, next)
				dc.DrawLine(p.X, p.Y, to.X, to.Y)
				dc.Stroke()
			}
			sheet.small.Paint(dc, canvas.Pt(p.X, p.Y-24), layer.Values[node].String(), l.Muted)
		}
	}
	return canvas.Drawn(dc)
}
