package command

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal runs with a context that ends at a signal; a second one ends the process.
func untilSignal(run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx)
}

// untilStopped is untilSignal for what serves until then: to be stopped is no failure of it,
// not even in the middle of starting.
func untilStopped(run func(context.Context) error) error {
	return untilSignal(func(ctx context.Context) error {
		err := run(ctx)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	})
}
