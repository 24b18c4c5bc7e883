package labyrinth

import (
	"image"
	"image/color"
	"math"

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
	pieceTile kind = iota
	emptyTile      // an empty cell of a board
	holeTile       // an enclosed empty cell
	gapTile        // an empty cell that a door leads to
	fadedTile      // a piece that fits nowhere
)

// room is the centre of a piece.
type room uint8

const (
	plainRoom  room = iota
	numberRoom      // the background of a number
	markRoom        // a large room in the colour of a mark
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
		t.gap(dc, at)
	case pieceTile, fadedTile:
		t.piece(dc, at, k, t.paintOf(k, k.colour))
		if k.split != k.colour {
			dc.DrawRectangle(at.X, 0, at.X, 2*at.Y)
			dc.Clip()
			t.piece(dc, at, k, t.paintOf(k, k.split))
		}
	}
	return canvas.Drawn(dc)
}

type paints struct{ fill, path, rim color.RGBA }

func (t *tiles) paintOf(k tile, c labyrinth.Colour) paints {
	switch {
	case k.kind == fadedTile:
		return paints{fadedColour(t.look), t.look.Muted, t.look.Line}
	case k.marked:
		return t.paints(MarkColour(c))
	case k.shaded:
		return t.paints(shadeColour(t.look, c, k.group))
	default:
		return t.paints(groupColour(t.look, c, k.group))
	}
}

func (t *tiles) paints(fill color.RGBA) paints {
	return paints{fill, pathColour(t.look, fill), rimColour(t.look, fill)}
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
	canvas.Pen{Context: dc}.Polygon(t.frame.corners(at, insetShare), t.look.Cell, rim, t.look.Line)
}

// gap paints an empty cell that a door leads to: hollow, with a dashed rim whose dashes turn around
// the corners.
func (t *tiles) gap(dc *gg.Context, at canvas.Point) {
	const rim, apart, drawn = 0.065, 5, 0.34
	t.empty(dc, at)
	corners := t.frame.corners(at, gapShare)
	side, line := canvas.Distance(corners[0], corners[1]), max(3.5, t.frame.share(rim))
	period := side / max(1, math.Round(side/(apart*line)))
	dc.SetDash(drawn*period, (1-drawn)*period)
	dc.SetDashOffset(drawn * period / 2)
	t.path(dc, at, gapShare)
	dc.SetLineWidth(line)
	dc.SetColor(gapColour(t.look))
	dc.Stroke()
	dc.SetDash()
}

// piece paints a hexagon with a rim, the corridors to its doors, and the room where they meet.
func (t *tiles) piece(dc *gg.Context, at canvas.Point, k tile, p paints) {
	t.hexagon(dc, at, insetShare, p.rim)
	t.hexagon(dc, at, insetShare*cornerShare, p.fill)
	pen := canvas.Pen{Context: dc}
	for s := range connexion.Side(connexion.Sides) {
		if k.doors.Has(s) {
			pen.Line(at, canvas.Between(at, t.frame.door(at, s), 1.1), t.frame.share(corridorShare), p.path)
		}
	}
	disc := func(share float64, c color.RGBA) { pen.Disc(at, t.frame.share(share), c) }
	switch k.room {
	case numberRoom:
		t.badge(dc, at, k.doors.Number(), p)
	case markRoom:
		disc(markShare+0.05, p.path)
		disc(markShare, p.fill)
	case plainRoom:
		disc(roomShare, p.path)
		if k.doors == 0 { // a room without corridors
			disc(roomShare*0.5, p.fill)
		}
	}
}

// badge paints the background of a number: the room where the corridors meet, no larger than the
// number, so that the doors stay visible. On small pieces it is a quiet shade of the piece that
// fills the inside of the rim, which the doors cut, and on the smallest the corners of digits too.
func (t *tiles) badge(dc *gg.Context, at canvas.Point, number int, p paints) {
	size := numberSize(t.frame.width)
	if t.frame.width < roomyCell {
		t.hexagon(dc, at, insetShare*numberShare, quietColour(t.look, p.fill))
		if number >= 10 {
			dc.DrawRoundedRectangle(at.X-0.45*size, at.Y-0.4*size, 0.9*size, 0.8*size, 0.15*size)
			dc.Fill()
		}
		return
	}
	rx, ry := 0.68*size, 0.52*size
	if number < 10 {
		rx = ry
	}
	dc.SetColor(p.path)
	dc.DrawEllipse(at.X, at.Y, rx, ry)
	dc.Fill()
}

// numberFace is the typeface of numbers on hexagons of a width.
func numberFace(width int) *canvas.Typeface {
	if width < wideCell {
		return canvas.Condensed(numberSize(width))
	}
	return canvas.Bold(numberSize(width))
}

// numberSize is the text size of numbers on hexagons of a width, or 0 if they have no room.
func numberSize(width int) float64 {
	const share = 0.42
	if width < numberCell {
		return 0
	}
	return max(share*float64(width), canvas.LeastText)
}

