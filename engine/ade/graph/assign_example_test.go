package graph_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

func ExampleAssign() {
	g, err := graph.New(graph.FamilyA, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, canonical, err := graph.Assign(g, graph.Zeros(4), "v1=5, v3=2", false)
	fmt.Println(v.Strings(), canonical, err)
	// Output: [5 0 2 0] V1 5 V3 2 <nil>
}
