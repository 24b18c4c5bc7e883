//go:build !linux

package disktest

import "os"

// Memory returns the usual folder for temporary files.
func Memory(int64) string { return os.TempDir() }
