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

// Drawers draws the scenes of the Octopuszle: octopuszle.Picture, octopuszle.Sheet,
// *octopuszle.Position, an engine.Suggestion for a position, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	b := &boards{canvas.Cache[key, *board]{Limit: 3 * len(render.Themes)}}
	return []render.Drawer{render.For(b.picture), render.For(b.sheet), render.For(b.position), render.ForSuggestion(b.suggestion), render.Figures(figures)}
}

type drawing struct {
	*board
	on canvas.Canvas
	s  render.Style
}

func (b *boards) draw(k kind, s render.Style) *drawing {
	look := s.Theme.Look()
	board := b.Get(key{look, k}, func() *board { return newBoard(key{look, k}) })
	return &drawing{board, board.Begin(), s}
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
		d.legend([]sign{
			{tile{lines: octopuszle.Orthogonals}, false, engine.T("straight lines")},
			{tile{lines: octopuszle.Diagonals}, false, engine.T("diagonals")},
		})
	}
	s.Move, s.Last = 0, "" // it shows no table
	s.Write(d.on, d.caption, render.Caption{Words: p.Caption})
	s.Cut(func() *image.Paletted {
		d := b.draw(large, s)
		d.all(p)
		return d.on.Paletted
	})
	return d.on.Paletted
}

func (d *drawing) all(p octopuszle.Picture) {
	for at, lines := range p.Board {
		if p.DiagonalsAlone {
			lines &= octopuszle.Diagonals
		}
		d.on.Stamp(d.tile(tile{lines: lines, side: d.cell, open: true}), d.at(at))
	}
	d.crossings(p.Board)
}

// crossings draws diagonals where they pass from cell to cell.
func (d *drawing) crossings(b *octopuszle.Board) {
	const down, up = 1<<octopuszle.SouthEast | 1<<octopuszle.NorthWest, 1<<octopuszle.NorthEast | 1<<octopuszle.SouthWest
	half := crossing(d.cell)
	for at := range b {
		var lines octopuszle.Lines
		if b[at].Has(octopuszle.SouthEast) {
			lines |= down
		}
		if at+1 < len(b) && b[at+1].Has(octopuszle.SouthWest) && at%d.cells < d.cells-1 {
			lines |= up
		}
		if lines != 0 {
			corner := d.at(at).Add(image.Pt(d.cell-half, d.cell-half))
			d.on.Stamp(d.tile(tile{lines: lines, side: d.cell, crossing: true}), corner)
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

func (d *drawing) legend(signs []sign) {
	field := d.field()
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
