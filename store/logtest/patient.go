package logtest

import (
	"context"
	"errors"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Patient returns a log that repeats requests until the log decides, for tests without concurrent
// writers. On a busy machine a request can run out of time, which is no decision.
func Patient(log changelog.Log) changelog.Log { return patient{log} }

type patient struct{ changelog.Log }

// Append returns the head of the change also if an earlier call has added it.
func (p patient) Append(ctx context.Context, after uint64, a changelog.Attempt, rows []changelog.Row) (uint64, error) {
	calls := 0
	head, err := decided(ctx, func(ctx context.Context) (uint64, error) {
		calls++
		return p.Log.Append(ctx, after, a, rows)
	})
	if calls == 1 || !errors.Is(err, changelog.ErrConflict) {
		return head, err
	}
	landed, failed := p.Landed(ctx, a)
	if failed != nil || !landed {
		return 0, errors.Join(err, failed)
	}
	return p.Head(ctx)
}

func (p patient) Landed(ctx context.Context, a changelog.Attempt) (bool, error) {
	return decided(ctx, func(ctx context.Context) (bool, error) { return p.Log.Landed(ctx, a) })
}

func (p patient) Head(ctx context.Context) (uint64, error) { return decided(ctx, p.Log.Head) }

// decided repeats a request for at most a minute.
func decided[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		answer, err := ask(ctx, f)
		decision := err == nil || errors.Is(err, changelog.ErrConflict) || errors.Is(err, changelog.ErrTooLarge) || errors.Is(err, changelog.ErrFull)
		if decision || ctx.Err() != nil {
			return answer, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}
