package player

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// rolloutPlayer makes so many playouts by chance, on one thread.
func rolloutPlayer(playouts int, seed uint64) *player {
	return byRollouts(settings{playouts: playouts, threads: 1}, seed)
}

// networkPlayer makes so many playouts by the network, on one thread.
func networkPlayer(tb testing.TB, playouts int, seed uint64, without ...string) *player {
	tb.Helper()
	p, err := New(Options{Search: searchNetwork, Playouts: playouts, Threads: 1, Seed: seed, Without: without})
	if err != nil {
		tb.Fatal(err)
	}
	return p.(*player)
}

func choose(tb testing.TB, p engine.Player, position engine.Position) engine.Choice {
	tb.Helper()
	c, err := p.Choose(tb.Context(), position)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// checkChoice checks that a choice is legal, in canonical words, and that its line
// can be played. It returns the position after the move.
func checkChoice(t *testing.T, p *game, c engine.Choice) {
	t.Helper()
	if !slices.Contains(p.Moves(), c.Move) {
		t.Fatalf("%q is not a move of\n%s", c.Move, p)
	}
	if len(c.Line) == 0 || c.Line[0] != c.Move {
		t.Fatalf("the line of %q is %v", c.Move, c.Line)
	}
	if c.Value < 0 || c.Value > 1 || c.Proved && c.Value != 0 && c.Value != 1 {
		t.Fatalf("value %v, proved: %v", c.Value, c.Proved)
	}
	again := p.clone()
	for _, m := range c.Line {
		if canonical, err := again.Play(m); err != nil || canonical != m {
			t.Fatalf("line %v: %q gives %q, %v on\n%s", c.Line, m, canonical, err, again)
		}
	}
}

// TestPlayersNeverBreakTheRules tries some sizes of boards after some numbers of moves, with
// SIXFOLD_LONG=1 all.
func TestPlayersNeverBreakTheRules(t *testing.T) {
	r := search.Rand(1)
	for size := 3; size <= enginetest.Times(13, 19); size += enginetest.Times(5, 1) {
		for _, swap := range []bool{false, true} {
			for _, sideways := range []bool{false, true} {
				k := kind{size: size, swap: swap, weighted: sideways == swap, sideways: sideways}
				if !swap {
					k.width = 3 + r.Below(enginetest.Times(11, 17))
				}
				for i, moves := range []int{0, 1, 2, 1 + r.Below(size*size/2)} {
					if (i%2 > 0) != swap && !enginetest.Long() {
						continue
					}
					p := newGame(k)
					p.scatter(t, moves, &r)
					if p.Winner() != board.Empty {
						continue
					}
					before := p.String()
					for _, player := range somePlayers(t, r.Uint64()) {
						checkChoice(t, p, choose(t, player, p))
					}
					if p.String() != before {
						t.Fatal("choosing changed the position")
					}
				}
			}
		}
	}
}

// somePlayers are of all kinds, and search little.
func somePlayers(t *testing.T, seed uint64) []engine.Player {
	t.Helper()
	n := net.Embedded()
	few, two := settings{playouts: 5, threads: 1}, settings{playouts: 8, threads: 2}
	naive, loose := few, few
	naive.naive, loose.errorSize = true, 0.2
	return []engine.Player{
		byRollouts(few, seed), byRollouts(two, seed),
		byNetwork(few, n, seed), byNetwork(two, n, seed), byNetwork(naive, n, seed), byNetwork(loose, n, seed),
	}
}

func TestPlayersPlayWholeGames(t *testing.T) {
	for size := 3; size <= 9; size++ {
		for _, k := range []kind{{size: size, swap: true}, {size: size, width: 3 + size*5%7}} {
			p := newGame(k)
			players := []engine.Player{rolloutPlayer(50, 1), networkPlayer(t, 10, 2)}
			if size%2 == 0 {
				slices.Reverse(players)
			}
			for p.Winner() == board.Empty {
				c := choose(t, players[p.Turn()], p)
				checkChoice(t, p, c)
				p.play(t, c.Move)
			}
		}
	}
}

func TestEveryLevelAnswersWhenItsTimeIsOver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, level := range Levels() {
		for size := 3; size <= 19; size += enginetest.Times(9, 4) {
			for moves := range enginetest.Times(3, 4) {
				p := newGame(kind{size: size, swap: true})
				r := search.Rand(moves)
				p.scatter(t, moves, &r)
				c, err := level.New(1).Choose(ctx, p)
				if err != nil {
					t.Fatalf("%s, size %d, move %d: %v", level.ID, size, moves+1, err)
				}
				checkChoice(t, p, c)
			}
		}
	}
}

func TestPlayersRefuseWhatIsNoOpenGame(t *testing.T) {
	p := boardAfter(t, 3, "a1", "b1", "a2", "b2", "a3")
	if _, err := rolloutPlayer(10, 1).Choose(t.Context(), p); !errors.Is(err, engine.ErrOver) {
		t.Errorf("after the end: %v, want ErrOver", err)
	}
	if _, err := rolloutPlayer(10, 1).Choose(t.Context(), nil); !errors.Is(err, engine.ErrForeign) {
		t.Errorf("without a position: %v, want engine.ErrForeign", err)
	}
}

