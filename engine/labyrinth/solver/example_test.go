package solver_test

import (
	"context"
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// A solution with five groups, checked by the rules.
func Example() {
	options := solver.Default()
	options.Groups = 5
	s, err := solver.New(options, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := s.Next(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := board.Validate(found.Pieces, false)
	fmt.Println(len(found.Pieces), "pieces,", report.Groups, "groups,", report.Holes, "holes, error:", err)
	// Output: 64 pieces, 5 groups, 5 holes, error: <nil>
}

// A solution that fills a parallelogram: there, sides without doors may meet.
func ExampleCompact() {
	shape, err := solver.ParseShape(solver.Parallelogram)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := solver.NewCompact(shape, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := c.Next(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := board.Validate(found.Pieces, true)
	fmt.Println(len(found.Pieces), "pieces,", report.Connections, "connections, error:", err)
	// Output: 64 pieces, 96 connections, error: <nil>
}
