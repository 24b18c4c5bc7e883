package labyrinth

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// cellBox holds a cell.
func (f frame) cellBox(c connexion.Cell) image.Rectangle {
	at := f.centre(c)
	return image.Rect(at.X-f.width/2, at.Y-f.pitch/2, at.X+f.width/2, at.Y+f.pitch/2)
}

// loose are pieces that make no groups, so that each is drawn for itself.
func loose(pieces ...connexion.Piece) labyrinth.Picture {
	return labyrinth.Picture{Pieces: pieces, Frame: connexion.Frame{Cols: 5, Rows: 5}, Loose: true}
}

// TestAPieceChangesItsCellAlone, and so does a mark on it.
func TestAPieceChangesItsCellAlone(t *testing.T) {
	before := loose(pieceAt(1, 1, 0b000111), pieceAt(2, 2, 0b101010))
	after := loose(append(slices.Clone(before.Pieces), pieceAt(3, 1, 0b110011))...)
	marked := after
	marked.Marks = []labyrinth.Mark{{Doors: 0b110011, Colours: []labyrinth.Colour{labyrinth.Red}}}
	cell := newFrame(before.Frame, true).cellBox(connexion.CellAt(3, 1))
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		img := rendertest.Draw(t, Drawers, after, s)
		if got := rendertest.Changed(t, rendertest.Draw(t, Drawers, before, s), img); got.Empty() || !got.In(cell) {
			t.Errorf("%s: a piece in %v changes %v", theme.ID, cell, got)
		}
		if got := rendertest.Changed(t, img, rendertest.Draw(t, Drawers, marked, s)); got.Empty() || !got.In(cell) {
			t.Errorf("%s: a mark in %v changes %v", theme.ID, cell, got)
		}
	}
}

// TestNumbersStandInTheirRooms: of each piece, and where corridors meet.
func TestNumbersStandInTheirRooms(t *testing.T) {
	for _, colour := range []labyrinth.Colour{labyrinth.Blue, labyrinth.Gold, labyrinth.Safe} {
		p := loose(pieceAt(1, 1, 0b000111), pieceAt(3, 2, 0b101010), pieceAt(2, 3, 0b111111))
		p.Colour = colour
		numbered := p
		numbered.Numbers = true
		f := newFrame(p.Frame, true)
		for _, theme := range render.Themes {
			img := rendertest.Draw(t, Drawers, numbered, render.Style{Theme: theme})
			look, path := theme.Look(), pathColour(fillColour(colour, 0))
			for _, piece := range p.Pieces {
				at, r := f.centre(piece.Cell), int(f.share(numberedRoom))
				room := image.Rect(at.X-r, at.Y-r, at.X+r, at.Y+r)
				inked := rendertest.Extent(img, room, look.Text).Union(rendertest.Extent(img, room, look.Background))
				if inked.Dy() < int(0.4*f.share(numberShare)) || !inked.In(room) {
					t.Errorf("%s, colour %d: the number %d is written in %v of %v", theme.ID, colour, piece.Doors.Number(), inked, room)
				}
				if rendertest.CountIn(img, room, path) < room.Dx() {
					t.Errorf("%s, colour %d: the room of %d has not the corridors' colour", theme.ID, colour, piece.Doors.Number())
				}
			}
		}
	}
}

// TestCaptionStandsBelowTheBoard, in the middle, however long it is.
func TestCaptionStandsBelowTheBoard(t *testing.T) {
	for _, words := range []string{"Now", "A solution in six groups", strings.Repeat("groups and holes ", 20)} {
		p := loose(pieceAt(1, 1, 0b000111))
		silent := rendertest.Draw(t, Drawers, p, render.Style{})
		p.Caption = engine.T("%s", words)
		img := rendertest.Draw(t, Drawers, p, render.Style{})
		band := newBoard(key{hue{render.Themes[0].Look(), p.Colour}, p.Frame, false}, newPalette(render.Themes[0].Look(), p.Colour)).band()
		box := rendertest.Changed(t, silent, img)
		if box.Empty() || !box.In(band.Inset(4)) {
			t.Errorf("%q is written in %v of %v", words, box, band)
		}
		if left, right := box.Min.X-band.Min.X, band.Max.X-box.Max.X; max(left-right, right-left) > 12 {
			t.Errorf("%q stands %d from the left and %d from the right", words, left, right)
		}
		noted := rendertest.Draw(t, Drawers, p, render.Style{Note: "Something else"})
		if got := rendertest.Changed(t, img, noted); got.Empty() || !got.In(band) {
			t.Errorf("a note changes %v", got)
		}
	}
}

// TestHintToRemoveRingsThePiece, and leaves it as it is.
func TestHintToRemoveRingsThePiece(t *testing.T) {
	p := table(t, 5, engine.Options{})
	piece := p.Pieces()[2]
	move := "remove " + piece.Cell.Name()
	f := newFrame(p.Picture().Frame, true)
	cell := f.cellBox(piece.Cell)
	plain := rendertest.Draw(t, Drawers, p.Picture(), render.Style{})
	img := rendertest.Draw(t, Drawers, engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{})
	below := image.Rect(0, f.bounds.Max.Y-f.caption().Dy(), f.bounds.Dx(), f.bounds.Max.Y)
	got := rendertest.Changed(t, plain, img, below)
	if got.Empty() || !got.In(cell) {
		t.Errorf("the hint %q changes %v, want the cell %v", move, got, cell)
	}
	if want := 2 * f.share(ringShare); float64(got.Dx()) < want || float64(got.Dx()) > want+4*f.share(ringStroke) {
		t.Errorf("the ring is %v, want a diameter of %.0f", got, want)
	}
}
