//go:build !linux || !(amd64 || arm64)

package disktest

import (
	"errors"
	"os/exec"
)

func (t *Trace) run(*exec.Cmd) error { return errors.ErrUnsupported }

// Show is for processes that a [Trace] runs, which there are none of here.
func Show() error { return errors.ErrUnsupported }
