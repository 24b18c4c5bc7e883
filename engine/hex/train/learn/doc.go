// Package learn fits the network of engine/hex/net to samples of self-play by gradient descent.
// Back-propagation is written by hand over kernels like those of play; tests compare the gradient
// with finite differences of the loss.
//
// The loss of a sample is the sum of three cross-entropies: of the policy over the empty cells, of
// the winning probability, and, with weight 0.15 / number of cells, of two auxiliary planes for the
// cells of the chain that finally won. The auxiliary heads exist in training only. They provide a
// target for every cell, while the result is one number per game.
//
// The optimiser is Adam with decoupled decay (Kingma and Ba, "Adam", ICLR 2015; Loshchilov and
// Hutter, "Decoupled weight decay regularization", ICLR 2019). Play uses an exponential average of
// the weights, which is stronger and steadier than the latest ones.
//
// A batch is split among workers whose gradients are added in a fixed order: steps depend on the
// number of workers, but not on scheduling.
package learn
