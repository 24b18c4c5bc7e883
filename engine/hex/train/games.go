package main

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

type harvest struct {
	samples     []selfplay.Sample
	games       int
	evaluations int
}

func (h *harvest) add(other harvest) {
	h.samples = append(h.samples, other.samples...)
	h.games += other.games
	h.evaluations += other.evaluations
}

// play plays the average network against itself on all threads for one cycle.
func (r *run) play(share float64) (all harvest) {
	network := net.New(r.trainer.AverageParams())
	parts := make([]harvest, r.threads)
	var done sync.WaitGroup
	for thread := range parts {
		done.Go(func() { parts[thread] = r.playThread(network, share, thread) })
	}
	done.Wait()
	for _, p := range parts {
		all.add(p)
	}
	r.Positions += len(all.samples)
	return all
}

// playThread plays one thread's share of a cycle's games.
func (r *run) playThread(network *net.Network, share float64, thread int) (all harvest) {
	stop := time.Now().Add(time.Duration(r.seconds * float64(time.Second)))
	rng := rand.New(rand.NewPCG(r.seed, uint64(r.Cycles*r.threads+thread)<<1))
	config := r.search
	config.Evaluations = r.evals.at(share).main
	players := map[int]*selfplay.Player{}
	for game := thread; r.games == 0 && time.Now().Before(stop) || game < r.games; game += r.threads {
		size := r.sizes.at(share).pick(rng)
		seed := rng.Uint64()
		if players[size] == nil {
			players[size] = selfplay.New(network, size, seed, config)
		}
		all.samples = append(all.samples, players[size].Play()...)
		all.games++
	}
	for _, p := range players {
		all.evaluations += p.Evaluations()
	}
	return all
}

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
