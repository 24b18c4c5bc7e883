package enginetest

import (
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// toMove is how a description says whose turn it is, after the side's title.
const toMove = " to move"

// marks mean something where people read messages, and are read out where they listen.
var marks = []string{"**", "||", "`", "\n", "  ", "%!"}

// scene checks that what is to be drawn is described for those who do not see it, and
// returns the words.
func (s *suite) scene(at string, scene engine.Scene) string {
	s.Helper()
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

// mostAdvised is how long Discord lets an alternative text be: the bot adds nothing to advice.
const mostAdvised = 1024

// advised checks that advice is told, and what is told of it.
func (s *suite) advised(at string, p engine.Position, choice engine.Choice) {
	s.Helper()
	words := engine.Suggestion{Position: p, Choice: choice}.Describe()
	if said := words.String(); words.Length() > mostAdvised || !strings.HasPrefix(said, "Hint: "+choice.Move+".") || !strings.HasSuffix(said, ".") {
		s.Errorf("%s: advice is told in %d characters: %q", at, words.Length(), said)
	}
}

// turned checks that the words for a position say whose turn it is at a table for two, and
// that after the end it is nobody's.
func (s *suite) turned(p engine.Position, o engine.Options, said string) {
	s.Helper()
	turn, sides := p.Turn(), s.game.Sides.List
	if turn == engine.NoSeat {
		s.overIn("the position", said)
		return
	}
	if int(turn) < len(sides) && s.game.Seats(o) == 2 && !strings.Contains(said, sides[turn].Title.String()+toMove) {
		s.Errorf("the description does not say %q: %q", sides[turn].Title.String()+toMove, said)
	}
}

// overIn checks that what is shown of a game that is over says of nobody that it is their turn.
func (s *suite) overIn(at, said string) {
	s.Helper()
	if strings.Contains(said, toMove) {
		s.Errorf("%s: the game is over, and it is described by %q", at, said)
	}
}

// telling remembers what is said of the positions of one game: no two may be told alike.
type telling map[string]string

// apart checks that a position is not described as another one was.
func (t telling) apart(s *suite, shot snapshot) {
	s.Helper()
	if other, known := t[shot.description]; known && other != shot.board {
		s.Errorf("described alike, by %q, are\n%s\nand\n%s", shot.description, other, shot.board)
	}
	t[shot.description] = shot.board
}
