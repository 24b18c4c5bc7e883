//go:build unix

package load

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"github.com/fogleman/gg"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/store"
)

// oneByOne is the control of shared commits: it saves in a transaction per caller, as bbolt's
// Update does.
type oneByOne struct {
	*store.Store
	mu sync.Mutex
}

func (o *oneByOne) Commit(tx *store.Tx, op store.Op) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.Store.Commit(tx, op)
}

// A board of 14×14 cells gets the width of the real picture.
const (
	naiveCell   = 32.0 // pixels from a cell's centre to its corner
	naiveMargin = 60.0
)

var naiveColours = color.Palette{
	canvas.RGB(0x1e1f22), canvas.RGB(0xdcc9a3), canvas.RGB(0x5c4a2f), canvas.RGB(0xd1382f), canvas.RGB(0x2f6fd1), canvas.RGB(0),
}

// drawNaively is the control of cached drawing: it draws the whole board, as a newcomer to gg
// would.
func drawNaively(p *hex.Position, _ render.Style) (*image.Paletted, error) {
	width, height := p.Width(), p.Height()
	wide, high := naiveCell*math.Sqrt(3), naiveCell*1.5
	centre := func(col, row int) (x, y float64) {
		return naiveMargin + wide*(float64(col)+float64(row)/2+0.5), naiveMargin + high*float64(row) + naiveCell
	}
	right, bottom := centre(width-1, height-1)
	dc := gg.NewContext(int(right+naiveMargin+wide/2), int(bottom+naiveMargin+naiveCell))
	dc.SetHexColor("#1e1f22")
	dc.Clear()
	font, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(font, &opentype.FaceOptions{Size: naiveCell / 2, DPI: 72})
	if err != nil {
		return nil, err
	}
	dc.SetFontFace(face)
	for cell := range width * height {
		col, row := cell%width, cell/width
		x, y := centre(col, row)
		dc.DrawRegularPolygon(6, x, y, naiveCell, math.Pi/6)
		dc.SetHexColor("#dcc9a3")
		dc.FillPreserve()
		dc.SetHexColor("#5c4a2f")
		dc.SetLineWidth(2)
		dc.Stroke()
		switch p.At(hexgrid.Cell(cell)) {
		case hex.Empty:
			dc.DrawStringAnchored(hexgrid.Name(col, row), x, y, 0.5, 0.5)
		case hex.Red:
			drawStone(dc, x, y, "#d1382f")
		case hex.Blue:
			drawStone(dc, x, y, "#2f6fd1")
		}
	}
	drawn := image.NewPaletted(dc.Image().Bounds(), naiveColours)
	draw.Draw(drawn, drawn.Rect, dc.Image(), image.Point{}, draw.Src)
	return drawn, nil
}

func drawStone(dc *gg.Context, x, y float64, colour string) {
	dc.DrawCircle(x, y, naiveCell*0.6)
	dc.SetHexColor(colour)
	dc.FillPreserve()
	dc.SetHexColor("#000000")
	dc.Stroke()
}
