package hexgrid_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func ExampleRhombus() {
	g := hexgrid.Rhombus(11)
	c, err := g.Parse("C5")
	if err != nil {
		panic(err)
	}
	fmt.Print(g.Name(c), " touches")
	for _, n := range g.Neighbours(c) {
		fmt.Print(" ", g.Name(n))
	}
	fmt.Println()
	_, err = g.Parse("5c")
	fmt.Println(err)
	// Output:
	// c5 touches c4 d4 d5 c6 b6 b5
	// "5c": the letter comes first: write c5
}
