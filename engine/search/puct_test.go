package search_test

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// guided gives a game an evaluation that knows nothing but tells moves apart: the
// later in the list, the likelier.
type guided[M any] struct {
	search.State[M]
	evaluations *int
	onEvaluate  func()
}

func guide[M any](g search.State[M]) *guided[M] {
	return &guided[M]{State: g, evaluations: new(int)}
}

func (g *guided[M]) Evaluate(moves []M, priors []float32) float32 {
	*g.evaluations++
	if g.onEvaluate != nil {
		g.onEvaluate()
	}
	sum := float32(len(moves)*(len(moves)+1)) / 2
	for i := range priors {
		priors[i] = float32(i+1) / sum
	}
	return 0.5
}

func (g *guided[M]) Clone() search.Guided[M] {
	return &guided[M]{State: g.State.Clone(), evaluations: new(int), onEvaluate: g.onEvaluate}
}

// judgedNim knows Bouton's theorem when two heaps are left or fewer.
type judgedNim struct {
	*nim
	evaluations *int
}

func (g *judgedNim) Evaluate(moves []take, priors []float32) float32 {
	return (&guided[take]{State: g.nim, evaluations: g.evaluations}).Evaluate(moves, priors)
}

func (g *judgedNim) Clone() search.Guided[take] {
	return &judgedNim{&nim{slices.Clone(g.heaps)}, new(int)}
}

func (g *judgedNim) Judge() search.Proof {
	left, sum := 0, 0
	for _, h := range g.heaps {
		sum ^= h
		if h > 0 {
			left++
		}
	}
	switch {
	case left > 2:
		return search.Unproved
	case sum != 0:
		return search.Win
	}
	return search.Loss
}

func puctConfigs() map[string]search.PUCTConfig {
	whole := search.PUCTConfig{Playouts: 200_000, Explore: 1.6, FirstPlay: 0.15, VirtualLoss: 1}
	without := func(change func(*search.PUCTConfig)) search.PUCTConfig {
		c := whole
		change(&c)
		return c
	}
	return map[string]search.PUCTConfig{
		"whole":           whole,
		"zero but count":  {Playouts: 200_000},
		"no exploration":  without(func(c *search.PUCTConfig) { c.Explore = 0 }),
		"four threads":    without(func(c *search.PUCTConfig) { c.Threads = 4 }),
		"no virtual loss": without(func(c *search.PUCTConfig) { c.Threads, c.VirtualLoss = 3, 0 }),
	}
}

func TestPUCTProvesTicTacToe(t *testing.T) {
	tests := []struct {
		name  string
		moves []int
		proof search.Proof
		best  []int // any of them
	}{
		{"the empty board is a draw", nil, search.Draw, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"takes the row at once", []int{0, 3, 1, 4}, search.Win, []int{2}},
		{"two ways to win cannot both be stopped", []int{0, 1, 4, 8, 3}, search.Loss, []int{2, 5, 6, 7}},
		{"a corner's only answer is the centre", []int{0}, search.Draw, []int{4}},
		{"the fork wins", []int{0, 1, 4, 8}, search.Win, []int{3, 6}},
	}
	for _, tt := range tests {
		for name, c := range puctConfigs() {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				g := newTicTacToe(tt.moves...)
				before := *g
				var p search.PUCT[int]
				r := p.Run(t.Context(), guide(g), c)
				if best := r.Moves[r.Best].Move; r.Proof != tt.proof || !slices.Contains(tt.best, best) {
					t.Errorf("move %d, %v after %d; want one of %v, %v", best, r.Proof, r.Playouts, tt.best, tt.proof)
				}
				if r.Value != tt.proof.Value() || r.Line[0] != r.Moves[r.Best].Move {
					t.Errorf("value %v, line %v", r.Value, r.Line)
				}
				if g.cells != before.cells || g.turn != before.turn {
					t.Error("the position was changed")
				}
			})
		}
	}
}

