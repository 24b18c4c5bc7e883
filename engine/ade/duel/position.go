// Package duel implements the game for two on the graphs of the ADE concurrent game: the
// players take turns to fire any non-empty set of the positive nodes. The player who fires
// last wins.
//
// It is played on finite types, where every sequence of firings ends. A move is "fire V1 V3";
// "fire" alone fires all positive nodes. [Player] plays perfectly where its bounded search
// reaches the end, and says so.
package duel

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Sides are the players in turn order.
var Sides = []engine.Named{{ID: "first", Title: engine.T("First")}, {ID: "second", Title: engine.T("Second")}}

// Verb begins every move: "fire V1 V3".
const Verb = "fire"

// MostNodes bounds the graph. Every set of positive nodes is a move: at most 1,023 of them.
const MostNodes = 10

// Position is one moment of the game. Its reading methods do not change it.
type Position struct {
	graph  *graph.Graph
	values graph.Values
	shots  []graph.Set // sets fired so far

	concluded engine.Outcome // set by Conclude; Open unless the players ended the game
}

// New starts a game from values. Graphs that are not of finite type or too large are refused, and
// values without a positive one.
func New(g *graph.Graph, v graph.Values) (*Position, error) {
	switch {
	case g.Type().Class != graph.Finite:
		return nil, engine.Refuse("the game for two is played on finite types, where it always ends: A, D, and E4 to E8")
	case g.Len() > MostNodes:
		return nil, engine.Refuse("the game for two takes at most %s nodes, since every set of them is a move; this graph has %s", strconv.Itoa(MostNodes), strconv.Itoa(g.Len()))
	case v.Positive() == 0:
		return nil, engine.Refuse("the game for two needs at least one positive value to begin with")
	}
	return &Position{graph: g, values: v}, nil
}

// Graph returns the graph.
func (p *Position) Graph() *graph.Graph { return p.graph }

// Values returns the numbers on the nodes.
func (p *Position) Values() graph.Values { return p.values }

// Shots returns the number of moves made.
func (p *Position) Shots() int { return len(p.shots) }

// Last returns the set that fired last, empty at the start.
func (p *Position) Last() graph.Set {
	if len(p.shots) == 0 {
		return 0
	}
	return p.shots[len(p.shots)-1]
}

func (p *Position) ended() bool { return p.values.Positive() == 0 }

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.ended() || p.concluded.Status != engine.Open {
		return engine.NoSeat
	}
	return engine.Seat(len(p.shots) % 2)
}

// Outcome implements [engine.Position].
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.Turn() != engine.NoSeat:
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	case !p.ended():
		return p.concluded
	}
	winner := engine.Seat((len(p.shots) + 1) % 2)
	return engine.Outcome{Status: engine.Won, Winner: winner, Reason: winner.Say(
		engine.T("the first player fired last, and nothing is positive"), engine.T("the second player fired last, and nothing is positive"))}
}

// Conclude implements [engine.Concluder].
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.ended() {
		return p
	}
	c := *p
	c.concluded = o
	return &c
}

// Moves implements [engine.Picker]: all sets of positive nodes, the full set first.
func (p *Position) Moves() []string {
	if p.Turn() == engine.NoSeat {
		return nil
	}
	var moves []string
	for set := range p.values.Positive().Subsets {
		moves = append(moves, p.move(set))
	}
	return moves
}

func (p *Position) move(set graph.Set) string { return Verb + " " + p.list(set) }

func (p *Position) list(set graph.Set) string { return strings.Join(p.graph.Members(set), " ") }

// Named returns the set that a move fires, empty if the move is illegal.
func (p *Position) Named(line string) graph.Set {
	set, _ := p.parse(line)
	return set
}

// Play implements [engine.Position]: "fire V1 V3"; "fire" and "fire all" fire all positive nodes.
func (p *Position) Play(text string) (string, error) {
	set, err := p.parse(text)
	if err != nil {
		return "", graph.RefuseLine(text, err)
	}
	p.values = p.graph.FireSet(p.values, set)
	p.shots = append(p.shots, set)
	return p.move(set), nil
}

func (p *Position) parse(text string) (graph.Set, error) {
	words := graph.Fields(text)
	if p.Turn() == engine.NoSeat {
		return 0, &engine.MoveError{Why: engine.T("the game is over: %s", p.Outcome().Reason), Err: engine.ErrOver}
	}
	if len(words) == 0 || !strings.EqualFold(words[0], Verb) {
		return 0, graph.RefuseSyntax("this is the game for two: fire some of the positive nodes, such as %s", p.move(p.values.Positive()))
	}
	positive := p.values.Positive()
	if words = words[1:]; len(words) == 0 || len(words) == 1 && strings.EqualFold(words[0], "all") {
		return positive, nil
	}
	var set graph.Set
	for _, word := range words {
		i, known := p.graph.Index(word)
		switch {
		case !known:
			return 0, graph.RefuseSyntax("there is no node %q; you may fire any of %s", graph.Quote(word), p.list(positive))
		case !positive.Has(i):
			return 0, engine.Refuse("%s is not positive; you may fire any of %s", p.graph.Node(i), p.list(positive))
		}
		set |= 1 << i
	}
	return set, nil
}

// Picking implements [engine.Picker]: any set of positive nodes.
func (p *Position) Picking(verb, _ string) engine.Picking {
	positive := p.values.Positive()
	if verb != Verb || p.Turn() == engine.NoSeat || positive.Count() > engine.MostOffers {
		return engine.Picking{}
	}
	menu := engine.MenuOf(engine.T("Fire some nodes"), p.graph.Members(positive), p.detail)
	menu.Several = true
	return engine.Picking{Menu: menu, Form: func() engine.Form {
		return engine.Form{
			Says: p.standing(), Menus: []engine.Menu{{Title: engine.T("Nodes"), Offers: menu.Offers, Several: true}},
			Arguments: func(picked [][]string) (string, error) {
				if len(picked) != 1 || len(picked[0]) == 0 {
					return "", engine.Refuse("choose at least one node that can fire")
				}
				return strings.Join(picked[0], " "), nil
			},
		}
	}}
}

func (p *Position) detail(node string) engine.Text {
	i, _ := p.graph.Index(node)
	const most = 12 // characters
	value := graph.Short(p.values[i], most)
	around := engine.Map(p.graph.Neighbours(i), p.graph.Node)
	if len(around) == 0 {
		return engine.T("%s becomes -%s", value, value)
	}
	return engine.T("%s becomes -%s, and %s more for %s", value, value, value, strings.Join(around, " "))
}

// gameState is the JSON form of a position.
type gameState struct {
	graph.State
	Values []string `json:"values"`
	Turn   string   `json:"turn"`
	Shots  int      `json:"shots"`
	Last   []string `json:"last"`
	Winner string   `json:"winner"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	s := gameState{State: p.graph.State(), Values: p.values.Strings(), Shots: len(p.shots), Last: p.graph.Members(p.Last())}
	if turn := p.Turn(); turn != engine.NoSeat {
		s.Turn = Sides[turn].ID
	} else {
		s.Winner = Sides[p.Outcome().Winner].ID
	}
	return json.Marshal(s)
}
