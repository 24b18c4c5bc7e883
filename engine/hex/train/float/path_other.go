//go:build !amd64

package float

// machinePaths returns the paths beside the portable one: none, since training machines have AVX.
func machinePaths() []path { return nil }
