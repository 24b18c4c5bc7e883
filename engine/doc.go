// Package engine defines a game as a deterministic machine that reads lines.
//
// A [Game] is a value that holds facts and creates a [Position]; a position plays lines of text and
// knows whose turn it is and what the outcome is. All interfaces exchange lines: Discord sends
// text, the store keeps text, tests and scripts read text. Typed moves stay inside a game. [Replay]
// turns stored lines into a position.
//
// # Commands
//
// The descriptor lists everything that people can ask of a game; commands, buttons and completion are
// derived from it: options of a new table, further ways to open one ([Start]), kinds of move ([Verb]),
// questions about a position ([View]), commands without a table ([Tool]) and notations ([Format]).
// Each takes arguments ([Arg]), whose values arrive checked as [Options]. Views and tools reply with an
// [Answer]: text, data, files, and scenes that package render draws. A [Scene] also describes itself in
// words; [Fit] chooses those that there is room for.
//
// # Optional interfaces of positions
//
// A position has five methods. Further abilities are interfaces of their own: listing the moves and
// what they are picked from ([Picker]), commenting on the last move ([Teller]), being a puzzle
// ([Riddler]), showing how people ended it ([Concluder]), counting the work of slow moves
// ([Laborious]), having its own terms ([Termed]), and a JSON form
// ([encoding/json.Marshaler]).
//
// # Players
//
// [Opponents] are a game's own players, by level. A [Player] serves one table; a [Keeper] is a
// player that benefits from being kept between moves.
//
// # Texts
//
// All that people read is a translatable [Text]; references to commands are [Command] values, since
// people type commands in different ways. A request that cannot be met is a [MoveError] or a
// [Refusal], whose text says what would be accepted.
//
// # Other packages
//
// Package enginetest checks that a game keeps these contracts. Package daily has what daily puzzles
// share, package search searches for moves, package hexgrid has boards of hexagons, and package
// console drives any game by lines. Imports point one way:
//
//	main -> bot -> {render, store, engine/*}
//	render -> engine/*
//	engine/<game> -> engine, engine/daily, engine/search, engine/hexgrid
//	store -> nothing of this module
//
// The package knows nothing of Discord, pictures or storage. It has no clock and no global random
// source: games that depend on time or chance receive them in [Env].
package engine
