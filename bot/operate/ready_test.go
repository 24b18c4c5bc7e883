package operate

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// TestStartWaitsForTheCluster: a start waits for a minute if the servers may still be starting.
func TestStartWaitsForTheCluster(t *testing.T) {
	for _, tt := range []struct {
		why   error
		lasts time.Duration
		waits time.Duration
	}{
		{jetstream.ErrUnreachable, 20 * time.Second, 20 * time.Second},
		{jetstream.ErrFewServers, 20 * time.Second, 20 * time.Second},
		{store.ErrUnreachable, 20 * time.Second, 20 * time.Second},
		{jetstream.ErrFewServers, time.Hour, openFor + time.Second},
		{jetstream.ErrSettings, time.Hour, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			err := onceReady(t.Context(), slog.New(slog.DiscardHandler), func() error {
				if time.Since(began) < tt.lasts {
					return tt.why
				}
				return nil
			})
			if waited := time.Since(began); waited != tt.waits {
				t.Errorf("%v for %v: it waits for %v, want %v", tt.why, tt.lasts, waited, tt.waits)
			}
			if tt.lasts == time.Hour && !errors.Is(err, tt.why) || tt.lasts < time.Hour && err != nil {
				t.Errorf("%v for %v ends in %v", tt.why, tt.lasts, err)
			}
		})
	}
}
