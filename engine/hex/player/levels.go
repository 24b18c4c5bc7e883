package player

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// settings say how a player finds its moves.
type settings struct {
	playouts int // at most; 0: as many as time allows
	threads  int
	// loose makes a player by the network who takes a [glance]: the size of its usual error,
	// as a chance to win; 0 for who makes the best move that a search finds.
	loose float64
	// naive players do not know which bridges win until they have all they need, and do
	// not see when the opponent has. With that knowledge a weak player would become
	// perfect as soon as a win is near.
	naive bool
	// pairs is for who knows how the shorter way wins on a board with unequal sides, see
	// [field.Field.Paired], and so never loses there.
	pairs   bool
	without feature // of the network's search
}

// level is a level of play by the network and, where there is none, by rollouts. A count
// of playouts bounds each, so that a fast machine makes none stronger than meant; the
// time allowed is for slow ones.
type level struct {
	id, title string
	think     time.Duration
	network   settings
	rollouts  settings
}

// levels are weakest first, meant to lie 200 to 300 Elo apart on 11x11. Other weights want
// other sizes of errors.
var levels = []level{
	{
		"beginner", "Beginner", 200 * time.Millisecond,
		settings{loose: 0.36, naive: true},
		settings{playouts: 20, threads: 1, naive: true},
	},
	{
		"beginner-plus", "Beginner plus", 200 * time.Millisecond,
		settings{loose: 0.16, naive: true},
		settings{playouts: 50, threads: 1, naive: true},
	},
	{
		"easy", "Easy", 200 * time.Millisecond,
		settings{playouts: 32, threads: 1, loose: 0.085, naive: true},
		settings{playouts: 120, threads: 1, naive: true},
	},
	{
		"easy-plus", "Easy plus", 200 * time.Millisecond,
		settings{playouts: 64, threads: 1, loose: 0.035, naive: true},
		settings{playouts: 500, threads: 1, naive: true},
	},
	{
		"normal", "Normal", 200 * time.Millisecond,
		settings{playouts: 128, threads: 1},
		settings{playouts: 2_000, threads: 1},
	},
	{
		"normal-plus", "Normal plus", 500 * time.Millisecond,
		settings{playouts: 400, threads: 1},
		settings{playouts: 6_000, threads: 1},
	},
	{
		"hard", "Hard", time.Second,
		settings{playouts: 2_200, threads: 1, pairs: true},
		settings{playouts: 20_000, threads: 1, pairs: true},
	},
	{
		"hard-plus", "Hard plus", 2 * time.Second,
		settings{playouts: 5_000, threads: 1, pairs: true},
		settings{playouts: 100_000, threads: 1, pairs: true},
	},
	{
		"max", "Max", 3 * time.Second,
		settings{threads: 2, pairs: true},
		settings{playouts: 600_000, threads: 2, pairs: true},
	},
}

// The classes of games that levels are rated in, by the size of the board.
const (
	Small  = "9"
	Middle = "12"
	Large  = "13"
)

// ladders are the ratings of the levels by class, from matches of each level with the one before
// on boards of 9×9, 11×11 and 13×13; see "levels of Hex" in engine/FIGURES.md. The two
// strongest were measured on 11×11 alone.
var ladders = map[string][]float64{
	Small: engine.Ladder(defaultLevel, append(won(200, 149, 168, 142, 142, 167),
		engine.Match{Score: 33, Games: 40})...),
	Middle: engine.Ladder(defaultLevel, append(won(200, 172, 170, 164, 168, 156, 170),
		engine.Match{Score: 13, Games: 20}, engine.Match{Score: 5, Games: 6})...),
	Large: engine.Ladder(defaultLevel, append(won(200, 161, 176, 176, 171, 159),
		engine.Match{Score: 17, Games: 20})...),
}

// won are matches of as many games each.
func won(games float64, scores ...float64) []engine.Match {
	all := make([]engine.Match, len(scores))
	for i, score := range scores {
		all[i] = engine.Match{Score: score, Games: games}
	}
	return all
}

// defaultLevel is the index of the level that plays when none is named.
const defaultLevel = 4

// ratings are those of the level of an index by class. There are none where nothing makes
// the network fast, and time, not the count of playouts, bounds the higher levels.
func ratings(level int) map[string]float64 {
	if kernel.Path() == "portable" {
		return nil
	}
	byClass := map[string]float64{}
	for class, ladder := range ladders {
		if level < len(ladder) {
			byClass[class] = ladder[level]
		}
	}
	return byClass
}

// Levels are the levels of Hex, weakest first.
func Levels() []engine.Level {
	all := make([]engine.Level, len(levels))
	for i, l := range levels {
		all[i] = engine.Level{
			ID:    l.id,
			Title: engine.T(l.title),
			Think: l.think, Ratings: ratings(i),
			New: func(seed uint64) engine.Player { return l.player(seed) },
		}
	}
	return all
}

// player makes the level's player: without the network's weights, it is one of rollouts.
// Even where an evaluation takes plain Go milliseconds, the network plays better: on 11x11 it
// won 28 of 28 games with 115 positions a move against 2,000 rollouts, and as many with 570
// against 20,000.
func (l level) player(seed uint64) *player {
	n, err := net.Embedded()
	if err != nil {
		return byRollouts(l.rollouts, seed)
	}
	return byNetwork(l.network, n, seed)
}
