//go:build !race

package enginetest

// UnderRace reports whether the race detector is on, under which all takes many times as
// long, and twice the memory.
const UnderRace = false
