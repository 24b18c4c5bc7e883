package hex

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
)

// Skill says which player of a level to make, and what is different about it: what
// matches between programs and measurements need, and tables do not. The zero value
// is the strongest level as it comes.
type Skill struct {
	Level    string // its ID; "" for the strongest
	Search   string // one of [Searches]; "" for the best that this machine is fit for
	Threads  int    // 0: as many as the level's own
	Playouts int    // bounds a move; 0: the level's own bound
	Seed     uint64
	// Without names parts of the network's search to leave out; see [Parts].
	Without []string
	// Network replaces the program's own.
	Network *net.Network
}

// The searches.
const (
	byNetwork  = "network"
	byRollouts = "mcts"
)

// Searches are the ways to look ahead, the best first.
func Searches() []string { return []string{byNetwork, byRollouts} }

// part is a set of parts of the network's search.
type part uint

const (
	partLinks  part = 1 << iota // wins by stones and bridges are known, and where they can be stopped
	partProofs                  // proved wins and losses are backed up
	partReuse                   // the tree is kept from move to move
	partTurns                   // a position is seen as it is or after half a turn
	partSaves                   // answers to broken bridges have a share of the priors
	partEarly                   // the search ends when nothing can change any more
	partMerges                  // ways to the same position go on as one
	partWide                    // the policy is made flatter than the network says
)

var partNames = []string{"links", "proofs", "reuse", "turns", "saves", "early", "merges", "wide"}

// Parts are the parts of the network's search that can be left out, so that their
// worth can be measured.
func Parts() []string { return slices.Clone(partNames) }

func (p part) has(q part) bool { return p&q != 0 }

// NewPlayer makes a player, which may be used by one goroutine at a time. It thinks
// until its context ends or its bound is reached. A refusal is an [*engine.Refusal].
func NewPlayer(s Skill) (engine.Player, error) {
	g, err := gradeOf(s.Level)
	if err != nil {
		return nil, err
	}
	if s.Threads < 0 || s.Playouts < 0 {
		return nil, engine.Refuse("threads and playouts must not be negative")
	}
	without, err := partsOf(s.Without)
	if err != nil {
		return nil, err
	}
	for _, own := range []*strength{&g.network, &g.rollouts} {
		if s.Threads > 0 {
			own.threads = s.Threads
		}
		if s.Playouts > 0 {
			own.playouts = s.Playouts
		}
		own.without |= without
	}
	switch s.Search {
	case "":
		if s.Network == nil {
			return g.player(s.Seed), nil
		}
	case byNetwork:
	case byRollouts:
		return newRollouts(g.rollouts, s.Seed), nil
	default:
		return nil, engine.Refuse("there is no search %q; choose from: %s", s.Search, strings.Join(Searches(), ", "))
	}
	if s.Network == nil {
		if s.Network, err = net.Embedded(); err != nil {
			return nil, engine.Refuse("the network cannot play (%s); search by: %s", err.Error(), byRollouts)
		}
	}
	return newGuided(g.network, s.Network, s.Seed), nil
}

func gradeOf(level string) (grade, error) {
	if level == "" {
		return grades[len(grades)-1], nil
	}
	ids := make([]string, len(grades))
	for i, g := range grades {
		if g.id == level {
			return g, nil
		}
		ids[i] = g.id
	}
	return grade{}, engine.Refuse("there is no level %q; choose from: %s", level, strings.Join(ids, ", "))
}

func partsOf(names []string) (part, error) {
	var set part
	for _, name := range names {
		i := slices.Index(partNames, name)
		if i < 0 {
			return 0, engine.Refuse("there is no part %q; choose from: %s", name, strings.Join(partNames, ", "))
		}
		set |= 1 << i
	}
	return set, nil
}
