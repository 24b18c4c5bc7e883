package puct_test

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/puct"
)

// flat is an evaluator without knowledge whose priors grow in the order of the moves.
type flat struct {
	evaluations *atomic.Int64
	onEvaluate  func()
}

func newFlat() flat { return flat{evaluations: new(atomic.Int64), onEvaluate: func() {}} }

func (f flat) priors(priors []float32) float32 {
	f.evaluations.Add(1)
	f.onEvaluate()
	sum := float32(len(priors)*(len(priors)+1)) / 2
	for i := range priors {
		priors[i] = float32(i+1) / sum
	}
	return 0.5
}

// ticTacToe and nim are the games with that evaluator.
type (
	ticTacToe struct {
		*enginetest.TicTacToe
		flat
	}
	nim struct {
		*enginetest.Nim
		flat
	}
)

func newTicTacToe(moves ...int) ticTacToe {
	return ticTacToe{enginetest.NewTicTacToe(moves...), newFlat()}
}
func newNim(heaps ...int) nim { return nim{enginetest.NewNim(heaps...), newFlat()} }

func (g ticTacToe) Evaluate(_ []int, priors []float32) float32       { return g.priors(priors) }
func (g ticTacToe) Clone() puct.Position[int]                        { return ticTacToe{g.Copy(), g.flat} }
func (g nim) Evaluate(_ []enginetest.Take, priors []float32) float32 { return g.priors(priors) }
func (g nim) Clone() puct.Position[enginetest.Take]                  { return nim{g.Copy(), g.flat} }

// provedNim knows Bouton's theorem when two heaps are left or fewer.
type provedNim struct{ nim }

func (g provedNim) Clone() puct.Position[enginetest.Take] { return provedNim{nim{g.Copy(), g.flat}} }

func (g provedNim) Proof() search.Proof {
	left := 0
	for _, h := range g.Heaps {
		if h > 0 {
			left++
		}
	}
	if left > 2 {
		return search.Unproved
	}
	return g.Bouton()
}

func variants() map[string]puct.Options {
	whole := puct.Options{Playouts: 200_000, Explore: 1.6, FirstPlay: 0.15}
	without := func(change func(*puct.Options)) puct.Options {
		c := whole
		change(&c)
		return c
	}
	return map[string]puct.Options{
		"whole":          whole,
		"zero but count": {Playouts: 200_000},
		"no exploration": without(func(c *puct.Options) { c.Explore = 0 }),
		"four workers":   without(func(c *puct.Options) { c.Threads = 4 }),
	}
}

func TestProvesTicTacToe(t *testing.T) {
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
		for name, c := range variants() {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				if c.Threads < 2 {
					enginetest.Alone(t)
				}
				g := newTicTacToe(tt.moves...)
				before := *g.TicTacToe
				var p puct.Search[int]
				r := p.Run(t.Context(), g, c)
				if best := r.Moves[r.Best].Move; r.Proof != tt.proof || !slices.Contains(tt.best, best) {
					t.Errorf("move %d, %v after %d; want one of %v, %v", best, r.Proof, r.Playouts, tt.best, tt.proof)
				}
				if r.Value != tt.proof.Value() || r.Line[0] != r.Moves[r.Best].Move {
					t.Errorf("value %v, line %v", r.Value, r.Line)
				}
				if g.Cells != before.Cells || g.Mover != before.Mover {
					t.Error("the position was changed")
				}
			})
		}
	}
}

// A position that knows its end costs no evaluation.
func TestProofsComeBeforeEvaluations(t *testing.T) {
	for _, heaps := range [][]int{{3, 3, 3}, {1, 2, 3}, {4, 5, 1}, {2, 2, 5}} {
		count := func(g puct.Position[enginetest.Take], evaluations *atomic.Int64) int64 {
			var p puct.Search[enginetest.Take]
			r := p.Run(t.Context(), g, puct.Options{Playouts: 400_000, Explore: 0.7})
			if want := enginetest.NewNim(heaps...).Bouton(); r.Proof != want {
				t.Errorf("%v: %v, want %v", heaps, r.Proof, want)
			}
			if best := r.Moves[r.Best].Move; r.Proof == search.Win && !balances(heaps, best) {
				t.Errorf("%v: wins by %v", heaps, best)
			}
			return evaluations.Load()
		}
		proved, plain := provedNim{newNim(heaps...)}, newNim(heaps...)
		if with, without := count(proved, proved.evaluations), count(plain, plain.evaluations); with >= without {
			t.Errorf("%v: %d evaluations with proofs, %d without", heaps, with, without)
		}
	}
}

// balances reports whether the opponent is lost after a move.
func balances(heaps []int, m enginetest.Take) bool {
	g := enginetest.NewNim(heaps...)
	g.Do(m)
	return g.Bouton() == search.Loss
}

