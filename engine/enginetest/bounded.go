package enginetest

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// What an input may cost that anybody can send: memory allocated in all, in bytes, at any
// rate and for each byte of the input; and processor time, in that of a loop of fixed length.
const (
	freeMemory    = 16 << 20
	memoryPerByte = 2 << 10
	controlSteps  = 1 << 24 // of reading and writing memory
	freeTime      = 80      // controls, some 1.5 to 2 seconds
)

// coarse is the least that a control takes, since the clock of the processor may have such steps.
const coarse = 10 * time.Millisecond

// Bounded does what an input of so many bytes asks for, and fails the test if that costs more
// than an input of its length may. Processor time is measured against that of a loop in the
// same process, so that no machine is too slow. Nothing else may run in the process
// meanwhile, such as parallel tests; those of a package end before its fuzz targets begin.
func Bounded(tb testing.TB, input int, do func()) {
	tb.Helper()
	bounded(tb, input, freeTime*coarse, func() time.Duration { return freeTime * control(tb) }, do)
}

// bounded measures how much is most only where more is spent than is free on any machine.
func bounded(tb testing.TB, input int, free time.Duration, limit func() time.Duration, do func()) {
	tb.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := CPU(tb)
	do()
	spent := CPU(tb) - began
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

// walked is on the heap, so that the race detector, if it is on, watches over each step as it
// does over what is compared with the walk.
var walked = make([]uint64, 1<<10)

// walk takes so many steps of reading and writing memory.
func walk(steps int) {
	x := uint64(1)
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
		walked[x>>54] += walked[x>>20&(1<<10-1)] + x
	}
}

var controlled struct {
	once sync.Once
	time time.Duration
}

// control is what the loop takes, the least of some runs.
func control(tb testing.TB) time.Duration {
	tb.Helper()
	controlled.once.Do(func() {
		for range 3 {
			began := CPU(tb)
			walk(controlSteps)
			if spent := CPU(tb) - began; controlled.time == 0 || spent < controlled.time {
				controlled.time = spent
			}
		}
		controlled.time = max(controlled.time, coarse)
	})
	return controlled.time
}
