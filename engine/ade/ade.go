// Package ade implements the ADE concurrent game.
//
// The game is Thai Son Hoang's "ADE Concurrent Game", an applet with an editing and a playing
// mode. Each node of a graph holds an integer of any size. All positive nodes fire at once:
//
//	v'_i = -|v_i| + the sum over the neighbours j of max(v_j, 0)
//
// Zero does not fire. A run is over when no node is positive. The graphs with n nodes are A_n
// (the path V1 ... Vn), D_n (the path V1 ... V(n-1), with V0 joined to V2) and E_n (the same
// path, with V0 joined to V3). Any other connected simple graph can be given by its edges.
// Values are listed in the order of the nodes; V0, if present, comes first.
//
// A table is played in one of three modes: alone (edit, fire, look), as a puzzle (find values
// with a given property), or by two players, who take turns to fire any non-empty set of the
// positive nodes. The player who fires last wins.
//
// Package theory decides exactly whether a run ends, by theorems on the graph's Cartan matrix,
// and returns certificates. Where no theorem decides, the verdict is "undecided": counting
// layers proves nothing.
//
// The JSON form of a position, alone and in puzzles, is an object with these fields:
//
//	type, degree   "E", 6; type is "" for a graph given by edges
//	class, name    "finite", "affine" or "indefinite"; "E6", "~E8" (affine E8), or ""
//	nodes, edges   ["V0", ...] and [["V0", "V3"], ...]
//	mode           "edit" or "play"
//	values         decimal integers, as strings, in the order of the nodes
//	layer          number of layers fired
//	trace          list of {layer, values (before it fires), fired, total}
//	verdict        what exhaust found; null unless exhaust was the last move
//	conservation   on a finite type, while playing: {weights, denominator, totals, fall, holds}:
//	               denominator times the sum of totals is weights.(start - values)
//	puzzle         null, or {task, text, most, layers, end, date}
//
// In the game for two the fields are
//
//	type, degree, class, name, nodes, edges, values    the same
//	turn           "first" or "second"; "" after the end
//	shots          number of moves made
//	last           the nodes that fired last
//	winner         "first" or "second"; "" before the end
//
// Package graph holds the graphs, the values, the firing rule and their notation; package
// theory the proofs; package duel the game for two. This package holds the single player's
// [Position], its trace and views, and the [Puzzle].
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
