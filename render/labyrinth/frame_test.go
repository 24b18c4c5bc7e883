package labyrinth

import (
	"image"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// TestFramesFit: boards of all sizes lie in their box, and their cells are as large as can be.
func TestFramesFit(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 1, Rows: 1}, {Cols: 3, Rows: 3}, {Cols: 8, Rows: 8}, {Cols: 16, Rows: 5}, {Cols: 5, Rows: 16}, {Cols: 37, Rows: 12}, {Cols: 30, Rows: 30}} {
		for _, box := range []image.Rectangle{field(0), field(legendWide), field(handWide)} {
			f := whole(cells, box)
			var used image.Rectangle
			for row := range cells.Rows {
				for col := range cells.Cols {
					used = used.Union(f.box(connexion.CellAt(col, row)))
				}
			}
			if !used.In(box) || used.Size() != size(cells.Cols, cells.Rows, f.width) {
				t.Errorf("%v lies in %v of %v", cells, used, box)
			}
			if left, right := used.Min.X-box.Min.X, box.Max.X-used.Max.X; max(left-right, right-left) > 1 {
				t.Errorf("%v has %d pixels to its left and %d to its right", cells, left, right)
			}
			if larger := size(cells.Cols, cells.Rows, f.width+4); f.width < largestCell && larger.X <= box.Dx() && larger.Y <= box.Dy() {
				t.Errorf("%v: hexagons are %d wide, though %d would fit", cells, f.width, f.width+4)
			}
		}
	}
}

// TestFitTight: pieces alone lie within their box, in the middle of it, and could not be larger;
// whether the lowest or the highest of them lies half a row below the others of its row.
func TestFitTight(t *testing.T) {
	for col := range 4 {
		pieces := []connexion.Piece{pieceAt(col, 2, 0), pieceAt(2, 4, 0), pieceAt(3, 5, 0), pieceAt(5-col, 9, 0)}
		p := labyrinth.Picture{Pieces: pieces, Frame: connexion.Frame{Cols: 12, Rows: 12}}
		f := frame{cells: p.Frame, part: connexion.Bounds(p.Pieces, nil)}
		loose, box := f, field(0)
		f.fitTight(box, pieces)
		loose.fit(box)
		var all image.Rectangle
		for _, piece := range pieces {
			all = all.Union(f.box(piece.Cell))
		}
		above, below := all.Min.Y-box.Min.Y, box.Max.Y-all.Max.Y
		if !all.In(box) || above-below > 1 || below-above > 1 || f.width < loose.width {
			t.Errorf("column %d: pieces %d wide, or %d, lie in %v of %v", col, f.width, loose.width, all, box)
		}
		if next := f.width + 4; next <= largestSheet && all.Dy()*pitchOf(next)/f.pitch <= box.Dy() {
			t.Errorf("column %d: pieces are %d wide, and %d would have room", col, f.width, next)
		}
	}
	few := []connexion.Piece{pieceAt(7, 7, 0), pieceAt(7, 8, 0)}
	f := frame{cells: labyrinth.Board, part: connexion.Bounds(few, nil)}
	if f.fitTight(field(0), few); f.width < 2*largestCell {
		t.Errorf("two pieces are %d wide", f.width)
	}
}

// oddly reports whether lines of a board are shown from an odd one on, though as many from the
// one before or after it would hold those in use as well.
func oddly(from, to, low, high, all int) bool {
	holds := func(by int) bool { return from+by >= 0 && to+by <= all && from+by <= low && to+by >= high }
	return from%2 != 0 && (holds(-1) || holds(1))
}

