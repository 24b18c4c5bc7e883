package hex

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// review draws the board at the turning point of a game, with the move played (a cross) and the
// better move (outlined), above a graph of the chances. The caption has the players' accuracies.
func (b *boards) review(r hex.Review, s render.Style) *image.Paletted {
	s.Note, s.Move, s.Last = "", 0, "" // they describe the end of the game, not the turning point
	return b.draw(r.Position, s, key{graph: true}, func(d *drawing) {
		d.stones(d.ground)
		d.markLast()
		d.played(r)
		d.better(r)
		d.signs = r.Accuracies()
		d.caption(reviewTitle(r))
		graph{d, d.graph()}.draw(r)
	})
}

func reviewTitle(r hex.Review) engine.Text {
	if r.Played == "" && (r.End == engine.OnTime || r.End == engine.Forfeited) {
		return engine.T("Over after move %s", strconv.Itoa(r.Ply))
	}
	if r.Played == "" {
		return engine.T("Resigned after move %s", strconv.Itoa(r.Ply))
	}
	return engine.T("Move %s: %s", strconv.Itoa(r.Ply+1), r.Played)
}

// played marks the move played, if it was a stone.
func (d *drawing) played(r hex.Review) {
	if r.Played == "" {
		return
	}
	if c, err := d.p.Grid().Parse(r.Played); err == nil {
		d.on.Stamp(d.cells.tile(d.ground(c), stoneOf(d.p.Mover())), d.centre(c))
		d.mark(c, shapeCross, canvas.InkMark)
		return
	}
	if last, ok := d.p.Last(); ok {
		d.swapMark(last)
	}
}

// better draws the better move as an advised ghost stone.
func (d *drawing) better(r hex.Review) {
	if r.Better == "" {
		return
	}
	c, err := d.p.Grid().Parse(r.Better)
	if err == nil {
		d.on.Ghost(d.piece(c, d.p.Mover()).Grown(-d.comb.scale(withinHint)), inkOf(d.p.Mover()))
		d.hint(c)
	} else if c, ok := d.p.Last(); ok {
		d.swapMark(c)
		d.hint(c)
	}
}

// swapMark marks a swap on the stone that it takes over.
func (d *drawing) swapMark(c hexgrid.Cell) {
	d.on.Stamp(d.cells.tile(d.ground(c), stoneOf(d.p.At(c))), d.centre(c))
	d.mark(c, shapeSwap, canvas.InkMark)
}

type graph struct {
	*drawing
	area image.Rectangle
}

func (g graph) face() *canvas.Typeface { return g.board.caption.Small }

// graphPad is the margin around a graph, in text sizes.
const graphPad = 0.7

// plot is the area of the curve: right of the text, above the numbers, and inside the margin.
func (g graph) plot() (left, right, top, bottom float64) {
	face := g.face()
	pad, words := graphPad*face.Size, 0.0
	for _, side := range [...]hex.Colour{hex.Red, hex.Blue} {
		words = max(words, face.Measure(face.Legible(g.s.Words(hex.ColourName(side)))))
	}
	words = min(words, graphWords*float64(g.area.Dx()))
	return float64(g.area.Min.X) + 2*pad + words, float64(g.area.Max.X) - 2*pad, float64(g.area.Min.Y) + graphTop, float64(g.area.Max.Y) - graphBottom - face.Size
}

func (g graph) draw(r hex.Review) {
	left, right, top, bottom := g.plot()
	n := len(r.Red) - 1
	at := func(ply int) canvas.Point {
		return canvas.Pt(left+(right-left)*float64(ply)/float64(n), bottom-(bottom-top)*r.Red[ply])
	}
	middle := (top + bottom) / 2
	g.fill(r, at, middle, -1, canvas.InkRed)
	g.fill(r, at, middle, 1, canvas.InkBlue)
	g.ink(canvas.InkMuted, func(dc *gg.Context) {
		dc.SetLineWidth(max(1, g.stroke()/2))
		dc.DrawLine(left, middle, right, middle)
		dc.DrawLine(left, top, left, bottom)
		dc.Stroke()
	})
	g.ink(canvas.InkText, func(dc *gg.Context) {
		for ply, chance := range r.Red {
			if math.IsNaN(chance) { // not analysed
				dc.NewSubPath()
			} else {
				dc.LineTo(at(ply).X, at(ply).Y)
			}
		}
		dc.SetLineWidth(g.stroke())
		dc.Stroke()
	})
	g.turningPoint(r, at, top, bottom)
	g.word(hex.ColourName(hex.Red), top, bottom, 0.12, canvas.InkRed)
	g.word(hex.ColourName(hex.Blue), top, bottom, 0.88, canvas.InkBlue)
}

func (g graph) stroke() float64 { return max(canvas.MinimumLine, 0.11*g.board.caption.Size) }

// word names a side at the left of the graph, at a share of its height.
func (g graph) word(t engine.Text, top, bottom, down float64, under canvas.Ink) {
	face := g.face()
	words := face.Fit(face.Legible(g.s.Words(t)), graphWords*float64(g.area.Dx()))
	pen := canvas.Pt(float64(g.area.Min.X)+graphPad*face.Size, top+down*(bottom-top)+face.CapHeight()/2)
	g.on.Text(face, pen, words, canvas.InkMuted)
	x, w, drop := int(pen.X), int(face.Measure(words)), int(pen.Y+0.28*face.Size)
	g.on.Bar(image.Rect(x, drop, x+w, drop+int(g.stroke())), under)
}