// shades is the number of distinct group colours; further groups repeat them.
const shades = 6

// hues are the colours of hexagons. Light and dark corridors are visible on each of them.
var hues = [labyrinth.ColourCount]color.RGBA{
	canvas.RGB(0x3576d4), canvas.RGB(0x84861f), canvas.RGB(0xa87c0e), canvas.RGB(0xd0483f), canvas.RGB(0x8656cf), canvas.RGB(0x1f9693), canvas.RGB(0x6b7688), canvas.RGB(0x0072b2),
}

// Colours of the groups other than the largest, which has the chosen hue: in themes with light and
// with dark corridors. They can be told apart with every kind of colour vision, and differ from the
// hues except as listed in skipped. None is green, which means hints and victories; on light ground
// they are earths: ochre, madder, lilac, umber, slate and sand.
var (
	onDark = [shades]color.RGBA{
		canvas.RGB(0xb08410), canvas.RGB(0x7748f3), canvas.RGB(0xb14a5d), canvas.RGB(0x845230), canvas.RGB(0x9b7bd1), canvas.RGB(0x554281),
	}
	onLight = [shades]color.RGBA{
		canvas.RGB(0xcda14c), canvas.RGB(0xa95041), canvas.RGB(0xd1c6f6), canvas.RGB(0x987e71), canvas.RGB(0x8aa3c0), canvas.RGB(0xe8d5a3),
	}
)

// skipped is the group colour that is too similar to a hue and is skipped: in themes with light and
// with dark corridors.
var skipped = [labyrinth.ColourCount][2]int{
	labyrinth.Blue: {4, 4}, labyrinth.Green: {0, 0}, labyrinth.Gold: {0, 0}, labyrinth.Red: {3, 3},
	labyrinth.Violet: {4, 3}, labyrinth.Teal: {2, 4}, labyrinth.Grey: {2, 4}, labyrinth.Safe: {4, 4},
}

// mixed is the share of black or white, whichever the corridors are not, in the shades of a hue.
// Groups have these shades where colours mark pieces.
var mixed = [shades]float64{0, 0.2, 0.36, 0.1, 0.28, 0.46}

// bodyColour is the usual colour of hexagons of a hue. It is paler with dark corridors.
func bodyColour(l *canvas.Look, c labyrinth.Colour) color.RGBA {
	const pale = 0.3
	if l.IsDark() {
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
	if l.IsDark() {
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
	if l.IsDark() {
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
	if l.IsDark() {
		return canvas.Mix(fill, canvas.RGB(0xffffff), 0.94)
	}
	return canvas.Mix(fill, canvas.RGB(0), 0.74)
}

// rimColour is the colour of a hexagon's rim, with contrast to the background of the board.
func rimColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	const least = 3.2
	to, share := canvas.RGB(0), 0.22
	if l.IsDark() && canvas.Contrast(canvas.Mix(fill, to, share), l.Background) < least {
		to, share = canvas.RGB(0xffffff), 0
	}
	for share < 1 && canvas.Contrast(canvas.Mix(fill, to, share), l.Background) < least {
		share += 0.02
	}
	return canvas.Mix(fill, to, share)
}

func holeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Text, 0.26) }

// gapColour is the colour of the rim of an empty cell that a door leads to.
func gapColour(l *canvas.Look) color.RGBA { return l.Label }

// fadedColour is the colour of a piece that fits nowhere.
func fadedColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Line, 0.55) }

// quietColour is a shade of a hexagon's colour on which numbers can be read.
func quietColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	const most, least = 0.66, 4.8
	share := most
	for share > 0 && canvas.Contrast(l.Label, canvas.Mix(l.Background, fill, share)) < least {
		share -= 0.02
	}
	return canvas.Mix(l.Background, fill, max(share, 0))
}

// newPalette holds the colours of pictures with hexagons of a colour: its shades, the marks, and
// blending steps.
func newPalette(l *canvas.Look, c labyrinth.Colour) *canvas.Palette {
	const colours, steps, weight = 250, 7, 60
	m := canvas.NewMixture(l, canvas.InkCount, holeColour(l), l.Cell, l.Line)
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
		m.Ramps(quiet, steps, weight/2, l.Text)
		m.Ramps(quiet, 3, weight/3, rimColour(l, fill), pathColour(l, fill))
	}
	for group := range shades {
		ground(shadeColour(l, c, group), weight/6)
	}
	for other := range labyrinth.ColourCount {
		ground(hues[other], weight/6)
	}
	piece(fadedColour(l), l.Muted, l.Line, weight/3)
	m.Ramps(l.Background, steps, weight, l.Label, l.Muted, l.Text, l.Line, holeColour(l), l.Green)
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted)
	m.Ramps(l.Cell, steps, weight, l.Line, gapColour(l), l.Green)
	m.Ramps(quietColour(l, fadedColour(l)), steps, weight/2, l.Label)
	return m.Palette(colours)
}
