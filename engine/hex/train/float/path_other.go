//go:build !amd64

package float

// machinePaths returns the paths beyond the portable one: none, for what trains has AVX.
func machinePaths() []path { return nil }
