package ade_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/ade"
)

// On an affine graph the multiples of its marks stay as they are: every node fires.
func ExamplePuzzle() {
	z, err := ade.NewPuzzle(ade.TaskFixed, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	after := z.Graph.Fire(z.Solution)
	fmt.Println(after.Equal(z.Solution), z.Solved(ade.Attempt{Start: z.Solution, Now: after, Layers: 1}))
	// Output: true true
}
