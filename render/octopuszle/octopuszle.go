// Package octopuszle draws the Octopuszle: its 256 squares with their lines, and the little version
// of 16 squares that people play, with the squares in hand beside the board (table.go).
package octopuszle

import (
	"bytes"
	"fmt"
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Drawers draws the scenes of the Octopuszle: octopuszle.Picture, octopuszle.Pair, octopuszle.Sheet,
// *octopuszle.Position, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.Cache[key, *board]{Limit: 3 * len(render.Themes)}}
	return []render.Drawer{render.For(b.picture), render.For(b.pair), render.For(b.sheet), render.For(b.position), render.ForSuggestion(b.suggestion), render.Figures(figures)}
}

type drawing struct {
	*board
	on    canvas.Canvas
	s     render.Style
	moved image.Point // of the cells: of a second board, or of one that is shown in part
}

func (d *drawing) at(cell int) image.Point { return d.board.at(cell).Add(d.moved) }

func (d *drawing) box(cell int) image.Rectangle { return boxAt(d.at(cell), d.cell) }

func (b *boards) draw(k kind, s render.Style) *drawing {
	look := s.Theme.Look()
	board := b.Get(key{look, k}, func() *board { return newBoard(key{look, k}) })
	return &drawing{board: board, on: board.Begin(), s: s}
}

// picture draws a whole board, and offers it at full size as a file.
func (b *boards) picture(p octopuszle.Picture, s render.Style) *image.Paletted {
	shown := whole
	if p.DiagonalsAlone {
		shown = alone
	}
	d := b.draw(shown, s)
	d.all(p)
	if shown == whole {
		d.legend(d.field(), []sign{
			{tile{lines: octopuszle.Orthogonals}, false, engine.T("straight lines")},
			{tile{lines: octopuszle.Diagonals}, false, engine.T("diagonals")},
		})
	}
	d.untabled(p.Caption)
	s.Cut(func() *image.Paletted {
		d := b.draw(large, s)
		d.all(p)
		return d.on.Paletted
	})
	return d.on.Paletted
}

// untabled writes the caption of what shows no table.
func (d *drawing) untabled(words engine.Text) {
	d.s.Move, d.s.Last = 0, ""
	d.s.Write(d.on, d.caption, render.Caption{Words: words})
}

func (d *drawing) all(p octopuszle.Picture) {
	d.squares(wholeBoard, func(at int) tile {
		if p.DiagonalsAlone {
			return tile{lines: p.Board[at] & octopuszle.Diagonals}
		}
		return tile{lines: p.Board[at]}
	})
}

// pair draws two boards side by side.
func (b *boards) pair(p octopuszle.Pair, s render.Style) *image.Paletted {
	d := b.draw(twin, s)
	for i, words := range []engine.Text{engine.T("the first"), engine.T("the second")} {
		d.moved = image.Pt(i*twinStep, 0)
		d.squares(wholeBoard, func(at int) tile {
			if p.Alike(at) {
				return tile{lines: p.Boards[i][at], tint: dim}
			}
			return tile{lines: p.Boards[i][at]}
		})
		field := d.field().Add(d.moved)
		said := d.quiet.Fit(d.quiet.Legible(s.Words(words)), float64(field.Dx()))
		canvas.Centred(d.on, d.quiet, canvas.Pt(canvas.Middle(field).X, d.above), said, canvas.InkMuted)
	}
	d.untabled(p.Caption)
	return d.on.Paletted
}

var wholeBoard = image.Rect(0, 0, octopuszle.Size, octopuszle.Size)

