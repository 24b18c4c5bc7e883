package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Proof is the kind of a certificate.
type Proof string

// The kinds of certificate; C is the Cartan matrix, p are the positive values of v and
// else zeros. Firing changes x.v by -(C x).p.
const (
	// ByTotals: C x = (Denominator, ...) and x > 0, so that x.v falls by Denominator
	// times each layer's total. On finite types.
	ByTotals Proof = "totals"
	// ByColour: all positive nodes are in one colour class and no value is negative: a
	// run on a finite type takes h - 1 layers (S. Mozes, 1990), h being the Coxeter
	// number, in Number.
	ByColour Proof = "colour"
	// ByLevel: C x = 0 and x > 0, so that x.v, in Number, never changes. On affine types.
	ByLevel Proof = "level"
	// ByRepeat: the values before layer At come again after Period layers.
	ByRepeat Proof = "repeat"
	// ByDrift: from At on each Period layers add Increment, see [drift].
	ByDrift Proof = "drift"
	// ByHold: x >= 0, C x <= 0, and x.v, in Number, is positive after At layers. It can
	// never fall.
	ByHold Proof = "hold"
	// ByGrowth: x > 0, C x <= -Rate x, and x.v, in Number, is positive after At layers:
	// it grows by the factor 1 + Rate at least at each layer.
	ByGrowth Proof = "growth"
)

// Certificate is a proof that can be checked without following the run: all it takes is
// the values after At layers.
type Certificate struct {
	Proof       Proof
	At, Period  int
	Weights     []*big.Int // x
	Denominator *big.Int
	Number      *big.Int
	Rate        *big.Rat
	Increment   graph.Values
}
