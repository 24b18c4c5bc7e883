package solver

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// treeMemory bounds the tree of an estimate, in bytes.
const treeMemory = 64 << 20

// Estimate searches a position that has legal moves by Monte-Carlo tree search, for a number of
// playouts (0: no limit) or until the context ends. Value is the chance of winning for the player
// to move, and line the expected moves, at least one.
func (s *Solver) Estimate(ctx context.Context, at Place, playouts int, seed uint64) (value float64, line []group.Element) {
	r := mcts.Run(ctx, &rollout{s.Board, s.misere, []Node{s.Node(at)}}, mcts.Options{
		Playouts: playouts, Seed: seed, Early: true, Explore: 0.6, FirstPlay: 1, Memory: treeMemory,
	})
	return r.Value, s.toGroup(r.Line)
}

// toGroup converts the board's numbers of elements to the group's.
func (b *Board) toGroup(line []group.Element) []group.Element {
	return engine.Map(line, func(a group.Element) group.Element { return b.outer[a] })
}

// rollout is the position of a Monte-Carlo tree search. It implements [mcts.Position] and
// [mcts.Heuristic], and prefers moves that leave few replies.
type rollout struct {
	*Board
	misere bool
	path   []Node // the last is the present one
}

func (r *rollout) now() Node { return r.path[len(r.path)-1] }

// AppendMoves implements [search.Position].
func (r *rollout) AppendMoves(moves []group.Element) []group.Element {
	for m := range r.now().legal().elements {
		moves = append(moves, m)
	}
	return moves
}

// Do implements [search.Position].
func (r *rollout) Do(m group.Element) { r.path = append(r.path, r.after(r.now(), m)) }

// Undo implements [search.Position].
func (r *rollout) Undo(group.Element) { r.path = r.path[:len(r.path)-1] }

// Terminal implements [search.Ender].
func (r *rollout) Terminal() (value float64, over bool) {
	if r.now().legal() != 0 {
		return 0, false
	}
	return r.value(0), true
}

// value returns the value, for the player to move, of a game that ends after a number of moves.
func (r *rollout) value(moves int) float64 {
	if (moves%2 == 1) != r.misere {
		return 1
	}
	return 0
}

// Clone implements [mcts.Position].
func (r *rollout) Clone() mcts.Position[group.Element] {
	return &rollout{r.Board, r.misere, []Node{r.now()}}
}

// Rollout implements [mcts.Position]: it draws two random moves and makes the one that leaves
// fewer replies, in misère more.
func (r *rollout) Rollout(random *search.Rand) float64 {
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

// Priors implements [mcts.Heuristic].
func (r *rollout) Priors(moves []group.Element, priors []mcts.Prior) {
	const weight = 8 // of a prior, in rollouts
	for i, m := range moves {
		replies := r.after(r.now(), m).legal().size()
		value := 1 / float32(1+replies)
		if r.misere {
			value = 1 - value
		}
		priors[i] = mcts.Prior{Value: value, Weight: weight}
	}
}
