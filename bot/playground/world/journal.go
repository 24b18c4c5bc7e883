package world

import (
	"encoding/json"
	"log/slog"
	"sync"
)

// Records store small values by kind and ID; store.Store implements them.
type Records interface {
	// Get returns an error for an unknown ID.
	Get(kind, id string) ([]byte, error)
	Put(kind, id string, value []byte) error
	Remove(kind, id string) error
	// Each calls f with the values whose ID has the prefix, in order of ID, until f returns false.
	// The values are valid only during the call.
	Each(kind, prefix string, f func(id string, value []byte) bool) error
}

// Kinds of records.
const (
	messageRecords = "playground.message" // ID: channel/message
	fileRecords    = "playground.file"    // ID: attachment
	commandRecords = "playground.command" // ID: scope/command
)

// Journal writes records in order in the background, so that no lock is held during disk writes. A
// crash may lose the last few milliseconds; games are stored elsewhere.
type Journal struct {
	records Records // nil: nothing is persisted
	log     *slog.Logger

	mu      sync.Mutex
	closed  bool
	last    chan struct{} // closed once the last entry is written; nil for none
	writing sync.WaitGroup
}

// entry is one change. A nil value removes the record.
type entry struct {
	kind, id string
	value    []byte
	written  func() // called after the value is written, by another goroutine; may be nil
}

// NewJournal returns a journal for the records, which may be nil. [Journal.Close] ends it.
func NewJournal(r Records, log *slog.Logger) *Journal { return &Journal{records: r, log: log} }

func (j *Journal) putJSON(kind, id string, v any) {
	if j.records == nil {
		return
	}
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // records contain only strings, numbers and the like
	}
	j.add(entry{kind: kind, id: id, value: raw})
}

func (j *Journal) remove(kind, id string) { j.add(entry{kind: kind, id: id}) }

// add writes an entry after those before it.
func (j *Journal) add(e entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.records == nil || j.closed {
		return
	}
	before, written := j.last, make(chan struct{})
	j.last = written
	j.writing.Go(func() {
		defer close(written)
		if before != nil {
			<-before
		}
		j.write(e)
	})
}

// Close waits until all entries are written, and ends the journal.
func (j *Journal) Close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.writing.Wait()
}

func (j *Journal) write(e entry) {
	var err error
	if e.value == nil {
		err = j.records.Remove(e.kind, e.id)
	} else {
		err = j.records.Put(e.kind, e.id, e.value)
	}
	if err != nil {
		j.log.Error("playground cannot keep a record", "kind", e.kind, "id", e.id, "error", err)
		return
	}
	if e.written != nil {
		e.written()
	}
}

// each decodes all values of a kind, in order of ID. Unreadable values are logged and skipped: an
// incomplete history is better than none.
func each[T any](j *Journal, kind string, f func(v *T)) error {
	if j.records == nil {
		return nil
	}
	return j.records.Each(kind, "", func(id string, raw []byte) bool {
		v := new(T)
		if err := json.Unmarshal(raw, v); err != nil {
			j.log.Error("playground cannot read a record", "kind", kind, "id", id, "error", err)
			return true
		}
		f(v)
		return true
	})
}
