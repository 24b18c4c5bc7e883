package hex

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	p := randomGame(t, options(5), 8, 1)
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"position":   p,
		"won":        newGame(t, options(3), "b1 a1 b2 a2 b3"),
		"weighted":   randomGame(t, engine.Options{"size": 6, "weighted": true}, 9, 2),
		"sets":       hex.Sets{Position: p},
		"weights":    hex.NewWeights(p),
		"path":       hex.NewPathView(p),
		"suggestion": engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0], Value: 0.4}},
		"analysis":   analysed(t),
		"review":     reviewed(t),
		"swap-map":   gradedMap(t, 9),
		"puzzle":     newPuzzle(t),
		"search":     searching(t, 3),
	})
}

// emptyBoard is the board of a position without its stones.
func emptyBoard(p *hex.Position, k key, theme render.Theme) *board {
	return newBoard(k.of(p, render.Style{Theme: theme}), p.Weight)
}

// TestCoordinatesStay: stones, chains and hints leave the letters beside the board alone: in
// full each in every theme.
func TestCoordinatesStay(t *testing.T) {
	won := randomGame(t, options(7), 49, 2)
	thoughts := analysed(t)
	for i, theme := range render.Themes {
		s := render.Style{Theme: theme}
		if i%2 > 0 || enginetest.Long() {
			hot := emptyBoard(thoughts.Position, key{hot: true}, theme)
			rendertest.Untouched(t, hot.Base, rendertest.Picture(t, measuring, thoughts, s), theme.Look().Label)
		}
		if i%2 > 0 && !enginetest.Long() {
			continue
		}
		plain := emptyBoard(won, key{}, theme)
		rendertest.Untouched(t, plain.Base, rendertest.Picture(t, measuring, won, s), theme.Look().Label)
		rendertest.Untouched(t, plain.Base, rendertest.Picture(t, measuring, hex.NewPathView(won), s), theme.Look().Label)
	}
}

// TestEdgesOfUnequalSides: each side of the board has the colour that joins it, from its
// first cell to its last; in full, of both boards with both kinds of cells.
func TestEdgesOfUnequalSides(t *testing.T) {
	for _, size := range [][2]int{{7, 4}, {4, 7}} {
		for _, kind := range []struct {
			convention string
			down       hex.Colour
			flat       bool
		}{{"modern", hex.Red, false}, {"source", hex.Blue, false}, {"modern", hex.Red, true}, {"source", hex.Blue, true}} {
			if kind.flat != (size[0] < size[1]) && !enginetest.Long() {
				continue
			}
			o, down := sized(size[0], size[1]), kind.down
			o["convention"] = kind.convention
			p := newGame(t, o, "")
			b := newBoard(key{}.of(p, render.Style{Flat: kind.flat}), p.Weight)
			edges := map[bool]color.RGBA{true: b.Look.Red.Base, false: b.Look.Blue.Base}
			check := func(side string, at image.Point, want color.RGBA) {
				t.Helper()
				if got := rendertest.RGBAAt(b.Base, at); canvas.ColourDistance(got, want) > 3*30*30 {
					t.Errorf("%v, %s: beside the %s at %v it is %v, want %v", size, kind.convention, side, at, got, want)
				}
			}
			beyond := func(cell image.Point, corners ...int) image.Point {
				at := canvas.Between(b.comb.corner(cell, corners[0]), b.comb.corner(cell, corners[len(corners)-1]), 0.5)
				return canvas.Towards(at, canvas.Pt(2*at.X-float64(cell.X), 2*at.Y-float64(cell.Y)), b.comb.scale(edgeShare/2)).Round()
			}
			for col := range size[0] {
				check("top", beyond(b.comb.centre(col, 0), top), edges[down == hex.Red])
				check("bottom", beyond(b.comb.centre(col, size[1]-1), bottom), edges[down == hex.Red])
			}
			for row := range size[1] {
				check("left", beyond(b.comb.centre(0, row), lowerLeft, upperLeft), edges[down == hex.Blue])
				check("right", beyond(b.comb.centre(size[0]-1, row), upperRight, lowerRight), edges[down == hex.Blue])
			}
		}
	}
}

