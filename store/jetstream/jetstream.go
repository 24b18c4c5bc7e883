package jetstream

import (
	"context"
	"sync"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Log is a log in a cluster of NATS servers. It may be used by any number of goroutines.
type Log struct {
	link   *link
	js     js.JetStream
	stream js.Stream
	prefix string // of the subjects of all keys
	id     string
	maxRow int // bytes of the largest value that fits a message
	memory time.Duration
	// stallAfter is [stallAfter], but in tests.
	stallAfter time.Duration
	now        func() time.Time // tests have a clock of their own

	mu  sync.Mutex
	day string // on which the age of the log was last noted
}

var _ changelog.Log = (*Log)(nil)

// answerWithin bounds what is asked of the servers, as long as they take to elect a leader.
const answerWithin = 5 * time.Second

// What nobody has answered is asked again: a question after oneTry, since the server that it
// went to may be lost while others would answer, and what has met nobody after tryAgain.
const (
	oneTry   = time.Second
	tryAgain = 20 * time.Millisecond
)

// headRoom is what a message needs besides the value of its row, in bytes: subject and headers.
const headRoom = maxKey + 2048

// Open connects to a cluster and opens its log, which it creates if there is none. It
// returns one of the errors of this package with a sentence for the operator if that
// cannot be, and changelog.ErrFull. The caller closes the log.
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
			return nil, unable(conn.LastError())
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

// ID names the log itself, and no other log ever: heads mean nothing in one of another name,
// such as one that was created anew under the same name.
func (l *Log) ID() string { return l.id }

// Close ends the connection. What is still asked ends in errors.
func (l *Log) Close() { l.link.conn.Close() }
