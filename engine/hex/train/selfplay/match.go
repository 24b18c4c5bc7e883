package selfplay

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// Match lets two networks play without search, by the best logit, and returns the number of games
// that a won and the number of games. From each of the size² first stones both play both sides,
// until the edges of one are linked. The games are shared among that many goroutines; the result
// does not depend on their number.
func Match(a, b *net.Network, size, threads int) (won, games int) {
	games = 2 * size * size
	var next, wins atomic.Int64
	var wait sync.WaitGroup
	for range threads {
		wait.Go(func() {
			d := duel{
				size: size, players: [2]*net.Evaluator{a.Evaluator(kernel.Square(size)), b.Evaluator(kernel.Square(size))},
				view: make([]uint8, size*size), logits: make([]float32, size*size),
			}
			for i := int(next.Add(1)) - 1; i < games; i = int(next.Add(1)) - 1 {
				if d.play(i/2, i%2) == 0 {
					wins.Add(1)
				}
			}
		})
	}
	wait.Wait()
	return int(wins.Load()), games
}

// duel is the memory of one goroutine of a match.
type duel struct {
	size    int
	players [2]*net.Evaluator
	links   field.Links
	view    []uint8
	logits  []float32
}

// play plays a game after a first stone, which the second player answers, and returns the winner's
// index in the match. first is the index of the player who has the first stone.
func (d *duel) play(opening, first int) int {
	f := field.New(d.size, d.size, make([]uint8, d.size*d.size), field.Red, field.Red)
	f.Do(f.ViewPoint(opening))
	for player := 1 - first; ; player = 1 - player {
		mover := f.Mover()
		f.View(d.view)
		d.players[player].Evaluate(d.view, d.logits)
		best, most := 0, float32(math.Inf(-1))
		for i, l := range d.logits {
			if d.view[i] == field.ViewEmpty && l > most {
				best, most = i, l
			}
		}
		f.Do(f.ViewPoint(best))
		if d.links.Survey(f, mover); d.links.Won() {
			return player
		}
	}
}