// TestCornersMeet: adjacent cells share their corners.
func TestCornersMeet(t *testing.T) {
	for _, width := range []int{36, 50, largestCell, -36, -50, -largestCell} {
		flat := width < 0
		width = max(width, -width)
		h := newHoneycomb(width, flat)
		at, right := h.centre(0, 0), h.centre(1, 0)
		lower := h.centre(0, 1)
		for _, tt := range []struct {
			name string
			a, b canvas.Point
		}{
			{"upper right", h.corner(at, upperRight), h.corner(right, upperLeft)},
			{"lower right", h.corner(at, lowerRight), h.corner(right, lowerLeft)},
			{"bottom", h.corner(at, bottom), h.corner(lower, upperLeft)},
			{"lower right of the row above", h.corner(at, lowerRight), h.corner(lower, top)},
		} {
			if d := math.Hypot(tt.a.X-tt.b.X, tt.a.Y-tt.b.Y); d > 0.75 {
				t.Errorf("width %d: the corners %s are %.2f apart", width, tt.name, d)
			}
		}
	}
}

// TestEdgesAreParted at the corners of the board, and in the contrast theme Blue's are double lines
// without cuts, which would look like signs beside the numbers of rows.
func TestEdgesAreParted(t *testing.T) {
	p := newGame(t, options(5), "")
	for _, theme := range render.Themes {
		b := emptyBoard(p, key{}, theme)
		look := theme.Look()
		for name, corner := range map[string]struct {
			cell  image.Point
			which int
		}{"upper left": {b.comb.centre(0, 0), upperLeft}, "lower right": {b.comb.centre(4, 4), lowerRight}} {
			at := b.comb.corner(corner.cell, corner.which)
			gap := canvas.Towards(at, canvas.Pt(2*at.X-float64(corner.cell.X), 2*at.Y-float64(corner.cell.Y)), b.comb.scale(edgeShare)*0.6)
			if got := rendertest.RGBAAt(b.Base, gap.Round()); canvas.ColourDistance(got, look.Background) > 3*40*40 {
				t.Errorf("%s: between the colours at the %s it is %v", theme.ID, name, got)
			}
		}
		for i, rim := range b.rims() {
			for j := range rim[1:] {
				outer, inner := canvas.Between(rim[j].outer, rim[j+1].outer, 0.5), canvas.Between(rim[j].inner, rim[j+1].inner, 0.5)
				want := [...]color.RGBA{look.Red.Base, look.Red.Base, look.Blue.Base, look.Blue.Base}[i]
				if got := rendertest.RGBAAt(b.Base, canvas.Between(outer, inner, 0.2).Round()); canvas.ColourDistance(got, want) > 3*40*40 {
					t.Errorf("%s: edge %d has a cut at %v: %v", theme.ID, i, outer, got)
				}
			}
		}
		blue := rendertest.Count(b.Base, look.Blue.Base)
		red := rendertest.Count(b.Base, look.Red.Base)
		if share := float64(blue) / float64(red); look.Blue.Dashed != (share < 0.86) {
			t.Errorf("%s: edges have %d red and %d blue pixels, dashed: %t", theme.ID, red, blue, look.Blue.Dashed)
		}
	}
}

// TestLegendNamesTheWeights of a weighted board, beside it, and nothing on a plain one.
func TestLegendNamesTheWeights(t *testing.T) {
	weighted := emptyBoard(newGame(t, engine.Options{"size": 14, "weighted": true}, ""), key{}, render.Themes[0])
	if want := []int{1, 15, 30, 45, 60}; !slices.Equal(weighted.entries, want) {
		t.Errorf("the legend has %v, want %v", weighted.entries, want)
	}
	for i, weight := range weighted.entries {
		corner := weighted.legend.at(i).Sub(image.Pt(legendCell*9/20, 0))
		if got, want := rendertest.RGBAAt(weighted.Base, corner), colourOf(weighted.Look, weightFill(i, len(weighted.entries))); got != want {
			t.Errorf("the legend's cell of %d is %v, want %v", weight, got, want)
		}
	}
	if plain := emptyBoard(newGame(t, options(5), ""), key{}, render.Themes[0]); len(plain.entries) > 0 {
		t.Errorf("a plain board has a legend of %v", plain.entries)
	}
}

