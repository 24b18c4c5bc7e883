// Package cards draws pictures other than positions: a player's [Profile], the [Standings] of a
// tournament, and the [Comb] of all games above the list of games.
//
// It knows neither games, tournaments nor players and computes no statistics: all text and figures
// are given, in the reader's language.
package cards
