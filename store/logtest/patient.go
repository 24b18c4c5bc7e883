package logtest

import (
	"context"
	"errors"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// requestTimeout bounds each request.
const requestTimeout = 10 * time.Second

// waitTimeout bounds the wait for a decision, so that a lost log makes the test fail with a reason.
const waitTimeout = 4 * time.Minute

// Patient returns a log that repeats requests until the log decides, for tests without concurrent
// writers. On a busy machine a request can run out of time, which is no decision.
func Patient(log changelog.Log) changelog.Log { return patient{log} }

type patient struct{ changelog.Log }

func (p patient) Append(ctx context.Context, after uint64, a changelog.Attempt, rows []changelog.Row) (uint64, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	head, _, err := attempt(ctx, p.Log, after, a, rows)
	if err == nil && head == 0 {
		return p.Head(ctx)
	}
	return head, err
}

func (p patient) Landed(ctx context.Context, a changelog.Attempt) (bool, error) {
	return repeated(ctx, func(ctx context.Context) (bool, error) { return p.Log.Landed(ctx, a) })
}

func (p patient) Head(ctx context.Context) (uint64, error) { return repeated(ctx, p.Log.Head) }

// attempt tries until the outcome is known: the head of the change, or 0 if only the fact that it
// has landed is known.
func attempt(ctx context.Context, log changelog.Log, after uint64, a changelog.Attempt, rows []changelog.Row) (head uint64, unclear bool, err error) {
	for {
		head, err = ask(ctx, func(ctx context.Context) (uint64, error) { return log.Append(ctx, after, a, rows) })
		conflict := errors.Is(err, changelog.ErrConflict)
		if err == nil || conflict && !unclear || errors.Is(err, changelog.ErrTooLarge) || errors.Is(err, changelog.ErrFull) || ctx.Err() != nil {
			return head, unclear, err
		}
		unclear = true
		landed, failed := Patient(log).Landed(ctx, a)
		if landed {
			return 0, unclear, nil
		}
		if failed != nil || conflict {
			return 0, unclear, errors.Join(err, failed)
		}
	}
}

// repeated repeats a request until it is answered.
func repeated[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	for {
		answer, err := ask(ctx, f)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil {
			return answer, errors.Join(context.Cause(ctx), err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func ask[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	return f(ctx)
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, waitTimeout, errors.New("the log does not decide"))
}