// TestBridgesShareATone: cells that a bridge joins have the same ground on a plain board, and
// neighbours never.
func TestBridgesShareATone(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {3, 7}, {7, 4}} {
		p := newGame(t, sized(size[0], size[1]), "")
		b, grid := layOutBoard(key{}.of(p, render.Style{}), p.Weight), p.Grid()
		tone := func(c hexgrid.Cell) color.RGBA { return colourOf(b.Look, b.ground[c]) }
		for c := range hexgrid.Cell(grid.Cells()) {
			for _, next := range grid.Neighbours(c) {
				if tone(c) == tone(next) {
					t.Errorf("%v: %s and %s, its neighbour, have one tone", size, grid.Name(c), grid.Name(next))
				}
			}
			for _, step := range [][2]int{{1, 1}, {2, -1}, {1, -2}} {
				if far := grid.At(grid.Column(c)+step[0], grid.Row(c)+step[1]); far != hexgrid.NoCell && tone(c) != tone(far) {
					t.Errorf("%v: %s and %s, a bridge, have two tones", size, grid.Name(c), grid.Name(far))
				}
			}
		}
	}
}

// TestShadesOfWeightsAreFarApart: they go from the first shade to the last in even steps, and two
// of them differ wherever the board has three weights.
func TestShadesOfWeightsAreFarApart(t *testing.T) {
	for of := 2; of <= 5; of++ {
		step := weightFill(1, of)
		for rank := range of {
			if got := weightFill(rank, of); got != fill(rank)*step {
				t.Errorf("of %d weights, number %d has shade %d", of, rank, got)
			}
		}
		if last := weightFill(of-1, of); last != fillTone-1 {
			t.Errorf("the last of %d weights has shade %d", of, last)
		}
	}
	for _, theme := range render.Themes {
		b := emptyBoard(newGame(t, engine.Options{"size": 7, "weighted": true}, ""), key{}, theme)
		for i := range b.entries[1:] {
			lighter, heavier := colourOf(b.Look, weightFill(i, len(b.entries))), colourOf(b.Look, weightFill(i+1, len(b.entries)))
			if got := canvas.Contrast(lighter, heavier); got < 1.2 {
				t.Errorf("%s: the weights %d and %d have a contrast of %.2f", theme.ID, b.entries[i], b.entries[i+1], got)
			}
		}
	}
}

// TestHeatFollowsAttention: the background of a cell is further from an empty one's the more
// attention it got, and unvisited cells have none.
func TestHeatFollowsAttention(t *testing.T) {
	view := analysed(t)
	b := emptyBoard(view.Position, key{hot: true}, render.Themes[0])
	d := &drawing{board: b, p: view.Position}
	last := fill(255)
	for _, c := range []string{"g6", "e7", "g5", "d8", "g7", "h4"} {
		cell, err := view.Grid().Parse(c)
		if err != nil {
			t.Fatal(err)
		}
		if view.At(cell) != hex.Empty {
			continue
		}
		got := d.heat(view, cell)
		if got < fillHeat || got > last {
			t.Errorf("%s has ground %d after %d", c, got, last)
		}
		last = got
	}
	quiet, _ := view.Grid().Parse("a1")
	if view.At(quiet) == hex.Empty && d.heat(view, quiet) != b.ground[quiet] {
		t.Errorf("a1, which nobody looked at, has ground %d", d.heat(view, quiet))
	}
	for c := range d.all() {
		if view.At(c) != hex.Empty && d.heat(view, c) >= fillHeat {
			t.Errorf("the stone on %v is hot", c)
		}
	}
}

// TestPathShowsWhatIsLacking: hollow dots on the path's empty cells, and the number in the caption.
func TestPathShowsWhatIsLacking(t *testing.T) {
	p := newGame(t, options(5), "c3 a1")
	view := hex.NewPathView(p)
	said := map[string]bool{}
	rendertest.Picture(t, measuring, view, render.Style{Say: func(x engine.Text) string { said[x.String()] = true; return x.String() }})
	lacking := 0
	for _, c := range view.Path {
		if p.At(c) == hex.Empty {
			lacking++
		}
	}
	side := map[hex.Colour]string{hex.Red: "Red", hex.Blue: "Blue"}[view.Side]
	if want := side + " needs " + strconv.Itoa(lacking); !said[want] || lacking == 0 {
		t.Errorf("said %v, want %q", said, want)
	}
	if ghosts := rendertest.Marks(t, measuring, view, render.Style{})[canvas.MarkGhost]; len(ghosts) != lacking {
		t.Errorf("%d hollow dots for %d cells", len(ghosts), lacking)
	}
}

