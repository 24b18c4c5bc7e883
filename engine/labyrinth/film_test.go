package labyrinth

import "testing"

// TestFilmsAreBounded: a search that goes on and on is not kept as a whole.
func TestFilmsAreBounded(t *testing.T) {
	s, err := NewSolver(Ours(), 1)
	if err != nil {
		t.Fatal(err)
	}
	events := make([]event, mostEvents-1)
	s.trace = &events
	for range 3 {
		s.note(event{-1, 0})
	}
	if len(events) != mostEvents {
		t.Errorf("%d events are kept, want %d", len(events), mostEvents)
	}
}
