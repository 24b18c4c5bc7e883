// Package hex draws Hex: positions with the winning chain, puzzles, and the views of the game, such
// as coloured chains, weights and costs, shortest paths, analyses and reviews of finished games.
//
// Empty boards, laid out in frame.go as a honeycomb, are cached. A drawing places cells with stones
// (paint.go) on them, and marks in one ink (shape.go).
//
// Lengths are in cell widths; shares.go has the proportions.
package hex

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of Hex: *hex.Position, *hex.Puzzle, hex.PuzzleHint, hex.Sets,
// hex.Weights, hex.PathView, hex.Search, hex.Analysis, hex.Review, hex.SwapMap, an engine.Suggestion for a
// *hex.Position, and the figures of the rules.
var Drawers = newBoards(mostBoards).drawers()

func newBoards(most int) *boards { return &boards{canvas.Cache[key, *board]{Limit: most}} }

func (b *boards) drawers() []render.Drawer {
	return []render.Drawer{
		render.For(b.position),
		render.For(b.sets),
		render.For(b.weights),
		render.For(b.path),
		render.For(b.search),
		render.ForSuggestion(b.suggestion),
		render.For(b.analysis),
		render.For(b.review),
		render.For(b.swapMap),
		render.For(b.puzzle),
		render.For(b.puzzleHint),
		render.Figures(figures),
	}
}

// position draws the board, with the winning chain once the game is over.
func (b *boards) position(p *hex.Position, s render.Style) *image.Paletted {
	return b.draw(p, s, key{}, (*drawing).position)
}

func (d *drawing) position() {
	d.stones(d.ground)
	d.markLast()
	d.chain(d.p.Path())
	d.caption(d.standing())
}

type drawing struct {
	*board
	on canvas.Canvas
	p  *hex.Position
	s  render.Style
	// cut reports that something had no room.
	cut bool
	// overflow is what the caption shows instead of numbers without room, the most important first.
	overflow []string
	// signs explains the signs on the board; the caption shows it if overflow is empty.
	signs engine.Text
}

// draw draws a position. The key need only have the kind of board. If something has no room, draw
// offers a larger picture of the whole.
func (b *boards) draw(p *hex.Position, s render.Style, k key, scene func(*drawing)) *image.Paletted {
	k = k.of(p, s)
	picture, cut := b.Get(k, func() *board { return newBoard(k, p.Weight) }).draw(p, s, scene)
	if cut {
		s.Cut(func() *image.Paletted {
			k.whole = true
			picture, _ := newBoard(k, p.Weight).draw(p, s, scene)
			return picture
		})
	}
	return picture
}

// draw draws a position and reports whether something had no room.
func (b *board) draw(p *hex.Position, s render.Style, scene func(*drawing)) (picture *image.Paletted, cut bool) {
	d := &drawing{board: b, on: b.Begin(), p: p, s: s}
	scene(d)
	return d.on.Paletted, d.cut
}

func (d *drawing) mark(c hexgrid.Cell, k shape, with canvas.Ink) {
	d.on.Blend(d.cells.shape(k), d.centre(c), with)
}

func (d *drawing) centre(c hexgrid.Cell) image.Point {
	return d.cells.comb.centre(d.p.Grid().Column(c), d.p.Grid().Row(c))
}

func (d *drawing) all() hexgrid.Cell { return hexgrid.Cell(d.p.Grid().Cells()) }

func stoneOf(c hex.Colour) stone { return [...]stone{noStone, redStone, blueStone}[c] }

func ghostOf(c hex.Colour) stone { return [...]stone{noStone, redGhost, blueGhost}[c] }

// stones draws each cell that differs from the empty board, on the given background.
func (d *drawing) stones(ground func(hexgrid.Cell) fill) {
	for c := range d.all() {
		f, on := ground(c), stoneOf(d.p.At(c))
		if on != noStone || f != d.board.ground[c] {
			d.on.Stamp(d.cells.tile(f, on), d.centre(c))
		}
	}
}

// ground is a cell's background, which shows whether the search for the winning chain visited it.
func (d *drawing) ground(c hexgrid.Cell) fill {
	if d.p.Visited(c) {
		return d.board.ground[c].visited()
	}
	return d.board.ground[c]
}

// weightFill is the fill of a weight by its rank, lightest first. The shades are spread as far
// apart as possible.
func weightFill(rank, of int) fill {
	return fillWeight + fill(rank*(weightShades-1)/max(of-1, 1))
}

// markLast marks the last stone with a ring, or with arrows if a swap brought it.
func (d *drawing) markLast() {
	last, ok := d.p.Last()
	switch {
	case !ok:
	case d.freshSwap():
		d.mark(last, shapeSwap, canvas.InkMark)
	case d.comb.width < tinyCell:
		d.mark(last, shapeOuterRing, canvas.InkText)
	default:
		d.mark(last, shapeRing, canvas.InkMark)
	}
}

