package watch

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// ErrPanicked stands for a panic that has been logged.
var ErrPanicked = errors.New("bot: something went wrong; the log has more")

// LogPanic logs where a panic was, from the value that recover returned. What that says may
// hold what people wrote, so only its type is logged.
func LogPanic(log *slog.Logger, v any) {
	log.Error("panic", "type", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
}
