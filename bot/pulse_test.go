package bot

import (
	"context"
	"strings"
	"testing"
	"time"
)

// The rounds show that they go on, and where they stand still the bot lives no more.
func TestPulse(t *testing.T) {
	var p pulse
	now := time.Now()
	if err := p.alive(now.Add(time.Hour)); err != nil {
		t.Errorf("before the rounds: %v", err)
	}
	p.beat()
	if err := p.alive(now.Add(still)); err != nil {
		t.Errorf("in a long round: %v", err)
	}
	if err := p.alive(now.Add(time.Hour)); err == nil || !strings.Contains(err.Error(), "stood still for 1h0m0s") {
		t.Errorf("in a round without end: %v", err)
	}
	p.stop()
	if err := p.alive(now.Add(time.Hour)); err != nil {
		t.Errorf("after the rounds: %v", err)
	}
}

// Run beats each time that it looks around.
func TestRunBeats(t *testing.T) {
	s := newSession(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.bot.Run(ctx, &posts{}) }()
	beat := func() (last *time.Time) {
		for last == nil {
			last = s.bot.pulse.last.Load()
			time.Sleep(time.Millisecond)
		}
		return last
	}
	for first := beat(); first == beat(); { // ends with the next
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if s.bot.pulse.last.Load() != nil {
		t.Error("the rounds have ended, and the pulse says that they go on")
	}
}
