//go:build unix

package load

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestStopWhileBusy stops a bot by a signal while people play in 64 channels: exactly the stored
// changes are acknowledged.
func TestStopWhileBusy(t *testing.T) {
	c := newCrashes(t, "blank")
	if err := c.life(100, (*process).stop); err != nil {
		t.Fatal(err)
	}
	for _, r := range c.rooms {
		if r.untold > 0 {
			t.Errorf("%s: %d moves were made and not acknowledged", r.channel(), r.untold)
		}
	}
	c.finish()
}

// TestStopWhileDiscordIsSlow stops a bot by a signal while Discord does not respond to an answer:
// it gives up after a while.
func TestStopWhileDiscordIsSlow(t *testing.T) {
	if !long {
		t.Skip("takes as long as a bot waits for Discord; TestCloseDoesNotWaitForEver of package discord has a clock of its own")
	}
	t.Parallel()
	d := newDiscord(t, func(d *fakeDiscord) { d.stalled = make(chan struct{}, 1) })
	p := start(t, d, filepath.Join(t.TempDir(), "stop.db"), "blank")
	p.vitals()                   // ready
	r := newRoom(d, 1, 5, "max") // thinks so long that the person's move is shown first
	left := make(chan error, 1)
	go func() { left <- r.move(t.Context()) }()
	select {
	case <-d.stalled: // the person's move is shown, and the level's move is being sent
	case <-time.After(time.Minute):
		t.Fatal("the bot does not make its move")
	}
	err := p.terminate()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Errorf("the process ended with %v, want exit status 1, as an answer was not sent", err)
	}
	if err := <-left; !errors.Is(err, errGone) {
		t.Errorf("the person who waits is told %v, want nothing", err)
	}
}
