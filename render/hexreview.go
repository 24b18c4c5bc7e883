package render

import (
	"image"
	"math"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// review draws the board at the turning point of a game, with the move that was played
// (a cross) and the better one (outlined), and under it a graph of the chances.
func (b *hexBoards) review(r hex.Review, s Style) (image.Image, error) {
	s.Note = "" // it would tell how the game has ended, and nothing of the turning point
	board, err := b.draw(r.Position, s, hexKey{}, func(d *hexDrawing) {
		d.stones(d.ground)
		d.markLast()
		d.played(r)
		d.better(r)
		d.caption(engine.T("Move %s: %s", strconv.Itoa(r.Ply+1), r.Played))
	})
	if err != nil {
		return nil, err
	}
	key := hexKey{look: s.Theme.colours(), size: r.Size(), topBottom: r.TopBottom(), weighted: r.Weighted()}
	kept, err := b.board(key, r.Position)
	if err != nil {
		return nil, err
	}
	top, _ := board.(*image.Paletted)
	picture := canvas{below(top, graphHeight(top.Rect.Dx()), kept.palette), kept.palette}
	recycle(top)
	area := picture.Rect
	area.Min.Y = top.Rect.Max.Y
	graph{picture, kept, area, s}.draw(r)
	return picture.Paletted, nil
}

func graphHeight(width int) int { return int(graphShare*float64(width) + 0.5) }

// below adds room under a picture, of the caption's ground.
func below(top *image.Paletted, height int, p *palette) *image.Paletted {
	r := top.Rect
	r.Max.Y += height
	taller := image.NewPaletted(r, top.Palette)
	copy(taller.Pix, top.Pix) // as wide, so that the rows follow upon each other
	c := canvas{taller, p}
	c.bar(image.Rect(r.Min.X, top.Rect.Max.Y, r.Max.X, r.Max.Y), inkBand)
	return taller
}

// played shows the move played, where it was a stone.
func (d *hexDrawing) played(r hex.Review) {
	if c, err := hexgrid.Rhombus(d.size).Parse(r.Played); err == nil {
		d.on.tile(d.cells, d.centre(c), d.ground(c), stoneOf(d.p.Mover()))
		d.on.shape(d.cells, d.centre(c), shapeCross, inkMark)
		return
	}
	d.swapMark(inkMark)
}

// better shows the better move as a stone that might have come.
func (d *hexDrawing) better(r hex.Review) {
	if r.Better == "" {
		return
	}
	c, err := hexgrid.Rhombus(d.size).Parse(r.Better)
	if err != nil {
		d.swapMark(inkGreen)
		return
	}
	d.ghost(c, d.p.Mover(), 0)
	d.on.shape(d.cells, d.centre(c), shapeTick, inkNumber)
}

// swapMark shows a swap on the stone that it concerns.
func (d *hexDrawing) swapMark(with ink) {
	if last, ok := d.p.Last(); ok {
		d.on.tile(d.cells, d.centre(last), d.ground(last), stoneOf(d.p.At(last)))
		d.on.shape(d.cells, d.centre(last), shapeSwap, with)
	}
}

// graph draws the chances over a game.
type graph struct {
	on    canvas
	board *hexBoard
	area  image.Rectangle
	s     Style
}

// plot is where the curve lies: beside the words, and off the rim.
func (g graph) plot() (left, right, top, bottom float64) {
	text := g.board.caption.size
	words := max(g.board.caption.name[0].measure(g.s.say(engine.T("Red"))), g.board.caption.name[0].measure(g.s.say(engine.T("Blue"))))
	left = float64(g.area.Min.X) + 2*text*captionPad + words
	right = float64(g.area.Max.X) - 2*text*captionPad
	return left, right, float64(g.area.Min.Y) + text*captionPad, float64(g.area.Max.Y) - text*(captionLine+captionPad)
}

func (g graph) draw(r hex.Review) {
	left, right, top, bottom := g.plot()
	n := len(r.Red) - 1
	at := func(ply int) vertex {
		return vertex{left + (right-left)*float64(ply)/float64(n), bottom - (bottom-top)*r.Red[ply]}
	}
	middle := (top + bottom) / 2
	g.fill(r, at, middle, -1, inkRed)
	g.fill(r, at, middle, 1, inkBlue)
	g.ink(inkMuted, func(dc *gg.Context) {
		dc.SetLineWidth(max(1, g.stroke()/2))
		dc.DrawLine(left, middle, right, middle)
		dc.DrawLine(left, top, left, bottom)
		dc.Stroke()
	})
	g.ink(inkText, func(dc *gg.Context) {
		g.trace(dc, r, at)
		dc.SetLineWidth(g.stroke())
		dc.Stroke()
		g.turningPoint(dc, r, at, top, bottom)
	})
	size := g.board.caption.size
	g.word(engine.T("Red"), top+size*0.45, inkRed)
	g.word(engine.T("Blue"), bottom-size*0.45, inkBlue)
}

func (g graph) stroke() float64 { return max(minimumLine, 0.11*g.board.caption.size) }

// word names a side at the left of the graph.
func (g graph) word(t engine.Text, y float64, under ink) {
	face, words := g.board.caption.name[0], g.s.say(t)
	pen := vertex{float64(g.area.Min.X) + g.board.caption.size*captionPad, y + face.capHeight()/2}
	g.on.text(face, pen, words, inkText)
	x, w := int(pen.x), int(face.measure(words))
	drop := int(pen.y + 0.2*face.size)
	g.on.bar(image.Rect(x, drop, x+w, drop+max(2, int(g.stroke()))), under)
}

// trace moves along the curve, leaving out what nobody has looked at.
func (graph) trace(dc *gg.Context, r hex.Review, at func(int) vertex) {
	down := false
	for ply, chance := range r.Red {
		switch {
		case math.IsNaN(chance):
			down = false
		case down:
			dc.LineTo(at(ply).x, at(ply).y)
		default:
			dc.MoveTo(at(ply).x, at(ply).y)
			down = true
		}
	}
}

// fill colours what lies between the curve and the middle, on the side above (-1) or
// below it (1).
func (g graph) fill(r hex.Review, at func(int) vertex, middle, side float64, with ink) {
	clamped := func(y float64) float64 { return middle + side*max(side*(y-middle), 0) }
	g.ink(with, func(dc *gg.Context) {
		for ply := range len(r.Red) - 1 {
			if math.IsNaN(r.Red[ply]) || math.IsNaN(r.Red[ply+1]) {
				continue
			}
			a, b := at(ply), at(ply+1)
			dc.MoveTo(a.x, middle)
			dc.LineTo(a.x, clamped(a.y))
			if (a.y-middle)*(b.y-middle) < 0 {
				dc.LineTo(a.x+(b.x-a.x)*(middle-a.y)/(b.y-a.y), middle)
			}
			dc.LineTo(b.x, clamped(b.y))
			dc.LineTo(b.x, middle)
			dc.ClosePath()
		}
		dc.Fill()
	})
}

// turningPoint marks the move in question, by a line and its number.
func (g graph) turningPoint(dc *gg.Context, r hex.Review, at func(int) vertex, top, bottom float64) {
	if math.IsNaN(r.Red[r.Ply]) || math.IsNaN(r.Red[r.Ply+1]) {
		return
	}
	from, to := at(r.Ply), at(r.Ply+1)
	dc.DrawCircle(from.x, from.y, 2*g.stroke())
	dc.DrawCircle(to.x, to.y, 2.6*g.stroke())
	dc.Fill()
	dc.SetLineWidth(g.stroke() / 2)
	dc.SetDash(3*g.stroke(), 2*g.stroke())
	dc.DrawLine(to.x, top, to.x, bottom)
	dc.Stroke()
	face := g.board.caption.strong[0]
	words := strconv.Itoa(r.Ply + 1)
	half := face.measure(words) / 2
	x := min(max(to.x, float64(g.area.Min.X)+half), float64(g.area.Max.X)-half)
	centred(g.on, face, vertex{x, bottom + 0.7*face.size}, words, inkText)
}

// ink paints in one ink; the context's origin is that of the picture.
func (g graph) ink(with ink, paint func(*gg.Context)) {
	dc := gg.NewContext(g.area.Dx(), g.area.Dy())
	dc.Translate(-float64(g.area.Min.X), -float64(g.area.Min.Y))
	dc.SetRGB(0, 0, 0)
	paint(dc)
	g.on.blend(tight(rgba(dc), image.Point{}), g.area.Min, with)
}
