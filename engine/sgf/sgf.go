// Package sgf reads and writes files of the Smart Game Format, FF[4]: collections of game trees whose
// nodes have properties. It knows no game. The format is described at https://www.red-bean.com/sgf/.
package sgf

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Tree is a game, or a variation of one.
type Tree struct {
	Nodes []Node
	// Variations are the ways in which the last node goes on. The first is the main line.
	Variations []*Tree
	// Source is the text of a whole game, "" of a variation.
	Source string
}

// Node is a node of a tree: its properties in the order of the file.
type Node []Property

// Property is a property with its values, of which there is at least one.
type Property struct {
	Name   string // in capitals: "PB"
	Values []string
}

// Game returns a game of a file as UTF-8 with a byte order mark, by its number from 1. The first comes
// with what follows it in the file.
func Game(file []byte, number int) ([]byte, error) {
	if number == 1 {
		text, err := decode(file)
		return []byte(mark + text), err
	}
	games, err := Read(file)
	switch {
	case number <= len(games):
		return []byte(mark + games[number-1].Source), nil
	case err != nil:
		return nil, err
	}
	return nil, engine.Refuse("the file has %s", engine.Count(len(games), "one game", "%s games"))
}

// Main returns the nodes of the main line.
func (t *Tree) Main() []Node {
	nodes := slices.Clone(t.Nodes)
	for len(t.Variations) > 0 {
		t = t.Variations[0]
		nodes = append(nodes, t.Nodes...)
	}
	return nodes
}

// Text returns the first value of a property without blanks around it, "" if it is missing.
func (n Node) Text(name string) string {
	for _, p := range n {
		if p.Name == name {
			return strings.TrimSpace(p.Values[0])
		}
	}
	return ""
}

var escaped = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// String returns the property as it is written in a file.
func (p Property) String() string {
	var b strings.Builder
	b.WriteString(p.Name)
	for _, value := range p.Values {
		b.WriteString("[" + escaped.Replace(value) + "]")
	}
	return b.String()
}

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