// TestCropHoldsWhatIsInUse, whatever that is, and begins with an even column and row if it can.
func TestCropHoldsWhatIsInUse(t *testing.T) {
	board := image.Rect(0, 0, labyrinth.Board.Cols, labyrinth.Board.Rows)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(most int, name string) (int, int) {
			a := rapid.IntRange(0, most-1).Draw(t, name)
			return a, rapid.IntRange(a+1, most).Draw(t, name+" to")
		}
		var use image.Rectangle
		use.Min.X, use.Max.X = draw(board.Max.X, "column")
		use.Min.Y, use.Max.Y = draw(board.Max.Y, "row")
		box := tableField(handWide)
		f := crop(labyrinth.Board, use, box)
		if !use.In(f.part) || !f.part.In(board) {
			t.Fatalf("%v is shown of %v, for %v", f.part, board, use)
		}
		if oddly(f.part.Min.X, f.part.Max.X, use.Min.X, use.Max.X, board.Max.X) || oddly(f.part.Min.Y, f.part.Max.Y, use.Min.Y, use.Max.Y, board.Max.Y) {
			t.Fatalf("%v begins oddly, for %v", f.part, use)
		}
		room := box.Size().Sub(image.Pt(labelsLeft, labelsAbove))
		if s := size(max(use.Dx(), 2), max(use.Dy(), leastRows), f.width+4); f.width < largestCell && s.X <= room.X && s.Y <= room.Y {
			t.Fatalf("%v is shown of %v in cells of %d, though larger ones would do", f.part, use, f.width)
		}
		for _, at := range []image.Point{f.part.Min, f.part.Max.Sub(image.Pt(1, 1)), {f.part.Min.X + 1, f.part.Max.Y - 1}} {
			if cell := f.box(connexion.CellAt(at.X, at.Y)); !cell.In(box) {
				t.Fatalf("the cell %v lies in %v, outside %v", at, cell, box)
			}
		}
	})
}

// TestCropIsCalm: as a table spreads from the middle, its picture changes a few times only.
func TestCropIsCalm(t *testing.T) {
	middle := image.Pt(labyrinth.Board.Cols/2, labyrinth.Board.Rows/2)
	last, changes := crop(labyrinth.Board, image.Rectangle{}, tableField(handWide)), 0
	for far := range 9 {
		use := image.Rectangle{middle, middle}.Inset(-far).Intersect(image.Rect(0, 0, labyrinth.Board.Cols, labyrinth.Board.Rows))
		f := crop(labyrinth.Board, use, tableField(handWide))
		if f.width > last.width || f.part.Dx()*f.part.Dy() < last.part.Dx()*last.part.Dy() {
			t.Errorf("%d cells around the middle: hexagons of %d after %d", far, f.width, last.width)
		}
		if f != last {
			changes++
		}
		last = f
	}
	if changes == 0 || changes > 5 {
		t.Errorf("%d changes", changes)
	}
}

// TestFilmsAreCalm: in all frames of a film the same part of the board is shown, with cells of
// one size, though by itself the first or the last would be laid out otherwise.
func TestFilmsAreCalm(t *testing.T) {
	var growing, filling []*labyrinth.Position
	for n := 0; n <= 60; n += 6 {
		growing = append(growing, table(t, n, engine.Options{}))
	}
	for n := 0; n <= 18; n += 6 {
		filling = append(filling, puzzle(t, 3, 20, n))
	}
	for _, plies := range [][]*labyrinth.Position{growing, filling} {
		var room image.Rectangle
		for _, p := range plies {
			room = room.Union(p.InUse())
		}
		last := plies[len(plies)-1]
		want, beside := layTable(last, nil, room)
		for i, p := range plies {
			if f, wide := layTable(p, nil, room); f != want || wide != beside {
				t.Errorf("frame %d shows %v in cells of %d, want %v in cells of %d", i, f.part, f.width, want.part, want.width)
			}
		}
		first, _ := layTable(plies[0], nil, image.Rectangle{})
		if alone, _ := layTable(last, nil, image.Rectangle{}); first == want && alone == want {
			t.Error("by themselves the first frame and the last are laid out alike")
		}
	}
}

// TestHexagonsCoverEachPixel inside a board, and but for a few on their borders once.
func TestHexagonsCoverEachPixel(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 7, Rows: 7}, {Cols: 18, Rows: 16}} {
		f := whole(cells, field(handWide))
		middle, twice := f.centre(connexion.CellAt(3, 3)), 0
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
				if owners < 1 || owners > 2 {
					t.Fatalf("(%d, %d) belongs to %d cells", x, y, owners)
				}
				twice += owners - 1
			}
		}
		if most := 4 * f.width * f.pitch / 100; twice > most {
			t.Errorf("hexagons %d wide: %d pixels belong to two cells", f.width, twice)
		}
	}
}

