package labyrinth

import (
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

var figures = map[string]render.Figure{
	render.Emblem.Name: drawEmblem,
	"pieces":           drawPieces,
	"fits":             drawFits,
	"gaps":             drawGaps,
	"groups":           drawGroups,
}

func doors(sides ...connexion.Side) (d connexion.Doors) {
	for _, s := range sides {
		d |= 1 << s
	}
	return d
}

// comb is a part of a board on a sheet, with cells of a width from corner to corner.
type comb struct {
	*render.Sheet
	*tiles
	origin canvas.Point // centre of cell (0, 0)
}

func newComb(s *render.Sheet, width int, origin canvas.Point) comb {
	return comb{s, newTiles(width, s.Look, nil), origin}
}

// at returns the centre of a cell, in board coordinates.
func (c comb) at(q, r int) canvas.Point {
	w, p := float64(c.frame.width), float64(c.frame.pitch)
	return canvas.Pt(c.origin.X+0.75*w*float64(q), c.origin.Y+p*(float64(r)+float64(q)/2))
}

func (c comb) lay(q, r int, d connexion.Doors, group int) {
	c.path(c.Context, c.at(q, r), 1)
	c.Clip()
	c.piece(c.Context, c.at(q, r), tile{doors: d}, c.paints(groupColour(c.Look, hueShown, group)))
	c.ResetClip()
}

// gap draws an empty cell that a door leads to.
func (c comb) gap(q, r int) { c.tiles.gap(c.Context, c.at(q, r)) }

// hueShown is the colour of the pieces in figures.
const hueShown = labyrinth.Gold

func drawPieces(s *render.Sheet) {
	const width, pitch = 202, 214
	for i, d := range []connexion.Doors{
		0, doors(connexion.North), doors(connexion.SouthWest, connexion.NorthEast),
		doors(connexion.North, connexion.SouthEast, connexion.SouthWest), connexion.AllDoors,
	} {
		c := newComb(s, width, canvas.Pt(render.FigureWidth/2+float64(i-2)*pitch, 300))
		c.lay(0, 0, d, 0)
		s.Label(i, canvas.Pt(c.origin.X, 475), pitch-10)
	}
}

func drawFits(s *render.Sheet) {
	const width, top, third = 210, 150.0, render.FigureWidth / 3.0
	north, south := doors(connexion.North), doors(connexion.South)
	for i, pair := range [...]struct{ upper, lower connexion.Doors }{
		{south, north},
		{south, south},
		{north, south},
	} {
		x := third * (float64(i) + 0.5)
		c := newComb(s, width, canvas.Pt(x, top))
		c.lay(0, 0, pair.upper, 0)
		c.lay(0, 1, pair.lower, 0)
		if i == 0 {
			s.Yes(canvas.Pt(x, 500))
		} else {
			s.No(canvas.Pt(x, 500))
		}
		s.Label(i, canvas.Pt(x, 600), third-30)
	}
}

func drawGaps(s *render.Sheet) {
	const width = 196
	for half, x := range [...]float64{285, 815} {
		c := newComb(s, width, canvas.Pt(x, 300))
		c.lay(-1, 1, doors(connexion.NorthEast), 0)
		c.lay(0, -1, doors(connexion.South), 0)
		if half == 0 {
			c.gap(0, 0)
		} else {
			c.lay(0, 0, doors(connexion.SouthWest, connexion.North, connexion.SouthEast), 1)
			c.gap(1, 0)
		}
		s.Label(half, canvas.Pt(x, 610), 480)
	}
	s.Arrow(canvas.Pt(505, 300), canvas.Pt(575, 300), 10, s.Look.Muted)
}

func drawGroups(s *render.Sheet) {
	const width = 150
	c := newComb(s, width, canvas.Pt(300, 330))
	ring := []struct {
		q, r int
		d    connexion.Doors
	}{
		{0, -1, doors(connexion.SouthEast, connexion.SouthWest)},
		{1, -1, doors(connexion.NorthWest, connexion.South)},
		{1, 0, doors(connexion.North, connexion.SouthWest)},
		{0, 1, doors(connexion.NorthEast, connexion.NorthWest)},
		{-1, 1, doors(connexion.SouthEast, connexion.North)},
		{-1, 0, doors(connexion.South, connexion.NorthEast)},
	}
	c.hexagon(c.Context, c.at(0, 0), insetShare, holeColour(s.Look))
	for _, p := range ring {
		c.lay(p.q, p.r, p.d, 0)
	}
	for i, d := range []connexion.Doors{doors(connexion.SouthEast), doors(connexion.NorthWest, connexion.SouthEast), doors(connexion.NorthWest)} {
		c.lay(3+i, -3, d, 1)
	}
	c.lay(5, -1, 0, 2)
	s.Label(0, c.at(0, 0), 0.8*width)
	s.Remark(1, canvas.Pt(render.FigureWidth/2, 640), 800)
}
