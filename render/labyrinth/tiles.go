package labyrinth

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// tile is everything that the picture of a cell depends on, beside its size and the theme.
type tile struct {
	kind   kind
	doors  connexion.Doors
	room   room
	colour labyrinth.Colour
	split  labyrinth.Colour // of the right half; the same as colour if there is only one
	group  int
	shaded bool // groups differ in shade only
	marked bool // the colours are of a mark
}

type kind uint8

const (
	pieceTile  kind = iota
	emptyTile       // an empty cell of a board
	holeTile        // an enclosed empty cell
	gapTile         // an empty cell that a door leads to
	signTile        // a gap with a sign
	hintTile        // a suggested piece in hand
	targetTile      // the cell of a suggested piece
	leaveTile       // a piece to remove
	fadedTile       // a piece that fits nowhere
)

// room is the centre of a piece.
type room uint8

const (
	plainRoom  room = iota
	numberRoom      // the background of a number
	lastRoom        // the mark of the last piece
	markRoom        // a large room in the colour of a mark
	signRoom        // the background of a sign, without corridors
	crossRoom       // the mark of a piece to remove
)

// tiles caches cells of one size, each painted on first use. It is safe for concurrent use.
type tiles struct {
	frame   frame
	look    *canvas.Look
	palette *canvas.Palette
	kept    canvas.Sprites[tile, *canvas.Tile]
}

// mostTiles bounds the memory of a size: a tile takes 2 to 6 KB on boards, up to 16 KB on its own.
const mostTiles = 256

func newTiles(width int, l *canvas.Look, p *canvas.Palette) *tiles {
	f := frame{width: width, pitch: pitchOf(width)}
	return &tiles{frame: f, look: l, palette: p, kept: canvas.Sprites[tile, *canvas.Tile]{Limit: mostTiles}}
}

func (t *tiles) tile(k tile) *canvas.Tile {
	k.group %= shades
	return t.kept.Get(k, t.cut)
}

// cut paints a cell and keeps the pixels that belong to it.
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
	case emptyTile:
		t.empty(dc, at)
	case holeTile:
		t.hexagon(dc, at, insetShare, holeColour(t.look))
	case gapTile:
		t.hexagon(dc, at, insetShare, gapColour(t.look))
	case signTile:
		t.gap(dc, at)
	case pieceTile, hintTile, targetTile, leaveTile, fadedTile:
		t.piece(dc, at, k, t.paintOf(k, k.colour))
		if k.split != k.colour {
			dc.DrawRectangle(at.X, 0, at.X, 2*at.Y)
			dc.Clip()
			t.piece(dc, at, k, t.paintOf(k, k.split))
		}
	}
	return canvas.Drawn(dc)
}

type paints struct {
	fill, path, rim color.RGBA
	thick           float64 // of the rim, in radii
	over            bool    // the rim covers corridors
}

func (t *tiles) paintOf(k tile, c labyrinth.Colour) paints {
	const thick, thin = 0.24, 1 - cornerShare
	p := t.paints(groupColour(t.look, c, k.group))
	switch {
	case k.marked:
		p = t.paints(MarkColour(c))
	case k.shaded:
		p = t.paints(shadeColour(t.look, c, k.group))
	}
	switch k.kind {
	case hintTile:
		return paints{t.look.Background, t.look.Text, t.look.Green, thick, true}
	case targetTile:
		return paints{t.look.Green, t.look.Mark, t.look.Green, thin, false}
	case fadedTile:
		return paints{fadedColour(t.look), t.look.Muted, edgeColour(t.look), thin, false}
	case leaveTile:
		p = t.paints(MarkColour(labyrinth.Red))
		p.rim, p.thick, p.over = t.look.Red.Edge, thick, true
	case pieceTile, emptyTile, holeTile, gapTile, signTile:
	}
	return p
}

