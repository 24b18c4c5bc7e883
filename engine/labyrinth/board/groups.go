package board

import (
	"cmp"
	"slices"
)

// Open returns the empty cells behind doors, row by row.
func Open(pieces []Piece, at map[Cell]Doors) (list []Cell) {
	for _, p := range pieces {
		for s := range Side(Sides) {
			if _, taken := at[p.Next(s)]; !taken && p.Doors.Has(s) {
				list = append(list, p.Next(s))
			}
		}
	}
	slices.SortFunc(list, InOrder)
	return slices.Compact(list)
}

// InOrder compares cells row by row.
func InOrder(a, b Cell) int { return cmp.Or(a.Row()-b.Row(), a.Column()-b.Column()) }

// Groups returns the sets of pieces that doors join, the largest first.
func Groups(pieces []Piece) []Part {
	index := map[Cell]int{}
	for i, p := range pieces {
		index[p.Cell] = i
	}
	seen := make([]bool, len(pieces))
	var parts []Part
	for first := range pieces {
		if seen[first] {
			continue
		}
		seen[first] = true
		group := Part{Pieces: []int{first}}
		for k := 0; k < len(group.Pieces); k++ {
			p := pieces[group.Pieces[k]]
			group.Cells = append(group.Cells, p.Cell)
			for s := range Side(Sides) {
				if next, lies := index[p.Next(s)]; lies && p.Doors.Has(s) && !seen[next] {
					seen[next] = true
					group.Pieces = append(group.Pieces, next)
				}
			}
		}
		parts = append(parts, group)
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return len(b.Pieces) - len(a.Pieces) })
	return parts
}