// A position whose judge knows its end costs no evaluation.
func TestPUCTJudgesBeforeItEvaluates(t *testing.T) {
	for _, heaps := range [][]int{{3, 3, 3}, {1, 2, 3}, {4, 5, 1}, {2, 2, 5}} {
		count := func(g search.Guided[take], evaluations *int) int {
			var p search.PUCT[take]
			r := p.Run(t.Context(), g, search.PUCTConfig{Playouts: 400_000, Explore: 0.7})
			if want := (&judgedNim{nim: &nim{heaps}}).bouton(); r.Proof != want {
				t.Errorf("%v: %v, want %v", heaps, r.Proof, want)
			}
			if best := r.Moves[r.Best].Move; r.Proof == search.Win && !balances(heaps, best) {
				t.Errorf("%v: wins by %v", heaps, best)
			}
			return *evaluations
		}
		judged := &judgedNim{&nim{slices.Clone(heaps)}, new(int)}
		plain := guide[take](&nim{slices.Clone(heaps)})
		if with, without := count(judged, judged.evaluations), count(plain, plain.evaluations); with >= without {
			t.Errorf("%v: %d evaluations with a judge, %d without", heaps, with, without)
		}
	}
}

func (g *judgedNim) bouton() search.Proof {
	sum := 0
	for _, h := range g.heaps {
		sum ^= h
	}
	if sum == 0 {
		return search.Loss
	}
	return search.Win
}

// Without proofs the search goes on to its count, and still comes to the best move.
func TestPUCTWithoutProofs(t *testing.T) {
	var p search.PUCT[take]
	r := p.Run(t.Context(), &judgedNim{&nim{[]int{1, 3}}, new(int)}, search.PUCTConfig{Playouts: 3000, Explore: 1, Unproved: true})
	if r.Proof != search.Unproved || r.Playouts != 3000 {
		t.Errorf("%v after %d playouts", r.Proof, r.Playouts)
	}
	if best := r.Moves[r.Best].Move; best != (take{1, 2}) || r.Value < 0.9 {
		t.Errorf("plays %v for %v", best, r.Value)
	}
}

func TestPUCTCountsAdd(t *testing.T) {
	for _, threads := range []int{1, 4} {
		var p search.PUCT[take]
		g := guide[take](&nim{heaps: []int{9, 8, 7, 6}})
		for run := 1; run <= 2; run++ {
			r := p.Run(t.Context(), g, search.PUCTConfig{Playouts: 1000, Threads: threads, Explore: 1.6, VirtualLoss: 1})
			sum, priors := 0, 0.0
			for _, s := range r.Moves {
				sum += s.Visits
				priors += s.Prior
			}
			if r.Playouts != 1000 || sum != 1000*run || math.Abs(priors-1) > 0.001 {
				t.Errorf("%d threads, run %d: %d playouts, %d visits, priors %v", threads, run, r.Playouts, sum, priors)
			}
		}
	}
}

func TestPUCTRepeats(t *testing.T) {
	run := func() search.Result[int] {
		var p search.PUCT[int]
		return p.Run(t.Context(), guide(newTicTacToe()), search.PUCTConfig{Playouts: 300, Explore: 1.6, FirstPlay: 0.15})
	}
	if a, b := run(), run(); !reflect.DeepEqual(a, b) {
		t.Errorf("twice the same gave\n%v\n%v", a, b)
	}
}

func TestPUCTEndedContextStillAnswers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var p search.PUCT[int]
	r := p.Run(ctx, guide(newTicTacToe(4)), search.PUCTConfig{})
	if r.Playouts != 0 || len(r.Moves) != 8 || r.Moves[r.Best].Move != 8 || !slices.Equal(r.Line, []int{8}) || r.Value != 0.5 {
		t.Errorf("got %+v, want the eight moves and the likeliest of them", r)
	}
}

