package ade

import (
	"image"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	run := table(t, "E8", "all 1", "fire 4")
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"position":   table(t, "D5", "5 -3 0 2 1", ""),
		"run":        run,
		"moment":     ade.Moment{Position: run, Layer: 2},
		"puzzle":     newPuzzle(t),
		"duel":       newDuel(t, "fire V0 V2"),
		"advised":    engine.Suggestion{Position: newDuel(t, "fire V0 V2"), Choice: engine.Choice{Move: "fire V1 V4"}},
		"suggestion": engine.Suggestion{Position: run, Choice: engine.Choice{Move: "fire"}},
		"sequence":   ade.NewSequence(run, 6),
		"totals":     ade.Totals{Position: run},
	})
}

// boardOf is the board of a position in a theme, without a goal and not yet painted.
func boardOf(p interface{ Graph() *graph.Graph }, theme render.Theme) *board {
	return layOutBoard(keyOf(p, theme), p.Graph())
}

// paintedBoardOf is the same, painted.
func paintedBoardOf(p interface{ Graph() *graph.Graph }, theme render.Theme) *board {
	return newBoard(keyOf(p, theme), p.Graph())
}

func keyOf(p interface{ Graph() *graph.Graph }, theme render.Theme) key {
	return key{look: theme.Look(), graph: p.Graph().String(), family: p.Graph().Family}
}

// warm reports whether a pixel is amber, in light or shade.
func warm(img *image.Paletted, at image.Point) bool {
	c := rendertest.RGBAAt(img, at)
	return int(c.R)-int(c.B) > 50
}

// TestFlows: from a node that is positive an arrow leads to each neighbour, from others none.
func TestFlows(t *testing.T) {
	p := table(t, "A3", "0 4 -4", "")
	b := boardOf(p, render.Themes[0])
	img := rendertest.Picture(t, measuring, p, render.Style{})
	look := boardLook(render.Themes[0].Look())
	arrow := func(a, c int) bool { // a third of the way from a
		at := canvas.Between(b.at[a], b.at[c], 0.45).Round()
		r := image.Rectangle{Min: at.Sub(image.Pt(3, int(b.radius))), Max: at.Add(image.Pt(3, int(b.radius)))}
		return rendertest.CountIn(img, r, look.Ink(flowInk(look))) > 0
	}
	if !arrow(1, 0) || !arrow(1, 2) {
		t.Error("nothing flows from the positive node")
	}
	lone := rendertest.Picture(t, measuring, table(t, "A3", "0 0 -4", ""), render.Style{})
	if n := rendertest.Count(lone, look.Ink(canvas.InkLit)); n > 0 {
		t.Errorf("%d pixels are lit though nothing is positive", n)
	}
}

func TestHeadings(t *testing.T) {
	tests := []struct {
		p             *ade.Position
		heading, news string
	}{
		{table(t, "E8", "all 0", ""), "Set the numbers of E8", "Nothing is above 0 yet: set a number"},
		{table(t, "E8", "all 1", ""), "Set the numbers of E8", "Amber nodes fire next, 8 in all"},
		{table(t, "A2", "1 1", "fire"), "A2 after 1 layer", "Nothing is above 0 any more"},
		{table(t, "E9", "all 1", "exhaust"), "", "never"},
		{table(t, "1-2 2-3 3-1", "1 0 0", "fire"), "After 1 layer on a ring of 3 nodes", "fire next, 2 in all"},
	}
	for _, tt := range tests {
		if got := heading(tt.p).String(); tt.heading != "" && got != tt.heading {
			t.Errorf("heading %q, want %q", got, tt.heading)
		}
		if got := news(tt.p).String(); !strings.Contains(got, tt.news) {
			t.Errorf("news %q, want %q", got, tt.news)
		}
	}
	for edges, want := range map[string]string{"1-2 2-3": "A3", ring(5): "a ring of 5 nodes", "0-1 0-2 0-3 0-4": "a graph of 5 nodes", "A9": "A9"} {
		if got := called(table(t, edges, "all 1", "").Graph()).String(); got != want {
			t.Errorf("%s is called %q, want %q", edges, got, want)
		}
	}
	if got := heading(newPuzzle(t)).String(); !strings.HasPrefix(got, "Puzzle on ") {
		t.Errorf("heading of a puzzle %q", got)
	}
}
