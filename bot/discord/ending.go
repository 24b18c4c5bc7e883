package discord

import (
	"context"
	"errors"
)

// ending records how a transport ended. It is safe for concurrent use.
type ending struct {
	ctx context.Context // done when the transport has ended
	// finish ends the transport with an error, nil for close. The first call counts.
	finish context.CancelCauseFunc
}

func newEnding() ending {
	ctx, finish := context.WithCancelCause(context.Background())
	return ending{ctx, finish}
}

func (e ending) over() <-chan struct{} { return e.ctx.Done() }

func (e ending) fault() error {
	if err := context.Cause(e.ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
