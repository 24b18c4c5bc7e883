package kernel

// machinePaths returns the paths beside the portable one: every arm64 machine has NEON. Only
// convolution, which takes most of the time, has its own implementation.
func machinePaths() []path {
	neon := portable
	neon.name, neon.fixed = "neon", fixedWith(fixedWidestNEON, fixedNEON)
	return []path{neon}
}
