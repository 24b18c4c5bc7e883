package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Decide says how firing goes on from some values. All of it is exact, except Ratio.
func (t *Theory) Decide(v graph.Values) *Verdict {
	d := &decision{Theory: t, v: v, Verdict: Verdict{Layers: -1}}
	switch {
	case v.Positive() == 0:
		d.Ending, d.Layers = Ends, 0
	case t.Type.Class == graph.Finite:
		d.finite()
	case t.Type.Class == graph.Affine:
		d.affine()
	default:
		d.indefinite()
	}
	return &d.Verdict
}

// decision is a verdict in the making.
type decision struct {
	Verdict
	*Theory
	v        graph.Values
	inverted bool // the Cartan matrix was inverted for it, or would have been
}

func (d *decision) because(c Certificate) { d.Reasons = append(d.Reasons, c) }

// finite types end from every start.
func (d *decision) finite() {
	d.Ending = Ends
	d.because(Certificate{Proof: ByTotals, Weights: d.Weights, Denominator: d.Denominator, Number: d.v.Dot(d.Weights)})
	if d.oneColour() {
		d.Layers = d.Type.Coxeter() - 1
		d.because(Certificate{Proof: ByColour, Number: big.NewInt(int64(d.Type.Coxeter()))})
		return
	}
	d.take(follow(d.Graph, d.v, nil))
}

// oneColour reports whether no value is negative, and all positive nodes have one colour.
func (d *decision) oneColour() bool {
	colours, colour := d.Graph.Colours(), -1
	for i, x := range d.v {
		switch {
		case x.Sign() < 0:
			return false
		case x.Sign() == 0:
		case colours == nil || colour >= 0 && colour != colours[i]:
			return false
		default:
			colour = colours[i]
		}
	}
	return true
}

// affine types keep their level: where it is positive a run never ends, where it is
// negative it does.
func (d *decision) affine() {
	level := d.v.Dot(d.Marks)
	d.Ending = map[int]Ending{-1: Ends, 0: Undecided, 1: Never}[level.Sign()]
	d.because(Certificate{Proof: ByLevel, Weights: d.Marks, Number: level})
	d.take(follow(d.Graph, d.v, nil))
}

// indefinite types never end once a weighted sum is positive that cannot fall. Most
// runs are decided at once; some only after some layers, or not at all.
func (d *decision) indefinite() {
	var hold, growth *Certificate
	var growing *graph.Runner // from where it is certain that the run never ends
	c := follow(d.Graph, d.v, func(layer int, v graph.Values) bool {
		if hold == nil {
			if hold = d.held(layer, v); hold != nil {
				growing = graph.NewRunner(d.Graph, v)
			}
		}
		if growth = d.grown(layer, v); growth != nil {
			growing = graph.NewRunner(d.Graph, v)
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
		d.measure(growing)
	}
	if d.inverted {
		n := d.Graph.Len()
		d.Work += inverting * n * n * n
	}
}

func (d *decision) held(layer int, v graph.Values) *Certificate {
	if !v.Mixed() {
		return nil // growth is proved at once
	}
	d.inverted = true
	for _, x := range d.Holds() {
		if dot := v.Dot(x); dot.Sign() > 0 {
			return &Certificate{Proof: ByHold, At: layer, Weights: x, Number: dot}
		}
	}
	return nil
}

func (d *decision) grown(layer int, v graph.Values) *Certificate {
	for _, growth := range d.Growths {
		if dot := v.Dot(growth.Weights); dot.Sign() > 0 {
			return &Certificate{Proof: ByGrowth, At: layer, Weights: growth.Weights, Rate: growth.Rate, Number: dot}
		}
	}
	return nil
}

// take adds what following the run has shown.
func (d *decision) take(c course) {
	d.Work = c.work
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

// inverting is the work for each entry of a matrix, and each of its rows, to invert it.
const inverting = 32

// measure fires and compares the last totals, in decimals.
func (d *decision) measure(r *graph.Runner) {
	var totals [3]*big.Int
	for layer := range measured {
		d.Work += d.Graph.Effort(r.Values.Words())
		totals[layer%3] = r.Values.Total()
		r.Fire(r.Values.Positive())
	}
	before, after := totals[(measured-3)%3], totals[(measured-1)%3]
	if before.Sign() == 0 {
		return
	}
	const decimals = 4
	d.Ratio = new(big.Rat).SetFrac(after, before).FloatString(decimals)
}
