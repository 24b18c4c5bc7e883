package jetstream

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// TestStalledFollower: if a server sends only heartbeats, as one with an old copy of the log does,
// the follower continues with another server.
func TestStalledFollower(t *testing.T) {
	t.Parallel()
	l := opened(t, three(t))
	l.stallAfter = 20 * time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	heads, ended := make(chan uint64, 16), make(chan error, 1)
	go func() {
		ended <- l.Follow(ctx, 0, func(b changelog.Batch) error {
			heads <- b.Head
			return nil
		})
	}()
	comes := func(head uint64) {
		t.Helper()
		for {
			select {
			case h := <-heads:
				if h >= head {
					return
				}
			case err := <-ended:
				t.Fatalf("the follower has ended: %v", err)
			case <-t.Context().Done():
				t.Fatalf("head %d does not come", head)
			}
		}
	}
	comes(added(t, l, 1, counted(1)...))
	stalls := 0
	natstest.Until(t, "its consumer stands still", func() bool {
		for name := range l.stream.ConsumerNames(ctx).Name() {
			if _, err := l.js.PauseConsumer(ctx, l.stream.CachedInfo().Config.Name, name, time.Now().Add(time.Hour)); err == nil {
				stalls++
			}
		}
		return stalls > 0
	})
	comes(added(t, l, 2, counted(2)...))
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Follow: %v", err)
	}
}
