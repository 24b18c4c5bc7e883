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
	kept    canvas.Cache[tile, *canvas.Tile]
}

// mostTiles bounds the memory of a size: a tile takes 2 to 6 KB on boards, up to 16 KB on its own.
const mostTiles = 256

func newTiles(width int, l *canvas.Look, p *canvas.Palette) *tiles {
	f := frame{width: width, pitch: pitchOf(width)}
	return &tiles{frame: f, look: l, palette: p, kept: canvas.Cache[tile, *canvas.Tile]{Limit: mostTiles}}
}

func (t *tiles) tile(k tile) *canvas.Tile {
	k.group %= shades
	return t.kept.Get(k, func() *canvas.Tile { return t.cut(k) })
}

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
		p.rim, p.thick, p.over = t.look.Red.Base, thick, true
	case pieceTile, emptyTile, holeTile, gapTile, signTile:
	}
	return p
}

func (t *tiles) paints(fill color.RGBA) paints {
	return paints{fill, pathColour(t.look, fill), rimColour(t.look, fill), 1 - cornerShare, false}
}

func (t *tiles) path(dc *gg.Context, at canvas.Point, share float64) {
	for _, v := range t.frame.corners(at, share) {
		dc.LineTo(v.X, v.Y)
	}
	dc.ClosePath()
}

func (t *tiles) hexagon(dc *gg.Context, at canvas.Point, share float64, c color.RGBA) {
	canvas.Pen{Context: dc}.Polygon(t.frame.corners(at, share), c, 0, c)
}

func (t *tiles) empty(dc *gg.Context, at canvas.Point) {
	rim := max(canvas.MinimumLine, t.frame.share(0.03))
	canvas.Pen{Context: dc}.Polygon(t.frame.corners(at, insetShare), emptyColour(t.look), rim, edgeColour(t.look))
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
	pen := canvas.Pen{Context: dc}
	for s := range connexion.Side(connexion.Sides) {
		if k.doors.Has(s) && k.room != signRoom {
			pen.Line(at, canvas.Between(at, t.frame.door(at, s), 1.1), t.frame.share(corridorShare), p.path)
		}
	}
	if p.over {
		t.ring(dc, at, p)
	}
	disc := func(share float64, c color.RGBA) { pen.Disc(at, t.frame.share(share), c) }
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

// shades is the number of distinct group colours; further groups repeat them.
const shades = 6

// hues are the colours of hexagons. Light and dark corridors are visible on each of them.
var hues = [labyrinth.ColourCount]color.RGBA{
	canvas.RGB(0x3576d4), canvas.RGB(0x2f9a5f), canvas.RGB(0xac8011), canvas.RGB(0xd0483f), canvas.RGB(0x8656cf), canvas.RGB(0x1f9693), canvas.RGB(0x6b7688), canvas.RGB(0x0072b2),
}

// Colours of the groups other than the largest, which has the chosen hue: in themes with light and
// with dark corridors. They can be told apart with every kind of colour vision, and differ from the
// hues except as listed in skipped.
var (
	onDark = [shades]color.RGBA{
		canvas.RGB(0xb08410), canvas.RGB(0x6a35f2), canvas.RGB(0x149f54), canvas.RGB(0x7a3f7c), canvas.RGB(0xa478d8), canvas.RGB(0x2f6157),
	}
	onLight = [shades]color.RGBA{
		canvas.RGB(0xecdc2a), canvas.RGB(0xb95cf7), canvas.RGB(0x96ecb6), canvas.RGB(0xbd4f49), canvas.RGB(0xbdc0fb), canvas.RGB(0xc4961e),
	}
)

// skipped is the group colour that is too similar to a hue and is skipped: in themes with light and
// with dark corridors.
var skipped = [labyrinth.ColourCount][2]int{
	labyrinth.Blue: {4, 4}, labyrinth.Green: {2, 2}, labyrinth.Gold: {0, 5}, labyrinth.Red: {2, 3},
	labyrinth.Violet: {4, 4}, labyrinth.Teal: {2, 2}, labyrinth.Grey: {3, 4}, labyrinth.Safe: {4, 4},
}

// mixed is the share of black or white, whichever the corridors are not, in the shades of a hue.
// Groups have these shades where colours mark pieces.
var mixed = [shades]float64{0, 0.2, 0.36, 0.1, 0.28, 0.46}

func isDark(l *canvas.Look) bool { return canvas.Brightness(l.Background) < 128 }

// bodyColour is the usual colour of hexagons of a hue. It is paler with dark corridors.
func bodyColour(l *canvas.Look, c labyrinth.Colour) color.RGBA {
	const pale = 0.3
	if isDark(l) {
		return hues[c]
	}
	return canvas.Mix(hues[c], canvas.RGB(0xffffff), pale)
}

// groupColour is the colour of a group, 0 being the largest.
func groupColour(l *canvas.Look, c labyrinth.Colour, group int) color.RGBA {
	group %= shades
	if group == 0 {
		return bodyColour(l, c)
	}
	others, skip := onLight, skipped[c][1]
	if isDark(l) {
		others, skip = onDark, skipped[c][0]
	}
	if group--; group >= skip {
		group++
	}
	return others[group]
}

// shadeColour is the colour of a group where colours mark pieces.
func shadeColour(l *canvas.Look, c labyrinth.Colour, group int) color.RGBA {
	end := canvas.RGB(0xffffff)
	if isDark(l) {
		end = canvas.RGB(0)
	}
	return canvas.Mix(bodyColour(l, c), end, mixed[group%shades])
}

// MarkColour is the colour of marked hexagons.
func MarkColour(c labyrinth.Colour) color.RGBA { return hues[c] }

// MarkColours are all colours of marked hexagons.
func MarkColours() []color.RGBA { return hues[:] }

// pathColour is the colour of corridors on a hexagon. It also has contrast to the background of the
// board, so that no open door vanishes.
func pathColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	if isDark(l) {
		return canvas.Mix(fill, canvas.RGB(0xffffff), 0.94)
	}
	return canvas.Mix(fill, canvas.RGB(0), 0.74)
}

