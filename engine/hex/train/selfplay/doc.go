// Package selfplay plays games of Hex by a small search on a network and turns them
// into samples from which the network learns to play better.
//
// The search is Gumbel AlphaZero's (Danihelka, Guez, Schrittwieser and Silver,
// "Policy improvement by planning with Gumbel", ICLR 2022): few evaluations a move,
// spread over candidate moves by sequential halving, and a target that is better
// than the network's own policy whatever their number.
//
// Cells are row-major, in the mover's view: the mover joins top and bottom, the
// opponent left and right. The package trains nothing; see engine/hex/train.
package selfplay
