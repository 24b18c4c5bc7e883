package player

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

type settings struct {
	playouts int // at most; 0: as many as time allows
	threads  int
	// errorSize, if not 0, makes a network player a [weakSearcher] and is the typical size of its
	// errors, as a loss of winning probability; 0 plays the best move of a search.
	errorSize float64
	// naive players do not recognize wins by bridges, of either side. With that knowledge a weak
	// player would become perfect as soon as a win is near.
	naive bool
	// pairs players know the pairing strategy of the favoured side on a board with unequal sides,
	// see [field.Field.Paired], and so never lose with it.
	pairs   bool
	without feature // of the network's search
}

// level is a level of play, by the network or, for comparison, by rollouts. The count of playouts
// bounds each move, so that fast machines are not stronger than intended; the time bounds slow ones.
// The network plays better even on the portable path, where an evaluation takes milliseconds: on
// 11x11 it won 28 of 28 games with 115 positions a move against 2,000 rollouts, and as many with 570
// against 20,000.
type level struct {
	id, title string
	think     time.Duration
	rollouts  int // bounds a move by rollouts
	settings
}

// levels are weakest first, intended to be 200 to 300 Elo apart on 11x11. New weights need new
// values of errorSize.
var levels = []level{
	{"beginner", "Beginner", 200 * time.Millisecond, 20, settings{errorSize: 0.36, naive: true}},
	{"beginner-plus", "Beginner plus", 200 * time.Millisecond, 50, settings{errorSize: 0.16, naive: true}},
	{"easy", "Easy", 200 * time.Millisecond, 120, settings{playouts: 32, threads: 1, errorSize: 0.085, naive: true}},
	{"easy-plus", "Easy plus", 200 * time.Millisecond, 500, settings{playouts: 64, threads: 1, errorSize: 0.035, naive: true}},
	{"normal", "Normal", 200 * time.Millisecond, 2_000, settings{playouts: 128, threads: 1}},
	{"normal-plus", "Normal plus", 500 * time.Millisecond, 6_000, settings{playouts: 400, threads: 1}},
	{"hard", "Hard", time.Second, 20_000, settings{playouts: 2_200, threads: 1, pairs: true}},
	{"hard-plus", "Hard plus", 2 * time.Second, 100_000, settings{playouts: 5_000, threads: 1, pairs: true}},
	{"max", "Max", 3 * time.Second, 600_000, settings{threads: 2, pairs: true}},
}

func (l level) player(seed uint64) *player { return byNetwork(l.settings, net.Embedded(), seed) }

// byRollouts returns the settings of the level's player by rollouts, which makes no errors on
// purpose.
func (l level) byRollouts() settings {
	l.playouts, l.errorSize = l.rollouts, 0
	return l.settings
}

// The classes of games in which levels are rated, by board size.
const (
	Small  = "9"
	Middle = "12"
	Large  = "13"
)

// ladders are the ratings of the levels by class, from matches between neighbouring levels on
// boards of 9×9, 11×11 and 13×13; see "levels of Hex" in engine/FIGURES.md. The two strongest were
// measured only on 11×11.
var ladders = map[string][]float64{
	Small: engine.Ladder(defaultLevel, append(engine.Matches(200, 149, 168, 142, 142, 167),
		engine.Match{Score: 33, Games: 40})...),
	Middle: engine.Ladder(defaultLevel, append(engine.Matches(200, 172, 170, 164, 168, 156, 170),
		engine.Match{Score: 13, Games: 20}, engine.Match{Score: 5, Games: 6})...),
	Large: engine.Ladder(defaultLevel, append(engine.Matches(200, 161, 176, 176, 171, 159),
		engine.Match{Score: 17, Games: 20})...),
}

// defaultLevel is the index of the level that plays if none is named.
const defaultLevel = 4

// ratings returns a level's ratings by class. There are none on the portable path, where the
// network is so slow that time and not the count of playouts bounds the higher levels.
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

// Levels returns the levels of Hex, weakest first.
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

// Options select a level's player and override its settings, for matches between programs and
// measurements. The zero value is the strongest level unchanged.
type Options struct {
	Level    string // its ID; "" for the strongest
	Search   string // one of [Searches]; "" for the best
	Threads  int    // 0: as many as the level's own
	Playouts int    // bounds a move; 0: the level's own bound
	Seed     uint64
	// Without names features of the network's search to disable; see [Features].
	Without []string
	// Network replaces the embedded network.
	Network *net.Network
}

// The searches.
const (
	searchNetwork  = "network"
	searchRollouts = "mcts"
)

// Searches returns the names of the searches, best first.
func Searches() []string { return []string{searchNetwork, searchRollouts} }

type feature uint

const (
	featureLinks  feature = 1 << iota // wins by stones and bridges are recognized, and where they can be stopped
	featureProofs                     // proven wins and losses are backed up
	featureReuse                      // the tree is kept from move to move
	featureTurns                      // a position is evaluated as it is or after half a turn
	featureSaves                      // moves that save intruded bridges have a share of the priors
	featureEarly                      // the search ends when the result can no longer change
	featureMerges                     // transpositions share a node
	featureSpread                     // unsettled positions are explored more widely than settled ones
	featureWide                       // the policy is flattened
)

var featureNames = []string{"links", "proofs", "reuse", "turns", "saves", "early", "merges", "spread", "wide"}

// Features returns the parts of the network's search that can be disabled to measure their worth.
func Features() []string { return slices.Clone(featureNames) }

func (f feature) has(g feature) bool { return f&g != 0 }

// New returns a player, which is not safe for concurrent use. It thinks until its context ends or
// its bound is reached. A refusal is an [*engine.Refusal].
func New(o Options) (engine.Player, error) {
	l, err := levelOf(o.Level)
	if err != nil {
		return nil, err
	}
	if o.Threads < 0 || o.Playouts < 0 {
		return nil, engine.Refuse("threads and playouts must not be negative")
	}
	without, err := featuresOf(o.Without)
	if err != nil {
		return nil, err
	}
	chosen := l.settings
	if o.Search == searchRollouts {
		chosen = l.byRollouts()
	}
	chosen.threads, chosen.playouts = cmp.Or(o.Threads, chosen.threads), cmp.Or(o.Playouts, chosen.playouts)
	chosen.without |= without
	switch {
	case o.Search == searchRollouts:
		return byRollouts(chosen, o.Seed), nil
	case o.Search != "" && o.Search != searchNetwork:
		return nil, engine.Refuse("there is no search %q; choose from: %s", o.Search, strings.Join(Searches(), ", "))
	case o.Network == nil:
		o.Network = net.Embedded()
	}
	return byNetwork(chosen, o.Network, o.Seed), nil
}

func levelOf(id string) (level, error) {
	if id == "" {
		return levels[len(levels)-1], nil
	}
	if i := slices.IndexFunc(levels, func(l level) bool { return l.id == id }); i >= 0 {
		return levels[i], nil
	}
	ids := engine.Map(levels, func(l level) string { return l.id })
	return level{}, engine.Refuse("there is no level %q; choose from: %s", id, strings.Join(ids, ", "))
}

func featuresOf(names []string) (feature, error) {
	var set feature
	for _, name := range names {
		i := slices.Index(featureNames, name)
		if i < 0 {
			return 0, engine.Refuse("there is no feature %q; choose from: %s", name, strings.Join(featureNames, ", "))
		}
		set |= 1 << i
	}
	return set, nil
}