// Only the context ends this search. All goroutines have ended when it returns.
func TestPUCTCancelEndsAllThreads(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := guide[take](&nim{[]int{50, 60, 70, 80}})
	begun := make(chan struct{}, 1000)
	g.onEvaluate = func() {
		select {
		case begun <- struct{}{}:
		default:
		}
	}
	go func() {
		for range 100 {
			<-begun
		}
		cancel()
	}()
	var p search.PUCT[take]
	r := p.Run(ctx, g, search.PUCTConfig{Threads: 4, Explore: 1.6, VirtualLoss: 1})
	if r.Playouts == 0 || r.Moves[r.Best].Visits == 0 {
		t.Errorf("nothing was found in %d playouts", r.Playouts)
	}
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// The search ends when its memory is used up; what is kept counts.
func TestPUCTMemoryIsBounded(t *testing.T) {
	const bound = 4 << 20
	var p search.PUCT[take]
	g := guide[take](&nim{heaps: []int{50, 60, 70, 80}})
	held := heap()
	r := p.Run(t.Context(), g, search.PUCTConfig{Memory: bound, Explore: 1.6})
	used := heap() - held
	if used > bound*5/4 || used < bound/2 {
		t.Errorf("%d bytes are in use after %d playouts, bound %d", used, r.Playouts, bound)
	}
	if again := p.Run(t.Context(), g, search.PUCTConfig{Memory: bound, Explore: 1.6}); again.Playouts > 1 {
		t.Errorf("%d more playouts in memory that was used up", again.Playouts)
	}
	p.Forget()
	if left := heap() - held; left > bound/16 {
		t.Errorf("%d bytes are still in use when all was dropped", left)
	}
}

// heap is the memory in use.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// What is kept is what was found of the position after the moves, and a search that
// goes on from it comes to the same truth as one that begins anew.
func TestPUCTKeepsWhatLiesBelowTheMove(t *testing.T) {
	c := search.PUCTConfig{Playouts: 500, Explore: 1.6, FirstPlay: 0.15}
	for _, heaps := range [][]int{{3, 4, 5}, {2, 5, 6}, {1, 6, 7}} {
		board := &nim{slices.Clone(heaps)}
		var kept search.PUCT[take]
		for ply := 0; ply < 3; ply++ {
			c.Playouts = 500
			r := kept.Run(t.Context(), guide[take](board), c)
			m := r.Moves[r.Best].Move
			board.Do(m)
			kept.Advance(m)
			c.Playouts = 1
			begins := 0
			for _, s := range kept.Run(t.Context(), guide[take](board), c).Moves {
				begins += s.Visits
			}
			if r.Proof == search.Unproved && begins < r.Moves[r.Best].Visits {
				t.Errorf("%v: goes on from %d visits, of %d", heaps, begins, r.Moves[r.Best].Visits)
			}
			c.Playouts = 400_000
			var fresh search.PUCT[take]
			a, b := kept.Run(t.Context(), guide[take](board), c), fresh.Run(t.Context(), guide[take](board), c)
			if want := (&judgedNim{nim: board}).bouton(); a.Proof != want || b.Proof != want {
				t.Errorf("%v: %v when going on, %v anew, want %v", board.heaps, a.Proof, b.Proof, want)
			}
			if a.Playouts >= b.Playouts {
				t.Errorf("%v: %d playouts when going on, %d anew", board.heaps, a.Playouts, b.Playouts)
			}
			kept.Forget()
		}
	}
}

// hashedNim names its positions by their heaps.
type hashedNim struct {
	*nim
	evaluations *atomic.Int64
}

func (g *hashedNim) Evaluate(moves []take, priors []float32) float32 {
	g.evaluations.Add(1)
	return guide[take](g.nim).Evaluate(moves, priors)
}

func (g *hashedNim) Clone() search.Guided[take] {
	return &hashedNim{&nim{slices.Clone(g.heaps)}, g.evaluations}
}

func (g *hashedNim) Hash() uint64 {
	h := uint64(1)
	for _, heap := range g.heaps {
		h = h*100 + uint64(heap)
	}
	return h
}

// Where several ways lead to a position it is evaluated once, and what is proved there
// holds for all of them.
func TestPUCTMergesPositions(t *testing.T) {
	for _, threads := range []int{1, 4} {
		for _, heaps := range [][]int{{3, 4, 5}, {1, 2, 3}, {4, 4, 2}, {2, 2, 2, 2}} {
			count := func(apart bool) int {
				g := &hashedNim{&nim{slices.Clone(heaps)}, new(atomic.Int64)}
				var p search.PUCT[take]
				r := p.Run(t.Context(), g, search.PUCTConfig{Playouts: 400_000, Explore: 0.7, VirtualLoss: 1, Threads: threads, Apart: apart})
				if want := (&judgedNim{nim: &nim{heaps}}).bouton(); r.Proof != want {
					t.Errorf("%v, apart %t: %v, want %v", heaps, apart, r.Proof, want)
				}
				return int(g.evaluations.Load())
			}
			positions := 1
			for _, heap := range heaps {
				positions *= heap + 1
			}
			merged, apart := count(false), count(true)
			if merged >= apart || threads == 1 && merged > positions {
				t.Errorf("%v: %d evaluations of %d positions, %d when they are kept apart", heaps, merged, positions, apart)
			}
		}
	}
}

// A move that was never looked at leads to nothing, and the next search begins anew.
func TestPUCTAdvancesToTheUnknown(t *testing.T) {
	var p search.PUCT[int]
	p.Advance(3)
	p.Run(t.Context(), guide(newTicTacToe()), search.PUCTConfig{Playouts: 2, Explore: 1.6})
	p.Advance(0) // the least likely
	r := p.Run(t.Context(), guide(newTicTacToe(0)), search.PUCTConfig{Playouts: 10, Explore: 1.6})
	if len(r.Moves) != 8 || r.Playouts != 10 {
		t.Errorf("%d moves, %d playouts", len(r.Moves), r.Playouts)
	}
}

// lopsided thinks that who begins is as good as lost.
type lopsided struct {
	*nim
	taken int
}

func (l *lopsided) Do(m take)   { l.nim.Do(m); l.taken++ }
func (l *lopsided) Undo(m take) { l.nim.Undo(m); l.taken-- }

func (l *lopsided) Evaluate(moves []take, priors []float32) float32 {
	guide[take](l.nim).Evaluate(moves, priors)
	return [...]float32{0.01, 0.99}[l.taken%2]
}

func (l *lopsided) Clone() search.Guided[take] { return &lopsided{l.nim.Clone().(*nim), l.taken} }

func TestPUCTEndsEarly(t *testing.T) {
	heaps := func() *nim { return &nim{heaps: []int{9, 8, 7, 6}} }
	run := func(g search.Guided[take], c search.PUCTConfig) search.Result[take] {
		var p search.PUCT[take]
		c.Unproved = true
		return p.Run(t.Context(), g, c)
	}
	// All weight lies on one move: another cannot catch up from the half on.
	c := search.PUCTConfig{Playouts: 1000, Early: true}
	r := run(&lopsided{nim: heaps()}, c)
	if r.Playouts >= 1000 || r.Playouts < 400 {
		t.Errorf("stops after %d of 1000", r.Playouts)
	}
	if tense := run(guide[take](heaps()), c); tense.Playouts != 1000 {
		t.Errorf("stops after %d of 1000 although the position is tense", tense.Playouts)
	}
	c.Early = false
	if all := run(&lopsided{nim: heaps()}, c); all.Playouts != 1000 || all.Moves[all.Best].Move != r.Moves[r.Best].Move {
		t.Errorf("%d playouts without, and the move is %v, was %v", all.Playouts, all.Moves[all.Best].Move, r.Moves[r.Best].Move)
	}
	// By time: each question finds another hundredth gone.
	left := 1.0
	r = run(&lopsided{nim: heaps()}, search.PUCTConfig{Early: true, Left: func() float64 { left -= 0.01; return left }})
	if left <= 0 || left > 0.6 {
		t.Errorf("stops after %d with %v of the time left", r.Playouts, left)
	}
	// Without Early, and where the position is tense, the end of the time ends it.
	left = 1.0
	r = run(guide[take](heaps()), search.PUCTConfig{Left: func() float64 { left -= 0.125; return left }})
	if left != 0 || r.Playouts != 8*16 {
		t.Errorf("stops after %d with %v of the time left", r.Playouts, left)
	}
	// A sole move.
	var p search.PUCT[int]
	sole := p.Run(t.Context(), guide(newTicTacToe(0, 1, 2, 4, 3, 5, 7, 6)), search.PUCTConfig{Playouts: 10_000, Early: true, Unproved: true})
	if len(sole.Moves) != 1 || sole.Playouts > 100 {
		t.Errorf("%d moves, %d playouts", len(sole.Moves), sole.Playouts)
	}
}

// A move not yet tried is worth less the more of the policy's weight was tried: with
// a great reduction the search stays with its first moves.
func TestPUCTFirstPlay(t *testing.T) {
	tried := func(c search.PUCTConfig) int {
		var p search.PUCT[take]
		n := 0
		for _, s := range p.Run(t.Context(), guide[take](&nim{heaps: []int{9, 8, 7}}), c).Moves {
			if s.Visits > 0 {
				n++
			}
		}
		return n
	}
	c := search.PUCTConfig{Playouts: 30, Explore: 0.5}
	free := tried(c)
	c.FirstPlay = 0.5
	if held := tried(c); held >= free {
		t.Errorf("%d moves are tried with a reduction, %d without", held, free)
	}
}
