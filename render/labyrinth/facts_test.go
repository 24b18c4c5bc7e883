package labyrinth

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	some := scenes(t)
	for _, name := range alike {
		delete(some, name)
	}
	rendertest.Run(t, measuring(), newDrawers, some)
}

// near reports whether a pixel has about a colour.
func near(img *image.Paletted, at image.Point, want color.RGBA) bool {
	return rendertest.Near(rendertest.RGBAAt(img, at), want)
}

// plain are pieces on a board of 5 by 5 cells, drawn without empty cells.
func plain(pieces ...connexion.Piece) labyrinth.Picture {
	return labyrinth.Picture{Pieces: pieces, Frame: connexion.Frame{Cols: 5, Rows: 5}, Plain: true}
}

// frameOfPlain is where those lie that have no legend beside them.
func frameOfPlain(p labyrinth.Picture) frame {
	f := whole(p.Frame, field(0))
	if narrow := whole(p.Frame, field(legendWide)); narrow.width == f.width && len(p.Marks) == 0 {
		return narrow
	}
	return f
}

// frameOfTable is where a table lies.
func frameOfTable(p *labyrinth.Position) frame {
	return crop(labyrinth.Board, p.InUse(), tableField(handWide))
}

// box holds a cell.
func (f frame) box(c connexion.Cell) image.Rectangle {
	at := f.centre(c)
	return image.Rect(at.X-f.width/2, at.Y-f.pitch/2, at.X+f.width/2, at.Y+f.pitch/2)
}

// TestCorridorsLeadToDoors: where a piece has a door there is the corridor's colour, where it
// has none, its own.
func TestCorridorsLeadToDoors(t *testing.T) {
	for _, theme := range render.Themes {
		for _, colour := range []labyrinth.Colour{labyrinth.Blue, labyrinth.Gold, labyrinth.Safe} {
			for _, doors := range []connexion.Doors{0b000001, 0b010101, 0b111110, 0b100100} {
				p := plain(pieceAt(1, 1, doors))
				p.Colour = colour
				img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
				f := frameOfPlain(p)
				centre := canvas.At(f.centre(p.Pieces[0].Cell))
				fill := groupColour(theme.Look(), colour, 0)
				for s := range connexion.Side(connexion.Sides) {
					want := fill
					if doors.Has(s) {
						want = pathColour(theme.Look(), fill)
					}
					if at := canvas.Between(centre, f.door(centre, s), 0.6).Round(); !near(img, at, want) {
						t.Errorf("%s, doors %06b, side %d: %v, want %v", theme.ID, doors, s, rendertest.RGBAAt(img, at), want)
					}
				}
			}
		}
	}
}

// ringOfSix are pieces around an empty cell.
func ringOfSix(middle connexion.Cell) (ring []connexion.Piece) {
	for s := range connexion.Side(connexion.Sides) {
		// Each has doors to its two neighbours in the ring, which lie beside the middle.
		var doors connexion.Doors
		cell := middle.Next(s)
		for to := range connexion.Side(connexion.Sides) {
			for beside := range connexion.Side(connexion.Sides) {
				if cell.Next(to) == middle.Next(beside) {
					doors |= 1 << to
				}
			}
		}
		ring = append(ring, connexion.Piece{Cell: cell, Doors: doors})
	}
	return ring
}

// TestGroupsAndHoles of a ring of six pieces around an empty cell, and of a piece beside it.
func TestGroupsAndHoles(t *testing.T) {
	middle := connexion.CellAt(2, 2)
	alone := pieceAt(6, 6, 0)
	p := labyrinth.Picture{Pieces: append([]connexion.Piece{alone}, ringOfSix(middle)...), Frame: connexion.Frame{Cols: 8, Rows: 8}}
	found := survey(p)
	if want := []int{1, 0, 0, 0, 0, 0, 0}; !slices.Equal(found.group, want) {
		t.Errorf("groups %v, want %v", found.group, want)
	}
	if !slices.Equal(found.holes, []connexion.Cell{middle}) || found.count != 1 {
		t.Errorf("%d holes %v, want %v", found.count, found.holes, middle)
	}
	if len(found.open) != 0 {
		t.Errorf("doors lead to %v", found.open)
	}
	p.Loose = true
	if found := survey(p); found.holes != nil || slices.Max(found.group) != 0 {
		t.Errorf("pieces by themselves make %v and %v", found.group, found.holes)
	}
	p.Loose, p.Plain = false, true
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		f := frameOfPlain(p)
		if got := rendertest.RGBAAt(img, f.centre(middle)); got != holeColour(theme.Look()) {
			t.Errorf("%s: the hole is %v, want %v", theme.ID, got, holeColour(theme.Look()))
		}
		if got := rendertest.RGBAAt(img, f.centre(connexion.CellAt(0, 0))); got != theme.Look().Background {
			t.Errorf("%s: outside it is %v", theme.ID, got)
		}
	}
}

