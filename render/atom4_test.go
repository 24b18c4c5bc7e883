package render

import (
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
)

// randomAtom4 plays up to so many random pieces of a round.
func randomAtom4(tb testing.TB, round, plies int, seed uint64) *atom4.Position {
	tb.Helper()
	position, err := atom4.New(engine.Options{"round": round})
	if err != nil {
		tb.Fatal(err)
	}
	p := position.(*atom4.Position)
	r := rand.New(rand.NewPCG(seed, 1))
	for p.Ply() < plies && p.Outcome().Status == engine.Open {
		moves := p.Moves()
		if _, err := p.Play(moves[r.IntN(len(moves))]); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}
