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

// Head implements [changelog.Log]. It costs one or two small writes.
//
// A head that was read is the newest if a majority confirms it, or if it is later than a message
// that was accepted after the call began.
func (l *Log) Head(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
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
		if err := Pause(ctx, 5*time.Millisecond); err != nil {
			return 0, err
		}
	}
}

// confirm asks a majority to confirm that head is the newest. Otherwise the error is
// changelog.ErrConflict, possibly because of a concurrent change that may still fail.
func (l *Log) confirm(ctx context.Context, head uint64) error {
	m := l.message(barrierKey, nil)
	l.expect(m, head)
	_, err := l.publish(ctx, m)
	return err
}

// latestHead reads a head that may already be superseded, 0 for none.
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

// Pause waits, unless the context ends.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Landed implements [changelog.Log]. Only a writer's newest attempt can be asked for. It costs one
// small write.
func (l *Log) Landed(ctx context.Context, a changelog.Attempt) (bool, error) {
	number, _, err := l.newest(ctx, a)
	if err == nil && number > a.Number {
		err = fmt.Errorf("attempt %d of writer %s was asked for after attempt %d has landed", a.Number, a.Writer, number)
	}
	return err == nil && number == a.Number, err
}

// newest returns the number of the writer's last attempt that has landed, and its sequence in the
// log. It misses no attempt up to the given one that was made before the call.
func (l *Log) newest(ctx context.Context, a changelog.Attempt) (number, at uint64, err error) {
	if !plainWriter.MatchString(a.Writer) {
		return 0, 0, fmt.Errorf("%q is no name of a writer", a.Writer)
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
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

// upToNow calls f for the messages of the log's own keys after a sequence: for each that existed
// when it was called, unless another of the same key has superseded it.
func (l *Log) upToNow(ctx context.Context, after uint64, f func(*js.RawStreamMsg)) error {
	wall, err := l.publish(ctx, l.message(barrierKey, nil))
	if err != nil {
		return err
	}
	for {
		m, err := l.next(ctx, after+1, ownKeys+"*")
		switch {
		case errors.Is(err, js.ErrMsgNotFound):
			// The answering server is behind the one that accepted the barrier.
			if err := Pause(ctx, 5*time.Millisecond); err != nil {
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

// publish adds a single message, possibly more than once, and returns its sequence once a majority
// has it. Everything accepted before has a lower sequence.
func (l *Log) publish(ctx context.Context, m *nats.Msg) (uint64, error) {
	answer, err := insist(ctx, l.link, func(ctx context.Context) (*js.PubAck, error) {
		return l.js.PublishMsg(ctx, m, js.WithRetryWait(retryDelay), js.WithRetryAttempts(int(attemptTimeout/retryDelay)))
	})
	if refused, ok := errors.AsType[*js.APIError](err); ok {
		return 0, refusal(refused)
	}
	if err != nil {
		return 0, err
	}
	return answer.Sequence, nil
}

// latest reads the newest message of a key, from a server that may be behind.
func (l *Log) latest(ctx context.Context, key string) (*js.RawStreamMsg, error) {
	return insist(ctx, l.link, func(ctx context.Context) (*js.RawStreamMsg, error) {
		return l.stream.GetLastMsgForSubject(ctx, l.prefix+key)
	})
}

// next reads the first message from a sequence on with a matching key, from a server that may be
// behind.
func (l *Log) next(ctx context.Context, from uint64, keys string) (*js.RawStreamMsg, error) {
	return insist(ctx, l.link, func(ctx context.Context) (*js.RawStreamMsg, error) {
		return l.stream.GetMsg(ctx, from, js.WithGetMsgSubject(l.prefix+keys))
	})
}
