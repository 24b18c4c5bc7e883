package command

import (
	"context"
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
