package hex

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// strength is what makes a level: how much its player looks ahead, and how loosely
// it picks among what it saw. A weak player errs as much in the first move as in the
// last, so that its games are even games of a weak player.
type strength struct {
	playouts int // at most; 0: as many as time allows
	threads  int
	// temperature is 0 for the best move. Else moves are drawn, with chances that are
	// their visits to the power of 1/temperature: at 1, twice the visits come twice as
	// often. The prior counts as so many visits as hunch says, shared out among all
	// moves, so that even those may be drawn that were never looked at.
	temperature float64
	hunch       float64
	// naive players do not know which bridges win until they have all they need, and do
	// not see when the opponent has. With that knowledge a weak player would become
	// perfect as soon as a win is near.
	naive   bool
	without part // of the network's search
}

// grade is a level with its strength, by the network and, where there is none, by
// rollouts. A count of playouts bounds each, so that a fast machine makes none
// stronger than meant; the time allowed is for slow ones.
type grade struct {
	id, title string
	think     time.Duration
	network   strength
	rollouts  strength
}

// grades are the levels, weakest first, meant to lie 150 to 400 Elo apart on 11x11. The
// steeper the network's policy, the less a temperature weakens it, so that other weights
// want other temperatures.
var grades = []grade{
	{
		"beginner", "Beginner", 200 * time.Millisecond,
		strength{playouts: 8, threads: 1, temperature: 1, hunch: 1, naive: true},
		strength{playouts: 60, threads: 1, temperature: 1, naive: true},
	},
	{
		"easy", "Easy", 200 * time.Millisecond,
		strength{playouts: 64, threads: 1, temperature: 0.55, hunch: 1, naive: true},
		strength{playouts: 200, threads: 1, temperature: 0.7, naive: true},
	},
	{
		"normal", "Normal", 200 * time.Millisecond,
		strength{playouts: 256, threads: 1},
		strength{playouts: 2_000, threads: 1},
	},
	{
		"hard", "Hard", time.Second,
		strength{playouts: 1_280, threads: 1},
		strength{playouts: 20_000, threads: 1},
	},
	{
		"max", "Max", 3 * time.Second,
		strength{threads: 2},
		strength{playouts: 600_000, threads: 2},
	},
}

// trees is the memory of all searches by rollouts, shared so that it is used again.
var trees mcts.Search[field.Point]

// levels are the players of Hex.
var levels = func() []engine.Level {
	all := make([]engine.Level, len(grades))
	for i, g := range grades {
		all[i] = engine.Level{
			ID:    g.id,
			Title: engine.T(g.title),
			Think: g.think,
			New:   func(seed uint64) engine.Player { return g.player(seed) },
		}
	}
	return all
}()

// player makes the level's player for this machine: without instructions that make
// the network fast, or without its weights, it is one of rollouts.
func (g grade) player(seed uint64) *player {
	n, err := net.Embedded()
	if err != nil || kernel.Path() == "portable" {
		return newRollouts(g.rollouts, seed)
	}
	return newGuided(g.network, n, seed)
}

func newRollouts(s strength, seed uint64) *player {
	r := search.Rand(seed)
	return &player{s, &r, &rollouts{s, &r, &trees}}
}

func newGuided(s strength, n *net.Network, seed uint64) *player {
	r := search.Rand(seed)
	if s.naive {
		s.without |= partLinks
	}
	if s.temperature > 0 {
		s.without |= partWide // its moves vary enough
	}
	return &player{s, &r, &guided{strength: s, rand: &r, network: n}}
}
