package puzzle

import (
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

// field is a graph on which puzzles are posed, with the bound on values.
type field struct {
	family string
	degree int
	edges  string // in place of the two
	most   int64
}

// The fields of each task. Few numbers of layers are possible with such values: 1 to 5
// on A3, 5 to 10 on D4, 11 to 18 on E6, 17 to 28 on E7.
var fields = map[Task][]field{
	TaskLayers: {
		{family: graph.FamilyA, degree: 3, most: 3},
		{family: graph.FamilyA, degree: 4, most: 3},
		{family: graph.FamilyA, degree: 5, most: 2},
		{family: graph.FamilyD, degree: 4, most: 3},
		{family: graph.FamilyD, degree: 5, most: 2},
		{family: graph.FamilyE, degree: 6, most: 2},
		{family: graph.FamilyE, degree: 7, most: 2},
	},
	TaskEnd: {
		{family: graph.FamilyA, degree: 3, most: 4},
		{family: graph.FamilyA, degree: 4, most: 3},
		{family: graph.FamilyA, degree: 5, most: 2},
		{family: graph.FamilyD, degree: 4, most: 3},
		{family: graph.FamilyD, degree: 5, most: 2},
		{family: graph.FamilyE, degree: 6, most: 1},
	},
	TaskFixed: {
		{family: graph.FamilyE, degree: 9, most: 9},
		{edges: "0-1 0-2 0-3 0-4", most: 9},             // affine D4
		{edges: "1-2 2-3 3-4 4-5 3-6 6-7", most: 9},     // affine E6
		{edges: "0-4 1-2 2-3 3-4 4-5 5-6 6-7", most: 9}, // affine E7
		{edges: "1-3 2-3 3-4 4-5 5-6 6-7 6-8", most: 9}, // affine D7
	},
}

// tasks are those from which a number picks one: the first two come twice as often.
var tasks = []Task{TaskLayers, TaskEnd, TaskLayers, TaskEnd, TaskFixed}

// samples are how many starts are looked at to find one that is rare.
const samples = 60

// New makes the puzzle that belongs to a seed: of a task or, if that is "", of any. It
// refuses tasks that there are not.
func New(task Task, seed uint64) (*Puzzle, error) {
	r := rand.New(rand.NewPCG(seed, 9))
	if picked := tasks[r.IntN(len(tasks))]; task == "" {
		task = picked
	}
	if _, known := fields[task]; !known {
		return nil, engine.Refuse("task must be one of: %s", strings.Join([]string{string(TaskLayers), string(TaskEnd), string(TaskFixed)}, ", "))
	}
	f := fields[task][r.IntN(len(fields[task]))]
	g, err := f.graph()
	if err != nil {
		return nil, err
	}
	z := &Puzzle{Task: task, Graph: g, Most: f.most}
	if task == TaskFixed {
		z.Solution = theory.New(g).Marks
		return z, nil
	}
	z.pose(r)
	return z, nil
}

func (f field) graph() (*graph.Graph, error) {
	if f.edges != "" {
		return graph.Parse(f.edges)
	}
	return graph.New(f.family, f.degree)
}

// pose runs from some random starts, and asks for what the rarest of them does: for
// its number of layers, or for where it ends.
func (z *Puzzle) pose(r *rand.Rand) {
	starts := make([]graph.Values, samples)
	layers := make([]int, samples)
	often := map[int]int{}
	known := theory.New(z.Graph)
	for i := range starts {
		starts[i] = z.start(r)
		layers[i] = known.Decide(starts[i]).Layers
		often[layers[i]]++
	}
	best := 0
	for i := range starts {
		if often[layers[i]] < often[layers[best]] {
			best = i
		}
	}
	z.Solution, z.Layers = starts[best], layers[best]
	if z.Task == TaskEnd {
		z.End = z.Solution
		for range z.Layers {
			z.End = z.Graph.Fire(z.End)
		}
	}
}

// start draws values that are not all zero.
func (z *Puzzle) start(r *rand.Rand) graph.Values {
	for {
		v := make(graph.Values, z.Graph.Len())
		for i := range v {
			v[i] = big.NewInt(r.Int64N(z.Most + 1))
		}
		if v.Positive() != 0 {
			return v
		}
	}
}

// Daily makes the puzzle of a day, the same for everybody.
func Daily(date string) (*Puzzle, error) {
	seed, err := daily.DaySeed("ade ", date)
	if err != nil {
		return nil, err
	}
	z, err := New("", seed)
	if err != nil {
		return nil, err
	}
	z.Date = date
	return z, nil
}
