package gordon

import "github.com/sixfold-bot/sixfold/engine/search"

// roaming is a game as a Monte-Carlo tree search walks through it, where a proof is out
// of reach. It implements [search.State], and tells the search that moves are better the
// fewer replies they leave.
type roaming struct {
	*field
	misere bool
	at     []node // the positions so far; the last is the present one
}

var trees search.MCTS[Element]

// AppendMoves implements [search.Tree].
func (r *roaming) AppendMoves(moves []Element) []Element {
	for rest := r.now().legal(); rest != 0; rest &= rest - 1 {
		moves = append(moves, rest.first())
	}
	return moves
}

func (r *roaming) now() node { return r.at[len(r.at)-1] }

// Do implements [search.Tree].
func (r *roaming) Do(m Element) { r.at = append(r.at, r.after(r.now(), m)) }

// Undo implements [search.Tree].
func (r *roaming) Undo(Element) { r.at = r.at[:len(r.at)-1] }

// Terminal implements [search.Tree].
func (r *roaming) Terminal() (value float64, over bool) {
	if r.now().legal() != 0 {
		return 0, false
	}
	return r.value(0), true
}

// value is that of a game which ends so many moves from now, for the player to move.
func (r *roaming) value(moves int) float64 {
	if (moves%2 == 1) != r.misere {
		return 1
	}
	return 0
}

// Clone implements [search.State].
func (r *roaming) Clone() search.State[Element] {
	return &roaming{r.field, r.misere, append([]node(nil), r.now())}
}

// Rollout implements [search.State]: of two random moves the one that leaves fewer
// replies is made.
func (r *roaming) Rollout(random *search.Rand) float64 {
	n := r.now()
	for moves := 0; ; moves++ {
		legal := n.legal()
		if legal == 0 {
			return r.value(moves)
		}
		first, second := r.after(n, legal.at(random.Below(legal.size()))), r.after(n, legal.at(random.Below(legal.size())))
		if n = first; (second.legal().size() < first.legal().size()) != r.misere {
			n = second
		}
	}
}

// Advise implements [search.Advisor].
func (r *roaming) Advise(moves []Element, priors []search.Prior) {
	const weight = 8 // rollouts that the opinion is worth
	for i, m := range moves {
		replies := r.after(r.now(), m).legal().size()
		value := 1 / float32(1+replies)
		if r.misere {
			value = 1 - value
		}
		priors[i] = search.Prior{Value: value, Weight: weight}
	}
}
