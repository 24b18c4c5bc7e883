package render

import (
	"errors"
	"image"
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
		{"to move in a film", Style{Note: "Replay", Running: "Replay"}, 0, 0, nobody, true},
		{"has won", Style{}, 1, nobody, 1, true},
		{"has won, and something is noted", Style{Note: "x"}, 1, nobody, 1, true},
		{"has lost", Style{}, 0, nobody, 1, false},
		{"the other has resigned", Style{Note: "x", Winners: []engine.Seat{1}}, 1, 0, nobody, true},
		{"has resigned", Style{Note: "x", Winners: []engine.Seat{1}}, 0, 0, nobody, false},
	} {
		if got := tt.style.Stands(tt.seat, tt.turn, tt.winner); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestDrawPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	drawers := []Drawer{func(any, Style) (*image.Paletted, error) { return nil, broken }}
	if _, err := PNG(drawers, 5, Style{}); !errors.Is(err, broken) {
		t.Errorf("PNG = %v, want the drawer's error", err)
	}
}
