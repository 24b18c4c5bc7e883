package ade

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine"
)

// Ending is how a run ends, or that it does not.
type Ending string

// The endings.
const (
	Ends      Ending = "ends"
	Repeats   Ending = "repeats"
	Never     Ending = "never"
	Undecided Ending = "undecided"
)

// Pace is how fast totals grow in a run that never ends.
type Pace string

// The paces. A run that never ends and does not repeat grows; where nothing is proved of
// how fast, the pace is unknown.
const (
	Linear      Pace = "linear"
	Exponential Pace = "exponential"
	Unknown     Pace = "unknown"
)

// Verdict tells how firing goes on from some values, and why that is certain.
type Verdict struct {
	Ending Ending
	// Layers to the end; -1 where it ends beyond [MostFollowed] layers or the bound on
	// work, and where it does not end.
	Layers int
	// Period of a run that repeats, and From, the layers before it.
	From, Period int
	Pace         Pace // of a run that never ends
	// Followed is how many layers were looked at where something is left undecided.
	Followed int
	// Ratio is by what totals are measured to grow in two layers, "" where they are not.
	Ratio   string
	Reasons []Certificate
	// After is how many layers had fired before. All other layers are counted from there.
	After int
	// Unfired is why exhaust has not fired what it could, empty if it has.
	Unfired engine.Text
}

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
	// ByDrift: from At on each Period layers add Increment, see [Graph.drift].
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
	Increment   Values
}

// Decide tells how firing goes on from some values. All that it says is exact, but for
// Ratio.
func (g *Graph) Decide(v Values) *Verdict {
	d := &decision{g: g, t: g.Theory(), v: v, Verdict: Verdict{Layers: -1}}
	switch {
	case v.Positive() == 0:
		d.Ending, d.Layers = Ends, 0
	case d.t.Class == Finite:
		d.finite()
	case d.t.Class == Affine:
		d.affine()
	default:
		d.indefinite()
	}
	return &d.Verdict
}

// decision is a verdict in the making.
type decision struct {
	Verdict
	g *Graph
	t *Theory
	v Values
}

func (d *decision) because(c Certificate) { d.Reasons = append(d.Reasons, c) }

// finite types end from every start.
func (d *decision) finite() {
	d.Ending = Ends
	d.because(Certificate{Proof: ByTotals, Weights: d.t.Weights, Denominator: d.t.Denominator, Number: d.v.Dot(d.t.Weights)})
	if d.oneColour() {
		d.Layers = d.t.coxeter() - 1
		d.because(Certificate{Proof: ByColour, Number: big.NewInt(int64(d.t.coxeter()))})
		return
	}
	d.take(d.g.follow(d.v, nil))
}

// oneColour reports whether no value is negative, and all positive nodes have one colour.
func (d *decision) oneColour() bool {
	colour := -1
	for i, x := range d.v {
		switch {
		case x.Sign() < 0:
			return false
		case x.Sign() == 0:
		case d.t.Colours == nil || colour >= 0 && colour != d.t.Colours[i]:
			return false
		default:
			colour = d.t.Colours[i]
		}
	}
	return true
}

// affine types keep their level: where it is positive a run never ends, where it is
// negative it does.
func (d *decision) affine() {
	level := d.v.Dot(d.t.Marks)
	d.Ending = map[int]Ending{-1: Ends, 0: Undecided, 1: Never}[level.Sign()]
	d.because(Certificate{Proof: ByLevel, Weights: d.t.Marks, Number: level})
	d.take(d.g.follow(d.v, nil))
}

// indefinite types never end once a weighted sum is positive that cannot fall. Most
// runs are decided at once; some only after some layers, or not at all.
func (d *decision) indefinite() {
	var hold, growth *Certificate
	var growing *runner // from where it is certain that the run never ends
	c := d.g.follow(d.v, func(layer int, v Values) bool {
		if hold == nil {
			if hold = d.held(layer, v); hold != nil {
				growing = newRunner(d.g, v)
			}
		}
		if growth = d.grown(layer, v); growth != nil {
			growing = newRunner(d.g, v)
		}
		return growth != nil
	})
	d.Ending = Undecided
	for _, found := range []*Certificate{hold, growth} {
		if found != nil {
			d.Ending = Never
			d.because(*found)
		}
	}
	d.take(c)
	if d.Ending == Never && d.Pace != Linear {
		d.Ratio = growing.measure()
	}
}

func (d *decision) held(layer int, v Values) *Certificate {
	if !v.mixed() {
		return nil // growth is proved at once
	}
	for _, x := range d.t.Holds() {
		if dot := v.Dot(x); dot.Sign() > 0 {
			return &Certificate{Proof: ByHold, At: layer, Weights: x, Number: dot}
		}
	}
	return nil
}

// mixed reports whether a value is negative.
func (v Values) mixed() bool { return leastSign(v) < 0 }

func (d *decision) grown(layer int, v Values) *Certificate {
	for _, growth := range d.t.Growths {
		if dot := v.Dot(growth.Weights); dot.Sign() > 0 {
			return &Certificate{Proof: ByGrowth, At: layer, Weights: growth.Weights, Rate: growth.Rate, Number: dot}
		}
	}
	return nil
}

// take adds what following the run has shown.
func (d *decision) take(c course) {
	switch c.way {
	case wayEnds:
		d.Ending, d.Layers = Ends, c.from
	case wayRepeats:
		d.Ending, d.From, d.Period = Repeats, c.from, c.period
		d.because(Certificate{Proof: ByRepeat, At: c.from, Period: c.period})
	case wayDrifts:
		d.Ending, d.Pace = Never, Linear
		d.because(Certificate{Proof: ByDrift, At: c.from, Period: c.period, Increment: c.increment})
	case wayStopped:
		d.Pace = Exponential
	case wayLost:
		d.Followed = c.from
		if d.Ending == Never {
			d.Pace = Unknown
		}
	}
}

// measured is how many layers are fired to measure growth: the transient dies out with
// the growth, of which Lehmer's 1.17628 a two layers is the least.
const measured = 200

// measure fires and compares the last totals, in decimals.
func (r *runner) measure() string {
	var totals [3]*big.Int
	for layer := range measured {
		totals[layer%3] = r.v.Total()
		r.fire(r.v.Positive())
	}
	before, after := totals[(measured-3)%3], totals[(measured-1)%3]
	if before.Sign() == 0 {
		return ""
	}
	const decimals = 4
	return new(big.Rat).SetFrac(after, before).FloatString(decimals)
}
