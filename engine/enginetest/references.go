package enginetest

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// references checks that a text refers only to commands of the game.
func (s *suite) references(place string, t engine.Text) {
	for _, arg := range t.Args {
		switch arg := arg.(type) {
		case engine.Text:
			s.references(place, arg)
		case engine.Command:
			words := strings.Fields(string(arg))
			if len(words) < 2 || words[0] != s.game.ID || !slices.Contains(s.commands(), words[1]) {
				s.Errorf("%s: the text refers to %q, which is no command of %s", place, arg, s.game.ID)
			}
		}
	}
}
