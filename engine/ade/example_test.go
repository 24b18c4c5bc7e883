package ade_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

func Example() {
	p, err := ade.New(engine.Options{"type": "A", "degree": 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{"set V1=1", "fire 2", "exhaust"} {
		move, err := p.Play(line)
		fmt.Println(move, err)
	}
	fmt.Print(p)
	fmt.Println(p.Outcome().Reason)
	// Output:
	// set V1 1 <nil>
	// fire 2 <nil>
	// exhaust <nil>
	// V1 V2 V3
	//  1  0  0
	// -1  1  0
	//  0 -1  1
	//  0  0 -1
	// nothing is positive after 3 layers
}