func (d *drawing) freshSwap() bool { return d.p.Swapped() && d.p.Stones() == 1 }

func (d *drawing) chain(cells []hexgrid.Cell) {
	d.pieces(cells, shapeChainHalo, shapeJointHalo, canvas.InkHalo)
	d.pieces(cells, shapeChain, shapeJoint, canvas.InkGreen)
}

func (d *drawing) pieces(cells []hexgrid.Cell, line, joint shape, with canvas.Ink) {
	for i, c := range cells {
		if i > 0 {
			from, direction := d.step(cells[i-1], c)
			d.mark(from, line+direction, with)
		}
		d.mark(c, joint, with)
	}
}

// step returns the end of a step from which it leads east (0), south-east (1) or south-west (2).
func (d *drawing) step(a, b hexgrid.Cell) (from hexgrid.Cell, direction shape) {
	from, to := min(a, b), max(a, b)
	switch to - from {
	case 1:
		return from, 0
	case hexgrid.Cell(d.p.Width()):
		return from, 1
	default:
		return from, 2
	}
}

func (d *drawing) standing() engine.Text {
	switch {
	case d.p.Winner() != hex.Empty:
		return either(d.p.Winner(), engine.T("Red wins"), engine.T("Blue wins"))
	case d.p.Turn() == engine.NoSeat:
		return engine.T("The game is over")
	case d.freshSwap():
		return engine.T("Blue swapped, Red to move")
	case d.p.CanSwap():
		return engine.T("Blue to move or swap")
	default:
		return either(d.p.Mover(), engine.T("Red to move"), engine.T("Blue to move"))
	}
}

// boards caches empty boards. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

// mostBoards bounds the memory: a board takes 0.8 MB for its picture and some 0.3 MB for sprites
// and tables.
const mostBoards = 12

type key struct {
	look      *canvas.Look
	width     int  // columns
	height    int  // rows
	flat      bool // cells have a side on top
	weighted  bool
	topBottom hex.Colour
	tinted    bool // chains get tints
	hot       bool // cells have the shades of a heat map
	swaps     bool // cells have shades of both colours
	graph     bool // below the board
	numbered  bool // cells and stones hold numbers
	whole     bool // large enough for all numbers
}

// board is an empty board with its sprites and typefaces. It is immutable.
type board struct {
	canvas.Board
	frame
	cells   *sheet
	icons   *sheet           // for the caption
	number  *canvas.Typeface // on cells
	narrow  *canvas.Typeface // on cells, where the usual number would come close to the sides
	small   *canvas.Typeface // on cells, muted
	ground  []fill           // by cell
	entries []int            // weights in the legend of a weighted board, lightest first
	caption *canvas.Caption
}

// of completes a key with properties of the position and the style.
func (k key) of(p *hex.Position, s render.Style) key {
	k.look, k.flat = s.Theme.Look(), s.Flat
	k.width, k.height, k.weighted, k.topBottom = p.Width(), p.Height(), p.Weighted(), p.TopBottom()
	return k
}

func newBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := layOutBoard(k, weight)
	b.Palette = k.palette(b.Look, b.comb, b.ground)
	b.cells.palette, b.icons.palette = b.Palette, b.Palette
	b.letter(b.Paint(b.bounds, b.lower(), func(dc *gg.Context) { b.paint(dc, k) }))
	return b
}

// layOutBoard returns a board without its palette and its base.
func layOutBoard(k key, weight func(hexgrid.Cell) int) *board {
	b := &board{Board: canvas.Board{Look: k.look}}
	if k.weighted {
		b.entries = k.weights(weight)
		b.Look = weightLook(b.Look)
	}
	b.frame = newFrame(k, len(b.entries))
	for c := range hexgrid.Cell(k.width * k.height) {
		ground := b.tone(c)
		if rank := slices.Index(b.entries, weight(c)); rank >= 0 {
			ground = weightFill(rank, len(b.entries))
		}
		b.ground = append(b.ground, ground)
	}
	b.number = canvas.Bold(max(labelSize, b.comb.scale(numberShare)))
	b.narrow = canvas.Condensed(labelSize)
	if k.hot && !b.fitsCell(b.narrow, "00") {
		b.Look = heatLook(b.Look)
	}
	b.small = b.largest("00")
	b.caption = canvas.NewCaption(b.band())
	b.cells = newSheet(b.comb, b.Look)
	b.icons = newSheet(newHoneycomb(2*int(b.caption.Token/stoneShare/4), k.flat), b.Look)
	return b
}

// largest is the largest typeface in which muted text fits on a cell, or else the smallest.
func (b *board) largest(words string) (face *canvas.Typeface) {
	for size := labelSize; size >= smallSize; size-- {
		face = canvas.Condensed(size)
		if b.comb.holds(face.Measure(words)/2+smallSide, face.CapHeight()/2) {
			break
		}
	}
	return face
}

