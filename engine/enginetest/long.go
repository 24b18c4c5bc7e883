package enginetest

import (
	"os"
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

// Many returns the number of repetitions of a test, 100,000 in a long run.
func Many(usual int) int { return Times(usual, 100_000) }

// Alone skips a single-threaded test under the race detector, which would be slow and find nothing.
func Alone(t *testing.T) {
	t.Helper()
	if UnderRace {
		t.Skip("one goroutine does all of it")
	}
}
