package enginetest

import (
	"errors"

	"github.com/sixfold-bot/sixfold/engine"
)

// conclusions concludes open games, by resigning and otherwise, if positions implement Concluder.
func (s *suite) conclusions() {
	for at := range s.places(6, s.kinds()...) {
		p, ok := s.replay(at).(engine.Concluder)
		if !ok {
			return
		}
		endings := s.endings(at)
		for i, outcome := range endings {
			end := s.concluded(p, outcome, at)
			if i == len(at.moves)%len(endings) || Long() {
				s.viewsOf(end, at)
			}
		}
	}
}

func (s *suite) concluded(before engine.Concluder, outcome engine.Outcome, at place) engine.Position {
	p := before.(engine.Position)
	open, shot := p.Describe().String(), s.snapshot(p)
	over := p.Outcome().Status != engine.Open
	if outcome.Status == engine.Open {
		outcome = engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: engine.T("nobody came back to it")}
	}
	end := before.Conclude(outcome)
	s.same(shot, p, "%s: concluding it changed the position: ", at)
	got := end.Outcome()
	if end.Turn() != engine.NoSeat || got.Status == engine.Open {
		s.Errorf("%s: concluded, it is the turn of seat %d, and the outcome %v", at, end.Turn(), got)
	}
	if !over && (got.Status != outcome.Status || got.Winner != outcome.Winner) {
		s.Errorf("%s: concluded with %v, the outcome is %v", at, outcome, got)
	}
	if moves := engine.MovesOf(end); !over && len(moves) > 0 {
		s.Errorf("%s: concluded, it lists the moves %q", at, moves)
	}
	if _, err := end.Play("a1"); !errors.Is(err, engine.ErrOver) {
		s.Errorf("%s: concluded, a move gives %v, want ErrOver", at, err)
	}
	if said := end.Describe().String(); !over && said == open {
		s.Errorf("%s: concluded, it still says %q", at, said)
	}
	s.overIn(at.String(), s.scene(at.String(), end))
	return end
}

// viewsOf calls every view with a position and default arguments.
func (s *suite) viewsOf(p engine.Position, at place) {
	for _, view := range s.game.Views {
		if all := someArguments(view.Args); len(all) > 0 {
			s.shows(view, s.parsed("view "+view.Name, view.Args, all[0], false), p, at)
		}
	}
}
