package solver

import (
	"context"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Wide searches positions on groups that are too large for a [Board]. It is slower and proves
// only endgames. It is not safe for concurrent use.
type Wide struct {
	g      *group.Group
	misere bool
	known  map[Place]Verdict
	stop   search.Stop
}

// mostKnown bounds the verdicts of a wide search, some 40 MB.
const mostKnown = 1 << 18

// NewWide makes a solver for a group whose product m·p is the rule of moves. In misère a player
// who cannot move wins.
func NewWide(g *group.Group, misere bool) *Wide {
	return &Wide{g: g, misere: misere, known: map[Place]Verdict{}}
}

func (w *Wide) legal(n Place) []group.Element {
	var list []group.Element
	for _, m := range n.M.Elements() {
		if n.P.Has(w.g.Product(m, n.At)) {
			list = append(list, m)
		}
	}
	return list
}

func (w *Wide) after(n Place, m group.Element) Place {
	to := w.g.Product(m, n.At)
	return Place{n.M.Without(m), n.P.Without(to), to}
}

// Prove returns the verdict of a position, Unknown if the context ends first.
func (w *Wide) Prove(ctx context.Context, n Place) Verdict {
	defer w.stop.With(ctx)()
	return w.search(n)
}

func (w *Wide) search(n Place) Verdict {
	legal := w.legal(n)
	if len(legal) == 0 {
		return ended(w.misere)
	}
	if v := w.known[n]; v != Unknown {
		return v
	}
	if w.stop.Load() {
		return Unknown
	}
	v := Lost
	for _, m := range legal {
		if v = w.search(w.after(n, m)).Other(); v != Lost {
			break
		}
	}
	if v != Unknown && len(w.known) < mostKnown {
		w.known[n] = v
	}
	return v
}

// Estimate plays random games after each move in turn, a number of playouts in all (0: no limit)
// or until the context ends. It returns the best move with its share of wins. The position must
// have legal moves.
func (w *Wide) Estimate(ctx context.Context, n Place, playouts int, seed uint64) (value float64, line []group.Element) {
	random, legal := search.Rand(seed), w.legal(n)
	wins := make([]int, len(legal))
	games := 0
	for ; (playouts == 0 || games < playouts) && ctx.Err() == nil; games++ {
		i := games % len(legal)
		if w.loses(w.after(n, legal[i]), &random) {
			wins[i]++
		}
	}
	if games == 0 {
		return 0.5, legal[:1]
	}
	best := slices.Index(wins, slices.Max(wins))
	each := (games + len(legal) - 1) / len(legal)
	return float64(wins[best]) / float64(each), legal[best : best+1]
}

func (w *Wide) loses(n Place, random *search.Rand) bool {
	for moves := 0; ; moves++ {
		legal := w.legal(n)
		if len(legal) == 0 {
			return (moves%2 == 0) != w.misere
		}
		n = w.after(n, legal[random.Below(len(legal))])
	}
}
