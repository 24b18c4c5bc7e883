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
// the positive nodes until nobody can: whoever fires last wins.
//
// Whether a run ends is decided by theorems on the graph's Cartan matrix, exactly, and
// with certificates; see package theory.
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
// The game is put together from packages beneath: graph has the graphs, values, the rule of
// firing and how people write them, theory the proofs, and duel the game for two. Here are the
// [Position] of one who edits and fires, its trace, the views of it, and the [Puzzle] that it may
// be about.
//
// Package ade proves nothing by counting layers: where no theorem decides, it says so.
package ade

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

// Game is the ADE concurrent game.
var Game = engine.Game{
	ID:        "ade",
	Title:     engine.T("ADE"),
	Help:      engine.T("Fire the positive nodes of a graph, and see whether the run ever ends"),
	Rules:     1,
	Options:   arguments,
	Prepare:   prepare,
	Complete:  complete,
	Next:      next,
	Starts:    starts,
	Daily:     "mode:daily",
	Sides:     engine.Sides{Option: "turn", Help: engine.T("Who you are in the game for two: First fires first"), List: duel.Sides},
	Seats:     seats,
	Verbs:     verbs,
	Views:     views,
	Tools:     []engine.Tool{rulesTool, classifyTool},
	Formats:   []engine.Format{script, targa},
	Opponents: engine.Opponents{Levels: levels, Default: "normal", Hint: "max"},
	Controls:  controls,
	New:       New,
}
