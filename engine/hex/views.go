package hex

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

var views = []engine.View{
	{
		Name: "sets", Help: engine.T("A film of how the stones joined: each group, and the edges that it touches"),
		Show: showSets, Offer: func(engine.Position) bool { return false },
	},
	{
		Name: "weights", Help: engine.T("The weight of each cell, and the least cost of a chain from the first edge to it"),
		Advice: true, Show: disclosed(showWeights), Offer: func(p engine.Position) bool { return boardOf(p).Weighted() },
	},
	{
		Name: "path", Help: engine.T("The winning chain; before the end, the one that needs the fewest stones"),
		Advice: true, Show: disclosed(showPath),
	},
	{
		Name: "bfs", Help: engine.T("A film of breadth-first search for the shortest chain, ring by ring"),
		Advice: true, Offer: func(engine.Position) bool { return false },
		Show: disclosed(func(p *Position) engine.Answer {
			return newRings(p).film(engine.T("Breadth-first search visits the cells in rings: first those at the edge, then their neighbours, and so on. The first ring that touches the other edge ends a shortest chain."))
		}),
	},
	{
		Name: "dijkstra", Help: engine.T("A film of Dijkstra's algorithm for the cheapest chain, cost by cost"),
		Advice: true, Offer: func(engine.Position) bool { return false },
		Show: disclosed(func(p *Position) engine.Answer {
			return newSpread(p).film(engine.T("Dijkstra's algorithm always goes on from the cheapest cell that it has reached, so the first way to the other edge is the cheapest. On a weighted board a step costs the weights of both cells, on a plain one always 1."))
		}),
	},
	analysisView,
	reviewView,
	solutionView,
}

// side returns the colour that a view is about: that of the next move, or the one that has joined
// its edges.
func side(p *Position) Colour {
	if p.Winner() != Empty {
		return p.Winner()
	}
	return board.ColourOf(p.next())
}

// Sets is the scene of view "sets": the position with the root of every disjoint set marked, see
// [board.Board.Root].
type Sets struct{ *Position }

type setData struct {
	Colour string   `json:"colour"`
	Root   string   `json:"root"`
	Cells  []string `json:"cells"`
	root   int
}

func showSets(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := boardOf(position)
	all := allSets(p.Board)
	text := engine.T("%s Stones of one colour that touch the same edge of theirs count as connected. Each edge has a dot, too, or shares that of the stones that touch it.", groupCount(len(all)))
	return engine.Answer{Text: text, Data: all, Scenes: []engine.Scene{joining(p)}}, nil
}

func groupCount(n int) engine.Text {
	if n == 0 {
		return engine.T("There are no stones yet.")
	}
	return engine.Count(n, "1 group of connected stones, marked by a dot.", "%s groups of connected stones, each marked by a dot.")
}

// allSets lists the sets with stones, in the order of their first cells.
func allSets(b *board.Board) []setData {
	all := []setData{}
	for c := range hexgrid.Cell(b.Grid().Cells()) {
		if b.At(c) == Empty {
			continue
		}
		root := b.Root(c)
		i := slices.IndexFunc(all, func(s setData) bool { return s.root == root })
		if i < 0 {
			i = len(all)
			all = append(all, setData{Colour: b.At(c).String(), Root: b.Grid().Name(hexgrid.Cell(root)), root: root})
		}
		all[i].Cells = append(all[i].Cells, b.Grid().Name(c))
	}
	return all
}

// Weights is the scene of view "weights": each cell's weight and its least cost.
type Weights struct {
	*Position
	// Side is the colour whose costs are shown: the mover, after the end the winner.
	Side Colour
	// Cost is, by cell, the least cost of a chain of Side from its first edge (top or left) to the
	// cell, see [board.Spread], or [board.Unreached].
	Cost []int
}

// CostName formats a cost: "∞" for unreachable cells.
func CostName(cost int) string {
	if cost == board.Unreached {
		return "∞"
	}
	return strconv.Itoa(cost)
}

