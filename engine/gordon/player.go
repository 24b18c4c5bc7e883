package gordon

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// errForeign: the player was given a position of another game.
var errForeign = errors.New("gordon: not a position of the Gordon game")

// player plays the Gordon game. It implements [engine.Player].
type player struct {
	looks float64 // how often it looks ahead; else it moves by chance
	rand  search.Rand
}

// Choose implements [engine.Player]. A move that is proved to win is made; where all are
// proved to lose, the one after which the opponent can go wrong most; and where nothing
// is proved in time, the one that a search by chance thinks best.
func (p *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	board, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, errForeign
	}
	if board.stuck() {
		return engine.Choice{}, refuse("", engine.ErrOver, "the game is over: %s", board.reason())
	}
	if p.rand.Float64() >= p.looks {
		moves := board.choices()
		return board.choice([]Turn{moves[p.rand.Below(len(moves))]}, 0.5, false), nil
	}
	if board.variant == Solitaire {
		return p.arrange(ctx, board), nil
	}
	return p.prove(ctx, board), nil
}

// choice puts a line of moves into words.
func (p *Position) choice(line []Turn, value float64, proved bool) engine.Choice {
	c := engine.Choice{Value: value, Proved: proved}
	for _, t := range line {
		c.Line = append(c.Line, p.canonical(t))
		p = p.After(t)
	}
	c.Move = c.Line[0]
	return c
}

// Where more tokens than these are left, a proof needs luck or is out of reach, and
// chance is asked first, so many times.
const (
	surelyProved = 14
	maybeProved  = 24
	playouts     = 20_000
)

// prove chooses a move by proof, as far as the context lets it.
func (p *player) prove(ctx context.Context, board *Position) engine.Choice {
	s := newSolver(board)
	var fallback guess
	if left := s.tokens(board); left > surelyProved {
		limit := playouts
		if left > maybeProved {
			limit = 0
		}
		fallback = s.guess(ctx, board, limit, p.rand.Uint64())
	}
	st := s.investigate(ctx, board, false)
	switch st.verdict {
	case won:
		return board.choice(s.line(ctx, board, st.winning()[0]), 1, true)
	case lost:
		return board.choice(s.line(ctx, board, s.stubborn(ctx, board, st)), 0, true)
	case unknown:
	}
	if fallback.line == nil {
		fallback = s.guess(ctx, board, playouts, p.rand.Uint64())
	}
	return board.choice(st.spared(fallback).line, fallback.value, false)
}

// tokens is how many are left that may still come into play.
func (s *solver) tokens(p *Position) int {
	if p.opening() {
		return s.order
	}
	return s.live(s.node(p)).m.size()
}

// guess is what a search by chance thinks.
type guess struct {
	line  []Turn
	value float64 // for the player to move
}

// guess searches by chance, until so many playouts are made (0: any number) or the
// context ends.
func (s *solver) guess(ctx context.Context, p *Position, limit int, seed uint64) guess {
	if p.opening() {
		return s.guessOpening(ctx, p, limit, seed)
	}
	r := s.roam(ctx, s.node(p), limit, seed)
	g := guess{value: r.Value}
	for at, i := p, 0; i < len(r.Line); i++ {
		// Each m is numbered alike in all positions: a translation from the right
		// leaves tokens alone.
		m := s.outer[r.Line[i]]
		g.line = append(g.line, Turn{m, at.Product(m, at.place)})
		at = at.After(g.line[i])
	}
	return g
}

func (s *solver) roam(ctx context.Context, n node, limit int, seed uint64) search.Result[Element] {
	return trees.Run(ctx, &roaming{s.field, s.misere, []node{n}}, search.Config{
		Playouts: limit, Seed: seed, Early: true, Explore: 0.6, FirstPlay: 1, Memory: 64 << 20,
	})
}

// openingPlayouts bounds the search for each m of an opening.
const openingPlayouts = 4_000

// guessOpening compares the openings that automorphisms do not exchange.
func (s *solver) guessOpening(ctx context.Context, p *Position, limit int, seed uint64) guess {
	e := p.group.identity
	best := guess{[]Turn{{e, e}}, 0}
	for _, orbit := range p.group.orbits() {
		n := s.opened(orbit[0])
		value := 1.0
		switch {
		case n.legal() != 0:
			each := openingPlayouts
			if limit > 0 {
				each = min(each, limit)
			}
			value = 1 - s.roam(ctx, n, each, seed).Value
		case s.misere:
			value = 0
		}
		if value > best.value {
			best = guess{[]Turn{{orbit[0], e}}, value}
		}
	}
	return best
}

// spared replaces a guess that is proved to lose by a move of which nothing is known.
func (st study) spared(g guess) guess {
	for _, m := range st.moves {
		if m.M == g.line[0].M && m.verdict == lost {
			return guess{st.open()[:1], g.value}
		}
	}
	return g
}
