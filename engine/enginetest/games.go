package enginetest

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// noon is the fixed time for games that depend on the clock.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func seeded(n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(n), 6)) }

func (s *suite) pick(r *rand.Rand, p engine.Position) string {
	picker, ok := p.(engine.Picker)
	if !ok {
		if s.promises.Move == nil {
			s.Fatalf("the position lists no moves: promise a Move")
		}
		return s.complete(r, p, s.promises.Move(r, p))
	}
	moves := picker.Moves()
	if len(moves) == 0 {
		s.Fatalf("no moves in an open position:\n%s", p)
	}
	return s.complete(r, p, moves[r.IntN(len(moves))])
}

func (s *suite) complete(r *rand.Rand, p engine.Position, move string) string {
	text, err := s.game.Completed(engine.Env{Now: noon, Rand: r}, p, move)
	if err != nil {
		s.Fatalf("Completed(%q): %v", move, err)
	}
	return text
}

func (s *suite) record(o engine.Options, seed int) []string {
	return s.play(s.start(o), o, seed, func([]string) {})
}

// play plays a random game, and returns its canonical moves. It calls after with those so far.
func (s *suite) play(p engine.Position, o engine.Options, seed int, after func(moves []string)) (moves []string) {
	r, limit := seeded(seed), Times(30, 500)
	if s.promises.Ends != nil {
		limit = s.promises.Ends(o)
	}
	for len(moves) < limit && p.Outcome().Status == engine.Open {
		move := s.pick(r, p)
		canonical, err := p.Play(move)
		if err != nil {
			s.Fatalf("%s: a legal move is refused: %v", place{o, moves}, err)
		}
		moves = append(moves, canonical)
		after(moves)
	}
	return moves
}

// games plays random games together with a twin that gets only the canonical moves, and replays
// them at the end.
func (s *suite) games() {
	count := cmp.Or(s.promises.Games, Times(1, 10))
	for _, o := range s.variants() {
		for seed := range count {
			s.randomGame(o, seed)
			if s.Failed() {
				return // one failed game is enough
			}
		}
	}
}

func (s *suite) randomGame(o engine.Options, seed int) {
	p, twin := s.start(o), s.start(o)
	if status := p.Outcome().Status; status != engine.Open {
		s.Errorf("options %v: the game begins with the outcome %s", o, status)
	}
	boards := map[string]string{} // by description
	look := func() snapshot {
		shot := s.sound(p, o)
		if other, known := boards[shot.description]; known && other != shot.board {
			s.Errorf("described alike, by %q, are\n%s\nand\n%s", shot.description, other, shot.board)
		}
		boards[shot.description] = shot.board
		return shot
	}
	shot := look()
	moves := s.play(p, o, seed, func(moves []string) {
		canonical := moves[len(moves)-1]
		if again, err := twin.Play(canonical); err != nil || again != canonical {
			s.Fatalf("%s: the canonical %q plays as %q, %v", place{o, moves}, canonical, again, err)
		}
		shot = look()
		if d := shot.differs(s.snapshot(twin)); d != "" {
			s.Fatalf("%s: played by the canonical moves, %s", place{o, moves}, d)
		}
	})
	if s.promises.Ends != nil && p.Outcome().Status == engine.Open {
		s.Errorf("options %v: open after %d moves", o, len(moves))
	}
	s.same(shot, s.replay(place{o, moves}), "%s: replayed, ", place{o, moves})
}

// moves plays some listed moves: each must be legal and canonical.
func (s *suite) moves() {
	for at := range s.places(0, s.variants()...) {
		for _, move := range some(engine.MovesOf(s.replay(at))) {
			s.listed(at, move)
		}
	}
}

// some returns some moves at equal distances, from the first on; in long runs all.
func some(moves []string) []string {
	const most = 8
	step := max(1, (len(moves)+most-1)/most)
	if Long() {
		step = 1
	}
	return engine.Map(slices.Collect(slices.Chunk(moves, step)), func(next []string) string { return next[0] })
}

func (s *suite) listed(at place, move string) {
	p := s.replay(at)
	text := s.complete(seeded(len(at.moves)), p, move)
	switch canonical, err := p.Play(text); {
	case err != nil:
		s.Errorf("%s: listed, but refused: %v", at, err)
	case canonical != text:
		s.Errorf("%s: %q is listed, but its canonical form is %q", at, text, canonical)
	}
}

// undo checks that the result of Verb.Undo is a canonical move in place of the last one.
func (s *suite) undo() {
	for at := range s.places(5, s.kinds()...) {
		if len(at.moves) > 0 {
			s.undone(at)
		}
	}
}

func (s *suite) undone(at place) {
	before := place{at.options, at.moves[:len(at.moves)-1]}
	last := at.moves[len(before.moves)]
	v, _ := s.game.VerbOf(last)
	if v.Undo == nil {
		return
	}
	shorter := v.Undo(s.replay(at))
	if shorter == "" {
		return
	}
	if canonical, err := s.replay(before).Play(shorter); err != nil || canonical != shorter {
		s.Errorf("%s: %q, which takes the place of %q, plays as %q, %v", before, shorter, last, canonical, err)
	}
}

// place is a position of a game: where its moves lead.
type place struct {
	options engine.Options
	moves   []string
}

// String implements [fmt.Stringer].
func (at place) String() string { return fmt.Sprintf("options %v, after %q", at.options, at.moves) }

// places yields positions of a random game with each of the options.
func (s *suite) places(seed int, all ...engine.Options) iter.Seq[place] {
	return func(yield func(place) bool) {
		for _, o := range all {
			record := s.record(o, seed)
			for _, ply := range stops(len(record)) {
				if !yield(place{o, record[:ply]}) {
					return
				}
			}
		}
	}
}

// stops returns the plies of a game to look at: around the start, in the middle and around the end;
// in long runs a few more.
func stops(moves int) []int {
	all := []int{0, 1, moves / 2, moves - 1, moves}
	if Long() {
		all = append(all, 2, moves/4)
	}
	all = slices.DeleteFunc(all, func(n int) bool { return n < 0 || n > moves })
	slices.Sort(all)
	return slices.Compact(all)
}