// TestTintsTellChainsApart: chains of two stones and more have tints of their own, single
// stones and empty cells none.
func TestTintsTellChainsApart(t *testing.T) {
	p := newGame(t, options(7), "a1 g7 a2 g6 d4 f1 c6 f2")
	b := emptyBoard(p, key{tinted: true}, render.Themes[0])
	ground := (&drawing{board: b, p: p}).tints()
	at := func(name string) fill {
		c, err := hexgrid.Rhombus(7).Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return ground(c)
	}
	if at("a1") != at("a2") || at("g7") != at("g6") || at("f1") != at("f2") {
		t.Error("a chain has two tints")
	}
	if at("a1") == at("g7") || at("a1") == at("f1") || at("a1") < fillTint {
		t.Errorf("chains have the tints %d, %d and %d", at("a1"), at("g7"), at("f1"))
	}
	if at("d4") >= fillTint || at("e5") >= fillTint {
		t.Errorf("a single stone has ground %d, an empty cell %d", at("d4"), at("e5"))
	}
}

// TestDotsOnEdgesAreOffTheLabels: labels are further out than on other boards, and the caption
// counts the groups.
func TestDotsOnEdgesAreOffTheLabels(t *testing.T) {
	for _, size := range []int{4, 7, 11, 19} {
		for _, flat := range []bool{false, true} {
			p := newGame(t, options(size), "")
			b := layOutBoard(key{tinted: true}.of(p, render.Style{Flat: flat}), p.Weight)
			for _, middle := range (&drawing{board: b, p: p}).edgeMiddles() {
				reach := int(math.Ceil(b.comb.scale(dotShare + dotRim)))
				dot := image.Rectangle{Min: middle, Max: middle}.Inset(-reach)
				for _, l := range b.labels {
					if l.box.Overlaps(dot) {
						t.Errorf("size %d, flat %t: a dot at %v meets %q", size, flat, middle, l.words)
					}
				}
			}
		}
	}
	words := written(func() { rendertest.Draw(t, Drawers, hex.Sets{Position: newGame(t, options(5), "")}, render.Style{}) })
	if !slices.Contains(words, "Groups: 0 red, 0 blue") {
		t.Errorf("the caption says nothing of groups: %q", words)
	}
}

// TestLastMoveIsSeenOnLargeBoards: the ring on a stone is no speck, and lies around the stone where
// it would be one on it; in full, on both kinds of cells of each size.
func TestLastMoveIsSeenOnLargeBoards(t *testing.T) {
	for i, size := range []int{5, 11, 14, 19} {
		for j, flat := range []bool{false, true} {
			if j == i%2 && !enginetest.Long() {
				continue
			}
			theme := render.Themes[(i+2*j)%len(render.Themes)]
			p, style := newGame(t, options(size), "b2 c3"), render.Style{Theme: theme, Flat: flat}
			img, at := rendertest.Picture(t, measuring, p, style), styledCellAt(t, p, style, "c3")
			far := 0
			for x := range 40 {
				c := rendertest.RGBAAt(img, at.Add(image.Pt(-x, 0)))
				if c == theme.Look().Mark || c == theme.Look().Text {
					far = x
				}
			}
			if far < 9 {
				t.Errorf("%s, size %d, flat %t: the ring reaches %d pixels far", theme.ID, size, flat, far)
			}
		}
	}
}

// TestPuzzleHintMarksItsRegion, and no other cells.
func TestPuzzleHintMarksItsRegion(t *testing.T) {
	answer, _ := hex.Game.Opponents.HintAt(newPuzzle(t))
	hint, ok := answer.Scenes[0].(hex.PuzzleHint)
	if !ok || len(hint.Region) == 0 {
		t.Fatalf("the hint is %T", answer.Scenes[0])
	}
	p := hint.Board()
	comb := newFrame(key{}.of(p, render.Style{}), 0).comb
	advised := rendertest.Marks(t, measuring, hint, render.Style{})[canvas.MarkHint]
	for c := range hexgrid.Cell(p.Grid().Cells()) {
		if got := marked(advised, comb.centre(int(c)%p.Width(), int(c)/p.Width())); got != slices.Contains(hint.Region, c) {
			t.Errorf("cell %v is marked: %t", c, got)
		}
	}
}

