package theory

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Ending is whether and how a run ends.
type Ending string

// The endings.
const (
	Ends      Ending = "ends"
	Repeats   Ending = "repeats"
	Never     Ending = "never"
	Undecided Ending = "undecided"
)

// Pace is how fast the totals grow in a run that never ends.
type Pace string

// The paces. A run that never ends and does not repeat grows. The pace is Unknown if nothing is
// proved about it.
const (
	Linear      Pace = "linear"
	Exponential Pace = "exponential"
	Unknown     Pace = "unknown"
)

// Verdict says how firing goes on from some values, and why. [VerdictState] has its tagged fields.
type Verdict struct {
	Ending Ending `json:"outcome"`
	// Layers counts those to the end; -1 if the end lies beyond [MostFollowed] layers or the
	// bound on work, or if the run does not end.
	Layers int `json:"layers"`
	// Period is that of a run that repeats, and From the number of layers before it.
	From   int  `json:"from"`
	Period int  `json:"period"`
	Pace   Pace `json:"growth"` // of a run that never ends; "" for others
	// Ratio is the measured growth of the totals in two layers, "" if it is not measured.
	Ratio string `json:"measured_ratio"`
	// Followed is how many layers were fired before a bound was reached, if the verdict is
	// incomplete.
	Followed int `json:"followed"`
	// After is how many layers had fired before. All other layers count from there.
	After int `json:"after"`
	// Work is the work of the decision in the units of [graph.Graph.Effort], the same on every
	// machine.
	Work    int           `json:"-"`
	Reasons []Certificate `json:"-"`
	// Done reports whether the run has since been fired to its end.
	Done bool `json:"-"`
	// Unfired is why exhaust has not fired all that it would; empty if it has.
	Unfired engine.Text `json:"-"`
}

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

// words describes the proof. After is the number of layers fired before.
func (c Certificate) words(g *graph.Graph, after int) engine.Text {
	name := g.Type().Name()
	switch c.Proof {
	case ByTotals:
		return engine.T("The graph is of finite type (%s), where every run ends: %s falls by exactly each layer's total", name, Over(Sum(g, c.Weights), c.Denominator))
	case ByColour:
		h := int(c.Number.Int64())
		return engine.T("No value is negative and the positive nodes have one colour, so it takes h - 1 = %s (the Coxeter number of %s is h = %s)",
			graph.Layers(h-1), name, strconv.Itoa(h))
	case ByLevel:
		return c.levelWords(g)
	case ByRepeat: // the verdict says it all
	case ByDrift:
		return engine.T("From layer %s on, the same nodes fire again %s, and each time add %s",
			strconv.Itoa(after+c.At+1), every(c.Period), List(c.Increment))
	case ByHold:
		return engine.T("%s can never fall, and %s", Sum(g, c.Weights), c.holds(after))
	case ByGrowth:
		return c.growthWords(g, after)
	}
	return engine.Text{}
}

func (c Certificate) levelWords(g *graph.Graph) engine.Text {
	sum, value := Sum(g, c.Weights), graph.Short(c.Number, LongNumber)
	switch c.Number.Sign() {
	case 1:
		return engine.T("The graph is %s: %s = %s never changes, and stays positive", g.Type().Name(), sum, value)
	case -1:
		return engine.T("The graph is %s: %s = %s never changes, and being negative lets every run end", g.Type().Name(), sum, value)
	}
	return engine.T("The graph is %s: %s = 0 never changes, so that it ends or repeats", g.Type().Name(), sum)
}

// growthWords says by how much a sum grows: by multiples of the totals if C x is the same for all
// nodes, else by a factor.
func (c Certificate) growthWords(g *graph.Graph, after int) engine.Text {
	sum := Sum(g, c.Weights)
	if falls := apply(g, c.Weights); graph.Values(falls).Uniform() {
		times := new(big.Int).Neg(falls[0])
		if times.IsInt64() && times.Int64() == 1 {
			return engine.T("%s grows by exactly each layer's total, and so at least by a factor of %s; %s", sum, factor(c.Rate), c.holds(after))
		}
		return engine.T("%s grows by exactly %s times each layer's total, and so at least by a factor of %s; %s", sum, times.String(), factor(c.Rate), c.holds(after))
	}
	return engine.T("%s grows in each layer at least by a factor of %s; %s", sum, factor(c.Rate), c.holds(after))
}

