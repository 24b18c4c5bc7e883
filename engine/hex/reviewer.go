package hex

import (
	"context"
	"math"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// A review searches every position briefly, and those around the turning point deeply.
const (
	reviewTime    = 15 * time.Second
	quickPlayouts = 120
	quickRollouts = 1_500
	deepPlayouts  = 3_000
	deepRollouts  = 30_000
	// maxDeep bounds the deep searches that may move the turning point.
	maxDeep = 6
)

// even is the least winning probability of a side that is not behind.
const even = 0.5

// reviewer finds the turning point of a game.
type reviewer struct {
	ctx      context.Context //nolint:containedctx // one review is one call
	quick    player.Analyst
	deep     player.Analyst
	boards   []*Position // before each ply, and at the end
	red      []float64
	searched []bool          // deeply
	choice   []engine.Choice // of the searched positions
}

// NewReview reviews a game of at least one move that began on an empty board. It searches from the
// end backwards; when the context ends it returns what it has found.
func NewReview(ctx context.Context, p *Position) Review {
	r := reviewer{
		ctx: ctx, boards: p.history(),
		quick: player.NewAnalyst(quickPlayouts, quickRollouts), deep: player.NewAnalyst(deepPlayouts, deepRollouts),
	}
	n := len(r.boards)
	r.red, r.searched, r.choice = make([]float64, n), make([]bool, n), make([]engine.Choice, n)
	for i := n - 1; i >= 0; i-- {
		r.red[i] = math.NaN()
		if ctx.Err() == nil || r.boards[i].Winner() != Empty {
			r.search(i, r.quick)
		}
	}
	r.deepen()
	s := r.about(p)
	s.Ended = p.over()
	s.Gift, s.Given = r.gift(s.Loser.Other(), s.Ply)
	s.Doubts = r.doubts()
	s.RedAccuracy, s.BlueAccuracy = r.accuracies()
	return s
}

// about returns the review of a game after the brief searches.
func (r *reviewer) about(p *Position) Review {
	outcome := p.Outcome()
	switch {
	case outcome.Status == engine.Won:
		loser := board.ColourOf(outcome.Winner).Other()
		if p.Winner() == Empty && r.resignedTooSoon(loser) {
			return r.resignation(loser)
		}
		return r.review(loser)
	case r.red[len(r.red)-1] > even:
		return r.review(Blue)
	default:
		return r.review(Red)
	}
}

// resignedTooSoon reports whether a player resigned without being behind.
func (r *reviewer) resignedTooSoon(loser Colour) bool {
	end := len(r.boards) - 1
	if r.chance(loser, end) >= even {
		r.searchDeeply(end)
	}
	return r.chance(loser, end) >= even
}

// resignation returns the review of a game that turned by resigning.
func (r *reviewer) resignation(loser Colour) Review {
	end := len(r.boards) - 1
	s := Review{
		Position: r.boards[end], Ply: end, Plies: end, Red: r.red,
		Before: r.chance(loser, end), After: 0, Loser: loser, Resigned: true,
	}
	if choice := r.choice[end]; s.Mover() == loser {
		s.Better, s.Line, s.Proved = choice.Move, choice.Line, choice.Proved && choice.Value > even
	}
	return s
}

func (p *Position) history() []*Position {
	boards := make([]*Position, 0, len(p.moves)+1)
	for n := range len(p.moves) + 1 {
		boards = append(boards, p.before(n))
	}
	return boards
}

// before returns the board before ply n.
func (p *Position) before(n int) *Position {
	o := sized(p.Width(), p.Height())
	o["weighted"], o["swap"], o["convention"] = p.Weighted(), p.swap, convention(p.Board)
	made, err := New(o)
	if err != nil {
		panic(err) // the options are those of a position
	}
	start := made.(*Position)
	for _, c := range p.moves[:n] {
		if _, err := start.Play(p.moveName(c)); err != nil {
			panic(err) // the moves were played before
		}
	}
	return start
}

func (p *Position) moveName(c hexgrid.Cell) string {
	if c == hexgrid.NoCell {
		return swapMove
	}
	return p.Grid().Name(c)
}

// search estimates the position before a ply. With the swap an empty board is even: a strong first
// stone is taken over, a weak one is not.
func (r *reviewer) search(i int, by player.Analyst) {
	p := r.boards[i]
	switch {
	case p.Winner() == Red:
		r.red[i] = 1
	case p.Winner() == Blue:
		r.red[i] = 0
	case p.swap && p.ply == 0:
		r.red[i], r.choice[i] = even, engine.Choice{Move: by.Opening(p.PlayerPosition()), Value: even}
	default:
		r.choice[i], _ = by.Search(r.ctx, p.PlayerPosition())
		r.red[i] = r.choice[i].Value
		if p.Mover() == Blue {
			r.red[i] = 1 - r.red[i]
		}
	}
}

// searchDeeply searches a position deeply, once, unless the time is up.
func (r *reviewer) searchDeeply(i int) {
	if !r.searched[i] && r.ctx.Err() == nil {
		r.search(i, r.deep)
		r.searched[i] = true
	}
}

func (r *reviewer) chance(c Colour, i int) float64 {
	if c == Blue {
		return 1 - r.red[i]
	}
	return r.red[i]
}

// review finds the turning point: the loser's last move before which they were not behind. A deep
// search there may show that they were, or that the move cost nothing.
func (r *reviewer) review(loser Colour) Review {
	var turn int
	var behind bool
	for range maxDeep {
		turn, behind = r.turningPoint(loser)
		if r.searched[turn] && r.searched[turn+1] {
			break
		}
		r.searchDeeply(turn)
		r.searchDeeply(turn + 1)
	}
	s := Review{
		Position: r.boards[turn], Ply: turn, Plies: len(r.boards) - 1, Played: r.played(turn),
		Red: r.red, Before: r.chance(loser, turn), After: r.chance(loser, turn+1), Loser: loser, Behind: behind,
		Unmoved: r.boards[turn].Mover() != loser,
	}
	if choice := r.choice[turn]; choice.Move != s.Played {
		s.Better, s.Line, s.Proved = choice.Move, choice.Line, choice.Proved && choice.Value > even
	}
	return s
}

// turningPoint returns the loser's last ply that was not yet lost. If there is none, behind is true
// and the ply is their costliest, or 0 if they have made no move.
func (r *reviewer) turningPoint(loser Colour) (ply int, behind bool) {
	worst, most := 0, math.Inf(-1)
	for i := len(r.boards) - 2; i >= 0; i-- {
		if r.boards[i].Mover() != loser {
			continue
		}
		before, after := r.chance(loser, i), r.chance(loser, i+1)
		if before >= even {
			return i, false
		}
		if drop := before - after; drop > most {
			worst, most = i, drop
		}
	}
	return worst, true
}

// gift returns the last ply before another at which a colour fell behind by a doubtful move, and
// the move; "" if there was none.
func (r *reviewer) gift(colour Colour, before int) (ply int, move string) {
	for i := before - 1; i >= 0; i-- {
		if r.boards[i].Mover() == colour && r.chance(colour, i) >= even && r.chance(colour, i+1) < even && r.loss(i) >= doubtful {
			return i, r.played(i)
		}
	}
	return 0, ""
}
