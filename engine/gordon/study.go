package gordon

import "context"

// studied is a legal move with what is known of the position for who makes it. In the
// opening, where the place does not matter, it stands for the m with all places.
type studied struct {
	Turn
	verdict verdict
}

// study tells who wins a position and by which moves.
type study struct {
	moves   []studied
	verdict verdict // of the position, for the player to move
	// whole: every move is proved, not only as many as settle the position.
	whole bool
}

// choices are the moves of which one has to be chosen: in the opening one place stands
// for all.
func (p *Position) choices() []Turn {
	if !p.opening() {
		return p.Legal()
	}
	var list []Turn
	for _, m := range p.m.elements() {
		list = append(list, Turn{m, p.group.identity})
	}
	return list
}

// exchangeable parts the choices into those that win or lose together: in the opening
// those that automorphisms exchange, else each alone. They are indices.
func (p *Position) exchangeable(choices []Turn) [][]int {
	if p.opening() {
		var classes [][]int
		for _, orbit := range p.group.orbits() {
			class := make([]int, len(orbit))
			for i, m := range orbit {
				class[i] = int(m) // the choices of an opening are all m in order
			}
			classes = append(classes, class)
		}
		return classes
	}
	classes := make([][]int, len(choices))
	for i := range classes {
		classes[i] = []int{i}
	}
	return classes
}

// investigate proves the moves of an open position one after the other, until one wins
// or, if it is to be whole, to the last; or until the context ends.
func (s *solver) investigate(ctx context.Context, p *Position, whole bool) study {
	choices := p.choices()
	st := study{moves: make([]studied, len(choices)), verdict: lost, whole: true}
	for i, t := range choices {
		st.moves[i].Turn = t
	}
	for _, class := range p.exchangeable(choices) {
		v := unknown
		if whole || st.verdict != won {
			v = s.solve(ctx, s.follows(p, choices[class[0]])).other()
		}
		for _, i := range class {
			st.moves[i].verdict = v
		}
		switch v {
		case unknown:
			st.whole = false
			if st.verdict == lost {
				st.verdict = unknown
			}
		case won:
			st.verdict = won
		case lost:
		}
	}
	return st
}

// winning are the moves that are proved to win.
func (st study) winning() []Turn {
	var list []Turn
	for _, m := range st.moves {
		if m.verdict == won {
			list = append(list, m.Turn)
		}
	}
	return list
}

// open are the moves of which nothing is proved.
func (st study) open() []Turn {
	var list []Turn
	for _, m := range st.moves {
		if m.verdict == unknown {
			list = append(list, m.Turn)
		}
	}
	return list
}
