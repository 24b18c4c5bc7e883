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

// TestGapsAreDashed: the cells to which doors lead, and no others. They stay as hollow as the rest,
// and nothing is written in them.
func TestGapsAreDashed(t *testing.T) {
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
				if dashes := rendertest.CountIn(img, f.box(c), gapColour(theme.Look())); (dashes > 300) != (c == north) {
					t.Errorf("%s: the cell %v has %d pixels of dashes", theme.ID, c, dashes)
				}
				if got := rendertest.RGBAAt(img, f.centre(c)); c != p.Pieces[0].Cell && got != theme.Look().Cell {
					t.Errorf("%s: in the cell %v is %v", theme.ID, c, got)
				}
			}
		}
	}
	table := puzzle(t, 7, 20, 0)
	f, beside := layTable(table, nil, image.Rectangle{})
	corner := f.box(connexion.CellAt(f.part.Min.X, f.part.Min.Y)).Min
	if got := written(t, table, image.Rect(corner.X, corner.Y, wide-beside, tall-captionTall)); len(got) > 0 {
		t.Errorf("on the board is written %q", got)
	}
}

// TestDashesTurnAroundCorners: at every corner of a gap is a dash, and between them are spaces; at
// all sizes.
func TestDashesTurnAroundCorners(t *testing.T) {
	for _, theme := range render.Themes {
		for _, width := range []int{32, 44, 60, largestCell} {
			tiles := kept.begin(hue{theme.Look(), labyrinth.Blue}, frame{}, render.Style{Theme: theme}).set(width)
			half, tall := width/2, tiles.frame.pitch/2
			img := tiles.paint(tile{kind: gapTile}, half, tall)
			corners := tiles.frame.corners(canvas.Pt(float64(half), float64(tall)), gapShare)
			for i, corner := range corners {
				spaces := 0
				for step := range 40 {
					at := canvas.Between(corner, corners[(i+1)%len(corners)], float64(step)/40)
					drawn := rendertest.Near(img.RGBAAt(int(at.X), int(at.Y)), gapColour(theme.Look()))
					if step < 3 && !drawn {
						t.Errorf("%s, %d wide: corner %d has no dash", theme.ID, width, i)
						break
					}
					if !drawn {
						spaces++
					}
				}
				if spaces < 6 || spaces > 28 {
					t.Errorf("%s, %d wide: %d of 40 points of side %d are spaces", theme.ID, width, spaces, i)
				}
			}
		}
	}
}

// TestLastPieceIsMarked on a table, and none on a solution.
func TestLastPieceIsMarked(t *testing.T) {
	p := table(t, 5, engine.Options{})
	f := frameOfTable(p)
	want := f.box(p.Pieces()[4].Cell)
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		last := rendertest.Marks(t, measuring, p, s)[canvas.MarkLast]
		if len(last) != 1 || !want.In(last[0].Inset(-f.width/10)) || !canvas.Middle(last[0]).Round().In(want) {
			t.Errorf("%s: marks of the last piece are %v, want one in %v", theme.ID, last, want)
		}
		if got := rendertest.Marks(t, measuring, p.Picture(), s); len(got) > 0 {
			t.Errorf("%s: a picture has the marks %v", theme.ID, got)
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
		for _, width := range []int{numberCell, 56, roomyCell - 4} {
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

// TestWholeNumbers: all pieces have their numbers, or none has, and then the caption tells of a
// file that has all of them.
func TestWholeNumbers(t *testing.T) {
	all := published(t)
	solution := func(i int) labyrinth.Picture {
		p := labyrinth.NewPicture(all[i], labyrinth.Blue, engine.T("A solution"))
		p.Numbers = true
		return p
	}
	for name, tt := range map[string]struct {
		scene           any
		shown, attached int
	}{
		"puzzle": {view(t, puzzle(t, 7, 20, 0), "numbers"), 44, 0}, "tall": {solution(0), 0, 64}, "low": {solution(len(all) - 1), 64, 0},
	} {
		shown, attached, told := 0, 0, 0
		stop := canvas.Watch(func(l canvas.Label) {
			_, err := strconv.Atoi(l.Words)
			switch {
			case l.Words == "The numbers are in the attached file":
				told++
			case err != nil:
			case l.Under.Bounds() == canvas.Whole:
				shown++
			default:
				attached++
			}
		})
		_, whole, err := render.Full(newDrawers(), tt.scene, render.Style{})
		stop()
		if err != nil || shown != tt.shown || attached != tt.attached || (whole != nil) != (attached > 0) || (told > 0) != (attached > 0) {
			t.Errorf("%s: a picture with %d numbers and a file of %d bytes with %d, of which is told %d times, want %d and %d: %v", name, shown, len(whole), attached, told, tt.shown, tt.attached, err)
		}
	}
}
