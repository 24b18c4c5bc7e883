package hex_test

import (
	"fmt"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// A short game with a swap: Blue takes over the first stone, mirrored, and Red joins top
// and bottom all the same.
func Example() {
	p, err := hex.New(engine.Options{"size": 3, "swap": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for move := range strings.FieldsSeq("c1 swap b2 b1 c1 a2 b3") {
		if _, err := p.Play(move); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(p)
	fmt.Println(p.Outcome().Reason)
	// Output:
	//   a b c
	// 1 . B R
	//  2 B R .
	//   3 B R .
	// red joins top and bottom by a chain of 3 stones
}

// A move that is refused says what would be accepted.
func ExamplePosition_Play() {
	p, err := hex.New(engine.Options{"size": 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []string{"C3", "c3", "3d", "f1"} {
		canonical, err := p.Play(move)
		fmt.Println(canonical, err)
	}
	// Output:
	// c3 <nil>
	//  "c3": c3 is taken: choose an empty cell
	//  "3d": the letter comes first: write d3
	//  "f1": that is off the board: cells run from a1 to e5
}