func TestPlayersFindTheMove(t *testing.T) {
	tests := []struct {
		name  string
		size  int
		moves []string
		want  []string // any of them
	}{
		{"wins in one", 5, []string{"c1", "a1", "c2", "a2", "c3", "a3", "c4", "e5"}, []string{"c5", "b5"}},
		{"wins in one as Blue", 4, []string{"a1", "b3", "d1", "c3", "b1", "a4", "a2"}, []string{"d2", "d3"}},
		{"saves the bridge that holds the chain", 5, []string{"d2", "a1", "c4", "c3"}, []string{"d3"}},
		{"saves the bridge to the edge", 5, []string{"d2", "a1", "c4", "e1"}, []string{"d1"}},
		{"stops a win in one", 4, []string{"b1", "d1", "b2", "a4", "b3"}, []string{"b4"}},
		{"prefers the shortest of many wins", 7, []string{"d1", "a1", "d2", "a2", "d3", "a3", "d4", "a4", "d5", "a5", "d6", "a6"}, []string{"c7", "d7"}},
		{"opens 3x3 with a move that wins", 3, nil, []string{"c1", "a2", "b2", "c2", "a3"}},
		{"opens 4x4 with a move that wins", 4, nil, []string{"d1", "c2", "b3", "a4"}},
		{"opens 5x5 with a move that wins", 5, nil, []string{"e1", "b2", "c2", "d2", "e2", "b3", "c3", "d3", "a4", "b4", "c4", "d4", "a5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, player := range map[string]engine.Player{"rollouts": rolloutPlayer(60_000, 1), "network": networkPlayer(t, 20_000, 1)} {
				c := choose(t, player, boardAfter(t, tt.size, tt.moves...))
				if !slices.Contains(tt.want, c.Move) {
					t.Errorf("%s: %s (value %v, proved %v), want one of %v", name, c.Move, c.Value, c.Proved, tt.want)
				}
			}
		})
	}
}

// The player to move wins on every empty board, and the search proves it on the
// small ones.
func TestSmallBoardsAreProved(t *testing.T) {
	for size := 3; size <= 5; size++ {
		players := map[string]engine.Player{"rollouts": rolloutPlayer(60_000, 1)}
		if size < 5 {
			players["network"] = networkPlayer(t, 20_000, 1)
		}
		for name, player := range players {
			c := choose(t, player, boardAfter(t, size))
			if !c.Proved || c.Value != 1 {
				t.Errorf("%s, %dx%d: value %v, proved %v", name, size, size, c.Value, c.Proved)
			}
		}
	}
}

func TestSwapDecisions(t *testing.T) {
	tests := []struct {
		size    int
		opening string
		swap    bool
	}{
		{3, "b2", true},
		{3, "a1", false},
		{4, "b3", true},
		{4, "b2", false}, // not among the winning openings
		{5, "c3", true},
		{5, "a1", false},
		{7, "d4", true},
		{7, "a1", false},
		{11, "f6", true},
		{11, "a1", false},
	}
	for _, sideways := range []bool{false, true} {
		for _, tt := range tests {
			p := played(t, kind{size: tt.size, swap: true, sideways: sideways}, tt.opening)
			c := choose(t, rolloutPlayer(4000, 1), p)
			if (c.Move == SwapMove) != tt.swap {
				t.Errorf("sideways %v, size %d: answers %s by %s, value %v", sideways, tt.size, tt.opening, c.Move, c.Value)
			}
			if tt.swap && c.Value < 0.5 {
				t.Errorf("size %d: swaps %s for a value of %v", tt.size, tt.opening, c.Value)
			}
		}
	}
}

// With the swap in play nobody opens in the middle.
func TestOpeningsUnderTheSwap(t *testing.T) {
	for size := 3; size <= 19; size++ {
		for seed := range uint64(enginetest.Times(1, 4)) {
			p := newGame(kind{size: size, swap: true})
			players := []engine.Player{rolloutPlayer(10, seed)}
			if size%4 == 3 {
				players = append(players, networkPlayer(t, 10, seed))
			}
			for _, player := range players {
				c, err := p.Grid().Parse(choose(t, player, p).Move)
				if err != nil {
					t.Fatal(err)
				}
				if size > 4 && p.Grid().Ring(c) > 1 {
					t.Errorf("size %d: opens at %s", size, p.Grid().Name(c))
				}
			}
		}
	}
}

func TestOneThreadRepeatsItself(t *testing.T) {
	for kind, p := range somePlayers(t, 1) {
		if p.(*player).threads == 1 {
			repeatsItself(t, func(seed uint64) engine.Player { return somePlayers(t, seed)[kind] })
		}
	}
}

func repeatsItself(t *testing.T, made func(seed uint64) engine.Player) {
	t.Helper()
	play := func(seed uint64) []engine.Choice {
		p := boardAfter(t, 5)
		all := made(seed)
		var choices []engine.Choice
		for p.Winner() == board.Empty {
			c := choose(t, all, p)
			choices = append(choices, c)
			p.play(t, c.Move)
		}
		return choices
	}
	if a, b := play(1), play(1); !reflect.DeepEqual(a, b) {
		t.Errorf("the same seed played\n%v\n%v", a, b)
	}
	_, whole := made(1).(*player).searcher.(*networkSearcher) // which leaves nothing to chance
	if a, b := play(1), play(2); reflect.DeepEqual(a, b) != whole {
		t.Errorf("two seeds played the same game: %v", !whole)
	}
}
