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
		record := s.record(o, 1)
		for _, ply := range stops(len(record)) {
			p := s.replay(o, record[:ply])
			shot := s.snapshot(p)
			for _, line := range slices.Concat(malformed, record[:min(ply, 3)]) {
				if s.harmless(o, record[:ply], p, line) {
					p = s.replay(o, record[:ply])
				}
			}
			s.same(shot, p, "%s: refusing lines leaves a trace: ", where(o, record[:ply]))
		}
		s.over(o, record)
	}
}

// harmless plays a line that may be refused. If it is accepted, its canonical form must replay to
// the same position.
func (s *suite) harmless(o engine.Options, before []string, p engine.Position, line string) (taken bool) {
	canonical, err := p.Play(line)
	if err == nil {
		again := s.replay(o, append(before[:len(before):len(before)], canonical))
		s.same(s.snapshot(p), again, "%s: %.40q plays as %q, which gives another position: ", where(o, before), line, canonical)
		return true
	}
	s.wellRefused(where(o, before), line, err)
	return false
}

func (s *suite) wellRefused(place, line string, err error) {
	refusal, ok := errors.AsType[*engine.MoveError](err)
	if !ok {
		s.Errorf("%s: refusing %.40q gives %T, want *engine.MoveError", place, line, err)
		return
	}
	if refusal.Input != line {
		s.Errorf("%s: refusing %.40q gives back the input %.40q", place, line, refusal.Input)
	}
	s.references(place, refusal.Why)
	why := refusal.Why.String()
	if why == "" || len(why) > 300 || strings.HasSuffix(why, ".") || strings.Contains(why, "%!") {
		s.Errorf("%s: refusing %.40q says %q; want a clause without a full stop", place, line, why)
	}
	if !errors.Is(err, engine.ErrSyntax) && !errors.Is(err, engine.ErrIllegal) && !errors.Is(err, engine.ErrOver) {
		s.Errorf("%s: refusing %.40q wraps %v", place, line, refusal.Err)
	}
}

// over checks that nothing can be played after the end, except verbs with AfterEnd.
func (s *suite) over(o engine.Options, record []string) {
	p := s.replay(o, record)
	if p.Outcome().Status == engine.Open {
		return
	}
	shot := s.snapshot(p)
	for _, move := range record[max(0, len(record)-20):] {
		if s.playedAfterEnd(move) {
			continue
		}
		if _, err := p.Play(move); !errors.Is(err, engine.ErrOver) {
			s.Errorf("%s: playing %q after the end gives %v, want engine.ErrOver", where(o, record), move, err)
		}
		s.same(shot, p, "%s: playing %q after the end leaves a trace: ", where(o, record), move)
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
