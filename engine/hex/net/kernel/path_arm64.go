package kernel

// machinePaths returns the paths beyond the portable one: every machine has NEON. Only
// what an evaluation spends its time on is worth it there.
func machinePaths() []path {
	neon := portable
	neon.name, neon.fixed = "neon", fixedWith(fixedTilesNEON)
	return []path{neon}
}
