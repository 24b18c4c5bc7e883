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
	controlSteps  = 1 << 24               // of reading and writing memory
	freeTime      = 80                    // units of the loop, 1.5 to 2 seconds
	coarse        = 10 * time.Millisecond // lower bound of the loop's time: the processor clock may have steps of that size
)

// Bounded calls do, which processes an input of the given length, and fails the test if that costs
// more than an input of that length may. Processor time is compared with a loop in the same
// process, so that no machine is too slow. Nothing else may run in the process at the same time,
// such as parallel tests; those of a package end before its fuzz targets begin.
func Bounded(tb testing.TB, input int, do func()) {
	tb.Helper()
	bounded(tb, input, freeTime*control(), do)
}

func bounded(tb testing.TB, input int, most time.Duration, do func()) {
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
	if spent > most {
		tb.Errorf("an input of %d bytes takes %v of the processor; on this machine, more than %v is too long", input, spent, most)
	}
}

// walked is on the heap, so that the race detector slows down the loop as much as the code compared
// with it.
var walked = make([]uint64, 1<<10)

// control returns the time of the loop, which reads and writes memory.
var control = sync.OnceValue(func() time.Duration {
	began, x := CPU(), uint64(1)
	for range controlSteps {
		x = x*6364136223846793005 + 1442695040888963407
		walked[x>>54] += walked[x>>20&(1<<10-1)] + x
	}
	return max(CPU()-began, coarse)
})
