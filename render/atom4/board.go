package atom4

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps empty boards and sprites. It is safe for concurrent use.
type boards struct {
	boards  canvas.Cache[key, *board]
	sprites canvas.Cache[*canvas.Look, *sprites]
}

// mostBoards bounds the memory: a board takes 1 MB. Games stay near the middle
// of the board, so that few parts of it are ever shown.
const mostBoards = 24

func newBoards() *boards {
	return &boards{
		boards:  canvas.Cache[key, *board]{Limit: mostBoards},
		sprites: canvas.Cache[*canvas.Look, *sprites]{Limit: len(render.Themes)},
	}
}

// key is all on which an empty board depends.
type key struct {
	look *canvas.Look
	part part
}

// board is an empty part of the board. It is read-only.
type board struct {
	frame
	sprites *sprites
	base    *image.Paletted
	panel   panel
	number  *canvas.Typeface // on pieces that might come
}

func (b *boards) board(k key) (*board, error) {
	return b.boards.Get(k, func() (*board, error) {
		sprites, err := b.spritesOf(k.look)
		if err != nil {
			return nil, err
		}
		return newBoard(k, sprites)
	})
}

func (b *boards) spritesOf(l *canvas.Look) (*sprites, error) {
	return b.sprites.Get(l, func() (*sprites, error) {
		f, err := canvas.LoadFonts()
		if err != nil {
			return nil, err
		}
		return &sprites{
			look: l, palette: newPalette(l, f), fonts: f,
			pieces: map[piece]*canvas.Tile{}, masks: map[canvas.Mask]*image.Alpha{},
		}, nil
	})
}

// colours is enough for gradients of eight colours; with 256 files are a tenth
// larger.
const colours = 144

// newPalette finds the colours of all pieces, and of lines, letters and marks.
func newPalette(l *canvas.Look, f canvas.Fonts) *canvas.Palette {
	const radius, rampWeight, steps = 40, 60, 8
	used := map[color.RGBA]int{}
	for c := grid.Black; c <= grid.White; c++ {
		for _, k := range []piece{{c, radius, onBoard, false}, {c, radius, onPanel, false}, {c, radius, onBoard, true}} {
			img := paint(l, k, f)
			weight := 4
			if k != (piece{c, radius, onBoard, false}) {
				weight = 1
			}
			for i := 0; i < len(img.Pix); i += 4 {
				used[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 0xff}] += weight
			}
		}
	}
	exact := []color.RGBA{l.Background, l.Band, l.Line}
	for k := range canvas.InkCount {
		exact = append(exact, l.Ink(k))
	}
	ramps := [][2]color.RGBA{
		{l.Background, l.Line},
		{l.Background, l.Label},
		{l.Background, l.Text},
		{l.Background, l.Green},
		{l.Band, l.Text},
		{l.Band, l.Muted},
		{l.Band, l.Green},
	}
	for c := grid.Black; c <= grid.White; c++ {
		exact = append(exact, looksOf(l).piece(c))
		ramps = append(ramps, [2]color.RGBA{l.Green, looksOf(l).piece(c)})
	}
	for _, pair := range ramps {
		for i := 1; i < steps; i++ {
			used[canvas.Mix(pair[0], pair[1], float64(i)/steps)] += rampWeight
		}
	}
	return canvas.NewPalette(l, colours, exact, used)
}

// newBoard paints an empty part of the board.
func newBoard(k key, sprites *sprites) (*board, error) {
	b := &board{frame: newFrame(k.part), sprites: sprites}
	f, err := canvas.LoadFonts()
	if err != nil {
		return nil, err
	}
	if b.panel, err = newPanel(b.frame.panel(), f); err != nil {
		return nil, err
	}
	if b.number, err = canvas.NewTypeface(f.Bold, b.share(numberOnGhost)); err != nil {
		return nil, err
	}
	label, err := canvas.NewTypeface(f.Bold, b.label)
	if err != nil {
		return nil, err
	}
	dc := gg.NewContextForRGBA(image.NewRGBA(b.bounds))
	b.paint(dc, k.look)
	b.base = sprites.palette.Convert(canvas.Drawn(dc))
	b.letter(canvas.Canvas{Paletted: b.base, Palette: sprites.palette}, label)
	return b, nil
}

// paint paints the lines of the grid. Those that go on beyond the part end in a stub.
func (b *board) paint(dc *gg.Context, l *canvas.Look) {
	dc.SetColor(l.Background)
	dc.Clear()
	panel := b.frame.panel()
	dc.SetColor(l.Band)
	dc.DrawRectangle(float64(panel.Min.X), float64(panel.Min.Y), float64(panel.Dx()), float64(panel.Dy()))
	dc.Fill()
	dc.SetColor(l.Line)
	dc.SetLineWidth(max(canvas.MinimumLine, b.share(gridStroke)))
	for row := b.row - 1; row <= b.row+b.size; row++ {
		for col := b.col - 1; col <= b.col+b.size; col++ {
			b.paintLines(dc, col, row)
		}
	}
	for row := b.row; row < b.row+b.size; row++ {
		for col := b.col; col < b.col+b.size; col++ {
			at := b.at(col, row)
			dc.DrawCircle(float64(at.X), float64(at.Y), b.share(vertexDot))
			dc.Fill()
		}
	}
}

// paintLines paints the lines from a vertex to the right and down.
func (b *board) paintLines(dc *gg.Context, col, row int) {
	for _, to := range [...]image.Point{{col + 1, row}, {col + row&1, row + 1}, {col + row&1 - 1, row + 1}} {
		if !exists(col, row) || !exists(to.X, to.Y) {
			continue
		}
		from, end := canvas.At(b.at(col, row)), canvas.At(b.at(to.X, to.Y))
		switch here, there := b.shows(col, row), b.shows(to.X, to.Y); {
		case !here && !there:
			continue
		case !there:
			end = canvas.Between(from, end, stubShare)
		case !here:
			from = canvas.Between(end, from, stubShare)
		}
		dc.DrawLine(from.X, from.Y, end.X, end.Y)
		dc.Stroke()
	}
}

func exists(col, row int) bool {
	return col >= 0 && row >= 0 && col < grid.Size && row < grid.Size
}

// letter writes the coordinates on all four sides.
func (b *board) letter(on canvas.Canvas, label *canvas.Typeface) {
	for i := range b.size {
		letters := strings.ToUpper(hexgrid.Letters(b.col + i))
		upper, lower := canvas.At(b.at(b.col+i, b.row)), canvas.At(b.at(b.col+i, b.row+b.size-1))
		canvas.Centred(on, label, canvas.Pt(upper.X, upper.Y-b.above), letters, canvas.InkLabel)
		canvas.Centred(on, label, canvas.Pt(lower.X, lower.Y+b.above), letters, canvas.InkLabel)
		number := strconv.Itoa(b.row + i + 1)
		left, right := canvas.At(b.at(b.col, b.row+i)), canvas.At(b.at(b.col+b.size-1, b.row+i))
		left.X = float64(b.origin.X) - b.aside
		right.X = float64(b.bounds.Max.X-b.origin.X) + b.aside
		canvas.Centred(on, label, left, number, canvas.InkLabel)
		canvas.Centred(on, label, right, number, canvas.InkLabel)
	}
}
