package labyrinth

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// tile is all on which the picture of a cell depends.
type tile struct {
	kind     kind
	doors    connexion.Doors
	colour   labyrinth.Colour
	split    labyrinth.Colour // of the right half, the same if there is one colour
	group    int
	numbered bool
}

type kind uint8

const (
	pieceTile kind = iota
	holeTile       // an empty cell that is shut in
	openTile       // an empty cell to which a door leads
)

// tiles are the cells of one board, each painted when it is first needed. They are safe
// for concurrent use.
type tiles struct {
	frame   frame
	look    *canvas.Look
	palette *canvas.Palette
	kept    canvas.Sprites[tile, *canvas.Tile]
}

// mostTiles bounds the memory of a board: a tile takes up to 8 KB.
const mostTiles = 512

func newTiles(f frame, l *canvas.Look, p *canvas.Palette) *tiles {
	return &tiles{frame: f, look: l, palette: p, kept: canvas.Sprites[tile, *canvas.Tile]{Limit: mostTiles}}
}

func (t *tiles) tile(k tile) *canvas.Tile {
	k.group %= shades
	return t.kept.Get(k, t.cut)
}

// cut keeps the pixels of a painted cell that belong to it.
func (t *tiles) cut(k tile) *canvas.Tile {
	half, tall := t.frame.width/2, t.frame.pitch/2
	return canvas.Cut(t.palette.Convert(t.paint(k, half, tall)), image.Rect(-half, -tall, half, tall), t.frame.covers)
}

func (t *tiles) paint(k tile, half, tall int) *image.RGBA {
	dc := gg.NewContext(2*half, 2*tall)
	dc.SetColor(t.look.Background)
	dc.Clear()
	at := canvas.Pt(float64(half), float64(tall))
	switch k.kind {
	case holeTile:
		t.hexagon(dc, at, insetShare, holeColour(t.look))
	case openTile:
		t.empty(dc, at)
		dc.SetColor(t.look.Label)
		dc.DrawCircle(at.X, at.Y, t.frame.share(dotShare))
		dc.Fill()
	case pieceTile:
		fill := fillColour(k.colour, k.group)
		t.piece(dc, at, k, fill, pathColour(fill))
		if k.split != k.colour {
			dc.DrawRectangle(at.X, 0, at.X, 2*at.Y)
			dc.Clip()
			t.piece(dc, at, k, fillColour(k.split, k.group), pathColour(fill))
		}
	}
	return canvas.Drawn(dc)
}

func (t *tiles) path(dc *gg.Context, at canvas.Point, share float64) {
	for which := range connexion.Sides {
		v := t.frame.corner(at, which, share)
		dc.LineTo(v.X, v.Y)
	}
	dc.ClosePath()
}

func (t *tiles) hexagon(dc *gg.Context, at canvas.Point, share float64, c color.RGBA) {
	t.path(dc, at, share)
	dc.SetColor(c)
	dc.Fill()
}

// empty paints an empty cell of a board.
func (t *tiles) empty(dc *gg.Context, at canvas.Point) {
	t.path(dc, at, insetShare)
	dc.SetColor(emptyColour(t.look))
	dc.FillPreserve()
	dc.SetColor(edgeColour(t.look))
	dc.SetLineWidth(canvas.MinimumLine)
	dc.Stroke()
}

// piece paints a hexagon with a rim, the corridors to its doors, and the room in which
// they meet.
func (t *tiles) piece(dc *gg.Context, at canvas.Point, k tile, fill, path color.RGBA) {
	t.hexagon(dc, at, insetShare, rimColour(fill))
	t.hexagon(dc, at, insetShare*cornerShare, fill)
	dc.SetColor(path)
	dc.SetLineWidth(t.frame.share(corridorShare))
	for s := range connexion.Side(connexion.Sides) {
		if k.doors.Has(s) {
			door := t.frame.door(at, s)
			dc.DrawLine(at.X, at.Y, at.X+(door.X-at.X)*1.1, at.Y+(door.Y-at.Y)*1.1)
			dc.Stroke()
		}
	}
	room := roomShare
	if k.numbered {
		room = numberedRoom
	}
	dc.DrawCircle(at.X, at.Y, t.frame.share(room))
	dc.Fill()
	if k.doors == 0 && !k.numbered { // a room that nothing leads to
		dc.SetColor(fill)
		dc.DrawCircle(at.X, at.Y, t.frame.share(room*0.5))
		dc.Fill()
	}
}
