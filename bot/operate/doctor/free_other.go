//go:build !linux && !darwin && !freebsd && !windows

package doctor

import "errors"

// freeBytes cannot be told here.
func freeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