// TestDoorsMeet: the door of a cell is at the same point as its neighbour's, half-way between their
// centres.
func TestDoorsMeet(t *testing.T) {
	f := whole(connexion.Frame{Cols: 9, Rows: 9}, field(0))
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

// TestHexagonsAreRegular: adjacent centres are at the distance of regular hexagons, sqrt(3)/2 of
// their width, in six directions clockwise from the north.
func TestHexagonsAreRegular(t *testing.T) {
	for _, cells := range []connexion.Frame{{Cols: 3, Rows: 3}, {Cols: 12, Rows: 12}, {Cols: 18, Rows: 16}} {
		f := whole(cells, field(0))
		middle := connexion.CellAt(cells.Cols/2, cells.Rows/2)
		from := f.centre(middle)
		for s := range connexion.Side(connexion.Sides) {
			to := f.centre(middle.Next(s)).Sub(from)
			want := math.Sqrt(3) / 2 * float64(f.width)
			sin, cos := math.Sincos(float64(s) * math.Pi / 3)
			if math.Hypot(float64(to.X)-want*sin, float64(to.Y)+want*cos) > 2 {
				t.Errorf("%v: the neighbour on side %d lies at %v", cells, s, to)
			}
		}
	}
}

// TestCorners lie around the centre in a hexagon with flat sides above and below.
func TestCorners(t *testing.T) {
	f := whole(connexion.Frame{Cols: 5, Rows: 5}, field(0))
	centre := canvas.Pt(200, 100)
	for which := range connexion.Sides {
		sin, cos := math.Sincos(float64(which) * math.Pi / 3)
		for _, share := range []float64{1, 0.5} {
			radius := float64(f.width) / 2 * share
			got, want := f.corners(centre, share)[which], canvas.Pt(centre.X+radius*cos, centre.Y+radius*sin)
			if math.Hypot(got.X-want.X, got.Y-want.Y) > 1 {
				t.Errorf("corner %d at %g of the radius lies at %v, want %v", which, share, got, want)
			}
		}
	}
}

// TestCoversIsAHexagon: as many pixels belong to a cell as its area has, and as many on one
// side as on the other.
func TestCoversIsAHexagon(t *testing.T) {
	for _, cols := range []int{4, 12, 30} {
		f := whole(connexion.Frame{Cols: cols, Rows: cols}, field(0))
		area := 0
		for y := -f.pitch; y < f.pitch; y++ {
			for x := -f.width; x < f.width; x++ {
				if !f.covers(image.Pt(x, y)) {
					continue
				}
				area++
				if !f.covers(image.Pt(-1-x, y)) || !f.covers(image.Pt(x, -1-y)) {
					t.Fatalf("(%d, %d) belongs to a cell of width %d, but not what lies opposite", x, y, f.width)
				}
			}
		}
		if want := f.width * 3 / 4 * f.pitch; math.Abs(float64(area-want)) > float64(f.width) {
			t.Errorf("a cell of width %d has %d pixels, want %d", f.width, area, want)
		}
	}
}

// TestCoordinatesHaveRoom: at all sizes of the board they stand apart from each other and from
// its cells, and where not all have room every other one is there.
func TestCoordinatesHaveRoom(t *testing.T) {
	const apart = 5
	for _, use := range []image.Rectangle{{}, image.Rect(3, 3, 14, 12), image.Rect(2, 1, 15, 13), image.Rect(0, 0, 18, 16)} {
		var boxes []image.Rectangle
		var words []string
		stop := canvas.Watch(func(l canvas.Label) {
			boxes, words = append(boxes, l.Mask.Rect.Inset(-apart/2)), append(words, l.Words)
		})
		f := crop(labyrinth.Board, use, tableField(handWide))
		d := kept.begin(hue{render.Themes[0].Look(), labyrinth.Blue}, f, render.Style{})
		d.empty(d.set(f.width))
		stop()
		if least := (f.part.Dx()+1)/2 + (f.part.Dy()+1)/2; len(boxes) < least {
			t.Errorf("%v: %d coordinates, want %d at least", f.part, len(boxes), least)
		}
		for i, a := range boxes {
			for j, b := range boxes[:i] {
				if a.Overlaps(b) {
					t.Errorf("%v in cells of %d: %s and %s are less than %d apart", f.part, f.width, words[i], words[j], apart)
				}
			}
			for row := f.part.Min.Y; row < f.part.Max.Y; row++ {
				for col := f.part.Min.X; col < f.part.Max.X; col++ {
					if cell := f.box(connexion.CellAt(col, row)); a.Overlaps(cell.Inset(3)) {
						t.Errorf("%v: %s touches the cell in column %d, row %d", f.part, words[i], col, row)
					}
				}
			}
		}
	}
}
