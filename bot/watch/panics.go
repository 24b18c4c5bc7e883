package watch

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// ErrPanicked is returned for a panic that has been logged.
var ErrPanicked = errors.New("bot: something went wrong; the log has more")

// LogPanic logs a panic from the value that recover returned. Of the value it logs only the type,
// as the text may contain what people wrote.
func LogPanic(log *slog.Logger, v any) {
	log.Error("panic", "type", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
}

// Recover is deferred to log a panic, so that the process goes on. It sets *err to ErrPanicked,
// unless err is nil.
func Recover(log *slog.Logger, err *error) {
	if v := recover(); v != nil {
		LogPanic(log, v)
		if err != nil {
			*err = ErrPanicked
		}
	}
}
