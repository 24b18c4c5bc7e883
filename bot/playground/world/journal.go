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

	mu     sync.Mutex
	queue  []entry
	closed bool
	wake   chan struct{} // there may be entries, or closed has been set

	running sync.WaitGroup
}

// entry is one change. A nil value removes the record.
type entry struct {
	kind, id string
	value    []byte
	written  func() // called after the value is written, by another goroutine; may be nil
}

// NewJournal returns a journal for the records, which may be nil. [Journal.Close] ends it.
func NewJournal(r Records, log *slog.Logger) *Journal {
	j := &Journal{records: r, log: log, wake: make(chan struct{}, 1)}
	j.running.Go(j.run)
	return j
}

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

func (j *Journal) add(e entry) {
	if j.records == nil {
		return
	}
	j.mu.Lock()
	if !j.closed {
		j.queue = append(j.queue, e)
	}
	j.mu.Unlock()
	j.signal()
}

func (j *Journal) signal() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// Close writes the queued entries, and ends the journal.
func (j *Journal) Close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.signal()
	j.running.Wait()
}

func (j *Journal) run() {
	for range j.wake {
		j.mu.Lock()
		queue, closed := j.queue, j.closed
		j.queue = nil
		j.mu.Unlock()
		for _, e := range queue {
			j.write(e)
		}
		if closed {
			return
		}
	}
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

func (j *Journal) get(kind, id string) ([]byte, error) { return j.records.Get(kind, id) }

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
