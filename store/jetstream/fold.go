package jetstream

import "github.com/sixfold-bot/sixfold/store/changelog"

// A new copy is handed pieces of at most this size, which bounds the memory that it needs.
const (
	pieceRows  = 1 << 13
	pieceBytes = 4 << 20
)

// A copy whose state is this much behind had better begin anew.
const (
	behindRows  = 1 << 20
	behindBytes = 512 << 20
)

// head is what the last message of a batch says about it.
type head struct {
	Writer string `json:"writer"`
	Number uint64 `json:"number"` // of the writer's attempt
	After  uint64 `json:"after"`  // the head that the change was made to
	Count  uint64 `json:"count"`  // messages of the batch, this one included
}

// fold puts rows together to the states of heads.
//
// What it reads is the stream with holes: of each key only the newest message is left, as
// far as the server that delivers it has come at that moment. A server applies a batch
// message by message, so that the head which it delivers may be the newest one while half
// of the next batch has superseded rows before it. Those rows are in no message before that
// head, and what was read is the state of no head at all. It is the state of head S if
//
//   - the batch of S was made to the very state that was handed on before, and nothing of it
//     is missing; or
//   - it was made to the head S' that was seen before it, and nothing of it is missing: when
//     S' was read, no batch after S can have been begun, so that what was missing has come
//     with S; or
//   - once S has come, a majority confirms that S is still the newest head of all: then no
//     later batch had been begun anywhere.
//
// The second rule needs all to be read from one server. When that changes, the rows since the
// last state are read again.
type fold struct {
	last    uint64 // sequence of the last message
	run     uint64 // messages in a row without a hole, up to the last one
	state   uint64 // the head whose state was handed on last
	between bool   // pieces were handed on since
	seen    uint64 // the head that came last, 0 if none has

	rows  []changelog.Row
	index map[rowID]int
	bytes int
}

type rowID struct{ bucket, key string }

func newFold(state uint64) *fold {
	return &fold{last: state, state: state, index: map[rowID]int{}}
}

// restart says that what follows the last state is read anew.
func (f *fold) restart() {
	f.take(0)
	f.last, f.run, f.seen = f.state, 0, 0
}

// lost reports whether more has come than a state that is there can be mended with.
func (f *fold) lost() bool {
	return len(f.rows) >= behindRows || f.bytes >= behindBytes
}

// asks reports whether the state of the head seen can be handed on if that is confirmed to
// be the newest one.
func (f *fold) asks() bool {
	return f.seen > f.state
}

// pass takes a message that is neither row nor head.
func (f *fold) pass(seq uint64) {
	f.run++
	if seq != f.last+1 {
		f.run = 1
	}
	f.last = seq
}

// row takes a row. One that is part of no batch, written by other means, comes with the next
// state.
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
	f.between = true
	return f.take(0), true
}

// head takes the last message of a batch.
func (f *fold) head(seq uint64, h head) (changelog.Batch, bool) {
	f.pass(seq)
	whole := f.run >= h.Count
	toState := !f.between && h.After == f.state
	toSeen := f.seen != 0 && h.After == f.seen
	f.seen = seq
	if whole && (toState || toSeen) {
		return f.reached(), true
	}
	return changelog.Batch{}, false
}

// reached hands on the state of the head seen.
func (f *fold) reached() changelog.Batch {
	f.state, f.between = f.seen, false
	return f.take(f.seen)
}

func (f *fold) take(head uint64) changelog.Batch {
	b := changelog.Batch{Head: head, Rows: f.rows}
	f.rows, f.bytes = nil, 0
	clear(f.index)
	return b
}
