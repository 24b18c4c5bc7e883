package theory_test

import (
	"fmt"
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

func Example() {
	for _, degree := range []int{6, 9, 10} {
		g, err := graph.New(graph.FamilyE, degree)
		if err != nil {
			fmt.Println(err)
			return
		}
		v := graph.Zeros(degree)
		v[1] = big.NewInt(1)
		verdict := theory.New(g).Decide(v)
		fmt.Println(g.Title(), verdict.Ending, verdict.Layers, verdict.Pace, len(verdict.Reasons))
	}
	// Output:
	// E6 ends 11  2
	// E9 never -1 linear 2
	// E10 never -1 exponential 1
}
