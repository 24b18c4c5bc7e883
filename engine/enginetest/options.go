package enginetest

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/sixfold-bot/sixfold/engine"
)

// options checks that a game starts with all options that it offers, and not with those that it
// promises to refuse.
func (s *suite) options() {
	for _, a := range s.game.Options {
		for _, raw := range extremes(a) {
			s.start(s.parse(map[string]any{a.Name: raw}, false))
		}
	}
	for _, raw := range s.promises.Refused {
		s.cannotStart(raw)
	}
}

// cannotStart checks that the options are refused: by the arguments of the game, or by New if it is
// their combination that has no game.
func (s *suite) cannotStart(raw map[string]any) {
	o, err := engine.ParseOptions(s.game.Options, raw, false)
	if err == nil {
		_, err = s.game.New(o)
	}
	if _, ok := errors.AsType[*engine.Refusal](err); !ok {
		s.Errorf("the options %v give %v, want a Refusal", raw, err)
	}
}

func (s *suite) survivesJSON(o engine.Options) {
	data, err := json.Marshal(o)
	if err != nil {
		s.Errorf("options %v: %v", o, err)
		return
	}
	if back, err := engine.DecodeOptions(s.game.Options, data); err != nil || !reflect.DeepEqual(o, back) {
		s.Errorf("options %v come back from JSON as %v, %v", o, back, err)
	}
}

// extremes returns the first and last values of an argument, or all of them.
func extremes(a engine.Arg) []any {
	switch a.Kind {
	case engine.Integer:
		if a.Min != 0 || a.Max != 0 {
			return []any{a.Min, a.Max}
		}
	case engine.Boolean:
		return []any{true, false}
	case engine.Pick:
		return engine.Map(a.Choices, func(c engine.Named) any { return c.ID })
	case engine.Word, engine.Upload:
	}
	return nil
}