// fill colours the area between the curve and the middle, above (-1) or below it (1).
func (g graph) fill(r hex.Review, at func(int) canvas.Point, middle, side float64, with canvas.Ink) {
	clamped := func(y float64) float64 { return middle + side*max(side*(y-middle), 0) }
	g.ink(with, func(dc *gg.Context) {
		for ply := range len(r.Red) - 1 {
			if math.IsNaN(r.Red[ply]) || math.IsNaN(r.Red[ply+1]) {
				continue
			}
			a, b := at(ply), at(ply+1)
			dc.MoveTo(a.X, middle)
			dc.LineTo(a.X, clamped(a.Y))
			if (a.Y-middle)*(b.Y-middle) < 0 {
				dc.LineTo(a.X+(b.X-a.X)*(middle-a.Y)/(b.Y-a.Y), middle)
			}
			dc.LineTo(b.X, clamped(b.Y))
			dc.LineTo(b.X, middle)
			dc.ClosePath()
		}
		dc.Fill()
	})
}

// turningPoint marks the move in question with a line, its number, and its sign on the board.
func (g graph) turningPoint(r hex.Review, at func(int) canvas.Point, top, bottom float64) {
	after := min(r.Ply+1, r.Plies) // resigning has no position after it
	turn := ""
	if !math.IsNaN(r.Red[r.Ply]) && !math.IsNaN(r.Red[after]) {
		turn = strconv.Itoa(after)
		from, to := at(r.Ply), at(after)
		g.ink(canvas.InkText, func(dc *gg.Context) {
			pen := canvas.Pen{Context: dc}
			pen.SetDash(3*g.stroke(), 2*g.stroke())
			pen.Line(canvas.Pt(to.X, top), canvas.Pt(to.X, bottom), g.stroke()/2, color.Black)
			pen.SetDash()
			pen.Line(from, to, 2*g.stroke(), color.Black)
			pen.Disc(from, 2*g.stroke(), color.Black)
		})
		g.sign(r, to)
	}
	g.times(r, turn, [...]float64{at(0).X, at(after).X, at(r.Plies).X}, bottom)
}

// sign draws the sign of the move in question on the graph, or a dot for resigning.
func (g graph) sign(r hex.Review, at canvas.Point) {
	if r.Played == "" {
		g.ink(canvas.InkText, func(dc *gg.Context) { dc.DrawCircle(at.X, at.Y, 3*g.stroke()); dc.Fill() })
		return
	}
	small, large := newHoneycomb(graphCell, false), newHoneycomb(graphCell+graphRim, false)
	gem := gemOf(g.board.Look, stoneOf(r.Mover()))
	g.ink(canvas.InkText, func(dc *gg.Context) { outline(gem, dc, at.X, at.Y, large); dc.Fill() })
	g.ink(inkOf(r.Mover()), func(dc *gg.Context) { outline(gem, dc, at.X, at.Y, small); dc.Fill() })
	mark := shapeCross
	if _, err := r.Grid().Parse(r.Played); err != nil {
		mark = shapeSwap
	}
	g.ink(canvas.InkMark, func(dc *gg.Context) { mark.paint(dc, small, at.Round()) })
}

// times labels the start, the turning point and the end of the game below the graph, as far as
// there is room.
func (g graph) times(r hex.Review, turn string, at [3]float64, bottom float64) {
	face, end := g.face(), engine.T("Now")
	if r.Ended {
		end = engine.T("End")
	}
	var taken []image.Rectangle
	for _, i := range [...]int{1, 2, 0} { // the most important first
		words := [...]string{face.Legible(g.s.Words(engine.T("Start"))), turn, face.Legible(g.s.Words(end))}[i]
		words = face.Fit(words, graphWords*float64(g.area.Dx()))
		half := face.Measure(words) / 2
		middle := canvas.Pt(min(max(at[i], at[0]+half), float64(g.area.Max.X)-graphPad*face.Size-half), bottom+0.8*face.Size)
		box := image.Rect(int(middle.X-half), int(middle.Y), int(middle.X+half)+1, int(middle.Y)+1)
		if words == "" || slices.ContainsFunc(taken, box.Overlaps) {
			continue
		}
		taken = append(taken, image.Rectangle{Min: box.Min.Sub(image.Pt(2*labelApart, 0)), Max: box.Max.Add(image.Pt(2*labelApart, 0))})
		canvas.Centred(g.on, face, middle, words, canvas.InkMuted)
	}
}

// ink paints in one ink. The context has the origin of the picture.
func (g graph) ink(with canvas.Ink, paint func(*gg.Context)) {
	dc := gg.NewContext(g.area.Dx(), g.area.Dy())
	dc.Translate(-float64(g.area.Min.X), -float64(g.area.Min.Y))
	dc.SetRGB(0, 0, 0)
	paint(dc)
	g.on.Blend(canvas.Tight(canvas.Drawn(dc), image.Point{}), g.area.Min, with)
}
