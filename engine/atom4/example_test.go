package atom4_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// The fastest win: nine plies, of which White places five.
func Example() {
	start, err := atom4.New(nil)
	if err != nil {
		panic(err)
	}
	p := start.(*atom4.Position)
	for _, move := range []string{"i7", "h7", "h6", "g6", "g8", "i9", "g7", "i6"} {
		if _, err := p.Play(move); err != nil {
			panic(err)
		}
	}
	h9, err := grid.ParseCell("h9")
	if err != nil {
		panic(err)
	}
	effect := p.Effect(h9)
	fmt.Println("a", effect.Piece, "piece on", effect.Cell)
	for _, c := range effect.Changed {
		fmt.Println(c.Cell, "from", c.Old, "to", c.New)
	}
	fmt.Println("wins:", p.After(h9).Outcome().Winner == p.Turn())
	// Output:
	// a green piece on h9
	// g8 from purple to white
	// h8 from purple to white
	// i9 from purple to white
	// wins: true
}
