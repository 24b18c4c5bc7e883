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
		opponent := s.Prove(context.Background(), opened)
		fmt.Println("m =", name, "is", opponent.Other())
	}
	// Output:
	// m = 0 is won
	// m = 1 is lost
	// m = 2 is lost
	// m = 3 is lost
	// m = 4 is lost
	// m = 5 is lost
	// m = 6 is lost
}
