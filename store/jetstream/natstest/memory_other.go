//go:build !linux

package natstest

import "testing"

// folder returns a folder for the files of nodes, which ends with the test.
func folder(t testing.TB) string {
	t.Helper()
	return t.TempDir()
}
