package kernel

// machinePaths returns the paths beyond the portable one: every machine has NEON. Only
// what an evaluation spends its time on is worth it there.
func machinePaths() []path {
	return []path{{
		name: "neon",
		conv: convNEON, grad: gradPortable, pool: poolPortable,
		rectify: rectifyPortable, affine: affineWith(conv1NEON),
		fixed: fixedPortable, fixedPool: fixedPoolPortable,
	}}
}

func convNEON(out, in, w, bias, add []float32, cin int, s Size, relu bool) {
	convRows(convTilesNEON, out, in, w, bias, add, cin, s, relu)
}