// fitsCell reports whether text fits on a cell with space at its sides.
func (b *board) fitsCell(face *canvas.Typeface, words string) bool {
	return b.comb.holds(face.Measure(words)/2+numeralSide, face.CapHeight()/2)
}

// weights returns the distinct weights of cells, lightest first.
func (k key) weights(weight func(hexgrid.Cell) int) (all []int) {
	for c := range hexgrid.Cell(k.width * k.height) {
		all = append(all, weight(c))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lower is the area with the background of the caption: the caption and the graph.
func (b *board) lower() image.Rectangle { return b.graph().Union(b.band()) }

func (b *board) paint(dc *gg.Context, k key) {
	b.paintEdges(dc, k.topBottom)
	for c, f := range b.ground {
		paintCell(b.Look, dc, b.comb, b.comb.centre(c%b.width, c/b.width), f)
	}
	lined := *b.Look
	lined.Line = k.look.Line
	for i := range b.entries {
		paintCell(&lined, dc, b.legend.comb, b.legend.at(i), weightFill(i, len(b.entries)))
	}
}

// letter writes the coordinates on all four sides, and the weights of the legend.
func (b *board) letter(on canvas.Canvas) {
	for _, l := range b.labels {
		canvas.Centred(on, b.letters, l.at, l.words, canvas.InkLabel)
	}
	for i, weight := range b.entries {
		canvas.Centred(on, b.letters, canvas.At(b.legend.at(i)), strconv.Itoa(weight), canvas.InkNumber)
	}
}

// sheet caches tiles and shapes for one size of cell, each painted on first use. It is safe for
// concurrent use.
type sheet struct {
	comb    honeycomb // the origin is unused
	look    *canvas.Look
	palette *canvas.Palette
	tiles   canvas.Cache[tile, *canvas.Tile]
	shapes  canvas.Cache[shape, *image.Alpha]
}

// tile is a cell and its content.
type tile struct {
	fill
	stone
}

func newSheet(comb honeycomb, l *canvas.Look) *sheet {
	s := &sheet{comb: comb, look: l}
	s.tiles.Limit, s.shapes.Limit = int(fillCount)*int(stoneCount), int(shapeCount)
	return s
}

func (s *sheet) tile(f fill, on stone) *canvas.Tile {
	return s.tiles.Get(tile{f, on}, func() *canvas.Tile {
		painter := newTilePainter(s.look, s.comb)
		painter.lay(f)
		return canvas.Cut(s.palette.Convert(painter.paint(on)), s.comb.cellBox(), s.comb.covers)
	})
}

// shape returns a shape's coverage, with bounds relative to its centre.
func (s *sheet) shape(k shape) *image.Alpha {
	return s.shapes.Get(k, func() *image.Alpha {
		box := k.box(s.comb)
		dc := gg.NewContext(box.Dx(), box.Dy())
		dc.SetRGB(0, 0, 0)
		k.paint(dc, s.comb, image.Point{}.Sub(box.Min))
		return canvas.Tight(canvas.Drawn(dc), box.Min)
	})
}

// caption writes the players and, unless the style overrides it, the given text.
func (d *drawing) caption(words engine.Text) {
	d.s.Write(d.on, d.board.caption, render.Caption{
		Words: words, Below: d.below(), Position: d.p, Sides: []render.Side{d.side(hex.Red), d.side(hex.Blue)},
	})
}

// mostOverflow is the number of items of overflow that fit between two long names.
const mostOverflow = 3

// below is the second line of the caption: numbers without room on the board, or the meaning of
// signs.
func (d *drawing) below() engine.Text {
	if len(d.overflow) == 0 {
		return d.signs
	}
	return engine.T("%s", strings.Join(d.overflow[:min(len(d.overflow), mostOverflow)], " · "))
}

// side is a colour with its sign: a stone, and an arrow between its edges.
func (d *drawing) side(c hex.Colour) render.Side {
	stone, gap := d.board.caption.Token, d.board.caption.Gap()
	arrow := shapeAcross
	if c == d.p.TopBottom() {
		arrow = shapeDown
	}
	wide := float64(d.icons.shape(arrow).Rect.Dx())
	return render.Side{
		Title: colourName(c), Bar: inkOf(c), Width: stone + gap + wide,
		Token: func(end canvas.End) {
			d.on.Stamp(d.icons.tile(fillBand, stoneOf(c)), end.At(stone/2).Round())
			d.on.Blend(d.icons.shape(arrow), end.At(stone+gap+wide/2).Round(), canvas.InkMuted)
		},
	}
}

func colourName(c hex.Colour) engine.Text { return either(c, engine.T("Red"), engine.T("Blue")) }

func inkOf(c hex.Colour) canvas.Ink { return either(c, canvas.InkRed, canvas.InkBlue) }

func either[T any](c hex.Colour, red, blue T) T {
	if c == hex.Red {
		return red
	}
	return blue
}
