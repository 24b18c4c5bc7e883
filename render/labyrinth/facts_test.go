package labyrinth

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	position := table(t, 20, engine.Options{"colour": "gold"})
	numbered := labyrinth.NewPicture(sample(t), labyrinth.Violet, engine.T("A solution"))
	numbered.Numbers = true
	rendertest.Run(t, Drawers, newDrawers, map[string]any{
		"table":      position,
		"solution":   labyrinth.NewPicture(sample(t), labyrinth.Blue, engine.T("A solution")),
		"numbered":   numbered,
		"suggestion": engine.Suggestion{Position: position, Choice: engine.Choice{Move: position.Moves()[0]}},
		"stats":      labyrinth.Stats{Solutions: 10, Groups: map[int]int{2: 4, 5: 6}, Largest: map[int]int{50: 10}},
	})
}

// pieceAt is a piece of a hexagram's doors on a cell.
func pieceAt(col, row int, doors connexion.Doors) connexion.Piece {
	return connexion.Piece{Cell: connexion.CellAt(col, row), Doors: doors}
}

// near reports whether a pixel has about a colour.
func near(img *image.Paletted, at image.Point, want [3]uint8) bool {
	c := rendertest.RGBAAt(img, at)
	c.R, c.G, c.B = c.R-want[0], c.G-want[1], c.B-want[2]
	return c.R+8 <= 16 && c.G+8 <= 16 && c.B+8 <= 16
}

// TestFramesFit: boards of all sizes lie in their picture, with their caption below.
func TestFramesFit(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 1, Rows: 1}, {Cols: 3, Rows: 3}, {Cols: 8, Rows: 8}, {Cols: 16, Rows: 5}, {Cols: 5, Rows: 16}, {Cols: 30, Rows: 30}} {
		for _, labels := range []bool{false, true} {
			f := newFrame(cells, labels)
			board := f.bounds
			board.Max.Y -= f.caption().Dy()
			if f.bounds.Dx() > widest || board.Dy() > tallest || f.bounds.Dx() < leastWidth {
				t.Errorf("%v: bounds %v", cells, f.bounds)
			}
			for row := range cells.Rows {
				for col := range cells.Cols {
					at := f.centre(connexion.CellAt(col, row))
					cell := image.Rect(at.X-f.width/2, at.Y-f.pitch/2, at.X+f.width/2, at.Y+f.pitch/2)
					if !cell.In(board) {
						t.Errorf("%v, labels %t: the cell %d, %d lies at %v in %v", cells, labels, col, row, cell, board)
					}
				}
			}
		}
	}
}

// TestHexagonsCoverEachPixelOnce inside a board.
func TestHexagonsCoverEachPixelOnce(t *testing.T) {
	f := newFrame(connexion.Frame{Cols: 7, Rows: 7}, false)
	middle := f.centre(connexion.CellAt(3, 3))
	for y := middle.Y - f.pitch; y < middle.Y+f.pitch; y++ {
		for x := middle.X - f.width; x < middle.X+f.width; x++ {
			owners := 0
			for row := range 7 {
				for col := range 7 {
					if f.covers(image.Pt(x, y).Sub(f.centre(connexion.CellAt(col, row)))) {
						owners++
					}
				}
			}
			if owners != 1 {
				t.Fatalf("(%d, %d) belongs to %d cells", x, y, owners)
			}
		}
	}
}

// TestDoorsMeet: the door of a cell lies where that of its neighbour does, half-way between
// their centres.
func TestDoorsMeet(t *testing.T) {
	f := newFrame(connexion.Frame{Cols: 9, Rows: 9}, false)
	c := connexion.CellAt(4, 4)
	for s := range connexion.Side(connexion.Sides) {
		a, b := canvas.At(f.centre(c)), canvas.At(f.centre(c.Next(s)))
		door, other := f.door(a, s), f.door(b, s.Opposite())
		middle := canvas.Between(a, b, 0.5)
		if math.Hypot(door.X-other.X, door.Y-other.Y) > 1 || math.Hypot(door.X-middle.X, door.Y-middle.Y) > 1 {
			t.Errorf("side %d: the doors are at %v and %v, between the centres lies %v", s, door, other, middle)
		}
	}
}

// TestCorridorsLeadToDoors: where a piece has a door there is the corridor's colour, where it
// has none, its own.
func TestCorridorsLeadToDoors(t *testing.T) {
	for _, theme := range render.Themes {
		for _, colour := range []labyrinth.Colour{labyrinth.Blue, labyrinth.Gold, labyrinth.Safe} {
			for _, doors := range []connexion.Doors{0b000001, 0b010101, 0b111110, 0b100100} {
				p := labyrinth.Picture{Pieces: []connexion.Piece{pieceAt(1, 1, doors)}, Frame: connexion.Frame{Cols: 3, Rows: 3}, Plain: true, Colour: colour}
				img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
				f := newFrame(p.Frame, false)
				centre := canvas.At(f.centre(p.Pieces[0].Cell))
				fill := fillColour(colour, 0)
				for s := range connexion.Side(connexion.Sides) {
					want := fill
					if doors.Has(s) {
						want = pathColour(fill)
					}
					at := canvas.Between(centre, f.door(centre, s), 0.6).Round()
					if !near(img, at, [3]uint8{want.R, want.G, want.B}) {
						t.Errorf("%s, doors %06b, side %d: %v, want %v", theme.ID, doors, s, rendertest.RGBAAt(img, at), want)
					}
				}
			}
		}
	}
}

