package render

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// atom4Boards keeps empty boards and sprites. It is safe for concurrent use.
type atom4Boards struct {
	boards  cache[atom4Key, *atom4Board]
	sprites cache[*look, *atom4Sprites]
}

// mostAtom4Boards bounds the memory: a board takes 1 MB. Games stay near the middle
// of the board, so that few parts of it are ever shown.
const mostAtom4Boards = 24

func newAtom4Boards() *atom4Boards {
	return &atom4Boards{
		boards:  cache[atom4Key, *atom4Board]{limit: mostAtom4Boards},
		sprites: cache[*look, *atom4Sprites]{limit: len(Themes)},
	}
}

// atom4Key is all on which an empty board depends.
type atom4Key struct {
	look *look
	part atom4Part
}

// atom4Board is an empty part of the board. It is read-only.
type atom4Board struct {
	atom4Frame
	sprites *atom4Sprites
	base    *image.Paletted
	panel   atom4Panel
	number  *typeface // on pieces that might come
}

func (b *atom4Boards) board(k atom4Key) (*atom4Board, error) {
	return b.boards.get(k, func() (*atom4Board, error) {
		sprites, err := b.spritesOf(k.look)
		if err != nil {
			return nil, err
		}
		return newAtom4Board(k, sprites)
	})
}

func (b *atom4Boards) spritesOf(l *look) (*atom4Sprites, error) {
	return b.sprites.get(l, func() (*atom4Sprites, error) {
		f, err := loadFonts()
		if err != nil {
			return nil, err
		}
		return &atom4Sprites{
			look: l, palette: atom4Palette(l, f), fonts: f,
			pieces: map[atom4Piece]*tile{}, masks: map[atom4Mask]*image.Alpha{},
		}, nil
	})
}

// atom4Colours is enough for gradients of eight colours; with 256 files are a tenth
// larger.
const atom4Colours = 144

// atom4Palette finds the colours of all pieces, and of lines, letters and marks.
func atom4Palette(l *look, f fonts) *palette {
	const radius, rampWeight, steps = 40, 60, 8
	used := map[color.RGBA]int{}
	for c := atom4.Black; c <= atom4.White; c++ {
		for _, k := range []atom4Piece{{c, radius, onBoard, false}, {c, radius, onPanel, false}, {c, radius, onBoard, true}} {
			img := l.paintAtom4(k, f)
			weight := 4
			if k != (atom4Piece{c, radius, onBoard, false}) {
				weight = 1
			}
			for i := 0; i < len(img.Pix); i += 4 {
				used[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 0xff}] += weight
			}
		}
	}
	exact := []color.RGBA{l.background, l.band, l.line}
	for k := range inkCount {
		exact = append(exact, l.ink(k))
	}
	ramps := [][2]color.RGBA{
		{l.background, l.line},
		{l.background, l.label},
		{l.background, l.text},
		{l.background, l.green},
		{l.band, l.text},
		{l.band, l.muted},
		{l.band, l.green},
	}
	for c := atom4.Black; c <= atom4.White; c++ {
		exact = append(exact, l.atom4().piece(c))
		ramps = append(ramps, [2]color.RGBA{l.green, l.atom4().piece(c)})
	}
	for _, pair := range ramps {
		for i := 1; i < steps; i++ {
			used[mix(pair[0], pair[1], float64(i)/steps)] += rampWeight
		}
	}
	return newPalette(l, atom4Colours, exact, used)
}

// newAtom4Board paints an empty part of the board.
func newAtom4Board(k atom4Key, sprites *atom4Sprites) (*atom4Board, error) {
	b := &atom4Board{atom4Frame: newAtom4Frame(k.part), sprites: sprites}
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	if b.panel, err = newAtom4Panel(b.atom4Frame.panel(), f); err != nil {
		return nil, err
	}
	if b.number, err = newTypeface(f.bold, b.share(numberOnGhost)); err != nil {
		return nil, err
	}
	label, err := newTypeface(f.bold, b.label)
	if err != nil {
		return nil, err
	}
	dc := gg.NewContextForRGBA(image.NewRGBA(b.bounds))
	b.paint(dc, k.look)
	b.base = sprites.palette.convert(rgba(dc))
	b.letter(canvas{b.base, sprites.palette}, label)
	return b, nil
}

// paint paints the lines of the grid. Those that go on beyond the part end in a stub.
func (b *atom4Board) paint(dc *gg.Context, l *look) {
	dc.SetColor(l.background)
	dc.Clear()
	panel := b.atom4Frame.panel()
	dc.SetColor(l.band)
	dc.DrawRectangle(float64(panel.Min.X), float64(panel.Min.Y), float64(panel.Dx()), float64(panel.Dy()))
	dc.Fill()
	dc.SetColor(l.line)
	dc.SetLineWidth(max(minimumLine, b.share(gridStroke)))
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
func (b *atom4Board) paintLines(dc *gg.Context, col, row int) {
	for _, to := range [...]image.Point{{col + 1, row}, {col + row&1, row + 1}, {col + row&1 - 1, row + 1}} {
		if !onAtom4Board(col, row) || !onAtom4Board(to.X, to.Y) {
			continue
		}
		from, end := place(b.at(col, row)), place(b.at(to.X, to.Y))
		switch here, there := b.shows(col, row), b.shows(to.X, to.Y); {
		case !here && !there:
			continue
		case !there:
			end = between(from, end, stubShare)
		case !here:
			from = between(end, from, stubShare)
		}
		dc.DrawLine(from.x, from.y, end.x, end.y)
		dc.Stroke()
	}
}

func onAtom4Board(col, row int) bool {
	return col >= 0 && row >= 0 && col < atom4.Size && row < atom4.Size
}

// letter writes the coordinates on all four sides.
func (b *atom4Board) letter(on canvas, label *typeface) {
	for i := range b.size {
		letters := strings.ToUpper(hexgrid.Letters(b.col + i))
		upper, lower := place(b.at(b.col+i, b.row)), place(b.at(b.col+i, b.row+b.size-1))
		centred(on, label, vertex{upper.x, upper.y - b.above}, letters, inkLabel)
		centred(on, label, vertex{lower.x, lower.y + b.above}, letters, inkLabel)
		number := strconv.Itoa(b.row + i + 1)
		left, right := place(b.at(b.col, b.row+i)), place(b.at(b.col+b.size-1, b.row+i))
		left.x = float64(b.origin.X) - b.aside
		right.x = float64(b.bounds.Max.X-b.origin.X) + b.aside
		centred(on, label, left, number, inkLabel)
		centred(on, label, right, number, inkLabel)
	}
}
