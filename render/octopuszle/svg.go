package octopuszle

import (
	"bytes"
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
)

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
