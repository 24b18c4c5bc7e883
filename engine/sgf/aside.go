package sgf

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Comments is the property of a comment on a node.
const Comments = "C"

// marks are the properties that mark cells or judge a move.
var marks = strings.Fields("AR CR DD LB LN MA SL SQ TR TB TW BM DO IT TE DM GB GW UC HO")

// Aside says what a game has aside from its main line and the comments there, for a reader of these: "one
// variation, 2 comments in variations, 3 marks". It is empty if there is nothing.
func (t *Tree) Aside() engine.Text {
	var marked, variations, comments int
	var rest []*Tree
	for main := t; main != nil; {
		marked += count(main.Nodes, marks...)
		next := main.Variations
		main = nil
		if len(next) > 0 {
			main, rest = next[0], append(rest, next[1:]...)
		}
	}
	for variations = len(rest); len(rest) > 0; {
		last := rest[len(rest)-1]
		comments += count(last.Nodes, Comments)
		variations += max(0, len(last.Variations)-1)
		rest = append(rest[:len(rest)-1], last.Variations...)
	}
	var said []engine.Text
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{variations, "one variation", "%s variations"},
		{comments, "one comment in variations", "%s comments in variations"},
		{marked, "one mark", "%s marks"},
	} {
		if part.n > 0 {
			said = append(said, engine.Count(part.n, part.one, part.many))
		}
	}
	return engine.List(", ", said)
}

// count counts the values of some properties.
func count(nodes []Node, names ...string) int {
	n := 0
	for _, node := range nodes {
		for _, p := range node {
			if slices.Contains(names, p.Name) {
				n += len(p.Values)
			}
		}
	}
	return n
}
