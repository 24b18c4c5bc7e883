package player

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
)

// Options say which player of a level to make, and what is different about it: what
// matches between programs and measurements need, and tables do not. The zero value
// is the strongest level as it comes.
type Options struct {
	Level    string // its ID; "" for the strongest
	Search   string // one of [Searches]; "" for the best that this machine is fit for
	Threads  int    // 0: as many as the level's own
	Playouts int    // bounds a move; 0: the level's own bound
	Seed     uint64
	// Without names features of the network's search to leave out; see [Features].
	Without []string
	// Network replaces the program's own.
	Network *net.Network
}

// The searches.
const (
	searchNetwork  = "network"
	searchRollouts = "mcts"
)

// Searches are the ways to search, the best first.
func Searches() []string { return []string{searchNetwork, searchRollouts} }

// feature is a set of features of the network's search.
type feature uint

const (
	featureLinks  feature = 1 << iota // wins by stones and bridges are known, and where they can be stopped
	featureProofs                     // proved wins and losses are backed up
	featureReuse                      // the tree is kept from move to move
	featureTurns                      // a position is evaluated as it is or after half a turn
	featureSaves                      // answers to broken bridges have a share of the priors
	featureEarly                      // the search ends when nothing can change any more
	featureMerges                     // transpositions go on as one
	featureSpread                     // unsettled positions are explored more widely than settled ones
	featureWide                       // the policy is made flatter than the network says
)

var featureNames = []string{"links", "proofs", "reuse", "turns", "saves", "early", "merges", "spread", "wide"}

// Features are the parts of the network's search that can be left out, so that their
// worth can be measured.
func Features() []string { return slices.Clone(featureNames) }

func (f feature) has(g feature) bool { return f&g != 0 }

// New makes a player, which may be used by one goroutine at a time. It thinks until its
// context ends or its bound is reached. A refusal is an [*engine.Refusal].
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
	ids := make([]string, len(levels))
	for i, l := range levels {
		if l.id == id {
			return l, nil
		}
		ids[i] = l.id
	}
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