// rimColour is the colour of a hexagon's rim, with contrast to the background of the board.
func rimColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	const least = 3.2
	to, share := canvas.RGB(0), 0.22
	if isDark(l) && canvas.Contrast(canvas.Mix(fill, to, share), l.Background) < least {
		to, share = canvas.RGB(0xffffff), 0
	}
	for share < 1 && canvas.Contrast(canvas.Mix(fill, to, share), l.Background) < least {
		share += 0.02
	}
	return canvas.Mix(fill, to, share)
}

func holeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Text, 0.24) }

// gapColour and gapEdge are the colours of an empty cell that a door leads to.
func gapColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Cell, l.Green, 0.24) }

func gapEdge(l *canvas.Look) color.RGBA { return canvas.Mix(l.Cell, l.Green, 0.7) }

// emptyColour and edgeColour are the colours of an empty cell.
func emptyColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Cell, 0.6) }

func edgeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Line, 0.75) }

// fadedColour is the colour of a piece that fits nowhere.
func fadedColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Line, 0.55) }

// quietColour is a shade of a hexagon's colour on which muted numbers are as readable as on the
// background.
func quietColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	const most, least = 0.5, 4.8
	share := most
	for share > 0 && canvas.Contrast(l.Muted, canvas.Mix(l.Background, fill, share)) < least {
		share -= 0.02
	}
	return canvas.Mix(l.Background, fill, max(share, 0))
}

// newPalette holds the colours of pictures with hexagons of a colour: its shades, the marks, and
// blending steps.
func newPalette(l *canvas.Look, c labyrinth.Colour) *canvas.Palette {
	const colours, steps, weight = 250, 7, 60
	m := canvas.NewMixture(l, canvas.InkCount, holeColour(l), gapColour(l), gapEdge(l), emptyColour(l), edgeColour(l))
	piece := func(fill, path, rim color.RGBA, weight int) {
		m.Exact(fill, path, rim)
		m.Ramps(fill, steps, weight, path)
		m.Ramps(rim, steps, weight, l.Background)
		m.Ramps(rim, steps, weight/2, path)
		m.Ramps(rim, 3, weight/2, fill)
		m.Ramps(path, steps, weight/2, l.Background, l.Mark)
	}
	ground := func(fill color.RGBA, weight int) { piece(fill, pathColour(l, fill), rimColour(l, fill), weight) }
	for group := range shades {
		fill := groupColour(l, c, group)
		ground(fill, weight)
		quiet := quietColour(l, fill)
		m.Exact(quiet)
		m.Ramps(quiet, steps, weight/2, l.Muted)
		m.Ramps(quiet, 3, weight/3, rimColour(l, fill), pathColour(l, fill))
	}
	for group := range shades {
		ground(shadeColour(l, c, group), weight/6)
	}
	for other := range labyrinth.ColourCount {
		ground(hues[other], weight/6)
	}
	piece(l.Background, l.Text, l.Green, weight/3)
	piece(l.Green, l.Mark, l.Green, weight/3)
	piece(hues[labyrinth.Red], pathColour(l, hues[labyrinth.Red]), l.Red.Base, weight/3)
	piece(fadedColour(l), l.Muted, edgeColour(l), weight/3)
	m.Ramps(l.Background, steps, weight, l.Label, l.Muted, l.Text, edgeColour(l), gapColour(l), holeColour(l))
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted)
	m.Ramps(emptyColour(l), steps, weight, edgeColour(l), gapEdge(l))
	m.Ramps(gapColour(l), steps, weight, gapEdge(l), l.Text)
	return m.Palette(colours)
}
