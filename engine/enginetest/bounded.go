package enginetest

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// Limits for an input that anybody can send: bytes allocated in total, as a constant plus an amount
// per input byte, and processor time in units of a loop of fixed length.
const (
	freeMemory    = 16 << 20
	memoryPerByte = 2 << 10
	controlSteps  = 1 << 24 // of reading and writing memory
	freeTime      = 80      // units of the loop, 1.5 to 2 seconds
)

// coarse is a lower bound of the loop's time, since the processor clock may have steps of that
// size.
const coarse = 10 * time.Millisecond

// Bounded calls do, which processes an input of the given length, and fails the test if that costs
// more than an input of that length may. Processor time is compared with a loop in the same
// process, so that no machine is too slow. Nothing else may run in the process at the same time,
// such as parallel tests; those of a package end before its fuzz targets begin.
func Bounded(tb testing.TB, input int, do func()) {
	tb.Helper()
	bounded(tb, input, freeTime*coarse, func() time.Duration { return freeTime * control() }, do)
}

// bounded calls limit only if more time is spent than any machine allows.
func bounded(tb testing.TB, input int, free time.Duration, limit func() time.Duration, do func()) {
	tb.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := CPU()
	do()
	spent := CPU() - began
	runtime.ReadMemStats(&after)
	room := freeMemory + memoryPerByte*uint64(input)
	if UnderRace {
		room *= 4
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > room {
		tb.Errorf("for an input of %d bytes, %d bytes are allocated", input, bytes)
	}
	if spent <= free {
		return
	}
	if most := limit(); spent > most {
		tb.Errorf("an input of %d bytes takes %v of the processor; on this machine, more than %v is too long", input, spent, most)
	}
}

// walked is on the heap, so that the race detector slows down the loop as much as the code compared
// with it.
var walked = make([]uint64, 1<<10)

// walk reads and writes memory the given number of times.
func walk(steps int) {
	x := uint64(1)
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
		walked[x>>54] += walked[x>>20&(1<<10-1)] + x
	}
}

// control returns the time of the loop, the least of three runs.
var control = sync.OnceValue(func() time.Duration {
	least := time.Hour
	for range 3 {
		began := CPU()
		walk(controlSteps)
		least = min(least, CPU()-began)
	}
	return max(least, coarse)
})
