package player

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// settings say how a player searches, and how loosely it picks among what it found. A
// weak player errs as much in the first move as in the last, so that its games are even
// games of a weak player.
type settings struct {
	playouts int // at most; 0: as many as time allows
	threads  int
	// temperature is 0 for the best move. Else moves are drawn, with chances that are
	// their visits to the power of 1/temperature: at 1, twice the visits come twice as
	// often. The priors count as priorVisits, shared out among all moves, so that even
	// those may be drawn that were never visited.
	temperature float64
	priorVisits float64
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

// levels are weakest first, meant to lie 150 to 400 Elo apart on 11x11. The steeper the
// network's policy, the less a temperature weakens it, so that other weights want other
// temperatures.
var levels = []level{
	{
		"beginner", "Beginner", 200 * time.Millisecond,
		settings{playouts: 8, threads: 1, temperature: 1, priorVisits: 1, naive: true},
		settings{playouts: 60, threads: 1, temperature: 1, naive: true},
	},
	{
		"easy", "Easy", 200 * time.Millisecond,
		settings{playouts: 64, threads: 1, temperature: 0.55, priorVisits: 1, naive: true},
		settings{playouts: 200, threads: 1, temperature: 0.7, naive: true},
	},
	{
		"normal", "Normal", 200 * time.Millisecond,
		settings{playouts: 256, threads: 1},
		settings{playouts: 2_000, threads: 1},
	},
	{
		"hard", "Hard", time.Second,
		settings{playouts: 1_280, threads: 1, pairs: true},
		settings{playouts: 20_000, threads: 1, pairs: true},
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

// ladders are the ratings of the levels by class, from matches on boards of 9×9, 11×11 and
// 13×13; see "levels of Hex" in engine/FIGURES.md. The strongest was measured on 11×11 alone.
var ladders = map[string][]float64{
	Small:  engine.Ladder(defaultLevel, engine.Match{Score: 68, Games: 78}, engine.Match{Score: 60, Games: 78}, engine.Match{Score: 25, Games: 26}),
	Middle: engine.Ladder(defaultLevel, engine.Match{Score: 68, Games: 78}, engine.Match{Score: 71, Games: 78}, engine.Match{Score: 23, Games: 26}, engine.Match{Score: 12, Games: 14}),
	Large:  engine.Ladder(defaultLevel, engine.Match{Score: 70, Games: 78}, engine.Match{Score: 73, Games: 78}, engine.Match{Score: 21, Games: 26}),
}

// defaultLevel is the index of the level that plays when none is named.
const defaultLevel = 2

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
