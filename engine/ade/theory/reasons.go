package theory

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

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
	case ByRepeat:
		return engine.Text{}
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
	if each := reduced(apply(g, c.Weights)); graph.Values(each).Equal(column(g.Len(), -1).column(0)) {
		times := new(big.Int).Neg(apply(g, c.Weights)[0])
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
