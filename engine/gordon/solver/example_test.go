package solver_test

import (
	"context"
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

// On Z7 player one wins by taking m = 0 in the opening, and with no other m.
func Example() {
	g, err := group.Parse("Z7")
	if err != nil {
		fmt.Println(err)
		return
	}
	board := solver.NewBoard(g)
	s := solver.New(board, false, g.Order())
	all, e := group.First(g.Order()), g.Identity()
	for i, name := range g.Elements() {
		opened := solver.Place{M: all.Without(group.Element(i)), P: all.Without(e), At: e}
		fmt.Println("m =", name, "wins:", s.Prove(context.Background(), opened) == solver.Lost)
	}
	// Output:
	// m = 0 wins: true
	// m = 1 wins: false
	// m = 2 wins: false
	// m = 3 wins: false
	// m = 4 wins: false
	// m = 5 wins: false
	// m = 6 wins: false
}
