package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// The limits of what the servers send ahead to a follower.
const (
	pullMessages = 1000
	pullBytes    = 16 << 20
)

// heartbeat is the maximal interval between signs of life from a follower's server.
const heartbeat = time.Second

// Follow implements [changelog.Log]. Only a catch-up from head 0 is split, into batches of up to
// 8,192 rows or 4 MiB. From a later head, changelog.ErrForgotten is also returned if too much has
// changed for one batch.
func (l *Log) Follow(ctx context.Context, after uint64, f func(changelog.Batch) error) error {
	if err := l.known(ctx, after); err != nil {
		return err
	}
	r := &reader{log: l, fold: newFold(after), f: f}
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		from := r.fold.last
		err := r.read(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case r.refused != nil:
			return r.refused
		case errors.Is(err, changelog.ErrForgotten), errors.Is(err, errForeign):
			return err
		case l.link.conn.IsClosed():
			return err
		}
		if r.fold.last > from {
			wait = 10 * time.Millisecond
		}
		r.fold.restart()
		if err := Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// known checks that a head belongs to this log, as far as that can be seen.
func (l *Log) known(ctx context.Context, after uint64) error {
	for after > 0 {
		newest, err := l.Head(ctx)
		switch {
		case err == nil && newest < after:
			return explain(changelog.ErrForgotten, "the log ends at %d, before %d: it is another one, or an older copy of it", newest, after)
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case l.link.conn.IsClosed():
			return err
		}
		if err := Pause(ctx, 100*time.Millisecond); err != nil { // no majority answers, which may pass
			return err
		}
	}
	return nil
}

// reaches returns changelog.ErrForgotten if delete markers after a head may already have expired.
func (l *Log) reaches(ctx context.Context, after uint64) error {
	if after == 0 {
		return nil
	}
	oldest, err := l.next(ctx, 1, ageKeys+">")
	if errors.Is(err, js.ErrMsgNotFound) {
		head, err := l.Head(ctx)
		if err == nil && head > after {
			err = changelog.ErrForgotten
		}
		return err
	}
	if err != nil {
		return err
	}
	from, err := strconv.ParseUint(string(oldest.Data), 10, 64)
	if err != nil {
		return fmt.Errorf("read the age of the log: %w", err)
	}
	if after < from {
		return changelog.ErrForgotten
	}
	return nil
}

// reader passes on what it reads from the servers.
type reader struct {
	log     *Log
	fold    *fold
	f       func(changelog.Batch) error
	refused error         // by f
	wait    time.Duration // timeout for a later head
	heard   time.Time     // when a message came, or was last looked for
	missing uint64        // a head that existed then and had not arrived
}

// stallAfter is how long a follower waits for a message before it checks whether there is one. A
// server that was cut off or lost power may serve a copy of the log that has stopped, and still
// send heartbeats.
const stallAfter = 3 * time.Second

// errStalled makes a follower continue with another server.
var errStalled = errors.New("the log goes on, and nothing of it comes")

// errForeign is returned by Follow for a message that Sixfold did not write.
var errForeign = errors.New("the log holds what no Sixfold has written")

// read passes on batches until an error occurs.
func (r *reader) read(ctx context.Context) error {
	l := r.log
	if err := l.link.connected(ctx); err != nil {
		return err
	}
	if err := l.reaches(ctx, r.fold.last); err != nil {
		return err
	}
	consumer, err := l.consumer(ctx, r.fold.last+1)
	if err != nil {
		return err
	}
	defer l.forget(ctx, consumer)
	messages, err := consumer.Messages(
		js.PullMaxMessagesWithBytesLimit(pullMessages, pullBytes),
		js.PullHeartbeat(heartbeat),
		js.PullExpiry(30*heartbeat),
	)
	if err != nil {
		return err
	}
	defer messages.Stop()
	r.heard, r.missing = time.Now(), 0
	asks := false
	for n := uint64(1); ; {
		if asks && r.fold.asks() {
			if err := r.confirm(ctx); err != nil {
				return err
			}
		}
		m, err := r.next(ctx, messages)
		if err != nil {
			return err
		}
		if asks = m == nil; asks {
			continue
		}
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if meta.Sequence.Consumer != n {
			return fmt.Errorf("message %d of the log was lost on its way", n)
		}
		n++
		asks = meta.NumPending == 0
		b, ok, err := r.take(meta.Sequence.Stream, m)
		if err != nil {
			return err
		}
		if r.fold.lost() {
			return changelog.ErrForgotten
		}
		if ok {
			if err := r.deliver(b); err != nil {
				return err
			}
		}
	}
}

func (r *reader) deliver(b changelog.Batch) error {
	r.refused = r.f(b)
	return r.refused
}

// next returns the next message, or nil if none comes for a while. The error is errStalled if one
// should have come.
func (r *reader) next(ctx context.Context, messages js.MessagesContext) (js.Msg, error) {
	r.wait = min(max(2*r.wait, minWait), maxWait)
	if !r.fold.asks() {
		r.wait = r.log.stallAfter
	}
	soon, cancel := context.WithTimeout(ctx, r.wait)
	defer cancel()
	m, err := messages.Next(js.NextContext(soon))
	switch {
	case err == nil:
		r.heard, r.missing = time.Now(), 0
		return m, nil
	case soon.Err() == nil || ctx.Err() != nil:
		return nil, err
	case time.Since(r.heard) < r.log.stallAfter:
		return nil, nil
	}
	return nil, r.stalled(ctx)
}

// stalled returns errStalled if the log has moved on for some time but no message has come.
func (r *reader) stalled(ctx context.Context) error {
	r.heard = time.Now()
	if r.missing > r.fold.last {
		return errStalled
	}
	if head, err := r.log.Head(ctx); err == nil {
		r.missing = head
	}
	return nil
}

// The bounds of the wait for a later head after the present one could not be confirmed: the
// concurrent change may still fail.
const (
	minWait = 2 * time.Millisecond
	maxWait = 100 * time.Millisecond
)

// confirm delivers the state of the head read last if that is the newest. Otherwise it sets up a
// wall, with which a later head can be delivered although others go on making changes.
func (r *reader) confirm(ctx context.Context) error {
	switch err := r.log.confirm(ctx, r.fold.seen); {
	case errors.Is(err, changelog.ErrConflict) && r.fold.wall == 0:
		r.fold.wall, err = r.log.publish(ctx, r.log.message(barrierKey, nil))
		return err
	case errors.Is(err, changelog.ErrConflict):
		return nil
	case err != nil:
		return err
	}
	return r.deliver(r.fold.reached())
}

// consumer creates a consumer of all messages from a sequence on.
func (l *Log) consumer(ctx context.Context, from uint64) (js.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	return ask(ctx, l.link, func(ctx context.Context) (js.Consumer, error) {
		return l.stream.CreateConsumer(ctx, js.ConsumerConfig{
			DeliverPolicy:     js.DeliverByStartSequencePolicy,
			OptStartSeq:       from,
			AckPolicy:         js.AckNonePolicy,
			MaxDeliver:        1,
			Replicas:          1,
			MemoryStorage:     true,
			InactiveThreshold: 30 * time.Second, // removes one that could not be deleted
		})
	})
}

// forget deletes a consumer, if the servers can be reached.
func (l *Log) forget(ctx context.Context, c js.Consumer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if l.link.conn.IsConnected() {
		_ = l.stream.DeleteConsumer(ctx, c.CachedInfo().Name)
	}
}

func (r *reader) take(seq uint64, m js.Msg) (changelog.Batch, bool, error) {
	var b changelog.Batch
	ok := false
	switch key := strings.TrimPrefix(m.Subject(), r.log.prefix); {
	case key == headKey:
		var h head
		if err := json.Unmarshal(m.Data(), &h); err != nil {
			return b, false, fmt.Errorf("%w: head %d: %w", errForeign, seq, err)
		}
		b, ok = r.fold.head(seq, h)
	case strings.HasPrefix(key, ownKeys):
		r.fold.pass(seq)
	default:
		row, known := rowOf(key)
		if !known { // messages of others are ignored
			r.fold.pass(seq)
			break
		}
		if m.Headers().Get(headerOperation) == "" {
			row.Value = append([]byte{}, m.Data()...)
		}
		b, ok = r.fold.row(seq, row)
	}
	return b, ok, nil
}