// NewWeights returns the scene of view "weights".
func NewWeights(p *Position) Weights {
	return Weights{Position: p, Side: side(p), Cost: board.Spread(p.Board, side(p)).Cost}
}

type weightsData struct {
	Side   string  `json:"side"`
	Weight [][]int `json:"weight"`
	Cost   [][]int `json:"cost"` // -1 for unreachable cells
}

func showWeights(p *Position) engine.Answer {
	scene := NewWeights(p)
	weights := make([]int, p.Grid().Cells())
	for c := range weights {
		weights[c] = p.Weight(hexgrid.Cell(c))
	}
	data := weightsData{
		Side: scene.Side.String(), Weight: slices.Collect(slices.Chunk(weights, p.Width())), Cost: slices.Collect(slices.Chunk(scene.Cost, p.Width())),
	}
	return engine.Answer{Text: scene.about(), Data: data, Scenes: []engine.Scene{scene}}
}

func (w Weights) about() engine.Text {
	edge := engine.T("the left edge")
	if w.Side == w.TopBottom() {
		edge = engine.T("the top")
	}
	if w.Weighted() {
		return engine.T("The number in a cell is %s's least cost to it from %s, where a step costs the weights of both cells and an edge of the board weighs 1. The warmer a cell, the more it weighs.", ColourName(w.Side), edge)
	}
	return engine.T("On the plain board every cell weighs 1. The numbers are the stones in %s's shortest chain from %s.", ColourName(w.Side), edge)
}

// PathView is the scene of view "path": the chain that joins a colour's edges, or that is cheapest
// to complete.
type PathView struct {
	*Position
	// Side is the mover, after the end the winner.
	Side Colour
	// Path is the chain from the first edge (top or left) to the second; nil if there is none. Its
	// empty cells are those that Side has to fill.
	Path []hexgrid.Cell
	// Visited marks, by cell, what the search visited.
	Visited []bool
	// Lacks is the least total weight of the cells to fill, their number on a plain board; 0 after
	// the end.
	Lacks int
}

// NewPathView returns the scene of view "path". Before the end it searches; after it, it takes the
// chain found at the last stone.
func NewPathView(p *Position) PathView {
	view := PathView{Position: p, Side: side(p), Path: p.Path(), Visited: p.Chain().Visited}
	if p.Winner() == Empty {
		found := board.Lacking(p.Board, view.Side)
		view.Path, view.Visited, view.Lacks = found.Cells, found.Visited, found.Cost
	}
	return view
}

type pathData struct {
	Side    string   `json:"side"`
	Path    []string `json:"path"`
	Missing []string `json:"missing"` // the empty cells of the path
	Lacks   int      `json:"lacks"`
	Visited []string `json:"visited"`
}

func showPath(p *Position) engine.Answer {
	scene := NewPathView(p)
	data := pathData{
		Side: scene.Side.String(), Path: names(p.Grid(), scene.Path), Missing: scene.missing(), Lacks: scene.Lacks, Visited: []string{},
	}
	for c := range hexgrid.Cell(p.Grid().Cells()) {
		if scene.Visited[c] {
			data.Visited = append(data.Visited, p.Grid().Name(c))
		}
	}
	return engine.Answer{Text: scene.about(), Data: data, Scenes: []engine.Scene{scene}}
}

// missing returns the names of the empty cells of the path.
func (v PathView) missing() []string {
	return names(v.Grid(), slices.DeleteFunc(slices.Clone(v.Path), func(c hexgrid.Cell) bool { return v.At(c) != Empty }))
}

func (v PathView) about() engine.Text {
	words := strings.Join(v.missing(), " ")
	switch {
	case v.Winner() != Empty:
		return engine.T("The winning chain: %s. The search for it has visited the shaded cells.", reason(v.Board))
	case v.Weighted():
		return engine.T("%s needs cells of total weight %s: %s.", ColourName(v.Side), strconv.Itoa(v.Lacks), words)
	default:
		return engine.T("%s needs %s: %s.", ColourName(v.Side), engine.Count(v.Lacks, "1 more stone", "%s more stones"), words)
	}
}

