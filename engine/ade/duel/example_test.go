package duel_test

import (
	"context"
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// On A3 with a chip on its middle node the mover loses; with one at an end he wins.
func Example() {
	g, err := graph.New(graph.FamilyA, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for node := range 2 {
		v := graph.Zeros(g.Len())
		v[node].SetInt64(1)
		p, err := duel.New(g, v)
		if err != nil {
			fmt.Println(err)
			return
		}
		choice, err := duel.NewPlayer(1000, 1).Choose(context.Background(), p)
		fmt.Println(g.Node(node), choice.Value, choice.Proved, err)
	}
	// Output:
	// V1 1 true <nil>
	// V2 0 true <nil>
}
