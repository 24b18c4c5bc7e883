package jetstream

import "github.com/sixfold-bot/sixfold/store/changelog"

// The limits of one batch to a new copy, which bound the memory that it needs.
const (
	pieceRows  = 1 << 13
	pieceBytes = 4 << 20
)

// A copy that is further behind than this should be rebuilt.
const (
	behindRows  = 1 << 20
	behindBytes = 512 << 20
)

// head is the content of a batch's last message.
type head struct {
	Writer string `json:"writer"`
	Number uint64 `json:"number"` // of the writer's attempt
	After  uint64 `json:"after"`  // the head that the change was made to
	Count  uint64 `json:"count"`  // messages in the batch, including this one
}

// fold combines rows into the states of heads.
//
// It reads a stream with gaps: of each key only the newest message exists, as far as the delivering
// server has applied the stream. Servers apply a batch message by message, so when a head is
// delivered, the first half of the next batch may already have superseded earlier rows. Those rows
// are then missing, and what was read is the state of no head. It is the state of head S if
//
//   - the batch of S was made to the state that was delivered last, and no message of it is
//     missing; or
//   - after S was read, a majority confirms that S is still the newest head, so no later batch
//     had begun anywhere; or
//   - a majority accepted a message, the wall, after an earlier head S' was read, S is after the
//     wall, and no message of the batches from S' to S is missing: rows up to S' can have been
//     superseded only by messages before the wall, which have been read too.
//
// Without the wall the last rule would be wrong, even if S follows S' immediately. A server that is
// caught up after a failure receives, up to some sequence, what another one still has that is
// further ahead, and then every message in order. Meanwhile it has both S' and S, and lacks rows
// that batches long after S have superseded.
type fold struct {
	last    uint64 // sequence of the last message
	run     uint64 // number of consecutive messages without a gap, up to the last
	state   uint64 // the head delivered last
	partial bool   // batches without a head were delivered since
	seen    uint64 // the head read last, 0 for none
	wall    uint64 // accepted after a head was read since which no message is missing; 0 for none

	rows  []changelog.Row
	index map[rowID]int
	bytes int
}

type rowID struct{ bucket, key string }

func newFold(state uint64) *fold {
	return &fold{last: state, state: state, index: map[rowID]int{}}
}

// restart discards everything after the last state delivered, which is then read again.
func (f *fold) restart() {
	f.take(0)
	f.last, f.run, f.seen, f.wall = f.state, 0, 0, 0
}

// lost reports whether the copy is too far behind and should be rebuilt.
func (f *fold) lost() bool {
	return len(f.rows) >= behindRows || f.bytes >= behindBytes
}

// asks reports whether the head read last can be delivered once it is confirmed as the newest.
func (f *fold) asks() bool {
	return f.seen > f.state
}

// pass reads a message that is neither a row nor a head.
func (f *fold) pass(seq uint64) {
	f.run++
	if seq != f.last+1 {
		f.run = 1
	}
	f.last = seq
}

// row reads a row. A row outside a batch, written by other means, becomes part of the next state.
func (f *fold) row(seq uint64, r changelog.Row) (changelog.Batch, bool) {
	f.pass(seq)
	id := rowID{r.Bucket, r.Key}
	size := len(r.Bucket) + len(r.Key) + len(r.Value)
	if i, ok := f.index[id]; ok {
		f.bytes -= len(r.Bucket) + len(r.Key) + len(f.rows[i].Value)
		f.rows[i] = r
	} else {
		f.index[id] = len(f.rows)
		f.rows = append(f.rows, r)
	}
	f.bytes += size
	if f.state != 0 || len(f.rows) < pieceRows && f.bytes < pieceBytes {
		return changelog.Batch{}, false
	}
	f.partial = true
	return f.take(0), true
}

// head reads the last message of a batch.
func (f *fold) head(seq uint64, h head) (changelog.Batch, bool) {
	f.pass(seq)
	whole := f.run >= h.Count
	toState := !f.partial && h.After == f.state
	toSeen := f.seen != 0 && h.After == f.seen
	if !whole || !toSeen {
		f.wall = 0
	}
	f.seen = seq
	if whole && toState || f.wall != 0 && f.wall < seq {
		return f.reached(), true
	}
	return changelog.Batch{}, false
}

// reached returns the state of the head read last.
func (f *fold) reached() changelog.Batch {
	f.state, f.partial = f.seen, false
	return f.take(f.seen)
}

func (f *fold) take(head uint64) changelog.Batch {
	b := changelog.Batch{Head: head, Rows: f.rows}
	f.rows, f.bytes = nil, 0
	clear(f.index)
	return b
}
