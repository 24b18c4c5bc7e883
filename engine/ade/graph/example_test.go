package graph_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// A3 with 1 on its first node: the chip walks to the other end and falls off.
func Example() {
	g, err := graph.New(graph.FamilyA, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	v := graph.Zeros(g.Len())
	v[0].SetInt64(1)
	for {
		fmt.Println(v.Strings(), g.Members(v.Positive()), v.Total())
		if v.Positive() == 0 {
			break
		}
		v = g.Fire(v)
	}
	// Output:
	// [1 0 0] [V1] 1
	// [-1 1 0] [V2] 1
	// [0 -1 1] [V3] 1
	// [0 0 -1] [] 0
}
