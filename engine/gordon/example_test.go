package gordon_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
)

// A game on Z7, the default: the opening names an m and a place, later moves either.
func Example() {
	p, err := gordon.New(engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{"m=0 p=3", "m=2", "p=6", "m=4"} {
		if _, err := p.Play(line); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(p)
	// Output:
	// "m=4": the token m = 4 leads to the place 3, which is taken already: for example, write `m=3` or `p=2`
	// M . . . 3 4 5 6
	// P 0 1 2 . 4 . .
	// at 6 by 3 5 6
}
