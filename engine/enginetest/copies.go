package enginetest

import "github.com/sixfold-bot/sixfold/engine"

// copies checks positions that count their work: a copy is equal and independent, and the same
// moves take the same work.
func (s *suite) copies() {
	for _, o := range s.kinds() {
		record := s.record(o, 7)
		for _, ply := range stops(len(record)) {
			p, ok := s.replay(o, record[:ply]).(engine.Laborious)
			if !ok {
				break
			}
			s.copied(p, o, record, ply)
		}
	}
}

// copied checks the copy of a position after ply moves of a game.
func (s *suite) copied(p engine.Laborious, o engine.Options, record []string, ply int) {
	at := where(o, record[:ply])
	if again := engine.WorkOf(s.replay(o, record[:ply])); again != p.Work() || again < 0 {
		s.Errorf("%s: the moves take the work %d and then %d", at, p.Work(), again)
	}
	if p.Size() <= 0 {
		s.Errorf("%s: its size is %d", at, p.Size())
	}
	shot := s.snapshot(p)
	if d := shot.differs(s.snapshot(p.Copy())); d != "" {
		s.Errorf("%s: of the copy, %s", at, d)
	}
	playOn := func(what string, p engine.Position) {
		for _, move := range record[ply:] {
			if _, err := p.Play(move); err != nil {
				s.Fatalf("%s: %s, %q is refused: %v", at, what, move, err)
			}
		}
	}
	other := p.Copy()
	playOn("on the copy", other)
	if d := shot.differs(s.snapshot(p)); d != "" {
		s.Errorf("%s: playing on the copy changed the position: %s", at, d)
	}
	end := s.snapshot(other)
	second := p.Copy()
	playOn("after it was copied", p)
	if d := shot.differs(s.snapshot(second)); d != "" {
		s.Errorf("%s: playing on the position changed the copy: %s", at, d)
	}
	if d := end.differs(s.snapshot(p)); d != "" {
		s.Errorf("%s: played on, the copy differs: %s", at, d)
	}
}
