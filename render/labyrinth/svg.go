package labyrinth

import (
	"bytes"
	"fmt"
	"math"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
)

// Sizes of the SVG picture, for hexagons of radius 20.
const (
	svgRadius   = 20.0
	svgInset    = 0.94 // of a hexagon, in cells
	svgCorridor = 9.0
	svgRoom     = 6.5
)

// svgHues are the colours of a hexagon and of its corridors.
var svgHues = [labyrinth.ColourCount][2]string{
	{"#2f6fce", "#eaf2ff"},
	{"#7d7f1d", "#f6f6de"},
	{"#c79a1b", "#fff8e1"},
	{"#c8433c", "#ffecea"},
	{"#7d4fc4", "#f3ecff"},
	{"#1f8f8c", "#e4f7f6"},
	{"#5f6a7a", "#f0f3f7"},
	{"#00558f", "#fff3c4"},
}

// Encoders write the scenes of the Connexion by file extension: labyrinth.Picture and
// *labyrinth.Position as SVG.
var Encoders = map[string]render.Encoder{".svg": svg}

func svg(scene any) ([]byte, error) {
	switch scene := scene.(type) {
	case labyrinth.Picture:
		return svgPicture(scene), nil
	case *labyrinth.Position:
		return svgPicture(scene.Picture()), nil
	}
	return nil, fmt.Errorf("%w: %T", render.ErrScene, scene)
}

func svgPicture(p labyrinth.Picture) []byte {
	var b bytes.Buffer
	high := math.Sqrt(3) / 2 * svgRadius
	width, height := (1.5*float64(p.Frame.Cols)+0.5)*svgRadius, (2*float64(p.Frame.Rows)+1)*high
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f">`+"\n", width, height)
	hue := map[connexion.Doors]labyrinth.Colour{}
	for _, m := range p.Marks {
		hue[m.Doors] = m.Colours[0]
	}
	for _, piece := range p.Pieces {
		x, y := (1.5*float64(piece.Q)+1)*svgRadius, float64(piece.Height()+1)*high
		colour, marked := hue[piece.Doors]
		if !marked {
			colour = p.Colour
		}
		svgPiece(&b, piece.Doors, x, y, svgHues[colour], p.Numbers)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func svgPiece(b *bytes.Buffer, d connexion.Doors, x, y float64, hue [2]string, number bool) {
	fmt.Fprintf(b, `<path fill="%s" d="`, hue[0])
	for corner := range connexion.Sides {
		sin, cos := math.Sincos(float64(corner) * math.Pi / 3)
		fmt.Fprintf(b, "%c%.1f %.1f", "ML"[min(corner, 1)], x+svgInset*svgRadius*cos, y+svgInset*svgRadius*sin)
	}
	fmt.Fprintf(b, `Z"/><g stroke="%s" stroke-width="%.1f">`, hue[1], svgCorridor)
	for s := range connexion.Side(connexion.Sides) {
		if d.Has(s) {
			sin, cos := math.Sincos(float64(s)*math.Pi/3 - math.Pi/2)
			reach := math.Sqrt(3) / 2 * svgRadius
			fmt.Fprintf(b, `<path d="M%.1f %.1fL%.1f %.1f"/>`, x, y, x+reach*cos, y+reach*sin)
		}
	}
	fmt.Fprintf(b, `</g><circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"/>`, x, y, svgRoom, hue[1])
	if number {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-family="sans-serif" font-weight="bold" font-size="9" text-anchor="middle" dominant-baseline="central" fill="%s">%d</text>`, x, y, hue[0], d.Number())
	}
	b.WriteByte('\n')
}
