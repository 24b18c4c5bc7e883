// Package selfplay plays games of Hex by a small search with a network and converts them to samples
// for training.
//
// The search is Gumbel AlphaZero's (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement
// by planning with Gumbel", ICLR 2022): few evaluations per move, distributed among candidate moves
// by sequential halving, and a target that improves on the network's own policy whatever their
// number.
//
// Cells are row-major in the mover's view: the mover joins top and bottom, the opponent left and
// right. Training itself is in engine/hex/train.
package selfplay
