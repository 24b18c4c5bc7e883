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
	case len(games) == 0:
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
