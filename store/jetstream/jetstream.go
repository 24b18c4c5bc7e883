package jetstream

import (
	"context"
	"sync/atomic"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Log is a log in a cluster of NATS servers. It is safe for concurrent use.
type Log struct {
	link   *link
	js     js.JetStream
	stream js.Stream
	prefix string // of all subjects
	id     string
	maxRow int // bytes of the largest value that fits a message
	memory time.Duration
	// stallAfter is [stallAfter], except in tests.
	stallAfter time.Duration
	now        func() time.Time // replaced in tests
	day        atomic.Value     // a string: that of the last age note
}

var _ changelog.Log = (*Log)(nil)

// requestTimeout bounds a request to the servers. It allows for the election of a leader.
const requestTimeout = 5 * time.Second

// A request is repeated after attemptTimeout without an answer, because its server may be lost while others
// would answer, and after retryDelay if there was no responder.
const (
	attemptTimeout = time.Second
	retryDelay     = 20 * time.Millisecond
)

// headRoom is the size of a message beyond its value, in bytes: subject and headers.
const headRoom = maxKey + 2048

// Open connects to a cluster and opens its log, creating it if there is none. The errors are those
// of this package, each with a sentence for the operator, and changelog.ErrFull. The caller closes
// the log.
func Open(ctx context.Context, o Options) (*Log, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	link, err := dial(o)
	if err != nil {
		return nil, err
	}
	l, err := open(ctx, link, o)
	if err != nil {
		link.conn.Close()
		return nil, err
	}
	return l, nil
}

func open(ctx context.Context, link *link, o Options) (*Log, error) {
	conn := link.conn
	if err := suits(conn); err != nil {
		return nil, err
	}
	api, err := js.New(conn)
	if err != nil {
		return nil, err
	}
	stream, err := bucket(ctx, api, o)
	if err != nil {
		if denied(api) {
			return nil, apiFailure(conn.LastError())
		}
		return nil, err
	}
	return &Log{
		link:   link,
		js:     api,
		stream: stream,
		prefix: "$KV." + o.Bucket + ".",
		id:     stream.CachedInfo().Config.Metadata[metaLog],
		maxRow: min(int(conn.MaxPayload())-headRoom, pullBytes/2),
		memory: memory, stallAfter: stallAfter,
		now: time.Now,
	}, nil
}

// ID returns the ID of the log. Heads are meaningful only within one ID: a log recreated under the
// same name has another.
func (l *Log) ID() string { return l.id }

// Close closes the connection. Pending calls return errors.
func (l *Log) Close() { l.link.conn.Close() }