// TestHolesAreCounted as the rules count them, in all published solutions: several empty cells
// may make one hole.
func TestHolesAreCounted(t *testing.T) {
	for i, pieces := range published(t) {
		report, err := connexion.Validate(pieces, false)
		if err != nil {
			t.Fatal(err)
		}
		found := survey(labyrinth.NewPicture(pieces, labyrinth.Blue, engine.Text{}))
		if found.count != report.Holes || slices.Max(found.group)+1 != report.Groups {
			t.Errorf("solution %d: %d holes and %d groups, want %d and %d", i, found.count, slices.Max(found.group)+1, report.Holes, report.Groups)
		}
	}
}

// TestGapsAreTinted: the cells to which doors lead, and no others.
func TestGapsAreTinted(t *testing.T) {
	p := labyrinth.Picture{Pieces: []connexion.Piece{pieceAt(1, 1, 1<<connexion.North)}, Frame: connexion.Frame{Cols: 4, Rows: 4}}
	north := p.Pieces[0].Next(connexion.North)
	if found := survey(p); !slices.Equal(found.open, []connexion.Cell{north}) {
		t.Fatalf("doors lead to %v, want %v", found.open, north)
	}
	f := crop(p.Frame, image.Rectangle{}, tableField(0))
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for row := range 4 {
			for col := range 4 {
				c := connexion.CellAt(col, row)
				if tinted := rendertest.RGBAAt(img, f.centre(c)) == gapColour(theme.Look()); tinted != (c == north) {
					t.Errorf("%s: the cell %v is tinted: %t", theme.ID, c, tinted)
				}
			}
		}
	}
}

// TestGapsHaveSigns: all of them, and nothing else changes.
func TestGapsHaveSigns(t *testing.T) {
	p := table(t, 24, engine.Options{}).Picture()
	tinted := rendertest.Picture(t, measuring, p, render.Style{})
	p.Gaps = true
	signed := rendertest.Picture(t, measuring, p, render.Style{})
	found := survey(p)
	f := crop(p.Frame, connexion.Bounds(p.Pieces, found.open), tableField(0))
	if len(found.open) < 5 {
		t.Fatalf("only %d gaps", len(found.open))
	}
	changed := map[connexion.Cell]bool{}
	for y := range signed.Bounds().Dy() {
		for x := range signed.Bounds().Dx() {
			if at := image.Pt(x, y); rendertest.RGBAAt(tinted, at) != rendertest.RGBAAt(signed, at) {
				i := slices.IndexFunc(found.open, func(c connexion.Cell) bool { return at.In(f.box(c)) })
				if i < 0 {
					t.Fatalf("a pixel changes at %d, %d", x, y)
				}
				changed[found.open[i]] = true
			}
		}
	}
	if len(changed) != len(found.open) {
		t.Errorf("%d of %d gaps have a sign", len(changed), len(found.open))
	}
}

// TestLastPieceIsMarked on a table, and none on a solution.
func TestLastPieceIsMarked(t *testing.T) {
	p := table(t, 5, engine.Options{})
	last := p.Pieces()[4].Cell
	for _, theme := range render.Themes {
		look := theme.Look()
		marked := func(scene any, f frame) bool {
			ring := f.centre(last).Add(image.Pt(int(f.share(0.19)), 0)) // between the dot and the ring around it
			return near(rendertest.Picture(t, measuring, scene, render.Style{Theme: theme}), ring, look.Background)
		}
		if !marked(p, frameOfTable(p)) {
			t.Errorf("%s: the piece laid last has no mark", theme.ID)
		}
		if marked(p.Picture(), crop(labyrinth.Board, p.InUse(), tableField(0))) {
			t.Errorf("%s: a picture has a mark", theme.ID)
		}
	}
}

