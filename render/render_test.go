package render

import (
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestStands(t *testing.T) {
	const nobody = engine.NoSeat
	for _, tt := range []struct {
		name               string
		style              Style
		seat, turn, winner engine.Seat
		want               bool
	}{
		{"to move", Style{}, 0, 0, nobody, true},
		{"not to move", Style{}, 1, 0, nobody, false},
		{"to move, but something else is noted", Style{Note: "x"}, 0, 0, nobody, false},
		{"has won", Style{}, 1, nobody, 1, true},
		{"has won, and something is noted", Style{Note: "x"}, 1, nobody, 1, true},
		{"has lost", Style{}, 0, nobody, 1, false},
		{"the other has resigned", Style{Note: "x", Winners: []engine.Seat{1}}, 1, 0, nobody, true},
		{"has resigned", Style{Note: "x", Winners: []engine.Seat{1}}, 0, 0, nobody, false},
	} {
		if got := tt.style.stands(tt.seat, tt.turn, tt.winner); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestHexUnderlinesWhoWonByResignation: the bar below the name is green as that of
// every winner.
func TestHexUnderlinesWhoWonByResignation(t *testing.T) {
	p, look := randomGame(t, options(5), 3, 2), Themes[0].colours()
	green := func(s Style) (left, right int) {
		img, err := Draw(Hex, p, s)
		if err != nil {
			t.Fatal(err)
		}
		b := img.Bounds()
		for y := b.Max.Y - b.Dy()/20; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				if c, _ := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); distance(c, look.ink(inkGreen)) > 30 {
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
	note := Style{Note: "Blue wins: Red resigned", Theme: Themes[0]}
	if left, right := green(note); left+right > 0 {
		t.Errorf("without a winner %d and %d pixels are green", left, right)
	}
	note.Winners = []engine.Seat{1}
	if left, right := green(note); left > 0 || right < 20 {
		t.Errorf("Blue has won; %d pixels are green below Red and %d below Blue", left, right)
	}
}
