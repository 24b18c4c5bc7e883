//go:build race

package enginetest

// UnderRace reports whether the race detector is on, under which tests take many times as long and
// twice the memory.
const UnderRace = true
