package hex

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured. They keep every board, so that none is made
// twice.
var measuring = sync.OnceValue(func() []render.Drawer { return newBoards(1000).drawers() })

func newDrawers() []render.Drawer { return newBoards(mostBoards).drawers() }

// options are the options of a plain board.
func options(size int) engine.Options { return engine.Options{"size": size} }

func newGame(tb testing.TB, o engine.Options, moves string) *hex.Position {
	tb.Helper()
	position, err := hex.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	for move := range strings.FieldsSeq(moves) {
		if _, err := position.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	p, _ := position.(*hex.Position)
	return p
}

// randomGame plays up to that many random stones, as long as the game is open.
func randomGame(tb testing.TB, o engine.Options, moves int, seed uint64) *hex.Position {
	tb.Helper()
	p := newGame(tb, o, "")
	random := rand.New(rand.NewPCG(seed, 1))
	for p.Ply() < moves && p.Winner() == hex.Empty {
		list := slices.DeleteFunc(p.Moves(), func(move string) bool { return move == "swap" })
		if _, err := p.Play(list[random.IntN(len(list))]); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

func drawn(t *testing.T, scene any, s render.Style) *image.Paletted {
	t.Helper()
	return rendertest.Picture(t, measuring, scene, s)
}

// file is what [render.PNG] returns.
func file(t *testing.T, scene any, s render.Style) []byte {
	t.Helper()
	data, err := canvas.PNG(drawn(t, scene, s))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// share is a part of the width of a cell of a board, in pixels.
func share(p *hex.Position, part float64) int {
	return int(newFrame(key{}.of(p, render.Style{}), 0).comb.scale(part))
}

func cellAt(tb testing.TB, p *hex.Position, name string) image.Point {
	tb.Helper()
	return styledCellAt(tb, p, render.Style{}, name)
}

// styledCellAt is the centre of a cell in a style, which may turn the board.
func styledCellAt(tb testing.TB, p *hex.Position, s render.Style, name string) image.Point {
	tb.Helper()
	col, row, err := hexgrid.ParseCell(name, p.Width(), p.Height())
	if err != nil {
		tb.Fatal(err)
	}
	return layOutBoard(key{}.of(p, s), p.Weight).comb.centre(col, row)
}

// drawnSizes stand for all where each takes a while: columns and rows.
var drawnSizes = [][2]int{{3, 3}, {12, 12}, {19, 19}, {25, 25}, {3, 25}, {25, 3}, {10, 11}}

// sized are the options of a board of a size.
func sized(columns, rows int) engine.Options { return engine.Options{"size": rows, "width": columns} }

// TestNothingTouchesTheRim of opaque pictures of the frame's size, in full of all sizes with and
// without weights.
func TestNothingTouchesTheRim(t *testing.T) {
	for i, size := range drawnSizes {
		for _, weighted := range []bool{false, true} {
			if weighted != (i%2 > 0) && !enginetest.Long() {
				continue
			}
			o := sized(size[0], size[1])
			o["weighted"] = weighted
			p := newGame(t, o, "")
			img := drawn(t, p, render.Style{Names: []string{strings.Repeat("W", 100), strings.Repeat("y", 100)}})
			if b := img.Bounds(); b != image.Rect(0, 0, canvas.Width, canvas.Height) {
				t.Errorf("size %v: bounds %v", size, b)
			}
			if !img.Opaque() {
				t.Errorf("size %v: it is not opaque", size)
			}
			f := layOutBoard(key{}.of(p, render.Style{}), p.Weight).frame
			for y := range f.band().Min.Y {
				for _, x := range []int{0, 1, 2, f.bounds.Max.X - 3, f.bounds.Max.X - 2, f.bounds.Max.X - 1} {
					if got := rendertest.RGBAAt(img, image.Pt(x, y)); got != render.Themes[0].Look().Background {
						t.Fatalf("size %v: %v at (%d, %d)", size, got, x, y)
					}
				}
			}
			for x := range f.bounds.Max.X {
				if rendertest.RGBAAt(img, image.Pt(x, 2)) != render.Themes[0].Look().Background || rendertest.RGBAAt(img, image.Pt(x, f.band().Min.Y-2)) != render.Themes[0].Look().Background {
					t.Fatalf("size %v: something lies at x %d above or below the board", size, x)
				}
			}
		}
	}
}

func TestMarksHaveTheirColours(t *testing.T) {
	won := newGame(t, options(3), "b1 a1 b2 a2 b3")
	open := newGame(t, options(5), "c3 d4")
	swapped := newGame(t, engine.Options{"size": 5, "swap": true}, "b1 swap")
	for _, theme := range render.Themes {
		l := theme.Look()
		tests := []struct {
			name  string
			scene any
			at    image.Point
			want  color.RGBA
		}{
			{"winning chain", won, cellAt(t, won, "b2"), l.Green},
			{"chain's halo", won, cellAt(t, won, "b2").Add(image.Pt(-share(won, chainShare/2)-3, 0)), l.Halo},
			{"visited cell", won, cellAt(t, won, "b2").Add(image.Pt(share(won, 0.47), 0)), colourOf(l, fillVisited)},
			{"empty cell", open, cellAt(t, open, "a1"), l.Cell},
			{"ring on the last stone", open, cellAt(t, open, "d4").Add(image.Pt(-share(open, (&drawing{board: &board{Board: canvas.Board{Look: l}}}).pieceShare(hex.Blue)), 0)), lightOf(l)},
			{"red stone", open, cellAt(t, open, "c3"), l.Red.Base},
			{"blue stone", open, cellAt(t, open, "d4"), l.Blue.Base},
			{"arrow of the swap", swapped, cellAt(t, swapped, "a2").Add(image.Pt(0, -share(swapped, swapShare*0.42))), l.Mark},
			{"cell that the swap emptied", swapped, cellAt(t, swapped, "b1"), colourOf(l, toneFill[1])},
			{"top edge", open, cellAt(t, open, "c1").Add(image.Pt(0, -share(open, 0.577+edgeShare/2))), l.Red.Base},
			{"left edge", open, cellAt(t, open, "a3").Add(image.Pt(-share(open, 0.5+edgeShare/4), 20)), l.Blue.Base},
			{"root", hex.Sets{Position: open}, cellAt(t, open, "c3"), l.Mark},
		}
		for _, tt := range tests {
			got := rendertest.RGBAAt(drawn(t, tt.scene, render.Style{Theme: theme}), tt.at)
			// Bases lie on a gradient; all else is in the palette as it is.
			tolerant := strings.HasSuffix(tt.name, "stone") && canvas.ColourDistance(got, tt.want) < 3*24*24
			if !rendertest.Near(got, tt.want) && !tolerant {
				t.Errorf("%s, %s: %v at %v, want %v", theme.ID, tt.name, got, tt.at, tt.want)
			}
		}
	}
}

// lightOf is the colour of the ring around the last stone.
func lightOf(l *canvas.Look) color.RGBA {
	if l.IsDark() {
		return l.Text
	}
	return l.Mark
}

func TestSourceConventionExchangesTheEdges(t *testing.T) {
	p := newGame(t, engine.Options{"size": 5, "convention": "source"}, "")
	at := cellAt(t, p, "c1").Add(image.Pt(0, -share(p, 0.577+edgeShare/2)))
	if got := rendertest.RGBAAt(drawn(t, p, render.Style{}), at); !rendertest.Near(got, render.Themes[0].Look().Blue.Base) {
		t.Errorf("top edge is %v, want %v", got, render.Themes[0].Look().Blue.Base)
	}
}

func TestWeightsShadeCells(t *testing.T) {
	p := newGame(t, engine.Options{"size": 14, "weighted": true}, "")
	img := drawn(t, p, render.Style{})
	for cell, rank := range map[string]int{"a1": 0, "b2": 1, "c3": 2, "d4": 2, "e5": 3, "f6": 3, "g7": 4} {
		if got, want := rendertest.RGBAAt(img, cellAt(t, p, cell)), colourOf(weightLook(render.Themes[0].Look()), weightFill(rank, 5)); got != want {
			t.Errorf("%s is %v, want %v", cell, got, want)
		}
	}
}

func TestContrastStonesDifferInShape(t *testing.T) {
	p := newGame(t, options(5), "c3 d4 a1")
	theme, _ := render.ThemeByID("contrast")
	img := drawn(t, p, render.Style{Theme: theme})
	off := share(p, squareShare-0.035) // towards the corner of a square, beyond a disc
	if got := rendertest.RGBAAt(img, cellAt(t, p, "d4").Add(image.Pt(off, -off))); canvas.ColourDistance(got, render.Themes[2].Look().Blue.Base) > 3*40*40 {
		t.Errorf("the blue stone has no corner: %v", got)
	}
	if got := rendertest.RGBAAt(img, cellAt(t, p, "c3").Add(image.Pt(off, -off))); canvas.ColourDistance(got, render.Themes[2].Look().Red.Base) < 3*40*40 {
		t.Errorf("the red stone has a corner: %v", got)
	}
}

func TestUnknownScenes(t *testing.T) {
	other := engine.Suggestion{Position: nil}
	for _, scene := range []any{nil, 5, "board", other, hex.Position{}} {
		if _, err := render.Draw(Drawers, scene, render.Style{}); !errors.Is(err, render.ErrScene) {
			t.Errorf("Draw(%T) = %v, want ErrScene", scene, err)
		}
		if _, err := render.PNG(Drawers, scene, render.Style{}); !errors.Is(err, render.ErrScene) {
			t.Errorf("PNG(%T) = %v, want ErrScene", scene, err)
		}
	}
	if _, err := render.Draw(nil, newGame(t, options(3), ""), render.Style{}); !errors.Is(err, render.ErrScene) {
		t.Errorf("Draw without drawers = %v, want ErrScene", err)
	}
}

// Everything that a caption says goes through Say, in every kind of scene.
func TestWordsAreSaid(t *testing.T) {
	open, won := newGame(t, options(3), "b1"), newGame(t, options(3), "b1 a1 b2 a2 b3")
	canSwap := newGame(t, engine.Options{"size": 3, "swap": true}, "b1")
	swapped := newGame(t, engine.Options{"size": 3, "swap": true}, "b1 swap")
	hint := engine.Suggestion{Position: open, Choice: engine.Choice{Move: "c2"}}
	tests := []struct {
		scene any
		want  string
	}{
		{newGame(t, options(3), ""), "Red to move"},
		{open, "Blue to move"},
		{won, "Red wins"},
		{newGame(t, options(3), "c1 a2 c2 b2 a3 c3"), "Red to move"},
		{newGame(t, options(3), "a1 a2 b1 b2 a3 c2"), "Blue wins"},
		{canSwap, "Blue to move or swap"},
		{swapped, "Blue swapped, Red to move"},
		{hex.Sets{Position: won}, "Red wins"},
		{hex.NewWeights(open), "Blue's way across"},
		{hex.NewWeights(won), "Red's chain costs 3"},
		{hex.NewWeights(newGame(t, engine.Options{"size": 3, "weighted": true}, "b1 a1 b2 a2 b3")), "Red's chain costs 36"}, // with both edges of the board
		{hex.NewPathView(open), "Blue needs 3"},
		{hex.NewPathView(newGame(t, options(3), "")), "Red needs 3"},
		{hex.NewPathView(won), "Red wins"},
		{hint, "Hint: c2 (1 %)"},
	}
	for _, tt := range tests {
		var said []string
		drawn(t, tt.scene, render.Style{Say: func(words engine.Text) string {
			said = append(said, words.String())
			return strings.Repeat("ẅörd ", 40)
		}})
		for _, want := range []string{tt.want, "Red", "Blue"} {
			if !slices.Contains(said, want) {
				t.Errorf("%T: said %q, want %q among them", tt.scene, said, want)
			}
		}
	}
}

func TestNamesAndNotesShow(t *testing.T) {
	p := newGame(t, options(5), "c3")
	pictures := map[string]render.Style{
		"plain":   {},
		"names":   {Names: []string{"Ann", "Bob"}},
		"others":  {Names: []string{"Ann", "Bo"}},
		"note":    {Note: "Red wins: Blue resigned"},
		"light":   {Theme: render.Themes[1]},
		"too few": {Names: []string{"Ann"}},
	}
	seen := map[string]string{}
	for name, s := range pictures {
		data := file(t, p, s)
		if other, ok := seen[string(data)]; ok {
			t.Errorf("%s and %s are the same picture", name, other)
		}
		seen[string(data)] = name
	}
}

// What is not to be seen of a name leaves no trace; of a name that is not to be seen at all, the
// side's remains.
func TestNamesWithoutLetters(t *testing.T) {
	p := newGame(t, options(5), "c3")
	shown := func(names ...string) string {
		return string(file(t, p, render.Style{Names: names}))
	}
	if shown("", "") != shown() || shown("Ann", "\u200bBob\u202e") != shown("Ann", "Bob") || shown("Ann", "\u200b\u202e") != shown("Ann") {
		t.Error("nothing leaves traces")
	}
	pictures := map[string]string{}
	for _, name := range []string{"", "李小龙 🦊", "李小龙", "Bob"} {
		picture := shown("Ann", name)
		if other, ok := pictures[picture]; ok {
			t.Errorf("%q and %q are shown alike", name, other)
		}
		pictures[picture] = name
	}
}

// noise is the ratio of signal to noise of the board in a picture, in decibels. Coordinates, which
// lie elsewhere by fractions of a pixel, do not count.
func noise(f frame, got, want image.Image) float64 {
	sum := 0
	for y := f.board.Min.Y; y < f.board.Max.Y; y++ {
		for x := f.board.Min.X; x < f.board.Max.X; x++ {
			at := image.Pt(x, y)
			if !slices.ContainsFunc(f.labels, func(l label) bool { return at.In(l.box.Inset(-2)) }) {
				sum += canvas.ColourDistance(rendertest.RGBAAt(got, at), rendertest.RGBAAt(want, at))
			}
		}
	}
	return 10 * math.Log10(255*255*3*float64(want.Bounds().Dx()*want.Bounds().Dy())/float64(sum))
}

// TestPaletteIsCloseToTrueColour of boards as they fill, in full in every theme.
func TestPaletteIsCloseToTrueColour(t *testing.T) {
	tests := []struct {
		moves int
		least float64 // decibels
	}{
		{0, 46},
		{14*14/2 - 1, 45}, // the last stone is round in all themes
		{14 * 14, 39},     // the winning chain blends with all that lies under it
	}
	for i, theme := range render.Themes {
		for j, tt := range tests {
			if i != j && !enginetest.Long() {
				continue
			}
			p := randomGame(t, options(14), tt.moves, 2)
			s := render.Style{Theme: theme, Names: []string{"Annabel", "Bob"}}
			got := noise(layOutBoard(key{}.of(p, s), p.Weight).frame, drawn(t, p, s), naive(t, p, s))
			t.Logf("%s, %d moves: %.1f dB", theme.ID, p.Ply(), got)
			if got < tt.least {
				t.Errorf("%s, %d moves: %.1f dB, want at least %g", theme.ID, p.Ply(), got, tt.least)
			}
		}
	}
}

func ExampleDraw() {
	p, err := hex.New(engine.Options{"size": 11})
	if err != nil {
		panic(err)
	}
	img, err := render.Draw(Drawers, p, render.Style{Names: []string{"Ann", "Bob"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(img.Bounds().Size())
	// Output: (1100,700)
}

func TestRules(t *testing.T) { rendertest.Rules(t, &hex.Game, measuring) }
