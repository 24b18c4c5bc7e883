package playground

import "testing"

// A session's log is bounded, except for unsent events.
func TestLogKeepsWhatWasNotSent(t *testing.T) {
	t.Parallel()
	const events = maxLog + 100
	s := &session{link: &link{wake: make(chan struct{}, 1), next: 1}}
	for range events {
		s.append("TEST", object{})
	}
	if len(s.log) != events {
		t.Errorf("%d events are left of %d, and none was sent", len(s.log), events)
	}
	s.link.next = 51
	s.append("TEST", object{})
	if want := events + 1 - 50; len(s.log) != want {
		t.Errorf("%d events are left once 50 were sent, want %d", len(s.log), want)
	}
	s.link.next = s.seq + 1
	s.append("TEST", object{})
	if len(s.log) != maxLog {
		t.Errorf("%d events are left once all were sent, want %d", len(s.log), maxLog)
	}
	s.link = nil
	s.append("TEST", object{})
	if len(s.log) != maxLog {
		t.Errorf("%d events wait for a RESUME, want %d", len(s.log), maxLog)
	}
}
