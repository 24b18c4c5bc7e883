// Package newgame proves that a game can be added as README.md says. Its tests add tic-tac-toe, from
// the rules to the pictures, and play it through the bot. It has no code of its own, and no other
// package knows the game.
package newgame
