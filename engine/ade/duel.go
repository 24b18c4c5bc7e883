package ade

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// MostDuelNodes bounds the graphs of the game for two, in which every set of positive
// nodes is a move: there are 1,023 at most.
const MostDuelNodes = 10

// Duel is the game for two: the mover fires any non-empty set of the positive nodes, and
// who fires last wins. It is played on finite types, where it always ends. Its reading
// methods do not change it.
type Duel struct {
	graph  *Graph
	values Values
	shots  []Set // so far
}

// newDuel refuses what may not end.
func newDuel(g *Graph, v Values) (*Duel, error) {
	switch {
	case g.Theory().Class != Finite:
		return nil, engine.Refuse("the game for two is played on finite types, where it always ends: A, D, and E4 to E8")
	case g.Len() > MostDuelNodes:
		return nil, engine.Refuse("the game for two takes at most %s nodes, since every set of them is a move; this graph has %s", strconv.Itoa(MostDuelNodes), strconv.Itoa(g.Len()))
	case v.Positive() == 0:
		return nil, engine.Refuse("the game for two begins with a positive value at least")
	}
	return &Duel{graph: g, values: v}, nil
}

// Graph is the graph.
func (d *Duel) Graph() *Graph { return d.graph }

// Values are the numbers on the nodes.
func (d *Duel) Values() Values { return d.values }

// Shots is the number of moves made.
func (d *Duel) Shots() int { return len(d.shots) }

// Last is the set that fired last, empty at the start.
func (d *Duel) Last() Set {
	if len(d.shots) == 0 {
		return 0
	}
	return d.shots[len(d.shots)-1]
}

// Turn implements [engine.Position].
func (d *Duel) Turn() engine.Seat {
	if d.values.Positive() == 0 {
		return engine.NoSeat
	}
	return engine.Seat(len(d.shots) % 2)
}

// Outcome implements [engine.Position].
func (d *Duel) Outcome() engine.Outcome {
	if d.Turn() != engine.NoSeat {
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
	winner := engine.Seat((len(d.shots) + 1) % 2)
	reason := engine.T("the first player fired last, and nothing is positive")
	if winner == 1 {
		reason = engine.T("the second player fired last, and nothing is positive")
	}
	return engine.Outcome{Status: engine.Won, Winner: winner, Reason: reason}
}

// Moves implements [engine.Lister]: all sets of positive nodes, the whole first.
func (d *Duel) Moves() []string {
	var moves []string
	for set := range subsets(d.values.Positive()) {
		moves = append(moves, d.move(set))
	}
	return moves
}

// subsets yields the non-empty subsets of a set, from the greatest number down: the
// whole first.
func subsets(set Set) func(yield func(Set) bool) {
	return func(yield func(Set) bool) {
		for s := set; s != 0; s = (s - 1) & set {
			if !yield(s) {
				return
			}
		}
	}
}

// move writes a set as a line.
func (d *Duel) move(set Set) string {
	words := []string{fireVerb}
	for i, name := range d.graph.names {
		if set.Has(i) {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

// Named is the set that a line fires, empty where it cannot be played.
func (d *Duel) Named(line string) Set {
	set, err := d.parse(line)
	if err != nil {
		return 0
	}
	return set
}

// Play implements [engine.Position]: "fire V1 V3"; "fire" and "fire all" fire all that
// is positive.
func (d *Duel) Play(text string) (string, error) {
	set, err := d.parse(text)
	if err != nil {
		return "", because(text, err)
	}
	d.values = d.graph.FireSet(d.values, set)
	d.shots = append(d.shots, set)
	return d.move(set), nil
}

func (d *Duel) parse(text string) (Set, error) {
	words := fieldsOf(text)
	if d.Turn() == engine.NoSeat {
		return 0, &engine.MoveError{Why: engine.T("the game is over: %s", d.Outcome().Reason), Err: engine.ErrOver}
	}
	if len(words) == 0 || !strings.EqualFold(words[0], fireVerb) {
		return 0, syntax("this is the game for two: fire some of the positive nodes, such as %s", d.move(d.values.Positive()))
	}
	positive := d.values.Positive()
	if words = words[1:]; len(words) == 0 || len(words) == 1 && strings.EqualFold(words[0], "all") {
		return positive, nil
	}
	var set Set
	for _, word := range words {
		i, known := d.graph.Index(word)
		switch {
		case !known:
			return 0, syntax("there is no node %q; you may fire any of %s", shorten(word), strings.TrimPrefix(d.move(positive), fireVerb+" "))
		case !positive.Has(i):
			return 0, engine.Refuse("%s is not positive; you may fire any of %s", d.graph.names[i], strings.TrimPrefix(d.move(positive), fireVerb+" "))
		}
		set |= 1 << i
	}
	return set, nil
}

// small are values that the solver can take; false where they are too large.
func (d *Duel) small() (state, bool) {
	var s state
	for i, x := range d.values {
		if x.CmpAbs(big.NewInt(mostSmall)) > 0 {
			return s, false
		}
		s[i] = int32(x.Int64())
	}
	return s, true
}

// count is the number of nodes in a set.
func (s Set) count() int { return bits.OnesCount64(uint64(s)) }