// squares draws the squares of a window of the 16 x 16, and diagonals where they pass from cell to cell.
func (d *drawing) squares(window image.Rectangle, at func(int) tile) {
	const down, up = 1<<octopuszle.SouthEast | 1<<octopuszle.NorthWest, 1<<octopuszle.NorthEast | 1<<octopuszle.SouthWest
	half := crossing(d.cell)
	for row := window.Min.Y; row < window.Max.Y; row++ {
		for col := window.Min.X; col < window.Max.X; col++ {
			cell := row*d.cells + col
			k := at(cell)
			k.side, k.open = d.cell, true
			d.on.Stamp(d.tile(k), d.at(cell))
			if row == window.Min.Y || col == window.Min.X {
				continue
			}
			// The corner of the cell and of the three before it.
			around := [4]tile{at(cell - d.cells - 1), at(cell - d.cells), at(cell - 1), k}
			c := tile{side: d.cell, crossing: true}
			if k.lines.Has(octopuszle.NorthWest) {
				c.lines |= down
			}
			if around[2].lines.Has(octopuszle.NorthEast) {
				c.lines |= up
			}
			for i, k := range around {
				c.around[i] = k.tint
			}
			if c.lines != 0 {
				d.on.Stamp(d.tile(c), d.at(cell).Sub(image.Pt(half, half)))
			}
		}
	}
}

// Positions of the legend, in pixels.
const (
	legendSide = 76  // of a square
	legendLeft = 40  // from the board
	legendGap  = 18  // from a square to its text
	legendStep = 104 // from one entry to the next
)

type sign struct {
	tile
	ghost bool // of what would be
	words engine.Text
}

// legend explains tiles to the right of a board.
func (d *drawing) legend(field image.Rectangle, signs []sign) {
	left := field.Max.X + legendLeft
	top := (field.Min.Y + field.Max.Y - legendStep*(len(signs)-1) - legendSide) / 2
	for i, k := range signs {
		corner := image.Pt(left, top+i*legendStep)
		k.side = legendSide
		d.on.Stamp(d.tile(k.tile), corner)
		if k.ghost {
			d.on.Ghost(outline(boxAt(corner, legendSide)), canvas.InkLabel)
		}
		at := canvas.Pt(float64(left+legendSide+legendGap), float64(corner.Y)+legendSide/2+d.quiet.CapHeight()/2)
		words := d.quiet.Fit(d.quiet.Legible(d.s.Words(k.words)), canvas.Width-at.X-legendGap)
		d.on.Text(d.quiet, at, words, canvas.InkMuted)
	}
}

// Colours of SVG files. As in the source, orthogonal lines are blue.
const (
	svgOrthogonal = "#2b62c9"
	svgDiagonal   = "#d9622b"
	svgCell       = 20
)

// Encoders write the scenes of the Octopuszle by file extension: octopuszle.Picture as SVG.
var Encoders = map[string]render.Encoder{".svg": svg}

// svg draws the lines of a board as a scalable picture.
func svg(scene any) ([]byte, error) {
	p, ok := scene.(octopuszle.Picture)
	if !ok {
		return nil, fmt.Errorf("%w: %T", render.ErrScene, scene)
	}
	const side = octopuszle.Size * svgCell
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" stroke-width="2.4" stroke-linecap="round">`+"\n", side, side)
	svgLines(&out, p.Board, octopuszle.Diagonals, svgDiagonal)
	if !p.DiagonalsAlone {
		svgLines(&out, p.Board, octopuszle.Orthogonals, svgOrthogonal)
	}
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

// svgLines draws the lines of one kind; each square draws its own half of a line.
func svgLines(out *bytes.Buffer, b *octopuszle.Board, kind octopuszle.Lines, colour string) {
	const half = svgCell / 2
	fmt.Fprintf(out, `<g stroke="%s"><path d="`, colour)
	for at, l := range b {
		x, y := at%octopuszle.Size*svgCell+half, at/octopuszle.Size*svgCell+half
		for d := range octopuszle.Direction(octopuszle.Directions) {
			if east, south := d.Step(); (l & kind).Has(d) {
				fmt.Fprintf(out, "M%d %dl%d %d", x, y, east*half, south*half)
			}
		}
	}
	out.WriteString("\"/></g>\n")
}
