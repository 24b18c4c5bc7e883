package net

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

func BenchmarkEvaluate(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	start := kernel.Path()
	defer func() { _ = kernel.Use(start) }()
	for _, name := range kernel.Paths() {
		_ = kernel.Use(name)
		for _, size := range []int{5, 8, 11, 14, 19} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				e := New(testParams(4)).Evaluator(size)
				view, policy := randomView(rng, size), make([]float32, size*size)
				b.ReportAllocs()
				for b.Loop() {
					e.Evaluate(view, policy)
				}
			})
		}
	}
}
