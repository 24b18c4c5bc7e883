package operate

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/config"
)

func TestExitStatus(t *testing.T) {
	for want, err := range map[int]error{
		failed:   errors.New("the disk is full"),
		unusable: fmt.Errorf("start: %w", &config.Error{File: "a.toml", Why: "must be something else"}),
	} {
		if got := ExitStatus(err); got != want {
			t.Errorf("%v ends with %d, want %d", err, got, want)
		}
	}
}

// TestUnitLetsBe checks that the systemd unit does not restart after the status for which that is
// useless. After anything else it restarts, at a rate within Discord's 1,000 logins a day.
func TestUnitLetsBe(t *testing.T) {
	unit, err := os.ReadFile("release/sixfold.service")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{fmt.Sprintf("RestartPreventExitStatus=%d", unusable), "StartLimitIntervalSec=1d", "StartLimitBurst=200"} {
		if !regexp.MustCompile("(?m)^" + line + "$").Match(unit) {
			t.Errorf("the unit has no %s", line)
		}
	}
}
