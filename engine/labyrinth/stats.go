package labyrinth

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Stats counts solutions by their properties. It is a scene.
type Stats struct {
	Seed      int         `json:"seed"`
	Solutions int         `json:"solutions"`
	Groups    map[int]int `json:"groups"`  // solutions by number of groups, which is also the number of holes
	Largest   map[int]int `json:"largest"` // solutions by the pieces of the largest group
	Others    map[int]int `json:"others"`  // groups except the largest, by number of pieces
}

// runStats counts until the time or the search ends, and returns what it has.
func runStats(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	f, err := newFinder(env, o)
	if err != nil {
		return engine.Answer{}, err
	}
	ctx, cancel := limited(ctx, o)
	defer cancel()
	count := o.Int("count")
	s := Stats{Seed: f.seed, Groups: map[int]int{}, Largest: map[int]int{}, Others: map[int]int{}}
	f.search.Watch(search.EverySecond(func(int) {
		tell(s.answer(engine.T("%s of %s solutions", engine.Thousands(s.Solutions), engine.Thousands(count))))
	}))
	if err := s.collect(ctx, f, count); err != nil {
		return f.notFound(err)
	}
	switch {
	case s.Solutions < count && ctx.Err() == nil:
		return s.answer(engine.T("%s of %s solutions, the only ones that were found,", engine.Thousands(s.Solutions), engine.Thousands(count))), nil
	case s.Solutions < count:
		return s.answer(engine.T("%s of %s solutions, in %s s,", engine.Thousands(s.Solutions), engine.Thousands(count), strconv.Itoa(o.Int(optionSeconds)))), nil
	}
	return s.answer(engine.T("%s solutions", engine.Thousands(s.Solutions))), nil
}

// collect counts solutions up to a number. After the first one, the end of the context or of the
// search is not an error.
func (s *Stats) collect(ctx context.Context, from *finder, count int) error {
	for s.Solutions < count {
		found, err := from.search.Next(ctx)
		if s.Solutions > 0 && (search.Interrupted(err) || errors.Is(err, solver.ErrNone) || errors.Is(err, solver.ErrGaveUp)) {
			return nil
		}
		if err != nil {
			return err
		}
		r, err := board.Validate(found.Pieces, false)
		if err != nil {
			return err
		}
		s.Solutions++
		s.Groups[r.Groups]++
		s.Largest[r.Sizes[0]]++
		for _, n := range r.Sizes[1:] {
			s.Others[n]++
		}
	}
	return nil
}

func (s *Stats) answer(counted engine.Text) engine.Answer {
	return engine.Answer{
		Text: engine.T("%s from seed %s, each checked. Groups: %s. The largest group has %s pieces at least, %s at most, %s in the middle.",
			counted, strconv.Itoa(s.Seed), s.shares(s.Groups), s.quantile(0), s.quantile(1), s.quantile(0.5)),
		Data:   *s,
		Scenes: []engine.Scene{s.clone()},
	}
}

// clone returns a copy that can be drawn while the count goes on.
func (s *Stats) clone() Stats {
	c := *s
	c.Groups, c.Largest, c.Others = maps.Clone(s.Groups), maps.Clone(s.Largest), maps.Clone(s.Others)
	return c
}

// shares lists the shares of solutions by a number.
func (s *Stats) shares(counts map[int]int) string {
	return strings.Join(engine.Map(slices.Sorted(maps.Keys(counts)), func(n int) string {
		return fmt.Sprintf("%d: %.1f %%", n, 100*float64(counts[n])/float64(s.Solutions))
	}), ", ")
}

// quantile returns a quantile of the sizes of the largest groups.
func (s *Stats) quantile(share float64) string {
	passed := 0
	for n := range board.Pieces + 1 {
		passed += s.Largest[n]
		if passed > 0 && float64(passed) >= share*float64(s.Solutions) {
			return strconv.Itoa(n)
		}
	}
	return ""
}
