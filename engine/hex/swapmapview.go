package hex

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

var swapMapTool = engine.Tool{
	Name: "swap-map", Help: engine.T("Which first moves to take over by the swap"), Private: true,
	Args: []engine.Arg{{
		Name: "size", Help: engine.T("Rows and columns of the board, 9 to 14; default 11"),
		Kind: engine.Integer, Min: swapmap.MinSize, Max: swapmap.MaxSize, Default: defaultSize,
	}},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		return showSwapMap(o.Int("size"))
	},
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

func showSwapMap(size int) (engine.Answer, error) {
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
	return engine.Fit(engine.MostDescribed, engine.T("%s Red's chances in per cent, rows from the top: %s.", head, m.rows(percent)),
		engine.T("%s Rows from the top, + to swap: %s.", head, m.rows(func(chance float64) string {
			if chance > even {
				return "+"
			}
			return "-"
		})))
}

func (m SwapMap) rows(word func(chance float64) string) string {
	var rows []string
	for row := range slices.Chunk(m.Chances, m.Width()) {
		rows = append(rows, strings.Join(engine.Map(row, word), " "))
	}
	return strings.Join(rows, "; ")
}