var swapMapTool = engine.Tool{
	Name: "swap-map", Help: engine.T("Which first moves to take over by the swap"), Private: true,
	Args: []engine.Arg{{
		Name: "size", Help: engine.T("Rows and columns of the board, 9 to 14; default 11"),
		Kind: engine.Integer, Min: swapmap.MinSize, Max: swapmap.MaxSize, Default: defaultSize,
	}},
	Run: showSwapMap,
}

// SwapMap is the scene of tool "swap-map": an empty board with the value of each first move.
type SwapMap struct {
	*Position
	// Chances are Red's winning probabilities after a first stone there, without a swap, 0 to 1, by
	// cell.
	Chances []float64
	// Looked is the number of positions searched per opening.
	Looked int
}

// Swap reports whether the second player should take over a first stone.
func (m SwapMap) Swap(c hexgrid.Cell) bool { return m.Chances[c] > even }

// NewSwapMap returns the map of a board with size from [swapmap.MinSize] to [swapmap.MaxSize].
func NewSwapMap(size int) (SwapMap, error) {
	p, err := New(engine.Options{"size": size, "swap": true})
	if err != nil {
		return SwapMap{}, err
	}
	return SwapMap{p.(*Position), swapmap.Chances(size), swapmap.Embedded().Positions}, nil
}

type swapMapData struct {
	Size      int         `json:"size"`
	Positions int         `json:"positions"` // searched for each opening
	Weights   string      `json:"weights"`   // the SHA-256 of the network's weights
	Chances   [][]float64 `json:"chances"`   // Red's winning probability after a first stone there, rows from the top
}

func showSwapMap(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	size := o.Int("size")
	m, err := NewSwapMap(size)
	if err != nil {
		return engine.Answer{}, err
	}
	data := swapMapData{Size: size, Positions: m.Looked, Weights: swapmap.Embedded().Weights, Chances: slices.Collect(slices.Chunk(m.Chances, size))}
	return engine.Answer{Text: m.about(), Data: data, Scenes: []engine.Scene{m}}, nil
}

func (m SwapMap) about() engine.Text {
	return engine.T("%s The numbers are Red's chances in per cent if nobody swaps, by a search of %s positions for each cell: estimates, no proofs.",
		m.summary(bold), strconv.Itoa(m.Looked))
}

// maxFair is the number of fairest openings that are named.
const maxFair = 3

func (m SwapMap) summary(named naming) engine.Text {
	all := m.fairest()
	fair := make([]engine.Text, maxFair)
	for i, c := range all[:maxFair] {
		fair[i] = engine.T("%s (%s %%)", named(m.Grid().Name(c)), percent(m.Chances[c]))
	}
	swapped := 0
	for _, c := range all {
		if m.Swap(c) {
			swapped++
		}
	}
	return engine.T("On %s, swap %s of the %s first moves, those on red cells, and leave those on blue ones. The fairest to begin with are %s.",
		extent(m.Board), strconv.Itoa(swapped), strconv.Itoa(len(all)), engine.List(", ", fair))
}

// fairest returns all cells, the most nearly even first.
func (m SwapMap) fairest() []hexgrid.Cell {
	all := m.Holding(Empty)
	slices.SortStableFunc(all, func(a, b hexgrid.Cell) int {
		return cmp.Compare(math.Abs(m.Chances[a]-even), math.Abs(m.Chances[b]-even))
	})
	return all
}

// Describe implements [engine.Scene]: the probabilities by rows.
func (m SwapMap) Describe() engine.Text {
	head := engine.Sentences(engine.T("A map of the swap."), m.summary(plain))
	return engine.Fit(engine.MostDescribed, engine.T("%s Red's chances in per cent, rows from the top: %s.", head, byRows(m.Board, m.Chances, percent)),
		engine.T("%s Rows from the top, + to swap: %s.", head, byRows(m.Board, m.Chances, func(chance float64) string {
			if chance > even {
				return "+"
			}
			return "-"
		})))
}
