package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Decide returns the verdict on a run from v. It is exact, except its Ratio.
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

type decision struct {
	Verdict
	*Theory
	v        graph.Values
	inverted bool // the decision needs the inverse Cartan matrix, whether computed now or earlier
}

func (d *decision) addReason(c Certificate) { d.Reasons = append(d.Reasons, c) }

// finite decides on a finite type: a run ends from every start.
func (d *decision) finite() {
	d.Ending = Ends
	d.addReason(Certificate{Proof: ByTotals, Weights: d.Weights, Denominator: d.Denominator, Number: d.v.Dot(d.Weights)})
	if d.oneColour() {
		d.Layers = d.Type.Coxeter() - 1
		d.addReason(Certificate{Proof: ByColour, Number: big.NewInt(int64(d.Type.Coxeter()))})
		return
	}
	d.take(follow(d.Graph, d.v, nil))
}

// oneColour reports whether no value is negative and all positive nodes have the same colour.
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

// affine decides on an affine type by the level, which never changes: a run never ends if it is
// positive and ends if it is negative.
func (d *decision) affine() {
	level := d.v.Dot(d.Marks)
	d.Ending = map[int]Ending{-1: Ends, 0: Undecided, 1: Never}[level.Sign()]
	d.addReason(Certificate{Proof: ByLevel, Weights: d.Marks, Number: level})
	d.take(follow(d.Graph, d.v, nil))
}

// indefinite decides on an indefinite type: a run never ends once a weighted sum that cannot fall
// is positive. Most runs are decided at once, some after some layers, some not at all.
func (d *decision) indefinite() {
	var hold, growth *Certificate
	var growing *graph.Runner // from where the run is known never to end
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
			d.addReason(*found)
		}
	}
	d.take(c)
	if d.Ending == Never && d.Pace != Linear {
		d.measure(growing)
	}
	if d.inverted {
		n := d.Graph.Len()
		d.Work += inversionWork * n * n * n
	}
}

func (d *decision) held(layer int, v graph.Values) *Certificate {
	if !v.Mixed() {
		return nil // grown proves growth at once
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

func (d *decision) take(c course) {
	d.Work = c.work
	switch c.way {
	case wayEnds:
		d.Ending, d.Layers = Ends, c.from
	case wayRepeats:
		d.Ending, d.From, d.Period = Repeats, c.from, c.period
		d.addReason(Certificate{Proof: ByRepeat, At: c.from, Period: c.period})
	case wayDrifts:
		d.Ending, d.Pace = Never, Linear
		d.addReason(Certificate{Proof: ByDrift, At: c.from, Period: c.period, Increment: c.increment})
	case wayStopped:
		d.Pace = Exponential
	case wayUnknown:
		d.Followed = c.from
		if d.Ending == Never {
			d.Pace = Unknown
		}
	}
}

const (
	// measuredLayers is the number of layers fired to measure growth. The transient dies out as fast
	// as the run grows; the slowest growth is by Lehmer's number, 1.17628, in two layers.
	measuredLayers = 200
	inversionWork  = 32 // of a matrix, divided by the cube of its size
)

// measure fires the run on and sets Ratio, from the last totals, in decimals.
func (d *decision) measure(r *graph.Runner) {
	var totals [3]*big.Int
	for layer := range measuredLayers {
		d.Work += d.Graph.Effort(r.Values.Words())
		totals[layer%3] = r.Values.Total()
		r.Fire(r.Values.Positive())
	}
	before, after := totals[(measuredLayers-3)%3], totals[(measuredLayers-1)%3]
	if before.Sign() == 0 {
		return
	}
	const decimals = 4
	d.Ratio = new(big.Rat).SetFrac(after, before).FloatString(decimals)
}