func (t *tiles) paints(fill color.RGBA) paints {
	return paints{fill, pathColour(t.look, fill), rimColour(t.look, fill), 1 - cornerShare, false}
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

func (t *tiles) empty(dc *gg.Context, at canvas.Point) {
	t.path(dc, at, insetShare)
	dc.SetColor(emptyColour(t.look))
	dc.FillPreserve()
	dc.SetColor(edgeColour(t.look))
	dc.SetLineWidth(max(canvas.MinimumLine, t.frame.share(0.03)))
	dc.Stroke()
}

// gap paints an empty cell that a door leads to, with the background of a sign. If there is room, a
// rim tells it from a piece, and it is smaller than the cell, to be separate from adjacent gaps.
func (t *tiles) gap(dc *gg.Context, at canvas.Point) {
	if t.frame.width < signCell {
		t.hexagon(dc, at, insetShare, gapColour(t.look))
		return
	}
	t.empty(dc, at)
	t.hexagon(dc, at, gapInset, gapEdge(t.look))
	t.hexagon(dc, at, gapInset-gapRim, gapColour(t.look))
}

// piece paints a hexagon with a rim, the corridors to its doors, and the room where they meet.
func (t *tiles) piece(dc *gg.Context, at canvas.Point, k tile, p paints) {
	t.hexagon(dc, at, insetShare, p.rim)
	t.hexagon(dc, at, insetShare*(1-p.thick), p.fill)
	dc.SetColor(p.path)
	dc.SetLineWidth(t.frame.share(corridorShare))
	for s := range connexion.Side(connexion.Sides) {
		if k.doors.Has(s) && k.room != signRoom {
			door := t.frame.door(at, s)
			dc.DrawLine(at.X, at.Y, at.X+(door.X-at.X)*1.1, at.Y+(door.Y-at.Y)*1.1)
			dc.Stroke()
		}
	}
	if p.over {
		t.ring(dc, at, p)
	}
	disc := func(share float64, c color.RGBA) {
		dc.SetColor(c)
		dc.DrawCircle(at.X, at.Y, t.frame.share(share))
		dc.Fill()
	}
	switch k.room {
	case numberRoom:
		t.badge(dc, at, k.doors.Number(), p)
	case lastRoom:
		disc(targetShare+0.05, p.path)
		disc(targetShare, t.look.Background)
		disc(targetShare*0.5, t.look.Text)
	case markRoom:
		disc(markShare+0.05, p.path)
		disc(markShare, p.fill)
	case plainRoom:
		disc(roomShare, p.path)
		if k.doors == 0 { // a room without corridors
			disc(roomShare*0.5, p.fill)
		}
	case crossRoom:
		disc(targetShare+0.05, p.path)
		disc(targetShare, t.look.Background)
		t.cross(dc, at)
	case signRoom:
	}
}

func (t *tiles) cross(dc *gg.Context, at canvas.Point) {
	const reach, thick = 0.12, 0.07
	half := t.frame.share(reach)
	dc.SetColor(t.look.Text)
	dc.SetLineWidth(t.frame.share(thick))
	dc.DrawLine(at.X-half, at.Y-half, at.X+half, at.Y+half)
	dc.DrawLine(at.X-half, at.Y+half, at.X+half, at.Y-half)
	dc.Stroke()
}

func (t *tiles) ring(dc *gg.Context, at canvas.Point, p paints) {
	dc.NewSubPath()
	t.path(dc, at, insetShare)
	dc.NewSubPath()
	t.path(dc, at, insetShare*(1-p.thick))
	dc.SetFillRule(gg.FillRuleEvenOdd)
	dc.SetColor(p.rim)
	dc.Fill()
	dc.SetFillRule(gg.FillRuleWinding)
}

// badge paints the background of a number: the room where the corridors meet, no larger than the
// number, so that the doors stay visible. On small pieces it is a quiet shade of the piece that
// fills the inside of the rim, which the doors cut.
func (t *tiles) badge(dc *gg.Context, at canvas.Point, number int, p paints) {
	size := numberSize(t.frame.width)
	one, ground := number < 10, p.path
	if size < labelSize {
		ground = quietColour(t.look, p.fill)
	}
	if t.within() {
		t.hexagon(dc, at, insetShare*numberShare, ground)
		return
	}
	dc.SetColor(ground)
	switch rx, ry := 0.63*size, 0.5*size; {
	case size >= labelSize && one:
		dc.DrawCircle(at.X, at.Y, ry)
	case size >= labelSize:
		dc.DrawEllipse(at.X, at.Y, rx, ry)
	default:
		rx, ry = 0.66*size, 0.45*size
		if one {
			rx = ry
		}
		dc.DrawRoundedRectangle(at.X-rx, at.Y-ry, 2*rx, 2*ry, 0.7*ry)
	}
	dc.Fill()
}

// within reports whether numbers fill the inside of the rims.
func (t *tiles) within() bool {
	return t.frame.width >= signCell && numberSize(t.frame.width) < labelSize
}

// numberSize is the text size of numbers on hexagons of a width: that which a move needs, or
// smaller, or 0 if none fits.
func numberSize(width int) float64 {
	const share, most, least, leastWidth = 0.42, 0.5, 26.6, 44
	switch size := most * float64(width); {
	case width < leastWidth:
		return 0
	case size < labelSize:
		return max(size, least)
	default:
		return max(share*float64(width), labelSize)
	}
}