// TestReviewShowsBothMoves and a graph below the board.
func TestReviewShowsBothMoves(t *testing.T) {
	r := reviewed(t)
	for _, theme := range render.Themes {
		look := theme.Look()
		img, marks := rendertest.Picture(t, measuring, r, render.Style{Theme: theme}), rendertest.Marks(t, measuring, r, render.Style{Theme: theme})
		f := newFrame(key{graph: true}.of(r.Position, render.Style{}), 0)
		if red, blue := rendertest.CountIn(img, f.graph(), look.Red.Base), rendertest.CountIn(img, f.graph(), look.Blue.Base); red < 200 || blue < 200 {
			t.Errorf("%s: the graph has %d red and %d blue pixels", theme.ID, red, blue)
		}
		for move, want := range map[string]bool{r.Played: true, r.Better: false} {
			c, err := r.Grid().Parse(move)
			if err != nil {
				t.Fatal(err)
			}
			at := f.comb.centre(int(c)%r.Width(), int(c)/r.Width())
			cross := rendertest.CountIn(img, image.Rectangle{Min: at.Sub(image.Pt(2, 2)), Max: at.Add(image.Pt(3, 3))}, look.Mark) > 5
			if cross && !want && look.Mark != look.Cell || !cross && want {
				t.Errorf("%s: %s has a cross: %t", theme.ID, move, cross)
			}
			if advised := marked(marks[canvas.MarkHint], at) && marked(marks[canvas.MarkGhost], at); advised == want {
				t.Errorf("%s: %s is advised: %t", theme.ID, move, advised)
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for chance, want := range map[float64]string{0: "1", 0.004: "1", 0.5: "50", 0.567: "57", 0.994: "99", 0.999: "99", 1: "99"} {
		if got := percent(chance); got != want {
			t.Errorf("percent(%g) = %s, want %s", chance, got, want)
		}
	}
}

func TestEstimate(t *testing.T) {
	red, blue := newGame(t, options(5), ""), newGame(t, options(5), "c3")
	for _, tt := range []struct {
		p      *hex.Position
		choice engine.Choice
		want   string
	}{
		{red, engine.Choice{Move: "c3", Value: 0.6}, "Red to move: 60 %"},
		{blue, engine.Choice{Move: "c4", Value: 0.25}, "Blue to move: 25 %"},
		{red, engine.Choice{Move: "c3", Value: 1, Proved: true}, "Red wins by c3, proved"},
		{blue, engine.Choice{Move: "c4", Value: 1, Proved: true}, "Blue wins by c4, proved"},
		{red, engine.Choice{Proved: true}, "Red is lost, proved"},
		{blue, engine.Choice{Proved: true}, "Blue is lost, proved"},
	} {
		d := &drawing{p: tt.p, board: emptyBoard(tt.p, key{}, render.Themes[0])}
		if got := d.estimate(tt.choice).String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestStepsOfAChain: from the end from which a step leads to the right or down.
func TestStepsOfAChain(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {3, 9}, {9, 3}, {4, 3}} {
		steps(t, newGame(t, sized(size[0], size[1]), ""))
	}
}

func steps(t *testing.T, p *hex.Position) {
	t.Helper()
	d, grid := &drawing{p: p}, p.Grid()
	for _, tt := range []struct {
		a, b, from string
		direction  shape
	}{{"b2", "c2", "b2", 0}, {"c2", "b2", "b2", 0}, {"b2", "b3", "b2", 1}, {"b3", "b2", "b2", 1}, {"b2", "a3", "b2", 2}, {"a3", "b2", "b2", 2}} {
		a, _ := grid.Parse(tt.a)
		b, _ := grid.Parse(tt.b)
		want, _ := grid.Parse(tt.from)
		if from, direction := d.step(a, b); from != want || direction != tt.direction {
			t.Errorf("from %s to %s: %v, direction %d; want %s, %d", tt.a, tt.b, from, direction, tt.from, tt.direction)
		}
	}
}

// TestShapesKeepToTheirBox: a mark is painted within the bounds of its mask.
func TestShapesKeepToTheirBox(t *testing.T) {
	keepToTheirBox(t, newSheet(newHoneycomb(60, false), render.Themes[0].Look()))
	keepToTheirBox(t, newSheet(newHoneycomb(60, true), render.Themes[0].Look()))
}

func keepToTheirBox(t *testing.T, s *sheet) {
	t.Helper()
	for k := range shapeCount {
		mask := s.shape(k)
		if box := k.box(s.comb); mask.Rect.Empty() || !mask.Rect.In(box) {
			t.Errorf("shape %d covers %v of %v", k, mask.Rect, box)
		}
		if again := s.shape(k); again != mask {
			t.Errorf("shape %d is painted twice", k)
		}
	}
}
