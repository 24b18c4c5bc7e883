package hex

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Describe implements [engine.Scene]: the groups, each with the edges that it touches.
func (s Sets) Describe() engine.Text {
	groups := allSets(s.Board)
	if len(groups) == 0 {
		return s.Position.Describe()
	}
	list := make([]engine.Text, len(groups))
	for i, g := range groups {
		cells := strings.Join(g.Cells, " ")
		if list[i] = engine.T("blue %s", cells); g.Colour == Red.String() {
			list[i] = engine.T("red %s", cells)
		}
		for _, edge := range edgesOf(s.Board, g) {
			list[i] = engine.T("%s, %s", list[i], edge)
		}
	}
	full := engine.T("%s The groups: %s.", groupCount(len(groups)), engine.List("; ", list))
	return engine.Fit(engine.MostDescribed, engine.Sentences(title(s.Board), standing(s.Position), full),
		describe(s.Board, title(s.Board), engine.Sentences(standing(s.Position), groupCount(len(groups)))))
}

func edgesOf(b *board.Board, set setData) []engine.Text {
	root, err := b.Grid().Parse(set.Root)
	if err != nil {
		return nil // unreachable: Root is the name of a cell
	}
	var touched []engine.Text
	for i, edge := range [...]engine.Text{engine.T("at the top"), engine.T("at the bottom"), engine.T("at the left"), engine.T("at the right")} {
		if b.Root(hexgrid.Cell(b.Grid().Cells()+i)) == int(root) {
			touched = append(touched, edge)
		}
	}
	return touched
}

// Describe implements [engine.Scene]: the costs by rows.
func (w Weights) Describe() engine.Text {
	var list []string
	for row := range slices.Chunk(w.Cost, w.Width()) {
		list = append(list, strings.Join(engine.Map(row, CostName), " "))
	}
	costs := engine.T("By rows from the top, ∞ where no chain leads: %s.", strings.Join(list, "; "))
	return describe(w.Board, title(w.Board), engine.Sentences(w.about(), costs), engine.Sentences(w.about(), w.across()))
}

// across lists the costs of complete chains: those at the edge opposite to the first.
func (w Weights) across() engine.Text {
	along, step, from := w.Width(), 1, len(w.Cost)-w.Width()
	if w.Side != w.TopBottom() {
		along, step, from = w.Height(), w.Width(), w.Width()-1
	}
	list := make([]string, along)
	for i := range list {
		list[i] = CostName(w.Cost[from+i*step])
	}
	return engine.T("Along the opposite edge, from a or 1 on, ∞ where no chain leads: %s.", strings.Join(list, " "))
}

// Describe implements [engine.Scene]: the chain, and the cells that it lacks.
func (v PathView) Describe() engine.Text {
	if v.Winner() != Empty {
		return v.Position.Describe()
	}
	chain := engine.T("%s The chain: %s.", v.about(), strings.Join(names(v.Grid(), v.Path), " "))
	return describe(v.Board, title(v.Board), engine.Sentences(chain, standing(v.Position)), chain)
}

// Describe implements [engine.Scene]: the cells that the search considers best, with their values.
func (a Analysis) Describe() engine.Text {
	said := engine.Sentences(a.outlook(), a.best(plain), lastMove(a.Position))
	return describe(a.Board, title(a.Board), engine.Sentences(said, a.thoughts(maxThoughts)), engine.Sentences(said, a.thoughts(fewThoughts)), said)
}

// outlook describes the chances of the side that is next. It need not be to move: the board may be
// that of a solved puzzle.
func (a Analysis) outlook() engine.Text {
	worth := engine.T("a winning chance of about %s %%", percent(a.Choice.Value))
	switch {
	case a.Choice.Proved && a.Choice.Value > even:
		worth = engine.T("a proved win")
	case a.Choice.Proved:
		worth = engine.T("a proved loss")
	}
	return a.Turn().Say(engine.T("Red is next: %s.", worth), engine.T("Blue is next: %s.", worth))
}

// Numbers of cells described.
const (
	maxThoughts = 20
	fewThoughts = 5
)

// thoughts lists the most visited cells with their values or proofs.
func (a Analysis) thoughts(most int) engine.Text {
	var cells []hexgrid.Cell
	for c, t := range a.Cells {
		if t.Visits > 0 || t.Proof == search.Win {
			cells = append(cells, hexgrid.Cell(c))
		}
	}
	slices.SortStableFunc(cells, func(x, y hexgrid.Cell) int { return cmp.Compare(a.Cells[y].Heat, a.Cells[x].Heat) })
	var list []engine.Text
	for _, c := range cells[:min(len(cells), most)] {
		name := a.Grid().Name(c)
		switch t := a.Cells[c]; t.Proof {
		case search.Win:
			list = append(list, engine.T("%s a proved win", name))
		case search.Loss:
			list = append(list, engine.T("%s a proved loss", name))
		case search.Unproved, search.Draw:
			list = append(list, engine.T("%s %s", name, percent(t.Value)))
		}
	}
	if len(list) == 0 {
		return engine.Text{}
	}
	return engine.T("Chances to win by a stone there, in per cent, the most searched first: %s.", engine.List(", ", list))
}

// Describe implements [engine.Scene]: where the game turned, the board there, and the graph.
func (s Review) Describe() engine.Text {
	head := engine.Sentences(engine.T("A review after %s.", moveCount(s.Plies)), s.turning(plain), s.instead(plain), s.why(plain), s.gift(plain), s.accuracyWords())
	where := engine.T("Before move %s the board was like this.", strconv.Itoa(s.Ply+1))
	if s.Resigned {
		where = engine.T("At the end the board was like this.")
	}
	return describe(s.Board, title(s.Board), engine.Sentences(head, s.graphWords(), where),
		engine.Sentences(head, s.swings(maxSwings), where), engine.Sentences(head, where), head)
}

func moveCount(n int) engine.Text { return engine.Count(n, "1 move", "%s moves") }

func (s Review) graphWords() engine.Text {
	list := make([]string, len(s.Red))
	for i, chance := range s.Red {
		if list[i] = percent(chance); math.IsNaN(chance) {
			list[i] = "-"
		}
	}
	return engine.T("Red's chances before each move and at the end, in per cent: %s.", strings.Join(list, " "))
}

// maxSwings is the number of moves described for a long game, those that changed most.
const maxSwings = 8

// swings lists the moves at which the chances changed most.
func (s Review) swings(most int) engine.Text {
	var plies []int
	for i := range len(s.Red) - 1 {
		if !math.IsNaN(s.Red[i]) && !math.IsNaN(s.Red[i+1]) {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(i, j int) int {
		return cmp.Compare(math.Abs(s.Red[j+1]-s.Red[j]), math.Abs(s.Red[i+1]-s.Red[i]))
	})
	plies = plies[:min(len(plies), most)]
	slices.Sort(plies)
	if len(plies) == 0 {
		return engine.Text{}
	}
	list := engine.Map(plies, func(ply int) engine.Text {
		return engine.T("%s from %s to %s", strconv.Itoa(ply+1), percent(s.Red[ply]), percent(s.Red[ply+1]))
	})
	return engine.T("Red's chances in per cent changed most at moves %s.", engine.List(", ", list))
}