// factor formats 1 + rate in decimals, rounded down, with three digits of the rate.
func factor(rate *big.Rat) string {
	decimals, scaled := 3, new(big.Rat).Set(rate)
	for scaled.Cmp(big.NewRat(1, 10)) < 0 {
		scaled.Mul(scaled, big.NewRat(10, 1))
		decimals++
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	whole := new(big.Int).Mul(new(big.Int).Add(rate.Num(), rate.Denom()), power)
	text := new(big.Rat).SetFrac(whole.Quo(whole, rate.Denom()), power).FloatString(decimals)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// holds says after which layer the weighted sum is positive.
func (c Certificate) holds(after int) engine.Text {
	value := graph.Short(c.Number, LongNumber)
	if c.At == 0 {
		return engine.T("it is %s now", value)
	}
	return engine.T("it is %s after %s", value, graph.Layers(after+c.At))
}

// Words describes a verdict in sentences, with its reasons. Layers to come are counted from the
// values decided, those of proofs from the start.
func (v *Verdict) Words(g *graph.Graph) engine.Text { return engine.T("%s.", v.Clauses(g)) }

// Clauses is Words without the last full stop.
func (v *Verdict) Clauses(g *graph.Graph) engine.Text {
	return engine.List(". ", append([]engine.Text{v.Short()}, v.Why(g)...))
}

// Why lists the reasons in clauses, and what is not decided.
func (v *Verdict) Why(g *graph.Graph) (list []engine.Text) {
	for _, c := range v.Reasons {
		if said := c.words(g, v.After); !said.Empty() {
			list = append(list, said)
		}
	}
	switch {
	case v.Followed > 0 && v.Ending == Never:
		list = append(list, engine.T("Whether it repeats, and how fast it grows, is not decided after %s", v.more(v.Followed)))
	case v.Ratio != "":
		list = append(list, engine.T("Measured, not proved: totals grow by a factor of %s in two layers", v.Ratio))
	}
	if !v.Unfired.Empty() {
		list = append(list, engine.T("Nothing has fired, as %s", v.Unfired))
	}
	return list
}

// Short describes a verdict in one clause, without the reasons.
func (v *Verdict) Short() engine.Text {
	switch {
	case v.Ending == Ends && v.Layers < 0:
		return engine.T("It ends, but after more than %s", v.more(v.Followed))
	case v.Ending == Ends && v.Layers == 0 && v.After == 0:
		return engine.T("Nothing is positive, so nothing fires")
	case v.Ending == Ends && v.Layers == 0:
		return engine.T("It has ended: nothing is positive")
	case v.Ending == Ends && v.Done && v.After > 0:
		return engine.T("It has ended after %s, %s in all", v.more(v.Layers), strconv.Itoa(v.After+v.Layers))
	case v.Ending == Ends && v.Done:
		return engine.T("It has ended after %s", graph.Layers(v.Layers))
	case v.Ending == Ends && v.After > 0:
		return engine.T("It ends after %s, %s in all", v.more(v.Layers), strconv.Itoa(v.After+v.Layers))
	case v.Ending == Ends:
		return engine.T("It ends after %s", graph.Layers(v.Layers))
	case v.Ending == Repeats && v.Period == 1 && v.From == 0:
		return engine.T("It repeats at once: nodes fire, and the values stay as they are")
	case v.Ending == Repeats && v.From == 0:
		return engine.T("It repeats: after %s the values are back", graph.Layers(v.Period))
	case v.Ending == Repeats:
		return engine.T("It repeats: after %s it comes round %s", v.more(v.From), every(v.Period))
	case v.Ending == Never && v.Pace == Linear:
		return engine.T("It never ends: it grows linearly")
	case v.Ending == Never && v.Pace == Exponential:
		return engine.T("It never ends: it grows exponentially")
	case v.Ending == Never:
		return engine.T("It never ends")
	}
	return engine.T("It is not decided after %s", v.more(v.Followed))
}

// more formats a number of layers from the values decided.
func (v *Verdict) more(n int) engine.Text {
	if v.After == 0 {
		return graph.Layers(n)
	}
	return engine.Count(n, "1 more layer", "%s more layers")
}

func every(n int) engine.Text {
	if n == 1 {
		return engine.T("every layer")
	}
	return engine.T("every %s", graph.Layers(n))
}

// Words describes what is known of the graph.
func (t *Theory) Words() engine.Text {
	g := t.Graph
	head := engine.T("%s, %s", graph.Nodes(g.Len()), engine.Count(len(g.Edges()), "1 edge", "%s edges"))
	name := t.Type.Name()
	switch t.Type.Class {
	case graph.Finite:
		return engine.T("%s: **finite**, %s. Every run ends: %s falls by exactly each layer's total.", head, name, Over(Sum(g, t.Weights), t.Denominator))
	case graph.Affine:
		return engine.T("%s: **%s**. %s never changes: a run ends where that is negative, and never ends where it is positive.", head, name, Sum(g, t.Marks))
	case graph.Indefinite:
	}
	if name.Empty() {
		name = engine.T("without a name of its own")
	}
	return engine.T("%s: **indefinite**, %s. Where %s is positive a run never ends, and grows by a factor of %s at least in each layer.",
		head, name, Sum(g, t.Growths[0].Weights), factor(t.Growths[0].Rate))
}

// Bounds of numbers and lists in sentences.
const (
	LongNumber = 12 // characters of a number
	mostTerms  = 12 // of a sum or list
)

// Sum formats a weighted sum of the nodes' values.
func Sum(g *graph.Graph, weights []*big.Int) string {
	var terms []string
	for i, w := range weights {
		switch {
		case w.Sign() == 0:
		case w.IsInt64() && w.Int64() == 1:
			terms = append(terms, g.Node(i))
		default:
			terms = append(terms, graph.Short(w, LongNumber)+"·"+g.Node(i))
		}
	}
	return strings.Join(cut(terms), " + ")
}

// Over formats a sum over a denominator.
func Over(sum string, denominator *big.Int) string {
	if denominator.IsInt64() && denominator.Int64() == 1 {
		return sum
	}
	return "(" + sum + ")/" + denominator.String()
}

// List formats numbers in a row and leaves out the middle of a long one.
func List(numbers []*big.Int) string {
	words := engine.Map(numbers, func(n *big.Int) string { return graph.Short(n, LongNumber) })
	return strings.Join(cut(words), " ")
}

func cut(words []string) []string {
	if len(words) <= mostTerms {
		return words
	}
	return slices.Concat(words[:mostTerms-2], []string{"…", words[len(words)-1]})
}

// State is the JSON form of what is known of a graph.
type State struct {
	graph.State
	Weights     []string `json:"weights"` // x with C x = denominator for finite types, C x = 0 for affine ones, and C x < 0 for others
	Denominator string   `json:"denominator"`
	Rate        string   `json:"rate"`
}

// State returns the JSON form of what is known of the graph.
func (t *Theory) State() State {
	s := State{State: t.Graph.State()}
	switch t.Type.Class {
	case graph.Finite:
		s.Weights, s.Denominator = graph.Values(t.Weights).Strings(), t.Denominator.String()
	case graph.Affine:
		s.Weights = graph.Values(t.Marks).Strings()
	case graph.Indefinite:
		s.Weights, s.Rate = graph.Values(t.Growths[0].Weights).Strings(), t.Growths[0].Rate.String()
	}
	return s
}

// VerdictState is the JSON form of a verdict. Layers, period and the like are 0 if they do not
// apply. All except after count from the values decided.
type VerdictState struct {
	Verdict
	Text         string             `json:"text"`
	Certificates []CertificateState `json:"certificates"`
}

// CertificateState is the JSON form of a certificate, without the fields that its proof does not
// need.
type CertificateState struct {
	Proof       Proof    `json:"proof"`
	At          int      `json:"at"`
	Period      int      `json:"period,omitempty"`
	Weights     []string `json:"weights,omitempty"`
	Denominator string   `json:"denominator,omitempty"`
	Number      string   `json:"number,omitempty"`
	Rate        string   `json:"rate,omitempty"`
	Increment   []string `json:"increment,omitempty"`
}

// State returns the JSON form of the verdict, nil for a nil verdict.
func (v *Verdict) State(g *graph.Graph) *VerdictState {
	if v == nil {
		return nil
	}
	s := &VerdictState{*v, v.Words(g).String(), engine.Map(v.Reasons, Certificate.state)}
	s.Layers = max(0, v.Layers)
	return s
}

func (c Certificate) state() CertificateState {
	s := CertificateState{
		Proof: c.Proof, At: c.At, Period: c.Period, Denominator: decimal(c.Denominator), Number: decimal(c.Number),
		Weights: graph.Values(c.Weights).Strings(), Increment: c.Increment.Strings(),
	}
	if c.Rate != nil {
		s.Rate = c.Rate.String()
	}
	return s
}

func decimal(n *big.Int) string {
	if n == nil {
		return ""
	}
	return n.String()
}
