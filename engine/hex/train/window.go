package main

import (
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// window holds the newest positions, oldest first. Early positions, by a weak network, are dropped
// soon, later ones kept longer.
type window []selfplay.Sample

const (
	windowBase  = 20_000
	windowShare = 0.35 // of all positions
	windowLimit = 400_000
)

// add appends new positions and drops the oldest; total counts all positions ever added.
func (w *window) add(fresh []selfplay.Sample, total int) {
	*w = append(*w, fresh...)
	limit := min(windowLimit, windowBase+int(windowShare*float64(total)))
	if over := len(*w) - limit; over > 0 {
		n := copy(*w, (*w)[over:])
		clear((*w)[n:])
		*w = (*w)[:n]
	}
}

func (w window) draw(batch []*selfplay.Sample, rng *rand.Rand) {
	for i := range batch {
		batch[i] = &w[rng.IntN(len(w))]
	}
}
