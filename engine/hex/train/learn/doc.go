// Package learn fits the network of engine/hex/net to samples of self-play by
// gradient descent. The gradient is back-propagation written by hand over the same
// kernels that the network plays with; its tests compare it with finite differences
// of the loss.
//
// The loss of a sample is the sum of three cross-entropies: of the policy over the
// empty cells, of the chance to win, and, times 0.15 over the number of cells, of
// two auxiliary planes that say which cells the chain that won in the end belongs
// to. The auxiliary heads exist in training only: they teach the planes below them
// what matters on a board, where the result alone is one number a game.
//
// The optimiser is Adam with decoupled decay (Kingma and Ba, "Adam", ICLR 2015;
// Loshchilov and Hutter, "Decoupled weight decay regularization", ICLR 2019). What
// plays is an exponential average of the weights, which is stronger than the last
// ones and steadier.
//
// A batch is split among workers whose gradients are added in a fixed order: steps
// depend on the number of workers, but not on how they are scheduled.
package learn
