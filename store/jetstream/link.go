package jetstream

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// link is a connection that cancels pending requests when it is lost, because their answers are
// lost with it.
type link struct {
	conn        *nats.Conn
	silentSince atomic.Pointer[time.Time] // since when there was no answer, or nil

	mu    sync.Mutex
	alive context.Context // ends when the present connection is lost
	end   context.CancelFunc
}

// dial connects to one of the servers.
func dial(o Options) (*link, error) {
	l := &link{}
	l.alive, l.end = context.WithCancel(context.Background())
	conn, err := connect(o, nats.DisconnectErrHandler(func(*nats.Conn, error) { l.lost() }))
	if err != nil {
		return nil, err
	}
	l.conn = conn
	return l, nil
}

func (l *link) lost() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end()
	l.alive, l.end = context.WithCancel(context.Background())
}

func (l *link) present() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.alive
}

// ask waits for a connection and calls f with a context that also ends with the connection.
func ask[T any](ctx context.Context, l *link, f func(context.Context) (T, error)) (answer T, err error) {
	if err := l.connected(ctx); err != nil {
		return answer, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.present(), func() { cancel(nats.ErrDisconnected) })()
	asked := time.Now()
	answer, err = f(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	l.judge(asked, err)
	return answer, err
}

// judge records whether a request was served, and changes the server if none was for two seconds.
func (l *link) judge(asked time.Time, err error) {
	switch {
	case !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrNoResponders) && !errors.Is(err, js.ErrNoStreamResponse) && !unavailable(err):
		l.silentSince.Store(nil)
	case l.silentSince.CompareAndSwap(nil, &asked):
	case time.Since(*cmp.Or(l.silentSince.Load(), &asked)) > 2*attemptTimeout:
		// A server that is cut off from the others keeps its clients but cannot serve them.
		l.silentSince.Store(nil)
		_ = l.conn.ForceReconnect()
	}
}

// unavailable reports whether a server says that it cannot serve at present, as one without a
// leader does.
func unavailable(err error) bool {
	refused, ok := errors.AsType[*js.APIError](err)
	return ok && refused.Code == http.StatusServiceUnavailable && refused.ErrorCode != codeServerFull
}

// insist repeats a request until it is answered, for at most requestTimeout.
func insist[T any](ctx context.Context, l *link, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	passes := func(err error) bool {
		if errors.Is(err, js.ErrMsgNotFound) || l.conn.IsClosed() {
			return false
		}
		// The server that leads may not have heard of a new bucket yet, and say that there is none.
		refused, ok := errors.AsType[*js.APIError](err)
		return !ok || refused.ErrorCode == js.JSErrCodeStreamNotFound || unavailable(err)
	}
	return Repeat(ctx, attemptTimeout, retryDelay, passes, func(ctx context.Context) (T, error) { return ask(ctx, l, f) })
}

// Repeat repeats a request, each time with a time limit and after a delay, while its error may pass
// and the context has not ended. If the context ends during a repetition, the error is the former
// one, which tells more.
func Repeat[T any](ctx context.Context, limit, delay time.Duration, passes func(error) bool, f func(context.Context) (T, error)) (T, error) {
	answer, err := Within(ctx, limit, f)
	for err != nil && ctx.Err() == nil && passes(err) && Pause(ctx, delay) == nil {
		again, failed := Within(ctx, limit, f)
		if answer = again; failed == nil || ctx.Err() == nil {
			err = failed
		}
	}
	return answer, err
}

// Within makes a request with a time limit.
func Within[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(ctx)
}

func (l *link) connected(ctx context.Context) error {
	for !l.conn.IsConnected() {
		if l.conn.IsClosed() {
			return nats.ErrConnectionClosed
		}
		if err := Pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
	return ctx.Err()
}