// Without proofs the search goes on to its count, and still comes to the best move.
func TestWithoutProofs(t *testing.T) {
	var p puct.Search[enginetest.Take]
	r := p.Run(t.Context(), provedNim{newNim(1, 3)}, puct.Options{Playouts: 3000, Explore: 1, NoProofs: true})
	if r.Proof != search.Unproved || r.Playouts != 3000 {
		t.Errorf("%v after %d playouts", r.Proof, r.Playouts)
	}
	if best := r.Moves[r.Best].Move; best != (enginetest.Take{Heap: 1, Matches: 2}) || r.Value < 0.9 {
		t.Errorf("plays %v for %v", best, r.Value)
	}
}

func TestCountsAdd(t *testing.T) {
	for _, threads := range []int{1, 4} {
		var p puct.Search[enginetest.Take]
		g := newNim(9, 8, 7, 6)
		for run := 1; run <= 2; run++ {
			r := p.Run(t.Context(), g, puct.Options{Playouts: 1000, Threads: threads, Explore: 1.6})
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

func TestRepeats(t *testing.T) {
	run := func() search.Result[int] {
		var p puct.Search[int]
		return p.Run(t.Context(), newTicTacToe(), puct.Options{Playouts: 300, Explore: 1.6, FirstPlay: 0.15})
	}
	if a, b := run(), run(); !reflect.DeepEqual(a, b) {
		t.Errorf("twice the same gave\n%v\n%v", a, b)
	}
}

func TestEndedContextStillAnswers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var p puct.Search[int]
	r := p.Run(ctx, newTicTacToe(4), puct.Options{})
	if r.Playouts != 0 || len(r.Moves) != 8 || r.Moves[r.Best].Move != 8 || !slices.Equal(r.Line, []int{8}) || r.Value != 0.5 {
		t.Errorf("got %+v, want the eight moves and the likeliest of them", r)
	}
}

// Only the context ends this search. All goroutines have ended when it returns.
func TestCancelEndsAllThreads(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	g := newNim(50, 60, 70, 80)
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
	var p puct.Search[enginetest.Take]
	r := p.Run(ctx, g, puct.Options{Threads: 4, Explore: 1.6})
	if r.Playouts == 0 || r.Moves[r.Best].Visits == 0 {
		t.Errorf("nothing was found in %d playouts", r.Playouts)
	}
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// The search ends when its memory is used up; what is kept counts.
func TestMemoryIsBounded(t *testing.T) {
	const bound = 4 << 20
	var p puct.Search[enginetest.Take]
	g := newNim(50, 60, 70, 80)
	held := heap()
	r := p.Run(t.Context(), g, puct.Options{Memory: bound, Explore: 1.6})
	used := heap() - held
	if used > bound*5/4 || used < bound/2 {
		t.Errorf("%d bytes are in use after %d playouts, bound %d", used, r.Playouts, bound)
	}
	if again := p.Run(t.Context(), g, puct.Options{Memory: bound, Explore: 1.6}); again.Playouts > 1 {
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

// The kept tree is that of the position after the moves, and a search that continues it finds the
// same result as a new one.
func TestKeepsWhatLiesBelowTheMove(t *testing.T) {
	c := puct.Options{Playouts: 500, Explore: 1.6, FirstPlay: 0.15}
	for _, heaps := range [][]int{{3, 4, 5}, {2, 5, 6}, {1, 6, 7}} {
		board := newNim(heaps...)
		var kept puct.Search[enginetest.Take]
		for range 3 {
			c.Playouts = 500
			r := kept.Run(t.Context(), board, c)
			m := r.Moves[r.Best].Move
			board.Do(m)
			kept.Advance(m)
			c.Playouts = 1
			begins := 0
			for _, s := range kept.Run(t.Context(), board, c).Moves {
				begins += s.Visits
			}
			if r.Proof == search.Unproved && begins < r.Moves[r.Best].Visits {
				t.Errorf("%v: goes on from %d visits, of %d", heaps, begins, r.Moves[r.Best].Visits)
			}
			c.Playouts = 400_000
			var fresh puct.Search[enginetest.Take]
			a, b := kept.Run(t.Context(), board, c), fresh.Run(t.Context(), board, c)
			if want := board.Bouton(); a.Proof != want || b.Proof != want {
				t.Errorf("%v: %v when going on, %v anew, want %v", board.Heaps, a.Proof, b.Proof, want)
			}
			if a.Playouts >= b.Playouts {
				t.Errorf("%v: %d playouts when going on, %d anew", board.Heaps, a.Playouts, b.Playouts)
			}
			kept.Forget()
		}
	}
}

// hashedNim knows its positions by their heaps.
type hashedNim struct{ nim }

func (g hashedNim) Clone() puct.Position[enginetest.Take] { return hashedNim{nim{g.Copy(), g.flat}} }

func (g hashedNim) Hash() uint64 {
	h := uint64(1)
	for _, heap := range g.Heaps {
		h = h*100 + uint64(heap)
	}
	return h
}

// A position reached in several ways is evaluated once, and a proof of it holds for all of them.
func TestMergesPositions(t *testing.T) {
	for _, threads := range []int{1, 4} {
		for _, heaps := range [][]int{{3, 4, 5}, {1, 2, 3}, {4, 4, 2}, {2, 2, 2, 2}} {
			count := func(apart bool) int {
				g := hashedNim{newNim(heaps...)}
				var p puct.Search[enginetest.Take]
				r := p.Run(t.Context(), g, puct.Options{Playouts: 400_000, Explore: 0.7, Threads: threads, NoTranspositions: apart})
				if want := enginetest.NewNim(heaps...).Bouton(); r.Proof != want {
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

// Advancing by an unvisited move drops the tree.
func TestAdvancesToTheUnknown(t *testing.T) {
	var p puct.Search[int]
	p.Advance(3)
	p.Run(t.Context(), newTicTacToe(), puct.Options{Playouts: 2, Explore: 1.6})
	p.Advance(0) // the least likely
	r := p.Run(t.Context(), newTicTacToe(0), puct.Options{Playouts: 10, Explore: 1.6})
	if len(r.Moves) != 8 || r.Playouts != 10 {
		t.Errorf("%d moves, %d playouts", len(r.Moves), r.Playouts)
	}
}

// lopsided evaluates the position as nearly lost for the first player.
type lopsided struct {
	nim
	taken int
}

func newLopsided(heaps ...int) *lopsided { return &lopsided{nim: newNim(heaps...)} }

func (l *lopsided) Do(m enginetest.Take)   { l.nim.Do(m); l.taken++ }
func (l *lopsided) Undo(m enginetest.Take) { l.nim.Undo(m); l.taken-- }

func (l *lopsided) Evaluate(_ []enginetest.Take, priors []float32) float32 {
	l.priors(priors)
	return [...]float32{0.01, 0.99}[l.taken%2]
}

func (l *lopsided) Clone() puct.Position[enginetest.Take] {
	return &lopsided{nim{l.Copy(), l.flat}, l.taken}
}

func TestEndsEarly(t *testing.T) {
	run := func(g puct.Position[enginetest.Take], c puct.Options) search.Result[enginetest.Take] {
		var p puct.Search[enginetest.Take]
		c.NoProofs = true
		return p.Run(t.Context(), g, c)
	}
	// One move gets nearly all visits: after half of them no other can catch up.
	c := puct.Options{Playouts: 1000, Early: true}
	r := run(newLopsided(9, 8, 7, 6), c)
	if r.Playouts >= 1000 || r.Playouts < 400 {
		t.Errorf("stops after %d of 1000", r.Playouts)
	}
	if open := run(newNim(9, 8, 7, 6), c); open.Playouts != 1000 {
		t.Errorf("stops after %d of 1000 although the position is open", open.Playouts)
	}
	c.Early = false
	if all := run(newLopsided(9, 8, 7, 6), c); all.Playouts != 1000 || all.Moves[all.Best].Move != r.Moves[r.Best].Move {
		t.Errorf("%d playouts without, and the move is %v, was %v", all.Playouts, all.Moves[all.Best].Move, r.Moves[r.Best].Move)
	}
	// By time: each call finds another hundredth used.
	left := 1.0
	r = run(newLopsided(9, 8, 7, 6), puct.Options{Early: true, TimeLeft: func() float64 { left -= 0.01; return left }})
	if left <= 0 || left > 0.6 {
		t.Errorf("stops after %d with %v of the time left", r.Playouts, left)
	}
	// Without Early, or in an open position, only the time limit ends the search.
	left = 1.0
	r = run(newNim(9, 8, 7, 6), puct.Options{TimeLeft: func() float64 { left -= 0.125; return left }})
	if left != 0 || r.Playouts != 8*16 {
		t.Errorf("stops after %d with %v of the time left", r.Playouts, left)
	}
	// A sole move.
	var p puct.Search[int]
	sole := p.Run(t.Context(), newTicTacToe(0, 1, 2, 4, 3, 5, 7, 6), puct.Options{Playouts: 10_000, Early: true, NoProofs: true})
	if len(sole.Moves) != 1 || sole.Playouts > 100 {
		t.Errorf("%d moves, %d playouts", len(sole.Moves), sole.Playouts)
	}
}

// The more of the policy's weight was tried, the lower is the value of an untried move: with a
// large reduction the search stays with its first moves.
func TestFirstPlay(t *testing.T) {
	tried := func(c puct.Options) int {
		var p puct.Search[enginetest.Take]
		n := 0
		for _, s := range p.Run(t.Context(), newNim(9, 8, 7), c).Moves {
			if s.Visits > 0 {
				n++
			}
		}
		return n
	}
	c := puct.Options{Playouts: 30, Explore: 0.5}
	free := tried(c)
	c.FirstPlay = 0.5
	if held := tried(c); held >= free {
		t.Errorf("%d moves are tried with a reduction, %d without", held, free)
	}
}
