package enginetest

import (
	"os"
	"runtime/debug"
	"slices"
	"testing"
)

// Long reports whether SIXFOLD_LONG=1 asks for a long run, which takes minutes.
func Long() bool { return os.Getenv("SIXFOLD_LONG") == "1" }

// Times returns the number of repetitions of a test, usually or in a long run.
func Times(usual, full int) int {
	if Long() {
		return full
	}
	return usual
}

// UnderRace reports whether the race detector is on, under which tests take many times as long and
// twice the memory.
var UnderRace = func() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}()

// Alone skips a single-threaded test under the race detector, which would be slow and find nothing.
func Alone(t *testing.T) {
	t.Helper()
	if UnderRace {
		t.Skip("one goroutine does all of it")
	}
}
