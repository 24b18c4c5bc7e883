package labyrinth_test

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// TestInUse is what holds all pieces and open cells, and no more.
func TestInUse(t *testing.T) {
	p, err := labyrinth.New(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spreading := p.(*labyrinth.Position)
	if !spreading.InUse().Empty() {
		t.Fatalf("of an empty board something is in use")
	}
	for _, move := range []string{"place 24 c5", "place 2 h9"} { // a door to the south, and none
		if _, err := p.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := spreading.InUse(), image.Rect(2, 4, 8, 9); got != want {
		t.Errorf("in use is %v, want %v", got, want)
	}
}
