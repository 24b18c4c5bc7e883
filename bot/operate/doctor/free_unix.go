//go:build linux || darwin || freebsd

package doctor

import "golang.org/x/sys/unix"

// freeBytes returns how many bytes an unprivileged user can still write below a folder.
func freeBytes(folder string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil //nolint:unconvert // the types differ by system
}
