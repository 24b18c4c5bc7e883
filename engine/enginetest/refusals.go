package enginetest

import (
	"errors"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// malformed are lines that most games refuse. A game may accept one, but none may harm it.
var malformed = []string{
	"", " ", "\n", "\x00", "\t\t", "?", "0", "-1", "99999999999999999999", "1e9", "a", "z99", "zz", "aa1", "a0", "a1a1", "a1 a1",
	"move", "move a1", "swap swap", "resign", "pass", "undo", "null", "{}", `{"do":"undo"}`, "a1\nb2", "a1\x00", "ａ１", "á1", "а1", "🎲",
	"\u202ea1", "%s%s%n", "../../etc/passwd", "\xff\xfe", strings.Repeat("a", 10_000), strings.Repeat("1", 10_000), "a" + strings.Repeat(" ", 10_000) + "1",
}

// refusals plays malformed lines at some plies of a game, and its moves again after the end.
func (s *suite) refusals() {
	for _, o := range s.variants() {
		var end place
		for at := range s.places(1, o) {
			p := s.replay(at)
			shot := s.snapshot(p)
			for _, line := range slices.Concat(malformed, at.moves[:min(len(at.moves), 3)]) {
				if s.harmless(at, p, line) {
					p = s.replay(at)
				}
			}
			s.same(shot, p, "%s: refusing lines leaves a trace: ", at)
			end = at
		}
		s.over(end)
	}
}

// harmless plays a line that may be refused. If it is accepted, its canonical form must replay to
// the same position.
func (s *suite) harmless(at place, p engine.Position, line string) (taken bool) {
	canonical, err := p.Play(line)
	if err == nil {
		again := s.replay(place{at.options, append(slices.Clip(at.moves), canonical)})
		s.same(s.snapshot(p), again, "%s: %.40q plays as %q, which gives another position: ", at, line, canonical)
		return true
	}
	s.wellRefused(at, line, err)
	return false
}

func (s *suite) wellRefused(at place, line string, err error) {
	refusal, ok := errors.AsType[*engine.MoveError](err)
	if !ok {
		s.Errorf("%s: refusing %.40q gives %T, want *engine.MoveError", at, line, err)
		return
	}
	if refusal.Input != line {
		s.Errorf("%s: refusing %.40q gives back the input %.40q", at, line, refusal.Input)
	}
	s.references(at.String(), refusal.Why)
	why := refusal.Why.String()
	if why == "" || len(why) > 300 || strings.HasSuffix(why, ".") || strings.Contains(why, "%!") {
		s.Errorf("%s: refusing %.40q says %q; want a clause without a full stop", at, line, why)
	}
	if !errors.Is(err, engine.ErrSyntax) && !errors.Is(err, engine.ErrIllegal) && !errors.Is(err, engine.ErrOver) {
		s.Errorf("%s: refusing %.40q wraps %v", at, line, refusal.Err)
	}
}

// over checks that nothing can be played after the end, except verbs with AfterEnd.
func (s *suite) over(at place) {
	p := s.replay(at)
	if p.Outcome().Status == engine.Open {
		return
	}
	shot := s.snapshot(p)
	for _, move := range at.moves[max(0, len(at.moves)-20):] {
		if s.playedAfterEnd(move) {
			continue
		}
		if _, err := p.Play(move); !errors.Is(err, engine.ErrOver) {
			s.Errorf("%s: playing %q after the end gives %v, want engine.ErrOver", at, move, err)
		}
		s.same(shot, p, "%s: playing %q after the end leaves a trace: ", at, move)
	}
}

func (s *suite) playedAfterEnd(move string) bool {
	verb, _ := s.game.VerbOf(move)
	return verb.AfterEnd
}

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
