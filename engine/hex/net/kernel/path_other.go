//go:build !amd64 && !arm64

package kernel

// machinePaths returns the paths beside the portable one, fastest first.
func machinePaths() []path { return nil }