// TestGroupsAndHoles of a ring of six pieces around an empty cell, and of a piece beside it.
func TestGroupsAndHoles(t *testing.T) {
	middle := connexion.CellAt(2, 2)
	var ring []connexion.Piece
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
	alone := pieceAt(6, 6, 0)
	p := labyrinth.Picture{Pieces: append([]connexion.Piece{alone}, ring...), Frame: connexion.Frame{Cols: 8, Rows: 8}}
	found := survey(p)
	if want := []int{1, 0, 0, 0, 0, 0, 0}; !slices.Equal(found.group, want) {
		t.Errorf("groups %v, want %v", found.group, want)
	}
	if !slices.Equal(found.holes, []connexion.Cell{middle}) {
		t.Errorf("holes %v, want %v", found.holes, middle)
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
		img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
		f := newFrame(p.Frame, false)
		if got := rendertest.RGBAAt(img, f.centre(middle)); got != holeColour(theme.Look()) {
			t.Errorf("%s: the hole is %v, want %v", theme.ID, got, holeColour(theme.Look()))
		}
		if got := rendertest.RGBAAt(img, f.centre(connexion.CellAt(0, 0))); got != theme.Look().Background {
			t.Errorf("%s: outside it is %v", theme.ID, got)
		}
	}
}

// TestOpenDoorsAreDotted: the cell to which a door leads has a dot, others have none.
func TestOpenDoorsAreDotted(t *testing.T) {
	p := labyrinth.Picture{Pieces: []connexion.Piece{pieceAt(1, 1, 1<<connexion.North)}, Frame: connexion.Frame{Cols: 4, Rows: 4}}
	found := survey(p)
	north := p.Pieces[0].Next(connexion.North)
	if !slices.Equal(found.open, []connexion.Cell{north}) {
		t.Fatalf("doors lead to %v, want %v", found.open, north)
	}
	f := newFrame(p.Frame, true)
	for _, theme := range render.Themes {
		img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
		for row := range 4 {
			for col := range 4 {
				c := connexion.CellAt(col, row)
				dotted := rendertest.RGBAAt(img, f.centre(c)) == theme.Look().Label
				if dotted != (c == north) {
					t.Errorf("%s: the cell %v has a dot: %t", theme.ID, c, dotted)
				}
			}
		}
	}
}

// TestGapsAreNumbered: all of them, and nothing else changes.
func TestGapsAreNumbered(t *testing.T) {
	p := table(t, 24, engine.Options{}).Picture()
	dotted := rendertest.Draw(t, Drawers, p, render.Style{})
	p.Gaps = true
	numbered := rendertest.Draw(t, Drawers, p, render.Style{})
	f, found := newFrame(p.Frame, true), survey(p)
	if len(found.open) < 5 {
		t.Fatalf("only %d gaps", len(found.open))
	}
	changed := map[connexion.Cell]bool{}
	for y := range numbered.Bounds().Dy() {
		for x := range numbered.Bounds().Dx() {
			if rendertest.RGBAAt(dotted, image.Pt(x, y)) == rendertest.RGBAAt(numbered, image.Pt(x, y)) {
				continue
			}
			i := slices.IndexFunc(found.open, func(c connexion.Cell) bool {
				at := f.centre(c)
				return max(at.X-x, x-at.X) <= f.width/2 && max(at.Y-y, y-at.Y) <= f.pitch/2
			})
			if i < 0 {
				t.Fatalf("a pixel changes at %d, %d", x, y)
			}
			changed[found.open[i]] = true
		}
	}
	if len(changed) != len(found.open) {
		t.Errorf("%d of %d gaps are numbered", len(changed), len(found.open))
	}
}

// TestShadesDiffer from each other, for each colour of hexagons, and corridors from all.
func TestShadesDiffer(t *testing.T) {
	for c := range labyrinth.ColourCount {
		for a := range shades {
			fill := fillColour(c, a)
			if got := canvas.Contrast(fill, pathColour(fill)); got < 2.2 {
				t.Errorf("colour %d, shade %d: corridors have a contrast of %.1f", c, a, got)
			}
			for b := range a {
				if quantise.Distance(fill, fillColour(c, b)) < 3*10*10 {
					t.Errorf("colour %d: shades %d and %d are alike", c, a, b)
				}
			}
		}
		if fillColour(c, 0) != fillColour(c, shades) {
			t.Errorf("colour %d: shades do not repeat", c)
		}
	}
	if got := MarkColours(); len(got) != int(labyrinth.ColourCount) || got[labyrinth.Red] != MarkColour(labyrinth.Red) {
		t.Errorf("%d colours of marks", len(got))
	}
}

