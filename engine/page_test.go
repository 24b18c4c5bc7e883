package engine

import (
	"errors"
	"slices"
	"testing"
)

// Pages turn by two buttons, which stop at either end and keep their places; a third leads to the last one.
func TestRules(t *testing.T) {
	broken := errors.New("no picture")
	tool := Rules(T("Nim"), []Page{
		{Title: T("one"), Text: T("Take some."), Scene: Figure{Name: "heap", Words: T("A heap.")}.Scene},
		{Title: T("two"), Text: T("Take the last."), Scene: Figure{Name: "end"}.Scene, Actions: []Action{{Label: T("Try"), Line: "try"}}},
		{Title: T("three"), Text: T("."), Scene: func() (Scene, error) { return nil, broken }},
	})
	if a := tool.Args[0]; tool.Name != RulesTool || !tool.Private || a.Min != 1 || a.Max != 3 {
		t.Errorf("the command is %+v", tool)
	}
	for _, tt := range []struct {
		options Options
		want    string
		lines   []string
		dead    int // action that does nothing
	}{
		{nil, "**Nim: one** (page 1 of 3)\nTake some.", []string{"rules page:1", "rules page:2", "rules page:3"}, 0},
		{Options{"page": 2}, "**Nim: two** (page 2 of 3)\nTake the last.", []string{"rules page:1", "rules page:3", "try"}, -1},
	} {
		a, err := tool.Run(t.Context(), Env{}, tt.options, nil)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i, act := range a.Actions {
			lines = append(lines, act.Line)
			if turns := act.Line != "try"; act.Disabled != (i == tt.dead) || act.Replace != turns {
				t.Errorf("%v: action %d is %+v", tt.options, i, act)
			}
		}
		if a.Text.String() != tt.want || !slices.Equal(lines, tt.lines) || len(a.Scenes) != 1 {
			t.Errorf("%v: %q with %q and %v", tt.options, a.Text, lines, a.Scenes)
		}
	}
	if _, err := tool.Run(t.Context(), Env{}, Options{"page": 3}, nil); !errors.Is(err, broken) {
		t.Errorf("a page without a picture: %v", err)
	}
}
