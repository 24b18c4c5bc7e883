package solver

import "github.com/sixfold-bot/sixfold/engine/gordon/group"

// MaxOrder is the greatest order of a group that fits a [Board].
const MaxOrder = 64

type child struct {
	Node
	move    group.Element
	replies int // sort key
}

func insert(list []child, c child) []child {
	i := len(list)
	list = append(list, c)
	for ; i > 0 && list[i-1].replies > c.replies; i-- {
		list[i] = list[i-1]
	}
	list[i] = c
	return list
}
