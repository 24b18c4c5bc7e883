package render

import (
	"image"
	"image/color"
	"sync"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// labyrinthTile is all on which the picture of a cell depends.
type labyrinthTile struct {
	kind     labyrinthKind
	doors    labyrinth.Doors
	colour   labyrinth.Colour
	split    labyrinth.Colour // of the right half, the same if there is one colour
	group    int
	numbered bool
}

type labyrinthKind uint8

const (
	labyrinthPiece labyrinthKind = iota
	labyrinthHole                // an empty cell that is shut in
	labyrinthOpen                // an empty cell to which a door leads
)

// labyrinthTiles are the cells of one board, each painted when it is first needed. They
// are safe for concurrent use.
type labyrinthTiles struct {
	frame   labyrinthFrame
	look    *look
	palette *palette
	mu      sync.Mutex
	kept    map[labyrinthTile]*tile
}

// mostLabyrinthTiles bounds the memory of a board: a tile takes up to 8 KB.
const mostLabyrinthTiles = 512

func (t *labyrinthTiles) tile(k labyrinthTile) *tile {
	k.group %= labyrinthShades
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, ok := t.kept[k]
	if !ok {
		if len(t.kept) >= mostLabyrinthTiles {
			clear(t.kept)
		}
		kept = t.cut(k)
		t.kept[k] = kept
	}
	return kept
}

// cut keeps the pixels of a painted cell that belong to it.
func (t *labyrinthTiles) cut(k labyrinthTile) *tile {
	half, tall := t.frame.width/2, t.frame.pitch/2
	painted := t.palette.convert(t.paint(k, half, tall))
	cell := new(tile)
	for y := -tall; y < tall; y++ {
		row := span{y: y, x0: half, x1: half}
		for x := -half; x < half; x++ {
			if !t.frame.covers(image.Pt(x, y)) {
				continue
			}
			row.x0, row.x1 = min(row.x0, x), x+1
			cell.pix = append(cell.pix, painted.ColorIndexAt(x+half, y+tall))
		}
		if row.x0 < row.x1 {
			cell.rows = append(cell.rows, row)
		}
	}
	return cell
}

func (t *labyrinthTiles) paint(k labyrinthTile, half, tall int) *image.RGBA {
	dc := gg.NewContext(2*half, 2*tall)
	dc.SetColor(t.look.background)
	dc.Clear()
	at := vertex{float64(half), float64(tall)}
	switch k.kind {
	case labyrinthHole:
		t.hexagon(dc, at, labyrinthInset, t.look.labyrinthHole())
	case labyrinthOpen:
		t.empty(dc, at)
		dc.SetColor(t.look.label)
		dc.DrawCircle(at.x, at.y, t.frame.share(labyrinthDot))
		dc.Fill()
	case labyrinthPiece:
		fill := t.look.labyrinthFill(k.colour, k.group)
		t.piece(dc, at, k, fill, labyrinthPath(fill))
		if k.split != k.colour {
			dc.DrawRectangle(at.x, 0, at.x, 2*at.y)
			dc.Clip()
			t.piece(dc, at, k, t.look.labyrinthFill(k.split, k.group), labyrinthPath(fill))
		}
	}
	return rgba(dc)
}

func (t *labyrinthTiles) path(dc *gg.Context, at vertex, share float64) {
	for which := range labyrinth.Sides {
		v := t.frame.corner(at, which, share)
		dc.LineTo(v.x, v.y)
	}
	dc.ClosePath()
}

func (t *labyrinthTiles) hexagon(dc *gg.Context, at vertex, share float64, c color.RGBA) {
	t.path(dc, at, share)
	dc.SetColor(c)
	dc.Fill()
}

// empty paints an empty cell of a board.
func (t *labyrinthTiles) empty(dc *gg.Context, at vertex) {
	t.path(dc, at, labyrinthInset)
	dc.SetColor(t.look.labyrinthEmpty())
	dc.FillPreserve()
	dc.SetColor(t.look.labyrinthEdge())
	dc.SetLineWidth(minimumLine)
	dc.Stroke()
}

// piece paints a hexagon with a rim, the corridors to its doors, and the room in which
// they meet.
func (t *labyrinthTiles) piece(dc *gg.Context, at vertex, k labyrinthTile, fill, path color.RGBA) {
	t.hexagon(dc, at, labyrinthInset, labyrinthRim(fill))
	t.hexagon(dc, at, labyrinthInset*labyrinthCorner, fill)
	dc.SetColor(path)
	dc.SetLineWidth(t.frame.share(labyrinthCorridor))
	for s := range labyrinth.Side(labyrinth.Sides) {
		if k.doors.Has(s) {
			door := t.frame.door(at, s)
			dc.DrawLine(at.x, at.y, at.x+(door.x-at.x)*1.1, at.y+(door.y-at.y)*1.1)
			dc.Stroke()
		}
	}
	room := labyrinthRoom
	if k.numbered {
		room = labyrinthNumbered
	}
	dc.DrawCircle(at.x, at.y, t.frame.share(room))
	dc.Fill()
	if k.doors == 0 && !k.numbered { // a room that nothing leads to
		dc.SetColor(fill)
		dc.DrawCircle(at.x, at.y, t.frame.share(room*0.5))
		dc.Fill()
	}
}
