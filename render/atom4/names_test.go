package atom4

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
)

// TestNamesHaveRoom: on boards of all sizes the names of most legal vertices are as large as
// coordinates, extended over vertices that are not legal, and no plate overlaps a piece.
func TestNamesHaveRoom(t *testing.T) {
	names, large, out := 0, 0, 0
	for i, plies := range []int{5, 14, 22, 30, 34, 40, 52, 60, 70, 90} {
		p := randomGame(t, 1+i%6, plies, uint64(3+i))
		d := &drawing{board: emptyBoard(p, render.Themes[0]), p: p}
		on := d.occupancy(nil)
		for _, c := range p.Legal() {
			n, fits := d.plate(c, on)
			if !fits || p.Last() == nil {
				continue
			}
			names++
			if n.face == d.label {
				large++
			}
			if n.left > 0 || n.right > 0 {
				out++
			}
			for x := -n.left; x <= n.right; x++ {
				for _, y := range []float64{-d.plateHigh(n.lettering), d.plateHigh(n.lettering)} {
					if other, touched := d.touched(n.at.Y+y, float64(d.centre(c).X)+x); touched {
						t.Fatalf("after %d plies, the plate of %s lies on %s", plies, c, other)
					}
				}
			}
		}
	}
	if large < names*3/4 || out < names/4 {
		t.Errorf("of %d names, %d are large and %d drawn out", names, large, out)
	}
}

// touched is the piece that covers a point, if one does.
func (d *drawing) touched(y, x float64) (grid.Cell, bool) {
	for c := range grid.Cell(grid.Size * grid.Size) {
		if d.p.At(c) == grid.Empty {
			continue
		}
		dx, dy := math.Abs(float64(d.centre(c).X)-x), math.Abs(float64(d.centre(c).Y)-y)
		if d.tiles && max(dx, dx/2+dy*math.Sqrt(3)/2) < d.share(0.5) || !d.tiles && math.Hypot(dx, dy) < d.share(pieceShare) {
			return c, true
		}
	}
	return 0, false
}

// TestWholeBoardIsBeside a picture of a part of it, with room for all names in their slots, and for
// the letters of all pieces.
func TestWholeBoardIsBeside(t *testing.T) {
	p := randomGame(t, 3, 70, 4)
	for scene, cut := range map[any]bool{atom4.Wide{Position: p}: true, p: false} {
		_, data, err := render.Full(newDrawers(), scene, render.Style{})
		if err != nil || (data != nil) != cut {
			t.Fatalf("%T: %d bytes lie beside, %v", scene, len(data), err)
		}
		if !cut {
			continue
		}
		size, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || size.Width != spread.width || size.Height != spread.height {
			t.Errorf("the whole is %d by %d pixels, %v", size.Width, size.Height, err)
		}
	}
	k := key{render.Themes[0].Look(), spread, wholeBoard}
	d := drawing{board: newBoard(k, newSprites(set{k.look, k.form()})), p: p}
	for c := range grid.Cell(grid.Size * grid.Size) {
		if name, fits := d.lettering(c.String()); !fits || name.face != d.label {
			t.Errorf("%s has no room", c)
		}
	}
	for c := grid.Black; c <= grid.White; c++ {
		if k := d.placed(c, onBoard, false); k.form != sphere {
			t.Errorf("%s is drawn as %d", c, k.form)
		} else if _, fits := k.letter(); !fits {
			t.Errorf("%s has no letter", c)
		}
	}
}
