package theory_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// checker verifies certificates with nothing but the edges of a graph and the rule of
// the game, written anew here: rationals and a dense matrix.
type checker struct {
	n      int
	cartan [][]int64
}

func newChecker(g *graph.Graph) checker {
	c := checker{n: g.Len(), cartan: make([][]int64, g.Len())}
	for i := range c.cartan {
		c.cartan[i] = make([]int64, c.n)
		c.cartan[i][i] = 2
	}
	for _, e := range g.Edges() {
		c.cartan[e[0]][e[1]], c.cartan[e[1]][e[0]] = -1, -1
	}
	return c
}

// fire is v - C p, where p are the positive values.
func (c checker) fire(v []*big.Int) []*big.Int {
	p := make([]*big.Int, c.n)
	for i := range v {
		p[i] = new(big.Int)
		if v[i].Sign() > 0 {
			p[i].Set(v[i])
		}
	}
	return c.minus(v, p)
}

func (c checker) minus(v, p []*big.Int) []*big.Int {
	next := make([]*big.Int, c.n)
	for i := range next {
		next[i] = new(big.Int).Set(v[i])
		for j := range p {
			next[i].Sub(next[i], new(big.Int).Mul(big.NewInt(c.cartan[i][j]), p[j]))
		}
	}
	return next
}

func (c checker) after(v []*big.Int, layers int) []*big.Int {
	for range layers {
		v = c.fire(v)
	}
	return v
}

func (c checker) times(x []*big.Int) []*big.Int {
	zero := make([]*big.Int, c.n)
	for i := range zero {
		zero[i] = new(big.Int)
	}
	product := c.minus(zero, x)
	for _, n := range product {
		n.Neg(n)
	}
	return product
}

func dot(x, v []*big.Int) *big.Int {
	sum := new(big.Int)
	for i := range x {
		sum.Add(sum, new(big.Int).Mul(x[i], v[i]))
	}
	return sum
}

func same(a, b []*big.Int) bool {
	for i := range a {
		if a[i].Cmp(b[i]) != 0 {
			return false
		}
	}
	return len(a) == len(b)
}

// check returns what is wrong with a certificate of a run from v, or nil.
func (c checker) check(v []*big.Int, cert theory.Certificate) error {
	at := c.after(v, cert.At)
	switch cert.Proof {
	case theory.ByTotals:
		for i, y := range c.times(cert.Weights) {
			if y.Cmp(cert.Denominator) != 0 || cert.Weights[i].Sign() <= 0 || cert.Denominator.Sign() <= 0 {
				return fmt.Errorf("(C x)_%d = %v, x_%d = %v", i, y, i, cert.Weights[i])
			}
		}
	case theory.ByLevel:
		for i, y := range c.times(cert.Weights) {
			if y.Sign() != 0 || cert.Weights[i].Sign() <= 0 {
				return fmt.Errorf("(C x)_%d = %v, x_%d = %v", i, y, i, cert.Weights[i])
			}
		}
		if dot(cert.Weights, at).Cmp(cert.Number) != 0 {
			return fmt.Errorf("x.v = %v", dot(cert.Weights, at))
		}
	case theory.ByHold:
		return c.checkHold(at, cert, new(big.Rat))
	case theory.ByGrowth:
		if cert.Rate.Sign() <= 0 {
			return fmt.Errorf("rate %v", cert.Rate)
		}
		for i, x := range cert.Weights {
			if x.Sign() <= 0 {
				return fmt.Errorf("x_%d = %v", i, x)
			}
		}
		return c.checkHold(at, cert, cert.Rate)
	case theory.ByRepeat:
		if cert.Period < 1 || !same(at, c.after(at, cert.Period)) {
			return fmt.Errorf("after %d layers the values are others", cert.Period)
		}
	case theory.ByDrift:
		return c.checkDrift(at, cert)
	case theory.ByColour:
		return c.checkColour(v)
	default:
		return fmt.Errorf("unknown proof %q", cert.Proof)
	}
	return nil
}

