package engine_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// A game is played by lines, and every position can be made again from them.
func Example() {
	options, err := engine.ParseOptions(hex.Game.Options, map[string]any{"size": "3", "swap": "no"}, false)
	if err != nil {
		panic(err)
	}
	p, err := hex.Game.New(options)
	if err != nil {
		panic(err)
	}
	var moves []string
	for _, line := range []string{"B2", "a1", "b1", "b3", "b2"} {
		move, err := p.Play(line)
		if refused, ok := errors.AsType[*engine.MoveError](err); ok {
			fmt.Printf("%s: %s.\n", refused.Input, refused.Why)
			continue
		}
		moves = append(moves, move)
	}
	fmt.Println(moves, p.Outcome().Status)

	again, err := engine.Replay(context.Background(), &hex.Game, options, append(moves, "a3"))
	if err != nil {
		panic(err)
	}
	outcome := again.Outcome()
	fmt.Println(outcome.Status, hex.Game.Sides.List[outcome.Winner].Title)
	// Output:
	// b2: b2 is taken: choose an empty cell.
	// [b2 a1 b1 b3] open
	// won Red
}

// Words for people keep their arguments apart, so that they can be said in another
// language, and with commands as they are typed where they are read.
func ExampleText_Print() {
	text := engine.T("%s wins; %s opens another table", engine.T("Red"), engine.Command("hex new"))
	fmt.Println(text)
	fmt.Println(text.Print(fmt.Sprintf, func(c engine.Command) string { return "/" + string(c) }))
	// Output:
	// Red wins; `hex new` opens another table
	// Red wins; /hex new opens another table
}