// TestMarksAreSplit: the halves of a marked hexagon have its two colours.
func TestMarksAreSplit(t *testing.T) {
	p := plain(pieceAt(1, 1, 0b001001))
	p.Marks = []labyrinth.Mark{{Doors: 0b001001, Colours: []labyrinth.Colour{labyrinth.Red, labyrinth.Gold}}}
	f := frameOfPlain(p)
	at := f.centre(p.Pieces[0].Cell)
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for i, want := range []labyrinth.Colour{labyrinth.Red, labyrinth.Gold} {
			for _, far := range []int{f.width / 6, f.width * 2 / 5} { // in the middle, and beside it
				if got := rendertest.RGBAAt(img, image.Pt(at.X+(2*i-1)*far, at.Y)); got != MarkColour(want) {
					t.Errorf("%s: half %d is %v, want %v", theme.ID, i, got, MarkColour(want))
				}
			}
		}
	}
}

// TestAPieceChangesItsCellAlone, beside the legend.
func TestAPieceChangesItsCellAlone(t *testing.T) {
	before := plain(pieceAt(1, 1, 0b000000), pieceAt(2, 3, 0b000000))
	after := plain(append(slices.Clone(before.Pieces), pieceAt(4, 1, 0b000000))...)
	f := frameOfPlain(before)
	legend := image.Rect(wide-legendWide, 0, wide, tall)
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		old, img := rendertest.Picture(t, measuring, before, s), rendertest.Picture(t, measuring, after, s)
		cell := f.box(connexion.CellAt(4, 1))
		if got := rendertest.Changed(t, old, img, legend, f.box(connexion.CellAt(1, 1)), f.box(connexion.CellAt(2, 3))); got.Empty() || !got.In(cell) {
			t.Errorf("%s: a piece in %v changes %v", theme.ID, cell, got)
		}
	}
}

// TestBarsOfStats are as high as their counts, and in their order.
func TestBarsOfStats(t *testing.T) {
	x := labyrinth.Stats{Solutions: 100, Groups: map[int]int{2: 25, 3: 50, 4: 25}, Largest: map[int]int{60: 100}}
	img := rendertest.Picture(t, measuring, x, render.Style{})
	blue := render.Themes[0].Look().Blue.Base
	slot := (wide - 4*pad) / leastBars
	height := func(bar int) int {
		middle := wide/2 + (2*bar-2)*slot/2
		return rendertest.Extent(img, image.Rect(middle, 0, middle+1, (tall-captionTall)/2), blue).Dy()
	}
	if a, b, c := height(0), height(1), height(2); a != c || math.Abs(float64(b)/2-float64(a)) > 1 || a < 20 {
		t.Errorf("bars of 25, 50 and 25 are %d, %d and %d high", a, b, c)
	}
	if d := height(3); d != 0 {
		t.Errorf("a bar of nothing is %d high", d)
	}
}

// TestSharesAreWhole: shares are in whole per cent, and as large as the numbers of their bars.
func TestSharesAreWhole(t *testing.T) {
	x := labyrinth.Stats{Solutions: 1000, Groups: map[int]int{2: 4, 3: 536, 4: 460}, Largest: map[int]int{50: 104, 63: 896}}
	var words []string
	stop := canvas.Watch(func(l canvas.Label) {
		if look := render.Themes[0].Look(); (l.Ink == look.Text || l.Ink == look.Label) && l.Capitals >= canvas.Bold(labelSize).CapHeight() {
			words = append(words, l.Words)
		}
	})
	defer stop()
	if _, err := render.Draw(Drawers, x, render.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<1", "54", "46", "10", "90", "2", "3", "4", "50", "63"} {
		if !slices.Contains(words, want) {
			t.Errorf("%q is not written: %q", want, words)
		}
	}
}

