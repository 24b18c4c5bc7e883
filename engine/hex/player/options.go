package player

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
)

// Options select a level's player and override its settings, for matches between programs and
// measurements. The zero value is the strongest level unchanged.
type Options struct {
	Level    string // its ID; "" for the strongest
	Search   string // one of [Searches]; "" for the best available
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
	for _, s := range []*settings{&l.network, &l.rollouts} {
		if o.Threads > 0 {
			s.threads = o.Threads
		}
		if o.Playouts > 0 {
			s.playouts = o.Playouts
		}
		s.without |= without
	}
	switch o.Search {
	case "":
		if o.Network == nil {
			return l.player(o.Seed), nil
		}
	case searchNetwork:
	case searchRollouts:
		return byRollouts(l.rollouts, o.Seed), nil
	default:
		return nil, engine.Refuse("there is no search %q; choose from: %s", o.Search, strings.Join(Searches(), ", "))
	}
	if o.Network == nil {
		if o.Network, err = net.Embedded(); err != nil {
			return nil, engine.Refuse("the network cannot play (%s); search by: %s", err.Error(), searchRollouts)
		}
	}
	return byNetwork(l.network, o.Network, o.Seed), nil
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
