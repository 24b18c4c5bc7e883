// Package ade implements the ADE concurrent game.
//
// The game is Thai Son Hoang's "ADE Concurrent Game", an applet with an editing and a
// playing mode. Each node of a graph holds an integer of any size. Fire: all positive
// nodes fire at the same time, and
//
//	v'_i = -|v_i| + the sum over the neighbours j of max(v_j, 0)
//
// Zero does not fire. The run is over when no node is positive. The graphs are A_n (the
// path V1 ... Vn), D_n (the path V1 ... V(n-1), and V0 joined to V2), E_n (the same with V0
// joined to V3), n being the number of all nodes; or any connected simple graph given by
// its edges. Values are listed in the order of nodes, V0 first where there is one.
//
// A table is played in one of three modes: alone (edit, fire, look), as a puzzle (find
// values that do what is asked), or by two, who take turns to fire any non-empty set of
// the positive nodes until nobody can: who fires last wins.
//
// Whether a run ends is decided by theorems on the graph's Cartan matrix, exactly, and
// with certificates; see [Graph.Decide].
//
// A position's JSON form is, alone and in puzzles, an object of
//
//	type, degree   "E", 6; type is "" for a graph given by edges
//	class, name    "finite", "affine" or "indefinite"; "E6", "~E8" (affine E8), or ""
//	nodes, edges   ["V0", ...] and [["V0", "V3"], ...]
//	mode           "edit" or "play"
//	values         integers in decimal, as texts, in the order of nodes
//	layer          number of layers fired
//	trace          a list of {layer, values (before it fires), fired, total}
//	verdict        what exhaust found, null unless it was the last move
//	conservation   on a finite type, while playing: {weights, denominator, totals, fall, holds}:
//	               denominator times the sum of totals is weights.(start - values)
//	puzzle         null, or {task, text, most, layers, end, date}
//
// and in the game for two
//
//	type, degree, class, name, nodes, edges, values    the same
//	turn           "first" or "second", "" after the end
//	shots          number of moves made
//	last           the nodes that fired last
//	winner         "first" or "second", "" before the end
//
// Package ade does not prove anything by counting layers: where no theorem decides, it
// says so.
package ade

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Game is the ADE concurrent game.
var Game = engine.Game{
	ID:        "ade",
	Title:     engine.T("ADE"),
	Help:      engine.T("Fire the positive nodes of a graph, and see whether it ever ends"),
	Rules:     1,
	Options:   arguments,
	Prepare:   prepare,
	Starts:    starts,
	Sides:     engine.Sides{Option: "turn", Help: engine.T("Who you are in the game for two: First fires first"), List: sides},
	Seats:     seats,
	Verbs:     verbs,
	Views:     views,
	Tools:     []engine.Tool{classifyTool},
	Formats:   []engine.Format{script, targa},
	Opponents: engine.Opponents{Levels: levels, Default: "normal", Hint: "hard"},
	New:       New,
}

// sides are who plays the game for two, in the order of the first moves.
var sides = []engine.Named{{ID: "first", Title: engine.T("First")}, {ID: "second", Title: engine.T("Second")}}

var verbs = []engine.Verb{
	{
		Name: fireVerb, Help: engine.T("Fire all positive nodes, or so many layers; for two: the nodes you name"), Button: engine.T("Fire"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("Alone: how many layers. For two: which nodes"),
			Kind: engine.Word, Suggest: suggestFire,
		}},
	},
	{
		Name: exhaustVerb, Help: engine.T("Decide whether it ends; then fire to the end, or once round"), Button: engine.T("Exhaust"),
	},
	{
		Name: editVerb, Help: engine.T("Back to editing: the trace and the values are cleared"), Button: engine.T("Edit"), AfterEnd: true,
	},
	{
		Name: setVerb, Help: engine.T("Set one value (V3 5), some (V1 1 V3 5), or all (1 0 0 2; all 1)"), Button: engine.T("Set"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("V3 5, or all values in order"), Kind: engine.Word, Required: true, Suggest: suggestSet,
		}},
	},
	{
		Name: freeVerb, Help: engine.T("Set values as by set, negative ones too: V3 -5"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("V3 -5, or all values in order"), Kind: engine.Word, Required: true, Suggest: suggestSet,
		}},
	},
}

// suggestFire offers numbers of layers, or sets of nodes.
func suggestFire(p engine.Position, typed string) []engine.Named {
	var words []string
	switch p := p.(type) {
	case *Duel:
		for _, move := range p.Moves() {
			words = append(words, strings.TrimPrefix(move, fireVerb+" "))
		}
	default:
		words = []string{"1", "2", "5", "10", "20", "50", "100"}
	}
	return engine.Suggest(words, typed)
}

// suggestSet offers a value for each node, and one for all.
func suggestSet(p engine.Position, typed string) []engine.Named {
	alone, ok := p.(*Position)
	if !ok {
		return nil
	}
	var words []string
	for _, name := range alone.graph.names {
		for n := range 3 {
			words = append(words, name+" "+strconv.Itoa(n))
		}
	}
	return engine.Suggest(append(words, "all 1", "all 0"), typed)
}
