//go:build !linux && !darwin && !freebsd && !windows

package doctor

import "errors"

// freeBytes is not supported here.
func freeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
