// Package newgame holds the proof that a game can be added as README.md says: tests that
// add tic-tac-toe, from its rules to its pictures, and play it through the bot. It has no
// code of its own, and nothing outside of it knows the game.
package newgame
