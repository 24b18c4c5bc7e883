package player

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// The priors are chances of empty cells, and a mirrored board with the colours
// exchanged is the same to the network.
func TestEvaluationIsTheMoversOwn(t *testing.T) {
	r := search.Rand(3)
	for game := range 40 {
		size, width := 3+game%8, 3+game%5
		p := newGame(kind{size: size, width: width})
		p.scatter(t, 1+r.Below(size*width/2), &r)
		if p.Winner() != board.Empty {
			continue
		}
		mirror := newGame(kind{size: width, width: size})
		for c, colour := range p.Cells() {
			if colour != board.Empty {
				mirror.Place(p.Grid().Mirror(hexgrid.Cell(c)), colour.Other())
			}
		}
		mirror.Mover = p.Mover.Other()
		f, g := p.Field(), mirror.Field()
		// Saves depend on the last stone, which is unknown on a board that was set up.
		a, b := newEvaluator(net.Embedded(), f, featureLinks|featureSaves), newEvaluator(net.Embedded(), g, featureLinks|featureSaves)
		moves := a.AppendMoves(nil)
		priors, mirrored := make([]float32, len(moves)), make([]float32, len(moves))
		others := make([]field.Point, len(moves))
		sum := float32(0)
		for i, m := range moves {
			c := int(f.Cell(m))
			others[i] = g.At(c/width, c%width)
		}
		if v, w := a.Evaluate(moves, priors), b.Evaluate(others, mirrored); v != w || v < 0 || v > 1 {
			t.Errorf("worth %v, mirrored %v:\n%s", v, w, p)
		}
		for _, prior := range priors {
			sum += prior
		}
		if !slices.Equal(priors, mirrored) || math.Abs(float64(sum)-1) > 1e-3 || len(moves) != len(p.Moves()) {
			t.Errorf("%d moves, priors %v add up to %v, mirrored %v:\n%s", len(moves), priors, sum, mirrored, p)
		}
	}
}

// An evaluation after half a turn is of the same cells.
func TestEvaluationTurnsBack(t *testing.T) {
	p := boardAfter(t, 5, "b2", "c3", "e1")
	turned := newGame(kind{size: 5})
	for c, colour := range p.Cells() {
		if colour != board.Empty {
			turned.Place(p.Grid().Opposite(hexgrid.Cell(c)), colour)
		}
	}
	turned.Mover = p.Mover
	a, b := newEvaluator(net.Embedded(), p.Field(), 0), newEvaluator(net.Embedded(), turned.Field(), 0)
	if v, w := a.value(true), b.value(false); v != w {
		t.Errorf("worth %v and %v", v, w)
	}
	slices.Reverse(b.logits)
	if !slices.Equal(a.logits, b.logits) {
		t.Errorf("the evaluation after half a turn gives\n%v, the turned board\n%v", a.logits, b.logits)
	}
}

func TestEvaluationSavesBridges(t *testing.T) {
	p := boardAfter(t, 7, "d4", "a1", "c6", "c5") // c5 breaks into d4 and c6: d5 saves
	f := p.fieldAfterLast()
	save, _ := p.Grid().Parse("d5")
	with, without := newEvaluator(net.Embedded(), f, featureLinks), newEvaluator(net.Embedded(), f, featureLinks|featureSaves)
	moves := with.AppendMoves(nil)
	a, b := make([]float32, len(moves)), make([]float32, len(moves))
	with.Evaluate(moves, a)
	without.Evaluate(moves, b)
	for i, m := range moves {
		want := b[i] * (1 - saveShare)
		if f.Cell(m) == save {
			want += saveShare
		}
		if math.Abs(float64(a[i]-want)) > 1e-6 {
			t.Errorf("%s has prior %v, want %v", p.Grid().Name(f.Cell(m)), a[i], want)
		}
	}
}

