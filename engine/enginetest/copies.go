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
	s.same(shot, p.Copy(), "%s: of the copy, ", at)
	playOn := func(what string, p engine.Position) {
		for _, move := range record[ply:] {
			if _, err := p.Play(move); err != nil {
				s.Fatalf("%s: %s, %q is refused: %v", at, what, move, err)
			}
		}
	}
	other := p.Copy()
	playOn("on the copy", other)
	s.same(shot, p, "%s: playing on the copy changed the position: ", at)
	end := s.snapshot(other)
	second := p.Copy()
	playOn("after it was copied", p)
	s.same(shot, second, "%s: playing on the position changed the copy: ", at)
	s.same(end, p, "%s: played on, the copy differs: ", at)
}
