// Package evaluation judges positions of Atom-4 for an alpha-beta search.
//
// A [Position] walks the board by single pieces and keeps its evaluation up to date: what
// counts are windows, four points in line that may become a row, and how soon the colour
// comes that would complete them. A win at the next ply is found exactly. How good a
// position is for its mover comes in units of which 150 are about three games won of four.
//
// The rules are those of package grid; the package knows neither rounds nor matches.
package evaluation