// checkHold checks x >= 0, C x <= -rate x, and x.v > 0.
func (c checker) checkHold(at []*big.Int, cert theory.Certificate, rate *big.Rat) error {
	for i, y := range c.times(cert.Weights) {
		bound := new(big.Rat).Mul(rate, new(big.Rat).SetInt(cert.Weights[i]))
		if new(big.Rat).SetInt(y).Cmp(bound.Neg(bound)) > 0 || cert.Weights[i].Sign() < 0 {
			return fmt.Errorf("(C x)_%d = %v, x_%d = %v", i, y, i, cert.Weights[i])
		}
	}
	if value := dot(cert.Weights, at); value.Sign() <= 0 || value.Cmp(cert.Number) != 0 {
		return fmt.Errorf("x.v = %v, said to be %v", value, cert.Number)
	}
	return nil
}

// checkDrift checks the induction: if the values are v + k d, they are v + (k+1) d at the end of
// the period, with the same nodes firing on the way for every k.
func (c checker) checkDrift(v []*big.Int, cert theory.Certificate) error {
	end := c.after(v, cert.Period)
	d := make([]*big.Int, c.n)
	for i := range d {
		if d[i] = cert.Increment[i]; new(big.Int).Sub(end[i], v[i]).Cmp(d[i]) != 0 {
			return fmt.Errorf("node %d changes by %v", i, new(big.Int).Sub(end[i], v[i]))
		}
	}
	nonzero := false
	for range cert.Period {
		fired := make([]*big.Int, c.n) // of d, on the nodes that fire at v
		for i := range v {
			fired[i] = new(big.Int)
			fires := v[i].Sign() > 0
			if fires && d[i].Sign() < 0 || !fires && d[i].Sign() > 0 {
				return fmt.Errorf("node %d would change sides: %v by %v", i, v[i], d[i])
			}
			if fires {
				fired[i] = d[i]
			}
			nonzero = nonzero || d[i].Sign() != 0
		}
		v, d = c.fire(v), c.minus(d, fired)
	}
	if !nonzero || !same(d, cert.Increment) {
		return fmt.Errorf("the increment becomes %v", d)
	}
	return nil
}

// checkColour looks for neighbours, or odd cycles, among what is positive.
func (c checker) checkColour(v []*big.Int) error {
	colour := make([]int, c.n)
	var paint func(i, with int) bool
	paint = func(i, with int) bool {
		if colour[i] != 0 {
			return colour[i] == with
		}
		colour[i] = with
		for j := range c.n {
			if i != j && c.cartan[i][j] != 0 && !paint(j, -with) {
				return false
			}
		}
		return true
	}
	if !paint(0, 1) {
		return fmt.Errorf("there are no two colours")
	}
	seen := 0
	for i, x := range v {
		if x.Sign() < 0 || x.Sign() > 0 && seen == -colour[i] {
			return fmt.Errorf("node %d has %v", i, x)
		}
		if x.Sign() > 0 {
			seen = colour[i]
		}
	}
	return nil
}

// proves tells which kinds of certificate a verdict needs, and whether it has one.
func proves(v *theory.Verdict) bool {
	has := map[theory.Proof]bool{}
	for _, c := range v.Reasons {
		has[c.Proof] = true
	}
	switch {
	case v.Ending == theory.Ends:
		return v.Layers >= 0 || has[theory.ByTotals] || has[theory.ByLevel]
	case v.Ending == theory.Repeats:
		return has[theory.ByRepeat]
	case v.Ending == theory.Never && v.Pace == theory.Linear:
		return has[theory.ByDrift]
	case v.Ending == theory.Never && v.Pace == theory.Exponential:
		return has[theory.ByGrowth]
	case v.Ending == theory.Never:
		return has[theory.ByLevel] || has[theory.ByHold]
	}
	return v.Followed > 0
}

func numbers(t *testing.T, text string) graph.Values {
	t.Helper()
	var v graph.Values
	for word := range strings.FieldsSeq(text) {
		n, ok := new(big.Int).SetString(word, 10)
		if !ok {
			t.Fatalf("%q is no number", word)
		}
		v = append(v, n)
	}
	return v
}

