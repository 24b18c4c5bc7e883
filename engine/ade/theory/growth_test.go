package theory_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// TestGrowthOfLargeGraphs: all indefinite graphs have weights that prove growth, the
// densest and the loosest ones too.
func TestGrowthOfLargeGraphs(t *testing.T) {
	var complete, ends []string
	for i := range 64 {
		for j := range i {
			complete = append(complete, fmt.Sprintf("%d-%d", i, j))
		}
	}
	ends = strings.Fields("0-1 0-2 0-3 0-4 58-59 58-60 58-61 58-62")
	for i := 4; i < 58; i++ {
		ends = append(ends, fmt.Sprintf("%d-%d", i, i+1))
	}
	for _, edges := range [][]string{complete, ends} {
		g, err := graph.Parse(strings.Join(edges, " "))
		if err != nil {
			t.Fatal(err)
		}
		c, v := newChecker(g), make(graph.Values, g.Len())
		for i := range v {
			v[i] = big.NewInt(int64(i % 2))
		}
		for _, growth := range theory.New(g).Growths {
			cert := theory.Certificate{Proof: theory.ByGrowth, Weights: growth.Weights, Rate: growth.Rate, Number: v.Dot(growth.Weights)}
			if err := c.check(v, cert); err != nil {
				t.Error(err)
			}
		}
	}
}
