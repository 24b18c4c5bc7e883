package enginetest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
)

// snapshot is the observable state of a position.
type snapshot struct {
	board, description, state string
	turn                      engine.Seat
	outcome                   string
	moves                     []string
}

func (s *suite) snapshot(p engine.Position) snapshot {
	o := p.Outcome()
	shot := snapshot{
		board: p.String(), description: p.Describe().String(), turn: p.Turn(), moves: slices.Clone(engine.MovesOf(p)),
		outcome: fmt.Sprintf("%s, winner %d: %s", o.Status, o.Winner, o.Reason),
	}
	if _, ok := p.(json.Marshaler); ok {
		data, err := json.Marshal(p)
		if err != nil {
			s.Errorf("JSON of the position: %v", err)
		}
		shot.state = string(data)
	}
	return shot
}

// differs describes the differences, "" for none.
func (a snapshot) differs(b snapshot) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return "it is now what stands after +:\n" + cmp.Diff(a, b, cmp.AllowUnexported(snapshot{}))
}

// same checks that a position is as it was, and says otherwise what it is not.
func (s *suite) same(was snapshot, p engine.Position, otherwise string, args ...any) {
	s.Helper()
	if d := was.differs(s.snapshot(p)); d != "" {
		s.Errorf("%s%s", fmt.Sprintf(otherwise, args...), d)
	}
}

// sound checks the invariants of every position and returns its snapshot.
func (s *suite) sound(p engine.Position, o engine.Options) snapshot {
	outcome, turn := p.Outcome(), p.Turn()
	open := outcome.Status == engine.Open
	if open != (turn != engine.NoSeat) {
		s.Errorf("Turn is %d while the outcome is %s", turn, outcome.Status)
	}
	if open && (turn < 0 || int(turn) >= s.game.Seats(o)) {
		s.Errorf("Turn is %d at a table of %d", turn, s.game.Seats(o))
	}
	if won := outcome.Status == engine.Won; won != (outcome.Winner != engine.NoSeat) {
		s.Errorf("the winner is %d while the outcome is %s", outcome.Winner, outcome.Status)
	}
	if !open && outcome.Reason.Empty() {
		s.Errorf("the outcome is %s without a reason", outcome.Status)
	}
	said := s.scene("the position", p)
	s.turned(p, o, said)
	shot := s.snapshot(p)
	if shot.board == "" {
		s.Errorf("String is empty")
	}
	if shot.description != said {
		s.Errorf("it is described by %q and then by %q", said, shot.description)
	}
	s.soundMoves(p, shot.moves, open)
	return shot
}

func (s *suite) soundMoves(p engine.Position, moves []string, open bool) {
	picker, ok := p.(engine.Picker)
	if !ok {
		return
	}
	if open && len(moves) == 0 || !open && slices.ContainsFunc(moves, func(m string) bool { return !s.playedAfterEnd(m) }) {
		s.Errorf("%d moves are listed while the outcome is %s: %q", len(moves), p.Outcome().Status, moves)
	}
	if again := picker.Moves(); !slices.Equal(moves, again) {
		s.Errorf("Moves lists %q and then %q", moves, again)
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(moves))); len(unique) != len(moves) {
		s.Errorf("Moves lists a move twice: %q", moves)
	}
}

// copies checks positions that count their work: a copy is equal and independent, and the same
// moves take the same work.
func (s *suite) copies() {
	for _, o := range s.kinds() {
		record := s.record(o, 7)
		for at := range s.places(7, o) {
			if p, ok := s.replay(at).(engine.Laborious); ok {
				s.copied(at, p, record[len(at.moves):])
			}
		}
	}
}

// copied checks the copy of a position, after which further moves are played.
func (s *suite) copied(at place, p engine.Laborious, further []string) {
	if again := engine.WorkOf(s.replay(at)); again != p.Work() || again < 0 {
		s.Errorf("%s: the moves take the work %d and then %d", at, p.Work(), again)
	}
	if p.Size() <= 0 {
		s.Errorf("%s: its size is %d", at, p.Size())
	}
	shot := s.snapshot(p)
	s.same(shot, p.Copy(), "%s: of the copy, ", at)
	playOn := func(what string, p engine.Position) {
		for _, move := range further {
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
