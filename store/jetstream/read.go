package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Head asks for the newest head, see [changelog.Log]. It costs one or two small writes.
//
// A head that was read is the newest one if a majority confirms that, or if it is later than
// some message that was accepted after the question was put.
func (l *Log) Head(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	for since := uint64(0); ; {
		head, err := l.latestHead(ctx)
		if err != nil {
			return 0, err
		}
		if since > 0 && head > since {
			return head, nil
		}
		err = l.confirm(ctx, head)
		if err == nil || !errors.Is(err, changelog.ErrConflict) {
			return head, err
		}
		if since == 0 {
			if since, err = l.publish(ctx, l.message(barrierKey, nil)); err != nil {
				return 0, err
			}
			continue
		}
		if err := pause(ctx, 5*time.Millisecond); err != nil {
			return 0, err
		}
	}
}

// confirm has a majority confirm that a head is the newest one. Otherwise the error is
// changelog.ErrConflict, and perhaps for no other reason than a change that is on its way.
func (l *Log) confirm(ctx context.Context, head uint64) error {
	m := l.message(barrierKey, nil)
	l.expect(m, head)
	_, err := l.publish(ctx, m)
	return err
}

// latestHead reads a head that may be superseded, 0 if there is none.
func (l *Log) latestHead(ctx context.Context) (uint64, error) {
	switch m, err := l.latest(ctx, headKey); {
	case errors.Is(err, js.ErrMsgNotFound):
		return 0, nil
	case err != nil:
		return 0, err
	default:
		return m.Sequence, nil
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Landed reports whether an attempt has landed, see [changelog.Log]. Of a writer, only its
// newest attempt can be asked for. It costs one small write.
func (l *Log) Landed(ctx context.Context, a changelog.Attempt) (bool, error) {
	number, _, err := l.newest(ctx, a)
	if err == nil && number > a.Number {
		err = fmt.Errorf("attempt %d of writer %s was asked for after attempt %d has landed", a.Number, a.Writer, number)
	}
	return err == nil && number == a.Number, err
}

// newest returns which attempt of a writer has landed last, and where it says so in the log: it
// misses none up to the given one that was made before the call.
func (l *Log) newest(ctx context.Context, a changelog.Attempt) (number, at uint64, err error) {
	if !plainWriter.MatchString(a.Writer) {
		return 0, 0, fmt.Errorf("%q is no name of a writer", a.Writer)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var broken error
	note := func(m *js.RawStreamMsg) {
		if m.Subject != l.prefix+ownKeys+a.Writer {
			return
		}
		at = m.Sequence
		if number, broken = strconv.ParseUint(string(m.Data), 10, 64); broken != nil {
			broken = fmt.Errorf("read what writer %s has written: %w", a.Writer, broken)
		}
	}
	switch m, err := l.latest(ctx, ownKeys+a.Writer); {
	case errors.Is(err, js.ErrMsgNotFound):
	case err != nil:
		return 0, 0, err
	default:
		note(m)
	}
	if number < a.Number && broken == nil {
		if err := l.upToNow(ctx, at, note); err != nil {
			return 0, 0, err
		}
	}
	return number, at, broken
}

// upToNow calls f for messages of the log's own keys that come after a sequence: for each that
// was there when it was called, unless another of the same key has come since.
func (l *Log) upToNow(ctx context.Context, after uint64, f func(*js.RawStreamMsg)) error {
	wall, err := l.publish(ctx, l.message(barrierKey, nil))
	if err != nil {
		return err
	}
	for {
		m, err := l.next(ctx, after+1, ownKeys+"*")
		switch {
		case errors.Is(err, js.ErrMsgNotFound):
			// The server that answers is behind the one that took the barrier.
			if err := pause(ctx, 5*time.Millisecond); err != nil {
				return err
			}
		case err != nil:
			return err
		case m.Subject == l.prefix+barrierKey && m.Sequence >= wall:
			return nil
		default:
			f(m)
			after = m.Sequence
		}
	}
}

// publish adds a single message, perhaps more than once, and returns its sequence once a
// majority has it: all that had been accepted before is before it.
func (l *Log) publish(ctx context.Context, m *nats.Msg) (uint64, error) {
	answer, err := insist(ctx, l.link, func(ctx context.Context) (*js.PubAck, error) {
		return l.js.PublishMsg(ctx, m, js.WithRetryWait(tryAgain), js.WithRetryAttempts(int(oneTry/tryAgain)))
	})
	if refused, ok := apiError(err); ok {
		return 0, refusal(refused)
	}
	if err != nil {
		return 0, err
	}
	return answer.Sequence, nil
}

// latest reads the newest message of a key from a server that may be behind.
func (l *Log) latest(ctx context.Context, key string) (*js.RawStreamMsg, error) {
	return insist(ctx, l.link, func(ctx context.Context) (*js.RawStreamMsg, error) {
		return l.stream.GetLastMsgForSubject(ctx, l.prefix+key)
	})
}

// next reads the first message from a sequence on whose key matches, from a server that may
// be behind.
func (l *Log) next(ctx context.Context, from uint64, keys string) (*js.RawStreamMsg, error) {
	return insist(ctx, l.link, func(ctx context.Context) (*js.RawStreamMsg, error) {
		return l.stream.GetMsg(ctx, from, js.WithGetMsgSubject(l.prefix+keys))
	})
}