// TestLastPieceIsRinged on a table, and none on a solution.
func TestLastPieceIsRinged(t *testing.T) {
	p := table(t, 5, engine.Options{})
	if len(p.Pieces()) == p.Fixed() {
		if _, err := p.Play(p.Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	last := p.Pieces()[len(p.Pieces())-1].Cell
	f := newFrame(p.Picture().Frame, true)
	ring := f.centre(last).Sub(image.Pt(int(math.Round(f.share(ringShare))), 0))
	text := render.Themes[0].Look().Text
	ringed := func(scene any) bool {
		return near(rendertest.Draw(t, Drawers, scene, render.Style{}), ring, [3]uint8{text.R, text.G, text.B})
	}
	if !ringed(p) {
		t.Error("the piece laid last has no ring")
	}
	if ringed(p.Picture()) {
		t.Error("a picture has a ring")
	}
}

// TestSuggestionShowsThePiece in the other colour, on its cell.
func TestSuggestionShowsThePiece(t *testing.T) {
	p := table(t, 5, engine.Options{"colour": "blue"})
	var move string
	var piece connexion.Piece
	for _, m := range p.Moves() {
		if placed, ok := labyrinth.ParseMove(m); ok && move == "" {
			move, piece = m, placed
		}
	}
	img := rendertest.Draw(t, Drawers, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{})
	f := newFrame(p.Picture().Frame, true)
	want := fillColour(p.Colour().Other(), 0)
	at := f.centre(piece.Cell)
	box := image.Rect(at.X-f.width/3, at.Y-f.pitch/3, at.X+f.width/3, at.Y+f.pitch/3)
	if n := rendertest.CountIn(img, box, want); n < box.Dx()*box.Dy()/8 {
		t.Errorf("%d pixels of the advised piece have the other colour", n)
	}
	before := rendertest.Draw(t, Drawers, p, render.Style{})
	if n := rendertest.CountIn(before, box, want); n > 0 {
		t.Errorf("%d pixels had it before", n)
	}
	if n := len(p.Pieces()); n != len(table(t, 5, engine.Options{}).Pieces()) {
		t.Errorf("the table has %d pieces after it was drawn", n)
	}
}

// TestCoordinatesStay: nothing is drawn over the letters and numbers beside a table.
func TestCoordinatesStay(t *testing.T) {
	p := table(t, 40, engine.Options{})
	for _, theme := range render.Themes {
		k := key{hue{theme.Look(), p.Colour()}, p.Picture().Frame, false}
		empty := newBoard(k, newPalette(k.look, k.colour))
		rendertest.Untouched(t, empty.Base, rendertest.Draw(t, Drawers, p, render.Style{Theme: theme}), theme.Look().Label)
	}
}

func TestLettersCanBeRead(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 5, Rows: 5}, {Cols: 8, Rows: 8}, {Cols: 12, Rows: 9}} {
		k := key{hue{render.Themes[0].Look(), labyrinth.Blue}, cells, false}
		b := newBoard(k, newPalette(k.look, k.colour))
		rendertest.Readable(t, "words", b.bounds, b.words[0].CapHeight())
		if cells.Cols < 12 {
			rendertest.Readable(t, "coordinates", b.bounds, canvas.Bold(b.label).CapHeight())
		}
	}
}

func TestStanding(t *testing.T) {
	p := table(t, 3, engine.Options{})
	if got, want := standing(p).String(), "3 of 64 pieces, doors open to "; len(got) <= len(want) || got[:len(want)] != want {
		t.Errorf("standing %q, want %q and how many", got, want)
	}
}

// TestBarsOfStats are as high as their counts: the highest fills its box.
func TestBarsOfStats(t *testing.T) {
	x := labyrinth.Stats{Solutions: 100, Groups: map[int]int{2: 25, 3: 50, 4: 25}, Largest: map[int]int{60: 100}}
	img := rendertest.Draw(t, Drawers, x, render.Style{})
	blue := render.Themes[0].Look().Blue.Edge
	wide := (statsWide - 2*statsMargin) / 6
	height := func(slot int) int {
		middle := statsMargin + slot*wide + wide/2
		return rendertest.Extent(img, image.Rect(middle, 0, middle+1, statsTall/2), blue).Dy()
	}
	if a, b, c := height(0), height(1), height(2); a != c || math.Abs(float64(b)/2-float64(a)) > 1 || a < 20 {
		t.Errorf("bars of 25, 50 and 25 are %d, %d and %d high", a, b, c)
	}
	if d := height(3); d != 0 {
		t.Errorf("a bar of nothing is %d high", d)
	}
}
