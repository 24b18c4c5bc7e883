package board

// Groups returns the sets of pieces that doors join, in the order of their first pieces.
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
	return parts
}
