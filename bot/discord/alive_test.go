package discord

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A connection with stuck queues does not report itself alive.
func TestAliveGoesThroughTheQueues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &Connection{transport: &gateway{}}
		if err := d.Alive(); err != nil {
			t.Errorf("at rest: %v", err)
		}
		gone := make(chan struct{})
		d.queues.Add("", func() { <-gone })
		answered := make(chan error, 1)
		go func() { answered <- d.Alive() }()
		synctest.Wait()
		select {
		case err := <-answered:
			t.Errorf("a connection that is stuck lives: %v", err)
		default:
		}
		close(gone)
		if err := <-answered; err != nil {
			t.Error(err)
		}
		d.busy.Wait()
	})
}

func TestGatewayLivesWhileItHearsOrTries(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) *time.Time {
		if d < 0 {
			return nil
		}
		at := now.Add(-d)
		return &at
	}
	tests := []struct {
		name         string
		heard, tried time.Duration // ago, -1 for never
		alive        bool
	}{
		{"not opened yet", -1, -1, true},
		{"just opened", -1, 0, true},
		{"hears", time.Second, time.Hour, true},
		{"hears, and never tried", time.Second, -1, true},
		{"tries again", time.Hour, maxLoginDelay + askTimeout, true},
		{"is about to notice", heartbeatTimeout, time.Hour, true},
		{"stands still", time.Hour, time.Hour, false},
		{"stands still since it was opened", -1, time.Hour, false},
		{"stands still since it was heard", time.Hour, -1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := &gateway{}
			g.lastReceived.Store(ago(tt.heard))
			g.lastAttempt.Store(ago(tt.tried))
			err := g.alive(now)
			if tt.alive && err != nil || !tt.alive && (err == nil || !strings.Contains(err.Error(), "stood still for 1h0m0s")) {
				t.Errorf("alive = %v, want %t", err, tt.alive)
			}
		})
	}
}
