// Package engine says what a game is: a deterministic machine that reads lines.
//
// A [Game] is a value that holds facts and makes a [Position]; a position plays
// lines of text and knows whose turn it is and how the game stands. Lines are the
// common currency: Discord gives text, the store keeps text, tests and scripts
// read text, and typed moves stay inside a game. [Replay] makes a position of them again.
//
// # What people can ask
//
// All that can be asked of a game stands in its descriptor, from which commands, buttons
// and completion are derived. Options of a new table, and other ways to open one ([Start]);
// kinds of move ([Verb]); questions about a position ([View]); commands that need no
// table ([Tool]); notations ([Format]). Each takes arguments ([Arg]), whose values come
// checked as [Options]. Views and tools reply with an [Answer]: words, data, files, and
// scenes that package render draws. A [Scene] says in words what it shows, for those who do
// not see it; [Fit] finds those that there is room for.
//
// # What a position may be able to do
//
// A position has five methods. It can have further abilities, each an interface of its own:
// it lists its moves and says what they are picked from ([Picker]), speaks about the last
// one ([Teller]), is a puzzle ([Riddler]), shows how people ended it ([Concluder]), counts the
// work of moves that take long ([Laborious]), is spoken of in words of its own where one is
// alone ([Termed]), or has a JSON form ([encoding/json.Marshaler]).
//
// # Players
//
// [Opponents] are a game's own players, in levels. A [Player] lives as long as a table; a
// [Keeper] among them gains by being kept from move to move.
//
// # Words
//
// All that people read is a [Text], which can be said in their language; where it refers to
// a command it holds a [Command], since people type it in different ways. What cannot be
// done is a [MoveError] or a [Refusal], whose words say what would be right.
//
// # Around it
//
// Package enginetest checks any game for what is promised here. Package daily has what
// puzzles of a day share, package search finds moves, package hexgrid has boards of
// hexagons, and package console drives any game by lines. Imports point one way:
//
//	main -> bot -> {render, store, engine/*}
//	render -> engine/*
//	engine/<game> -> engine, engine/daily, engine/search, engine/hexgrid
//	store -> nothing of ours
//
// The package knows nothing of Discord, pictures or storage. It has no clock and
// no global randomness: what depends on them comes in through [Env].
package engine
