package hex

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

var views = []engine.View{
	{
		Name: "sets", Help: engine.T("The disjoint sets of joined stones, the root of each marked"),
		Show: showSets,
	},
	{
		Name: "weights", Help: engine.T("The weight of each cell, and the least cost of a chain from the first edge to it"),
		Show: showWeights,
	},
	{
		Name: "path", Help: engine.T("The winning chain; before the end, the chain that lacks least"),
		Show: showPath,
	},
	analysisView,
	reviewView,
	solutionView,
}

// Sets is the scene of view "sets": the position with the root of every disjoint
// set marked, see [Position.Root].
type Sets struct{ *Position }

// Weights is the scene of view "weights": each cell's weight and its least cost.
type Weights struct {
	*Position
	// Side is the colour whose costs are shown: the mover, after the end the winner.
	Side Colour
	// Cost is, by cell, the least cost of a chain of Side from its first edge (top
	// or left) to the cell: over its stones and empty cells, after the end over its
	// stones alone. -1 where none leads. On a plain board it counts stones.
	Cost []int
}

// PathView is the scene of view "path": the chain that joins a colour's edges, or
// that lacks least to do so.
type PathView struct {
	*Position
	// Side is the mover, after the end the winner.
	Side Colour
	// Path is the chain from the first edge (top or left) to the second; nil if
	// there is none. Its empty cells are those that Side still has to fill.
	Path []hexgrid.Cell
	// Visited tells, by cell, where the search came by.
	Visited []bool
	// Lacks is the least weight of the cells still to fill, their number on a plain
	// board; 0 after the end.
	Lacks int
}

// side is the colour that a view is about.
func (p *Position) side() Colour {
	if p.winner != Empty {
		return p.winner
	}
	return p.Mover()
}

// NewWeights makes the scene of view "weights". Costs come from one run of
// Dijkstra's algorithm.
func NewWeights(p *Position) Weights {
	side := p.side()
	step := p.openStep(side)
	if p.winner != Empty {
		step = p.chainStep(side)
	}
	if !p.weighted {
		step = countSteps(step)
	}
	return Weights{Position: p, Side: side, Cost: p.spread(side, step).least}
}

// countSteps keeps the ways and lets each cell cost one.
func countSteps(step stepCost) stepCost {
	return func(from, to hexgrid.Cell) (int, bool) {
		_, ok := step(from, to)
		return 1, ok
	}
}

// NewPathView makes the scene of view "path". Before the end it searches once by
// Dijkstra's algorithm; after it, the chain is the one found at the last stone.
func NewPathView(p *Position) PathView {
	view := PathView{Position: p, Side: p.side(), Path: p.chain.cells, Visited: p.chain.visited}
	if p.winner == Empty {
		found := p.search(view.Side, p.lackingStep(view.Side))
		view.Path, view.Visited, view.Lacks = found.cells, found.visited, found.cost
	}
	return view
}

// setData is one disjoint set in the machine-readable form of view "sets".
type setData struct {
	Colour string   `json:"colour"`
	Root   string   `json:"root"`
	Cells  []string `json:"cells"`
}

func showSets(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := boardOf(position)
	all := p.allSets()
	text := engine.T("%s Stones of one colour that touch the same edge of theirs are in one set.", setCount(len(all)))
	return engine.Answer{Text: text, Data: all, Scenes: []any{Sets{p}}}, nil
}

// allSets lists the sets that hold stones, in the order of their first cells.
func (p *Position) allSets() []setData {
	all := []setData{}
	index := map[int]int{}
	for c := range hexgrid.Cell(len(p.cells)) {
		if p.cells[c] == Empty {
			continue
		}
		root := p.Root(c)
		i, known := index[root]
		if !known {
			i = len(all)
			index[root] = i
			all = append(all, setData{Colour: p.cells[c].String(), Root: p.grid.Name(hexgrid.Cell(root))})
		}
		all[i].Cells = append(all[i].Cells, p.grid.Name(c))
	}
	return all
}

// weightsData is the machine-readable form of view "weights": rows from the top.
type weightsData struct {
	Side   string  `json:"side"`
	Weight [][]int `json:"weight"`
	Cost   [][]int `json:"cost"` // -1 where no chain leads
}

func showWeights(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := boardOf(position)
	scene := NewWeights(p)
	data := weightsData{Side: scene.Side.String(), Cost: slices.Collect(slices.Chunk(scene.Cost, p.Size()))}
	for row := range p.Size() {
		weights := make([]int, p.Size())
		for col := range weights {
			weights[col] = p.Weight(p.grid.At(col, row))
		}
		data.Weight = append(data.Weight, weights)
	}
	return engine.Answer{Text: p.aboutWeights(scene.Side), Data: data, Scenes: []any{scene}}, nil
}

func (p *Position) aboutWeights(side Colour) engine.Text {
	edge := engine.T("the left edge")
	if side == p.topBottom {
		edge = engine.T("the top")
	}
	switch {
	case p.weighted && side == Red:
		return engine.T("The weight of each cell and, under it, Red's least cost from %s.", edge)
	case p.weighted:
		return engine.T("The weight of each cell and, under it, Blue's least cost from %s.", edge)
	case side == Red:
		return engine.T("On the plain board every cell weighs 1. The numbers are the stones in Red's shortest chain from %s.", edge)
	default:
		return engine.T("On the plain board every cell weighs 1. The numbers are the stones in Blue's shortest chain from %s.", edge)
	}
}

// pathData is the machine-readable form of view "path".
type pathData struct {
	Side    string   `json:"side"`
	Path    []string `json:"path"`
	Missing []string `json:"missing"` // the empty cells of the path
	Lacks   int      `json:"lacks"`
	Visited []string `json:"visited"`
}

func showPath(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := boardOf(position)
	scene := NewPathView(p)
	data := pathData{Side: scene.Side.String(), Path: p.names(scene.Path), Missing: []string{}, Lacks: scene.Lacks, Visited: []string{}}
	for c := range hexgrid.Cell(len(p.cells)) {
		if scene.Visited[c] {
			data.Visited = append(data.Visited, p.grid.Name(c))
		}
	}
	for _, c := range scene.Path {
		if p.cells[c] == Empty {
			data.Missing = append(data.Missing, p.grid.Name(c))
		}
	}
	return engine.Answer{Text: scene.about(data.Missing), Data: data, Scenes: []any{scene}}, nil
}

func (v PathView) about(missing []string) engine.Text {
	words := strings.Join(missing, " ")
	switch {
	case v.winner != Empty:
		return engine.T("The winning chain: %s.", v.reason())
	case v.Side == Red && v.weighted:
		return engine.T("Red lacks a weight of %s: %s.", strconv.Itoa(v.Lacks), words)
	case v.weighted:
		return engine.T("Blue lacks a weight of %s: %s.", strconv.Itoa(v.Lacks), words)
	case v.Side == Red:
		return engine.T("Red lacks %s: %s.", stoneCount(v.Lacks), words)
	default:
		return engine.T("Blue lacks %s: %s.", stoneCount(v.Lacks), words)
	}
}

func stoneCount(n int) engine.Text {
	return engine.Count(n, "1 stone", "%s stones")
}

func setCount(n int) engine.Text {
	if n == 0 {
		return engine.T("There are no stones yet.")
	}
	return engine.Count(n, "1 disjoint set of stones, a dot on its root.", "%s disjoint sets of stones, a dot on the root of each.")
}
