//go:build !linux

package natstest

import "testing"

// folder is for the files of nodes. It ends with the test.
func folder(t testing.TB) string {
	t.Helper()
	return t.TempDir()
}
