package bot

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The rounds report progress, and the bot is dead if they stall.
func TestLiveness(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p := liveness{now: func() time.Time { return now }}
	after := func(d time.Duration) error {
		now = now.Add(d)
		return p.alive()
	}
	if err := after(time.Hour); err != nil {
		t.Errorf("before the rounds: %v", err)
	}
	p.beat()
	if err := after(stallLimit); err != nil {
		t.Errorf("in a long round: %v", err)
	}
	if err := after(time.Hour - stallLimit); err == nil || !strings.Contains(err.Error(), "stood still for 1h0m0s") {
		t.Errorf("in a round without end: %v", err)
	}
	p.stop()
	if err := p.alive(); err != nil {
		t.Errorf("after the rounds: %v", err)
	}
}

// Run reports progress each time that it looks for clocks.
func TestRunBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.bot.Run(ctx, &posts{}) }()
		var last *time.Time
		for range 3 {
			time.Sleep(flagInterval) // by the bubble's clock, as long as nobody has anything to do
			synctest.Wait()
			beat := s.bot.liveness.last.Load()
			if beat == nil || beat == last {
				t.Error("a look around was no beat")
			}
			last = beat
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if s.bot.liveness.last.Load() != nil {
			t.Error("the rounds have ended, and the pulse says that they go on")
		}
	})
}