// The tree is kept if the board can have followed from its root, and is dropped otherwise.
func TestTreeFollowsTheBoard(t *testing.T) {
	visits := func(r search.Result[field.Point]) int {
		n := 0
		for _, m := range r.Moves {
			n += m.Visits
		}
		return n
	}
	for _, sideways := range []bool{false, true} {
		k := kind{size: 5, swap: true, sideways: sideways}
		p := played(t, k, "a2")
		g := networkPlayer(t, 200, 1).searcher.(*networkSearcher)
		g.without |= featureEarly // all 200 are made
		think := func(p *game) (kept int, best string) {
			f := p.Field()
			r := g.search(t.Context(), p.Position)
			return visits(r) - r.Playouts, p.Grid().Name(f.Cell(r.Line[0]))
		}
		kept, m := think(p)
		if kept != 0 {
			t.Errorf("a new tree has %d visits", kept)
		}
		if kept, _ = think(p); kept < 200 {
			t.Errorf("the same board: %d visits are kept", kept)
		}
		p.play(t, m)
		kept, m = think(p)
		if kept == 0 {
			t.Error("after a move nothing is kept")
		}
		p.play(t, m)
		f := p.Field()
		r := g.search(t.Context(), p.Position)
		for _, m := range r.Line[:2] {
			p.play(t, p.Grid().Name(f.Cell(m)))
		}
		if kept, _ = think(p); kept == 0 {
			t.Error("after two moves nothing is kept")
		}
		for _, m := range p.Moves()[:3] {
			p.play(t, m)
		}
		if kept, _ = think(p); kept != 0 {
			t.Errorf("after three moves %d visits are kept", kept)
		}
		if g.kept() == 0 {
			t.Error("the tree takes no memory")
		}
		earlier := played(t, k, "a2")
		if kept, _ = think(earlier); kept != 0 {
			t.Errorf("after moves were taken back %d visits are kept", kept)
		}
		other := played(t, k, "a2", "swap")
		if kept, _ = think(other); kept != 0 {
			t.Errorf("after a swap %d visits are kept", kept)
		}
		for _, size := range []int{4, 6} { // of as many cells, and the same of them taken
			other := played(t, kind{size: size, width: 10 - size}, "b1")
			if kept, _ = think(other); kept != 0 {
				t.Errorf("on another board %d visits are kept", kept)
			}
		}
		larger := boardAfter(t, 6, "a2")
		if kept, _ = think(larger); kept != 0 {
			t.Errorf("on another board %d visits are kept", kept)
		}
	}
}

// In a search bounded by time, Early uses the time left.
func TestTimeLeft(t *testing.T) {
	if timeLeft(t.Context()) != nil {
		t.Error("there is time left although none is set")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if left := timeLeft(ctx)(); left != 1 {
		t.Errorf("at the beginning %v are left", left)
	}
	past, end := context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
	defer end()
	if left := timeLeft(past)(); left < 0 {
		t.Errorf("after the end %v are left", left)
	}
}

// A player resigns only against an unbroken chain of stones and bridges, after enough moves, and
// only if it recognizes bridges.
func TestResigns(t *testing.T) {
	tests := []struct {
		name   string
		size   int
		moves  []string // Blue to move
		resign bool
	}{
		{"bridges from edge to edge", 5, []string{"d2", "a1", "c4", "a2", "e5"}, true},
		{"hardly begun", 5, []string{"d2", "a1", "c4"}, false},
		{"nothing but an opening", 3, []string{"b2"}, false},
		{"one bridge is missing", 5, []string{"d2", "a1", "a5", "a2", "a4"}, false},
		{"a bridge was broken into and not saved", 5, []string{"d2", "a1", "c4", "c3", "e5"}, false},
	}
	for _, tt := range tests {
		for _, p := range somePlayers(t, 1) {
			want := tt.resign && !p.(*player).naive
			if c := choose(t, p, boardAfter(t, tt.size, tt.moves...)); c.Resign != want {
				t.Errorf("%s: resigns: %v, want %v", tt.name, c.Resign, want)
			}
		}
	}
}

// What is kept between moves is the tree of the network's search.
func TestKept(t *testing.T) {
	p := boardAfter(t, 5, "a2")
	for _, one := range somePlayers(t, 1) {
		keeper := one.(engine.Keeper)
		if n := keeper.Kept(); n != 0 {
			t.Errorf("a new player keeps %d bytes", n)
		}
		choose(t, one, p)
		_, rollouts := one.(*player).searcher.(*rolloutSearcher)
		if kept := keeper.Kept() > 0; kept == rollouts {
			t.Errorf("by rollouts: %v, keeps: %v", rollouts, kept)
		}
	}
}
