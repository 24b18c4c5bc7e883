package atom4

import (
	"image"
	"math"
	"strconv"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// preview draws a move that has not been made: its marks are green.
func (b *boards) preview(view atom4.Preview, s render.Style) image.Image {
	p := view.Position
	return b.draw(p, partOf(p), s, func(d *drawing) {
		d.rowBand()
		d.pieces()
		d.marks(canvas.InkGreen)
		last := p.Last()
		d.panel(engine.T("Preview: %s on %s", last.Piece.Name(), last.Cell.String()))
	})
}

// whole draws all of the board.
func (b *boards) whole(view atom4.Whole, s render.Style) image.Image {
	return b.draw(view.Position, wholeBoard, s, (*drawing).position)
}

// diagram begins a picture without a board, on the board's ground.
func (b *boards) diagram(s render.Style, width, height int, paint func(*gg.Context, *canvas.Look)) (canvas.Canvas, *sprites) {
	sprites := b.spritesOf(s.Theme.Look())
	board := canvas.Board{Look: sprites.look, Palette: sprites.palette}
	return board.Paint(image.Rect(0, 0, width, height), image.Rectangle{}, func(dc *gg.Context) { paint(dc, sprites.look) }), sprites
}

// wheelScene draws the wheel with its direction, and what opposites mix to.
func (b *boards) wheelScene(_ atom4.WheelScene, s render.Style) image.Image {
	middle := float64(wheelPicture) / 2
	on, sprites := b.diagram(s, wheelPicture, wheelPicture, func(dc *gg.Context, l *canvas.Look) {
		dc.SetColor(l.Line)
		dc.SetLineWidth(wheelPicture * 0.006)
		dc.DrawCircle(middle, middle, wheelPictureRow)
		dc.Stroke()
		for i := range 3 {
			from, to := onCircle(wheelPictureRow, i), onCircle(wheelPictureRow, i+3)
			dc.DrawLine(middle+float64(from.X), middle+float64(from.Y), middle+float64(to.X), middle+float64(to.Y))
			dc.Stroke()
		}
		dc.SetColor(l.Text)
		for i := range len(grid.Wheel) { // half-way to the next colour, an arrow head
			sin, cos := math.Sincos((float64(i) + 0.60) * math.Pi / 3)
			const long, broad = wheelPicture * 0.05, wheelPicture * 0.018
			x, y := middle+wheelPictureRow*sin, middle-wheelPictureRow*cos
			dc.MoveTo(x, y)
			dc.LineTo(x-long*cos-broad*sin, y-long*sin+broad*cos)
			dc.LineTo(x-long*cos+broad*sin, y-long*sin-broad*cos)
			dc.ClosePath()
			dc.Fill()
		}
	})
	centre := image.Pt(int(middle), int(middle))
	for i, c := range grid.Wheel {
		on.Stamp(sprites.piece(piece{colour: c, radius: effectStep * pieceShare}), centre.Add(onCircle(wheelPictureRow, i)))
	}
	for i, c := range [...]grid.Colour{grid.White, grid.Black} {
		at := centre.Add(image.Pt((2*i-1)*effectStep*11/20, 0))
		on.Stamp(sprites.piece(piece{colour: c, radius: effectStep * pieceShare}), at)
	}
	sentence(on, s.Words(engine.T("Opposites mix: White's to white, Black's to black")))
	return on.Paletted
}

// effect draws the pieces before and after.
func (b *boards) effect(e atom4.Effect, s render.Style) image.Image {
	on, sprites := b.diagram(s, effectWidth, effectHeight, func(*gg.Context, *canvas.Look) {})
	before := []grid.Colour{e.Piece, e.Hit}
	if e.Through != grid.Empty {
		before = []grid.Colour{e.Piece, e.Through, e.Hit}
	}
	step := effectStep
	if len(before) == 3 {
		step = effectStep * 3 / 4
	}
	radius := float64(step) * pieceShare
	y := effectHeight * 2 / 5
	for half, x := range [...]int{effectWidth / 4, effectWidth * 3 / 4} {
		for i, c := range before {
			at := image.Pt(x+(2*i-len(before)+1)*step/2, y)
			last := i == len(before)-1
			if half == 1 && last {
				c = e.Result
			}
			on.Stamp(sprites.piece(piece{colour: c, radius: radius}), at)
			switch {
			case i == 0:
				on.Blend(sprites.mask(canvas.Mask{Kind: canvas.MaskRing, Radius: radius * lastRing / pieceShare, Stroke: float64(step) * lastStroke}), at, canvas.InkText)
			case half == 1 && last && e.Result != e.Hit:
				on.Blend(sprites.mask(canvas.Mask{Kind: canvas.MaskRing, Radius: radius * changedRing / pieceShare, Stroke: float64(step) * changedStroke}), at, canvas.InkText)
			}
		}
	}
	on.Blend(sprites.mask(canvas.Mask{Kind: canvas.MaskArrow, Radius: effectStep / 4, Stroke: effectStep / 12}), image.Pt(effectWidth/2, y), canvas.InkMuted)
	sentence(on, s.Words(engine.T("%s. %s", strconv.Itoa(e.Number), e.Words)))
	return on.Paletted
}

// sentence writes a line at the bottom of a diagram, as large as it fits.
func sentence(on canvas.Canvas, words string) {
	const size, least, indent = 30.0, 21.6, 20.0
	width, height := float64(on.Rect.Dx()), float64(on.Rect.Dy())
	face, room := canvas.Bold(size), width-2*indent
	if wide := face.Measure(words); wide > room {
		face = canvas.Bold(max(least, size*room/wide))
	}
	canvas.Centred(on, face, canvas.Pt(width/2, height-1.3*size), face.Fit(face.Legible(words), room), canvas.InkText)
}
