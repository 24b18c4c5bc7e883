package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// MaxRows is the maximal number of rows of a change: a batch has at most 1,000 messages, including
// the head, the writer's attempt and an age note.
const MaxRows = 1000 - 3

// maxBytes bounds a whole change, because servers hold it in memory until it is complete.
const maxBytes = 16 << 20

// memory is how long attempts and age notes are kept. Delete markers are kept a little longer, so
// that an existing age note guarantees that the later markers still exist.
const memory = 30 * 24 * time.Hour

func (l *Log) ageTTL() string { return seconds(l.memory) }

func (l *Log) markerTTL() string { return seconds(l.memory + max(l.memory/30, time.Second)) }

// Append implements [changelog.Log]. While the servers elect a leader it waits up to five seconds,
// even if the context allows more. A batch that is not answered within two seconds is considered
// lost with its server.
func (l *Log) Append(ctx context.Context, after uint64, a changelog.Attempt, rows []changelog.Row) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	day := l.now().UTC().Format("20060102")
	pending := time.Duration(0)
	for {
		batch, err := l.batch(after, a, rows, day)
		if err != nil {
			return 0, err
		}
		seq, err := l.send(ctx, batch)
		again := retryDelay
		switch {
		case err == nil:
			l.day.Store(day)
			return seq, nil
		case errors.Is(err, errPending) && pending < longestPending:
			again = min(max(pending/2, time.Millisecond), 5*time.Millisecond)
			pending += again
		case errors.Is(err, changelog.ErrConflict):
			return l.conflict(ctx, after, a, err)
		case !errors.Is(err, nats.ErrNoResponders): // there is a leader, and it has decided
			return 0, err
		}
		if Pause(ctx, again) != nil {
			return 0, err
		}
	}
}

// conflict verifies a conflict that a server has reported. A former leader that was cut off or
// paused still receives and answers changes for a moment, although the new leader may have accepted
// the change.
func (l *Log) conflict(ctx context.Context, after uint64, a changelog.Attempt, err error) (uint64, error) {
	var next head
	if m, failed := l.latest(ctx, headKey); failed == nil && json.Unmarshal(m.Data, &next) == nil && next.After == after &&
		(next.Writer != a.Writer || next.Number != a.Number) {
		return 0, err // another change was made to the head
	}
	number, at, failed := l.newest(ctx, a)
	switch {
	case failed != nil:
		return 0, failed
	case number == a.Number:
		return at + 1, nil // the head is the next message
	}
	return 0, err
}

// longestPending is how long Append waits for the outcome of a concurrent change or barrier at the
// same head.
const longestPending = 500 * time.Millisecond

// batch returns the messages of a change.
func (l *Log) batch(after uint64, a changelog.Attempt, rows []changelog.Row, day string) ([]*nats.Msg, error) {
	if !plainWriter.MatchString(a.Writer) {
		return nil, fmt.Errorf("%q is no name of a writer", a.Writer)
	}
	if len(rows) > MaxRows {
		return nil, explain(changelog.ErrTooLarge, "the change has %d rows, and the log takes %d at once", len(rows), MaxRows)
	}
	batch := make([]*nats.Msg, 0, len(rows)+3)
	size := 0
	for _, r := range rows {
		key, err := rowKey(r)
		if err != nil {
			return nil, err
		}
		if len(r.Value) > l.maxRow {
			return nil, explain(changelog.ErrTooLarge, "a row of %q has %d bytes, and the servers take %d", r.Bucket, len(r.Value), l.maxRow)
		}
		m := l.message(key, r.Value)
		if r.Value == nil {
			m.Header.Set(headerOperation, operationDelete)
			m.Header.Set(js.MsgTTLHeader, l.markerTTL())
		}
		batch = append(batch, m)
		size += len(m.Subject) + len(m.Data)
	}
	if size > maxBytes {
		return nil, explain(changelog.ErrTooLarge, "the change has %d bytes, and the log takes %d at once", size, maxBytes)
	}
	if l.day.Load() != day { // the first change of this day in this process
		m := l.message(fmt.Sprintf("%s%s.%d", ageKeys, a.Writer, a.Number), strconv.AppendUint(nil, after, 10))
		m.Header.Set(js.MsgTTLHeader, l.ageTTL())
		batch = append(batch, m)
	}
	m := l.message(ownKeys+a.Writer, strconv.AppendUint(nil, a.Number, 10))
	m.Header.Set(js.MsgTTLHeader, l.ageTTL())
	batch = append(batch, m)
	last, err := json.Marshal(head{Writer: a.Writer, Number: a.Number, After: after, Count: uint64(len(batch) + 1)})
	if err != nil {
		return nil, err
	}
	batch = append(batch, l.message(headKey, last))

	id := nuid.Next()
	for i, m := range batch {
		m.Header.Set(headerBatch, id)
		m.Header.Set(headerBatchSeq, strconv.Itoa(i+1))
	}
	l.expect(batch[0], after)
	batch[len(batch)-1].Header.Set(headerBatchCommit, "1")
	return batch, nil
}

const (
	headerBatch       = "Nats-Batch-Id"
	headerBatchSeq    = "Nats-Batch-Sequence"
	headerBatchCommit = "Nats-Batch-Commit"
	headerOperation   = "KV-Operation"
	operationDelete   = "DEL"
)

func (l *Log) message(key string, value []byte) *nats.Msg {
	m := nats.NewMsg(l.prefix + key)
	m.Data = value
	return m
}

// expect makes the servers refuse a message unless head is the newest.
func (l *Log) expect(m *nats.Msg, head uint64) {
	m.Header.Set(js.ExpectedLastSubjSeqHeader, strconv.FormatUint(head, 10))
	m.Header.Set(js.ExpectedLastSubjSeqSubjHeader, l.prefix+headKey)
}

func seconds(d time.Duration) string { return strconv.Itoa(int(d/time.Second)) + "s" }

// send publishes a batch and waits for the answer to its last message.
func (l *Log) send(ctx context.Context, batch []*nats.Msg) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*attemptTimeout)
	defer cancel()
	last := len(batch) - 1
	reply, err := ask(ctx, l.link, func(ctx context.Context) (*nats.Msg, error) {
		for _, m := range batch[:last] {
			if err := l.link.conn.PublishMsg(m); err != nil {
				return nil, err
			}
		}
		return l.link.conn.RequestMsgWithContext(ctx, batch[last])
	})
	if err != nil {
		return 0, err
	}
	var answer struct {
		Error    *js.APIError `json:"error"`
		Sequence uint64       `json:"seq"`
		Count    int          `json:"count"`
	}
	if err := json.Unmarshal(reply.Data, &answer); err != nil {
		return 0, fmt.Errorf("read the answer of the cluster: %w", err)
	}
	if answer.Error != nil {
		return 0, refusal(answer.Error)
	}
	if answer.Sequence == 0 || answer.Count != len(batch) {
		return 0, fmt.Errorf("the cluster has answered for %d of %d messages, at %d", answer.Count, len(batch), answer.Sequence)
	}
	return answer.Sequence, nil
}
