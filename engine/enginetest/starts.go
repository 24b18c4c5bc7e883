package enginetest

import (
	"maps"
	"reflect"

	"github.com/sixfold-bot/sixfold/engine"
)

// starts checks the ways to open a table: completed options of `new`, and the game's start
// commands.
func (s *suite) starts() {
	for _, raw := range append(s.promises.Variants, nil) {
		s.completes(s.parsed("new", s.game.Options, raw, false))
	}
	s.completes(s.parsed("new", s.game.Options, nil, true))
	for _, start := range s.game.Starts {
		for _, raw := range someArguments(start.Args) {
			s.opens(start, raw)
		}
	}
}

// completes checks that Prepare returns options that can be stored and are complete.
func (s *suite) completes(asked engine.Options) {
	o := s.prepared(asked)
	if again := s.prepared(asked); !reflect.DeepEqual(o, again) {
		s.Errorf("Prepare(%v) gives %v and then %v by the same chance", asked, o, again)
	}
	back, err := engine.ParseOptions(s.game.Options, o, false)
	if err != nil || !reflect.DeepEqual(o, back) {
		s.Errorf("Prepare(%v) gives %v, which parses as %v, %v", asked, o, back, err)
		return
	}
	s.survivesJSON(o)
	tomorrow := engine.Env{Now: noon.AddDate(0, 0, 1), Rand: seeded(1)}
	if again, err := s.game.Prepared(tomorrow, o); err != nil || !reflect.DeepEqual(o, again) {
		s.Errorf("Prepare(%v) gives %v, which it completes once more to %v, %v", asked, o, again, err)
	}
	s.start(o)
	s.next(asked)
}

// next checks that another puzzle follows a puzzle and does not depend on the date, and that none
// follows options without a puzzle.
func (s *suite) next(asked engine.Options) {
	if s.game.Next == nil {
		return
	}
	before := maps.Clone(asked)
	o, ok := s.game.Next(asked)
	if !maps.Equal(before, asked) {
		s.Errorf("Next(%v) changes what it is given to %v", before, asked)
	}
	if !ok {
		return
	}
	parsed, err := engine.ParseOptions(s.game.Options, o, false)
	if err != nil {
		s.Errorf("Next(%v) gives %v, which does not parse: %v", asked, o, err)
		return
	}
	s.start(s.prepared(parsed))
	today, tomorrow := s.prepared(parsed), engine.Env{Now: noon.AddDate(0, 0, 1), Rand: seeded(0)}
	if later, err := s.game.Prepared(tomorrow, parsed); err != nil || !reflect.DeepEqual(today, later) {
		s.Errorf("Next(%v) gives %v, which depends on the day: %v and %v, %v", asked, o, today, later, err)
	}
	if _, ok := s.game.Next(o); !ok {
		s.Errorf("Next(%v) gives %v, after which there is no other", asked, o)
	}
}

func (s *suite) opens(start engine.Start, raw map[string]any) {
	for _, alone := range []bool{true, false} {
		asked, err := start.Parse(s.game, raw, alone)
		if err != nil {
			s.Errorf("start %s with %v: %v", start.Name, raw, err)
			return
		}
		s.completes(asked)
		if seats := s.game.Seats(s.prepared(asked)); start.Solo && seats != 1 {
			s.Errorf("start %s with %v: %d seats at a table for one", start.Name, raw, seats)
		}
	}
}

// someArguments returns raw values for arguments: the defaults, and the extremes of each argument;
// nil if only the game knows the required ones.
func someArguments(args []engine.Arg) []map[string]any {
	usual := map[string]any{}
	for _, a := range args {
		if a.Required {
			values := extremes(a)
			if len(values) == 0 {
				return nil
			}
			usual[a.Name] = values[0]
		}
	}
	all := []map[string]any{usual}
	for _, a := range args {
		for _, value := range extremes(a) {
			raw := maps.Clone(usual)
			raw[a.Name] = value
			all = append(all, raw)
		}
	}
	return all
}
