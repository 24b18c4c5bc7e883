package graph_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Values in a row are read back with any separators, and so are values of single nodes in any
// order.
func TestValuesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		g, err := graph.New(graph.FamilyA, n)
		if err != nil {
			t.Fatal(err)
		}
		v := make(graph.Values, n)
		for i := range v {
			v[i], _ = new(big.Int).SetString(rapid.StringMatching(`-?[0-9]{1,30}`).Draw(t, "value"), 10)
		}
		if rapid.Bool().Draw(t, "same") {
			for i := range v {
				v[i] = v[0]
			}
		}
		words := v.Strings()
		row := strings.Join(words, rapid.SampledFrom([]string{" ", ",", "; ", " , ", "\t"}).Draw(t, "between"))
		got, canonical, err := graph.Assign(g, graph.Zeros(n), row, true)
		if err != nil || !got.Equal(v) {
			t.Fatalf("%q is read as %v, %v", row, got, err)
		}
		if again, same, err := graph.Assign(g, graph.Zeros(n), canonical, true); err != nil || same != canonical || !again.Equal(v) {
			t.Fatalf("%q is %q, which is read as %v, %q, %v", row, canonical, again, same, err)
		}
		var some []string
		for _, i := range rapid.Permutation(indices(n)).Draw(t, "order") {
			some = append(some, strings.ToLower(g.Node(i))+rapid.SampledFrom([]string{" ", "=", ":", " = "}).Draw(t, "sign")+words[i])
		}
		if got, _, err := graph.Assign(g, graph.Zeros(n), strings.Join(some, " "), true); err != nil || !got.Equal(v) {
			t.Fatalf("%q sets %v, %v; want %v", some, got, err, v)
		}
		if _, _, err := graph.Assign(g, graph.Zeros(n), row, false); (err != nil) != v.Mixed() {
			t.Fatalf("%q where nothing may be negative: %v", row, err)
		}
	})
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
