//go:build !amd64 && !arm64

package kernel

// machinePaths returns the paths beyond the portable one, fastest first.
func machinePaths() []path { return nil }
