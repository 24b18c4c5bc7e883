package enginetest

import (
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// toMove follows the side's title in a description.
const toMove = " to move"

// marks are markup in messages, and would be read aloud in descriptions.
var marks = []string{"**", "||", "`", "\n", "  ", "%!"}

// scene checks the description of a scene and returns it.
func (s *suite) scene(at string, scene engine.Scene) string {
	if scene == nil {
		s.Errorf("%s: a scene is nil", at)
		return ""
	}
	words := scene.Describe()
	said := words.String()
	if n := words.Length(); n == 0 || n > engine.MostDescribed {
		s.Errorf("%s: %T is described in %d characters; want 1 to %d: %s", at, scene, n, engine.MostDescribed, said)
		return said
	}
	if !utf8.ValidString(said) {
		s.Errorf("%s: %T is described by %q, which is not UTF-8", at, scene, said)
	}
	if !strings.ContainsAny(said[len(said)-1:], ".?!") {
		s.Errorf("%s: the description of %T ends within a sentence: %q", at, scene, said)
	}
	for _, mark := range marks {
		if strings.Contains(said, mark) {
			s.Errorf("%s: the description of %T has %q: %q", at, scene, mark, said)
		}
	}
	s.references(at, words)
	return said
}

// maxAdvised is Discord's limit of an alternative text: the bot adds nothing to advice.
const maxAdvised = 1024

func (s *suite) advised(at string, p engine.Position, choice engine.Choice) {
	words := engine.Suggestion{Position: p, Choice: choice}.Describe()
	if said := words.String(); words.Length() > maxAdvised || !strings.HasPrefix(said, "Hint: "+choice.Move+".") || !strings.HasSuffix(said, ".") {
		s.Errorf("%s: advice is told in %d characters: %q", at, words.Length(), said)
	}
}

// turned checks that a description says whose turn it is at a table for two, and nothing of a turn
// after the end.
func (s *suite) turned(p engine.Position, o engine.Options, said string) {
	turn, sides := p.Turn(), s.game.Sides.List
	if turn == engine.NoSeat {
		s.overIn("the position", said)
		return
	}
	if int(turn) < len(sides) && s.game.Seats(o) == 2 && !strings.Contains(said, sides[turn].Title.String()+toMove) {
		s.Errorf("the description does not say %q: %q", sides[turn].Title.String()+toMove, said)
	}
}

// overIn checks that the description of a finished game does not say that it is somebody's turn.
func (s *suite) overIn(at, said string) {
	if strings.Contains(said, toMove) {
		s.Errorf("%s: the game is over, and it is described by %q", at, said)
	}
}
