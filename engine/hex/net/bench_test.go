package net

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

func BenchmarkEvaluate(b *testing.B) {
	network := Embedded()
	for name := range kernel.EachPath {
		for _, n := range []int{5, 8, 11, 14, 19} {
			benchmarkEvaluator(b, name, network.Evaluator(kernel.Square(n)))
		}
	}
}

func benchmarkEvaluator(b *testing.B, name string, e *Evaluator) {
	b.Run(fmt.Sprintf("%s/%d", name, e.size.Width), func(b *testing.B) {
		view, policy := randomView(rand.New(rand.NewPCG(1, 1)), e.size), make([]float32, e.size.Cells())
		b.ReportAllocs()
		for b.Loop() {
			e.Evaluate(view, policy)
		}
	})
}
