package show

import (
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// TestLineRepeatsTheCommand: the line of a button that runs a command at one of several tables has all
// of its options, with values as they are typed.
func TestLineRepeatsTheCommand(t *testing.T) {
	c := &Call{Call: chat.Call{Request: chat.Request{Sub: "search", Options: map[string]any{"private": true, "film": false, "depth": 3, "from": "a1"}}}}
	if got, want := c.line(), "search depth:3 film:false from:a1 private:true"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}
