package solver

import "github.com/sixfold-bot/sixfold/engine/gordon/group"

// MaxOrder is the order of the largest group that fits a [Board].
const MaxOrder = 64

// child is a node after a move.
type child struct {
	Node
	move    group.Element
	replies int // the key by which children are ordered
}

// insert puts a child where its number of replies belongs.
func insert(list []child, c child) []child {
	i := len(list)
	list = append(list, c)
	for ; i > 0 && list[i-1].replies > c.replies; i-- {
		list[i] = list[i-1]
	}
	list[i] = c
	return list
}
