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

// link is a connection, and tells those who wait for answers when it is lost: the answers
// are lost with it.
type link struct {
	conn *nats.Conn
	mute atomic.Pointer[time.Time] // since when nobody has answered; nil if somebody has

	mu    sync.Mutex
	alive context.Context // ends with the present connection
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

// ask waits for a connection and calls f with a context that ends with it, too.
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

// judge notes whether a question has been answered, and leaves a server through which nobody
// has for two seconds.
func (l *link) judge(asked time.Time, err error) {
	switch {
	case !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrNoResponders) && !errors.Is(err, js.ErrNoStreamResponse):
		l.mute.Store(nil)
	case l.mute.CompareAndSwap(nil, &asked):
	case time.Since(*cmp.Or(l.mute.Load(), &asked)) > 2*oneTry:
		l.elsewhere()
	}
}

// elsewhere goes to another server: one that is cut off from the others keeps its clients, and
// cannot do anything for them.
func (l *link) elsewhere() {
	l.mute.Store(nil)
	_ = l.conn.ForceReconnect()
}

// insist asks again and again until somebody answers, for a while.
func insist[T any](ctx context.Context, l *link, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	for {
		try, cancel := context.WithTimeout(ctx, oneTry)
		answer, err := ask(try, l, f)
		cancel()
		if err == nil || errors.Is(err, js.ErrMsgNotFound) || ctx.Err() != nil || l.conn.IsClosed() {
			return answer, err
		}
		if refused, ok := apiError(err); ok && (refused.Code != http.StatusServiceUnavailable || refused.ErrorCode == codeServerFull) {
			return answer, err
		}
		if pause(ctx, tryAgain) != nil {
			return answer, err
		}
	}
}

// connected waits for a connection.
func (l *link) connected(ctx context.Context) error {
	if l.conn.IsConnected() {
		return ctx.Err()
	}
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for !l.conn.IsConnected() {
		if l.conn.IsClosed() {
			return nats.ErrConnectionClosed
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-again.C:
		}
	}
	return nil
}
