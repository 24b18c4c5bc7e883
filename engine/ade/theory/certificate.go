package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Proof is the kind of a certificate.
type Proof string

// The kinds of certificate. C is the Cartan matrix; p is v with its negative values replaced by
// zeros. Firing changes x.v by -(C x).p.
const (
	// ByTotals: C x = (Denominator, ...) and x > 0; so x.v falls by Denominator times each
	// layer's total. On finite types.
	ByTotals Proof = "totals"
	// ByColour: all positive nodes are in one colour class and no value is negative. Then a run
	// on a finite type takes h - 1 layers (S. Mozes, 1990), where Number is h, the Coxeter
	// number.
	ByColour Proof = "colour"
	// ByLevel: C x = 0 and x > 0; so x.v, which is Number, never changes. On affine types.
	ByLevel Proof = "level"
	// ByRepeat: the values before layer At recur after Period layers.
	ByRepeat Proof = "repeat"
	// ByDrift: from At on, every Period layers add Increment; see [drift].
	ByDrift Proof = "drift"
	// ByHold: x >= 0 and C x <= 0; so x.v never falls. After At layers it is Number, which is
	// positive.
	ByHold Proof = "hold"
	// ByGrowth: x > 0 and C x <= -Rate x. After At layers x.v is Number, which is positive; from
	// then on each layer multiplies it by 1 + Rate at least.
	ByGrowth Proof = "growth"
)

// Certificate is a proof that can be checked with the values after At layers alone, without
// following the run.
type Certificate struct {
	Proof       Proof
	At, Period  int
	Weights     []*big.Int // x
	Denominator *big.Int
	Number      *big.Int
	Rate        *big.Rat
	Increment   graph.Values
}
