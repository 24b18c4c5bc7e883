package ade

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Words says a verdict in sentences: what will happen, and why that is certain. Layers
// of what is to come are counted from the values that were decided, and those of proofs
// from the start.
func (v *Verdict) Words(g *Graph) engine.Text {
	text := v.Short()
	for _, c := range v.Reasons {
		if said := c.words(g, v.After); !said.Empty() {
			text = engine.T("%s. %s", text, said)
		}
	}
	switch {
	case v.Followed > 0 && v.Ending == Never:
		text = engine.T("%s. Whether it repeats, and how fast it grows, is not decided after %s", text, v.more(v.Followed))
	case v.Ratio != "":
		text = engine.T("%s. Measured, not proved: totals grow by a factor of %s in two layers", text, v.Ratio)
	}
	if !v.Unfired.Empty() {
		text = engine.T("%s. Nothing has fired, as %s", text, v.Unfired)
	}
	return engine.T("%s.", text)
}

// Short says a verdict in one clause, without the reasons.
func (v *Verdict) Short() engine.Text {
	switch {
	case v.Ending == Ends && v.Layers < 0:
		return engine.T("It ends, but after more than %s", v.more(v.Followed))
	case v.Ending == Ends && v.Layers == 0 && v.After == 0:
		return engine.T("Nothing is positive, so nothing fires")
	case v.Ending == Ends && v.Layers == 0:
		return engine.T("It has ended: nothing is positive")
	case v.Ending == Ends && v.After > 0:
		return engine.T("It ends after %s, %s in all", v.more(v.Layers), strconv.Itoa(v.After+v.Layers))
	case v.Ending == Ends:
		return engine.T("It ends after %s", Layers(v.Layers))
	case v.Ending == Repeats && v.Period == 1 && v.From == 0:
		return engine.T("It repeats at once: nodes fire, and the values stay as they are")
	case v.Ending == Repeats && v.From == 0:
		return engine.T("It repeats: after %s the values are back", Layers(v.Period))
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

// more counts layers from the values that were decided.
func (v *Verdict) more(n int) engine.Text {
	if v.After == 0 {
		return Layers(n)
	}
	return engine.Count(n, "1 more layer", "%s more layers")
}

// Layers counts them in words.
func Layers(n int) engine.Text {
	return engine.Count(n, "1 layer", "%s layers")
}

func nodes(n int) engine.Text {
	return engine.Count(n, "1 node", "%s nodes")
}

func every(n int) engine.Text {
	if n == 1 {
		return engine.T("every layer")
	}
	return engine.T("every %s", Layers(n))
}

// words says a proof of values that came after so many layers.
func (c Certificate) words(g *Graph, after int) engine.Text {
	name := g.Theory().Name()
	switch c.Proof {
	case ByTotals:
		return engine.T("The graph is of finite type (%s), where every run ends: %s falls by exactly each layer's total", name, over(g.sum(c.Weights), c.Denominator))
	case ByColour:
		h := int(c.Number.Int64())
		return engine.T("No value is negative and the positive nodes have one colour, so it takes h - 1 = %s (the Coxeter number of %s is h = %s)",
			Layers(h-1), name, strconv.Itoa(h))
	case ByLevel:
		return g.levelWords(c)
	case ByRepeat:
		return engine.Text{}
	case ByDrift:
		return engine.T("From layer %s on, the same nodes fire again %s, and each time add %s",
			strconv.Itoa(after+c.At+1), every(c.Period), list(c.Increment))
	case ByHold:
		return engine.T("%s can never fall, and %s", g.sum(c.Weights), c.holds(after))
	case ByGrowth:
		return g.growthWords(c, after)
	}
	return engine.Text{}
}

func (g *Graph) levelWords(c Certificate) engine.Text {
	sum, value := g.sum(c.Weights), Short(c.Number, longNumber)
	switch c.Number.Sign() {
	case 1:
		return engine.T("The graph is %s: %s = %s never changes, and stays positive", g.Theory().Name(), sum, value)
	case -1:
		return engine.T("The graph is %s: %s = %s never changes, and being negative lets every run end", g.Theory().Name(), sum, value)
	}
	return engine.T("The graph is %s: %s = 0 never changes, so that it ends or repeats", g.Theory().Name(), sum)
}

// growthWords says by how much a sum grows: by the totals where C x is the same for all
// nodes, and else by a factor.
func (g *Graph) growthWords(c Certificate, after int) engine.Text {
	sum := g.sum(c.Weights)
	if each := reduced(g.apply(c.Weights)); Values(each).Equal(column(g.Len(), -1).column(0)) {
		times := new(big.Int).Neg(g.apply(c.Weights)[0])
		if times.IsInt64() && times.Int64() == 1 {
			return engine.T("%s grows by exactly each layer's total, and so at least by a factor of %s; %s", sum, factor(c.Rate), c.holds(after))
		}
		return engine.T("%s grows by exactly %s times each layer's total, and so at least by a factor of %s; %s", sum, times.String(), factor(c.Rate), c.holds(after))
	}
	return engine.T("%s grows in each layer at least by a factor of %s; %s", sum, factor(c.Rate), c.holds(after))
}

// factor is 1 + rate in decimals, cut so that it is not too large; of the rate, three
// digits are shown.
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

// holds says where the weighted sum is positive.
func (c Certificate) holds(after int) engine.Text {
	value := Short(c.Number, longNumber)
	if c.At == 0 {
		return engine.T("it is %s now", value)
	}
	return engine.T("it is %s after %s", value, Layers(after+c.At))
}

// How long numbers and sums are in sentences.
const (
	longNumber = 12 // characters
	mostTerms  = 12
)

// sum writes a weighted sum of the nodes' values.
func (g *Graph) sum(weights []*big.Int) string {
	var terms []string
	for i, w := range weights {
		switch {
		case w.Sign() == 0:
		case w.IsInt64() && w.Int64() == 1:
			terms = append(terms, g.names[i])
		default:
			terms = append(terms, Short(w, longNumber)+"·"+g.names[i])
		}
	}
	return strings.Join(cut(terms), " + ")
}

// over writes a fraction's denominator.
func over(sum string, denominator *big.Int) string {
	if denominator.IsInt64() && denominator.Int64() == 1 {
		return sum
	}
	return "(" + sum + ")/" + denominator.String()
}

// list writes numbers in a row.
func list(numbers []*big.Int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = Short(n, longNumber)
	}
	return strings.Join(cut(words), " ")
}

// cut leaves out the middle of a long list.
func cut(words []string) []string {
	if len(words) <= mostTerms {
		return words
	}
	short := append([]string{}, words[:mostTerms-2]...)
	return append(short, "…", words[len(words)-1])
}