// TestNumbersHaveRoom: on small pieces they stand on all that is within the rims, which is a shade
// of the piece's colour, and all doors can be seen in the rims.
func TestNumbersHaveRoom(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for _, width := range []int{signCell, 56, 72} {
			tiles := kept.begin(hue{l, labyrinth.Blue}, frame{}, render.Style{Theme: theme}).set(width)
			half, tall := width/2, tiles.frame.pitch/2
			img := tiles.paint(tile{doors: connexion.AllDoors, room: numberRoom}, half, tall)
			centre := canvas.Pt(float64(half), float64(tall))
			for s := range connexion.Side(connexion.Sides) {
				door := tiles.frame.door(centre, s)
				at, within := canvas.Between(centre, door, 0.88).Round(), canvas.Between(centre, door, 0.7).Round()
				if got := img.RGBAAt(at.X, at.Y); canvas.Contrast(got, l.Background) < 3 {
					t.Errorf("%s, %d wide: door %d is %v", theme.ID, width, s, got)
				}
				if got := img.RGBAAt(within.X, within.Y); got != quietColour(l, bodyColour(l, labyrinth.Blue)) {
					t.Errorf("%s, %d wide: before door %d is %v", theme.ID, width, s, got)
				}
			}
		}
	}
}

// TestNumbersAreCropped: a board's pieces with their numbers alone are shown, larger than on the
// board, with the groups beside them; the board is in the file beside.
func TestNumbersAreCropped(t *testing.T) {
	p := puzzle(t, 7, 20, 0)
	scene := view(t, p, "numbers")
	if got := written(t, scene, legendBox); len(got) == 0 || got[0] != "25 pieces" {
		t.Errorf("beside the numbers is written %q", got)
	}
	var numbers []string
	for _, piece := range p.Pieces() {
		numbers = append(numbers, strconv.Itoa(piece.Doors.Number()))
	}
	got := written(t, scene, image.Rect(0, 0, wide-legendWide, tall-captionTall))
	slices.Sort(got)
	slices.Sort(numbers)
	if !slices.Equal(got, numbers) {
		t.Errorf("written are %q, want %q", got, numbers)
	}
	if got := written(t, view(t, table(t, 0, engine.Options{}), "numbers"), image.Rect(0, 0, wide, tall-captionTall)); len(got) == 0 {
		t.Error("of an empty board there is nothing")
	}
	picture := p.Picture()
	picture.Numbers = true
	if f, _ := layNumbers(picture); f.width <= crop(picture.Frame, connexion.Bounds(picture.Pieces, survey(picture).open), tableField(0)).width {
		t.Errorf("pieces are %d wide", f.width)
	}
}

// TestWholeNumbers: where numbers are smaller than a move needs, or do not fit at all, an attached
// file has all of them, large; otherwise there is none.
func TestWholeNumbers(t *testing.T) {
	small, scattered := view(t, puzzle(t, 7, 20, 0), "numbers"), view(t, table(t, 55, engine.Options{}), "numbers")
	solution := labyrinth.NewPicture(sample(t), labyrinth.Blue, engine.T("A solution"))
	solution.Numbers = true
	few := plain(pieceAt(1, 1, 0))
	few.Numbers = true
	for name, tt := range map[string]struct {
		scene  any
		pieces int
	}{
		"puzzle": {small, 44}, "table": {scattered, 55}, "solution": {solution, 64}, "few": {few, 0},
	} {
		large := 0
		stop := canvas.Watch(func(l canvas.Label) {
			if l.Capitals >= canvas.Bold(labelSize).CapHeight() && l.Under.Bounds().Size() != image.Pt(wide, tall) {
				if n, err := strconv.Atoi(l.Words); err == nil && l.Ink == render.Themes[0].Look().Mark && n > 0 {
					large++
				}
			}
		})
		_, whole, err := render.Full(newDrawers(), tt.scene, render.Style{})
		stop()
		if err != nil || (whole != nil) != (tt.pieces > 0) || large != tt.pieces {
			t.Errorf("%s: a file of %d bytes with %d numbers, want %d: %v", name, len(whole), large, tt.pieces, err)
		}
	}
}
