// Package cards draws what is not a position of a game: a person's [Profile], the [Standings] of a
// tournament, and the [Comb] of all games above the list of them.
//
// It knows neither games, tournaments nor people, and counts nothing: all that it writes is given,
// in the reader's language.
package cards
