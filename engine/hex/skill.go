package hex

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Skill says which player of a level to make, and what is different about it: what
// matches between programs and measurements need, and tables do not. The zero value
// is the strongest level as it comes.
type Skill struct {
	Level    string // its ID; "" for the strongest
	Search   string // one of [Searches]; "" for the level's own
	Threads  int    // 0: as many as the level's own
	Playouts int    // bounds a move; 0: the level's own bound
	Seed     uint64
}

// mcts is the search by rollouts.
const mcts = "mcts"

// Searches are the ways to look ahead, the best first.
func Searches() []string { return []string{mcts} }

// NewPlayer makes a player, which may be used by one goroutine at a time. It thinks
// until its context ends or its bound is reached. A refusal is an [*engine.Refusal].
func NewPlayer(s Skill) (engine.Player, error) {
	if s.Search != "" && s.Search != mcts {
		return nil, engine.Refuse("there is no search %q; choose from: %s", s.Search, strings.Join(Searches(), ", "))
	}
	if s.Threads < 0 || s.Playouts < 0 {
		return nil, engine.Refuse("threads and playouts must not be negative")
	}
	strength, err := strengthOf(s.Level)
	if err != nil {
		return nil, err
	}
	if s.Threads > 0 {
		strength.threads = s.Threads
	}
	if s.Playouts > 0 {
		strength.playouts = s.Playouts
	}
	return newPlayer(strength, s.Seed, &trees), nil
}

func strengthOf(level string) (strength, error) {
	if level == "" {
		return grades[len(grades)-1].strength, nil
	}
	ids := make([]string, len(grades))
	for i, g := range grades {
		if g.id == level {
			return g.strength, nil
		}
		ids[i] = g.id
	}
	return strength{}, engine.Refuse("there is no level %q; choose from: %s", level, strings.Join(ids, ", "))
}
