package atom4

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// panel is the part below the board: the wheel in the middle, the players and
// their coming pieces on both sides, and a line of words above them.
type panel struct {
	box    image.Rectangle
	size   float64 // text height
	name   canvas.Sizes
	strong canvas.Sizes
	score  *canvas.Typeface
}

func newPanel(box image.Rectangle) panel {
	size := panelText * float64(box.Dx())
	return panel{
		box: box, size: size,
		name: canvas.NewSizes(canvas.Medium, size), strong: canvas.NewSizes(canvas.Bold, size),
		score: canvas.Bold(scoreText * float64(box.Dx())),
	}
}

// share turns widths of the picture into pixels.
func (p panel) share(of float64) float64 { return of * float64(p.box.Dx()) }

// Places in the panel, in text heights from its upper rim.
const (
	wordsLine   = 0.95
	wheelLine   = 4.50 // the wheel's middle
	playerLine  = 3.30
	comingLine  = 5.45
	panelIndent = 1.45 // of a player's piece from the side
	panelGap    = 0.45
	comingStep  = 2.55 // between coming pieces, in their radii
	// comingPieces are those of a side in a turn of the wheel.
	comingPieces = 3
)

func (p panel) line(heights float64) float64 { return float64(p.box.Min.Y) + heights*p.size }

func (d *drawing) panel(words engine.Text) {
	p := d.board.panel
	middle := float64(p.box.Min.X+p.box.Max.X) / 2
	p.strong.Write(d.on, canvas.Pt(middle, p.line(wordsLine)), d.s.Caption(words), p.share(1)-2*p.size, canvas.InkText)
	d.wheel(image.Pt(int(middle), int(p.line(wheelLine))))
	d.player(0, 1)
	d.player(1, -1)
}

// wheel draws the six colours clockwise from the top, the current one larger and with
// a ring.
func (d *drawing) wheel(centre image.Point) {
	p := d.board.panel
	for i, c := range grid.Wheel {
		at := centre.Add(onCircle(p.share(wheelShare), i))
		if c != d.p.Piece() {
			d.on.Stamp(d.sprites.piece(piece{colour: c, radius: p.share(wheelPiece), ground: onPanel}), at)
			continue
		}
		radius := p.share(wheelCurrent)
		d.on.Stamp(d.sprites.piece(piece{colour: c, radius: radius, ground: onPanel}), at)
		d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: radius * 1.18, Stroke: radius * 0.14}, canvas.InkText)
	}
}

// onCircle is the i-th of six places clockwise from the top.
func onCircle(radius float64, i int) image.Point {
	sin, cos := math.Sincos(float64(i) * math.Pi / 3)
	return image.Pt(int(math.Round(radius*sin)), int(math.Round(-radius*cos)))
}

// player draws a side's goal, name, score and coming pieces: from the left inwards
// (direction 1) or from the right (-1).
func (d *drawing) player(s engine.Seat, direction float64) {
	p := d.board.panel
	start := float64(p.box.Min.X)
	if direction < 0 {
		start = float64(p.box.Max.X)
	}
	x := func(along float64) float64 { return start + direction*along }
	active := d.s.Stands(s, d.p.Turn(), d.p.Outcome().Winner)
	with, faces := canvas.InkMuted, p.name
	if active {
		with, faces = canvas.InkText, p.strong
	}
	goal := image.Pt(int(x(p.size*panelIndent)), int(p.line(playerLine)))
	d.on.Stamp(d.sprites.piece(piece{colour: grid.Goal(s), radius: p.share(goalPiece), ground: onPanel}), goal)

	score := strconv.Itoa(d.p.Score(s))
	scoreAt := p.share(0.5) - p.share(wheelShare+wheelCurrent) - p.size - p.score.Measure(score)/2
	canvas.Centred(d.on, p.score, canvas.Pt(x(scoreAt), p.line(wheelLine)), score, with)

	begin := p.size*panelIndent + p.share(goalPiece) + p.size*panelGap
	room := scoreAt - p.score.Measure(score)/2 - p.size*panelGap - begin
	name := d.s.Called(s, sideName(s), p.strong[0].Legible)
	face, _ := faces.Fit(name, room)
	name = face.Fit(name, room)
	pen := canvas.Pt(x(begin), p.line(playerLine)+face.CapHeight()/2)
	if direction < 0 {
		pen.X -= face.Measure(name)
	}
	d.on.Text(face, pen, name, with)
	if active {
		bar := image.Rect(int(x(begin)), int(pen.Y+p.size*0.32), int(x(begin+face.Measure(name))), 0).Canon()
		bar.Min.Y, bar.Max.Y = int(pen.Y+p.size*0.32), int(pen.Y+p.size*0.32)+max(2, int(p.size*canvas.CaptionUnder+0.5))
		d.on.Bar(bar, d.under())
	}
	d.coming(s, begin, x)
}

// coming draws the next three pieces of a side, the first one on the left.
func (d *drawing) coming(s engine.Seat, begin float64, x func(float64) float64) {
	p := d.board.panel
	radius, n := p.share(comingPiece), 0
	first, last := x(begin+radius), x(begin+radius*(1+comingStep*(comingPieces-1)))
	for ahead := range len(grid.Wheel) {
		c := d.p.Ahead(ahead)
		if c.Mover() != s {
			continue
		}
		at := image.Pt(int(min(first, last)+float64(n)*comingStep*radius), int(p.line(comingLine)))
		d.on.Stamp(d.sprites.piece(piece{colour: c, radius: radius, ground: onPanel}), at)
		if ahead == 0 && d.p.Piece() != grid.Empty {
			d.mark(at, canvas.Mask{Kind: canvas.MaskRing, Radius: radius * 1.2, Stroke: radius * 0.14}, canvas.InkText)
		}
		n++
	}
}

func sideName(s engine.Seat) engine.Text {
	if s == 0 {
		return engine.T("White")
	}
	return engine.T("Black")
}

// under is the ink of the line under a side that is to move, or has won.
func (d *drawing) under() canvas.Ink {
	if d.p.Outcome().Status == engine.Won || len(d.s.Winners) > 0 {
		return canvas.InkGreen
	}
	return canvas.InkText
}
