package console_test

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// A game by lines: each is answered by a line of JSON, the first of which describes the
// start.
func ExampleConsole_Play() {
	c := console.Console{Games: []*engine.Game{&octopuszle.Game}, Now: time.Now}
	lines := strings.NewReader("place 16 a1\n{\"do\":\"view\",\"name\":\"check\"}\n")
	if err := c.Play(context.Background(), "octopuszle", nil, lines, lastLines{}); err != nil {
		panic(err)
	}
	// Output:
	// {"ok":false,"error":"a square is a number from 0 to 15, then comes its cell: 5 b2"}
	// {"ok":true,"text":"652 of the 652 solutions have all these squares.","data":{"solutions":652}}
}

// lastLines prints what is not a position.
type lastLines struct{}

func (lastLines) Write(line []byte) (int, error) {
	if !strings.Contains(string(line), `"ply"`) {
		return os.Stdout.Write(line)
	}
	return len(line), nil
}

// A tool needs no table.
func ExampleConsole_Tool() {
	c := console.Console{Games: []*engine.Game{&octopuszle.Game}, Now: time.Now}
	call := console.ToolCall{Game: "octopuszle", Tool: "relatives", Count: 1, JSON: true}
	if err := c.Tool(context.Background(), call, os.Stdout, os.Stderr); err != nil {
		panic(err)
	}
	// Output:
	// {"squares":652,"triangles":64,"cubes":[17,19,3,6,21,7,22,28,29,31,30,12,25,27,11,10,33,39,18,20,48,13,55,58,53,59,63,2,56,49,26,0,5,23,54,52,45,14,61,62,60,57,42,24,41,51,50,16,4,36,37,38,9,15,47,46,32,44,8,40,1,43,35,34]}
}