// graphs are those of all classes on which certificates are tried.
func graphs(t *testing.T) []*graph.Graph {
	t.Helper()
	var list []*graph.Graph
	for _, g := range []struct {
		family string
		degree int
	}{{"A", 1}, {"A", 5}, {"A", 12}, {"D", 4}, {"D", 9}, {"E", 4}, {"E", 6}, {"E", 7}, {"E", 8}, {"E", 9}, {"E", 10}, {"E", 11}, {"E", 14}, {"E", 17}, {"E", 18}, {"E", 25}} {
		made, err := graph.New(g.family, g.degree)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, made)
	}
	for _, edges := range []string{
		"1-2 2-3 3-1", "1-2 2-3 3-4 4-5 5-1", "1-2 2-3 3-4 4-5 5-6 6-1", // cycles
		"0-1 0-2 0-3 0-4", "0-1 0-2 0-3 3-4 4-5 4-6", "1-2 2-3 3-4 4-5 3-6 6-7", // affine D4, D6, E6
		"0-1 0-2 0-3 0-4 0-5", "1-2 2-3 3-1 3-4", "1-2 1-3 1-4 2-3 2-4 3-4", // indefinite
	} {
		made, err := graph.Parse(edges)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, made)
	}
	return list
}

func randomValues(r *rand.Rand, n int, low, high int64) graph.Values {
	v := make(graph.Values, n)
	for i := range v {
		v[i] = big.NewInt(low + r.Int64N(high-low+1))
	}
	return v
}

// TestCertificates checks what is said of random starts by the checker above: every
// certificate holds, and a verdict has those that it needs.
func TestCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	endings := map[string]int{}
	for _, g := range graphs(t) {
		c := newChecker(g)
		for round := range enginetest.Times(12, 24) {
			low := int64(0)
			if round%2 == 1 {
				low = -5
			}
			v := randomValues(r, g.Len(), low, 5)
			verdict := theory.New(g).Decide(v)
			endings[string(g.Type().Class)+" "+string(verdict.Ending)+" "+string(verdict.Pace)]++
			if !proves(verdict) {
				t.Errorf("%v from %v: it %s %s, by %v", g, v, verdict.Ending, verdict.Pace, verdict.Reasons)
			}
			if verdict.Ending == theory.Ends && verdict.Layers >= 0 {
				if last := c.after(v, verdict.Layers); graph.Values(last).Positive() != 0 ||
					verdict.Layers > 0 && graph.Values(c.after(v, verdict.Layers-1)).Positive() == 0 {
					t.Errorf("%v from %v does not end after %d layers", g, v, verdict.Layers)
				}
			}
			for _, cert := range verdict.Reasons {
				if err := c.check(v, cert); err != nil {
					t.Errorf("%v from %v: the certificate by %s does not hold: %v", g, v, cert.Proof, err)
				}
			}
			if words := verdict.Words(g).String(); strings.Contains(words, "%!") || !strings.HasSuffix(words, ".") {
				t.Errorf("the verdict says %q", words)
			}
		}
	}
	for _, kind := range []string{
		"finite ends ", "affine ends ", "affine repeats ", "affine never linear", "indefinite never exponential", "indefinite ends ",
	} {
		if endings[kind] == 0 {
			t.Errorf("no start was %q: %v", kind, endings)
		}
	}
}

// TestCheckerFindsFaults: a certificate that is wrong in one number does not pass.
func TestCheckerFindsFaults(t *testing.T) {
	one := big.NewInt(1)
	for _, tt := range []struct {
		degree int
		values string
	}{{8, "1 0 1 0 0 0 0 2"}, {9, "1 1 1 1 1 1 1 1 1"}, {10, "1 0 0 0 0 0 0 0 0 0"}, {10, "1 2 0 0 3 1 -2 -2 -2 3"}} {
		g, err := graph.New("E", tt.degree)
		if err != nil {
			t.Fatal(err)
		}
		c, v := newChecker(g), numbers(t, tt.values)
		for _, cert := range theory.New(g).Decide(v).Reasons {
			if err := c.check(v, cert); err != nil {
				t.Errorf("E%d: %v", tt.degree, err)
			}
			for _, list := range [][]*big.Int{cert.Weights, cert.Increment} {
				for i, n := range list {
					list[i] = new(big.Int).Sub(n, new(big.Int).Mul(one, big.NewInt(1000)))
					if c.check(v, cert) == nil {
						t.Errorf("E%d: %s passes with a wrong number at %d", tt.degree, cert.Proof, i)
					}
					list[i] = n
				}
			}
		}
	}
}
