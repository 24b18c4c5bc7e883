package enginetest

import (
	"os"
	"testing"
)

// Long reports whether SIXFOLD_LONG=1 asks for what takes minutes to run in full.
func Long() bool { return os.Getenv("SIXFOLD_LONG") == "1" }

// Times is how many times a test repeats something: some times usually, others in full.
func Times(usual, full int) int {
	if Long() {
		return full
	}
	return usual
}

// Many is how many times a test repeats something: some times usually, 100,000 in full.
func Many(usual int) int { return Times(usual, 100_000) }

// Alone skips a test under the race detector, which has nothing to find where one goroutine does all,
// and takes many times as long.
func Alone(t *testing.T) {
	t.Helper()
	if UnderRace {
		t.Skip("one goroutine does all of it")
	}
}
