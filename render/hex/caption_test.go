package hex

import (
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
)

// TestHexUnderlinesWhoWonByResignation: the bar below the name is green as that of
// every winner.
func TestUnderlinesWhoWonByResignation(t *testing.T) {
	p, look := randomGame(t, options(5), 3, 2), render.Themes[0].Look()
	green := func(s render.Style) (left, right int) {
		img, err := render.Draw(Drawers, p, s)
		if err != nil {
			t.Fatal(err)
		}
		b := img.Bounds()
		for y := b.Max.Y - b.Dy()/20; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				if c, _ := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); quantise.Distance(c, look.Ink(canvas.InkGreen)) > 30 {
					continue
				}
				if x < b.Min.X+b.Dx()/2 {
					left++
				} else {
					right++
				}
			}
		}
		return left, right
	}
	note := render.Style{Note: "Blue wins: Red resigned", Theme: render.Themes[0]}
	if left, right := green(note); left+right > 0 {
		t.Errorf("without a winner %d and %d pixels are green", left, right)
	}
	note.Winners = []engine.Seat{1}
	if left, right := green(note); left > 0 || right < 20 {
		t.Errorf("Blue has won; %d pixels are green below Red and %d below Blue", left, right)
	}
}
