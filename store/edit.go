package store

import (
	"errors"
	"slices"
)

// Reader reads small records. A [Store] is one.
type Reader interface {
	Get(kind, id string) ([]byte, error)
}

// Editable keeps small records that [Edit] changes. A [Store] is one.
type Editable interface {
	Reader
	Apply(Change) error
}

// mostTries is how often Edit works a change out before it gives up. Of those who change one
// record at the same time one succeeds each time.
const mostTries = 1000

// Edit makes the change that work adds to an empty one, from small records that it reads by r,
// and works it out anew whenever one of those has changed meanwhile: of two who change different
// fields of one record at once, here or in other replicas, neither loses what the other has
// done. So work may be called several times, and must do nothing else that lasts; what it fails
// with is returned. If it adds nothing, nothing is written.
func Edit(s Editable, work func(c *Change, r Reader) error) error {
	for try := 1; ; try++ {
		var c Change
		if err := work(&c, c.From(s)); err != nil || c.Empty() {
			return err
		}
		if err := s.Apply(c); !errors.Is(err, ErrStale) || try == mostTries {
			return err
		}
	}
}

// From reads small records of s for the change: [Store.Apply] returns ErrStaleRecord unless all
// that was read, also that there was nothing, is as it was. What is read must stay as it is until
// then. A record that cannot be read is not compared.
func (c *Change) From(s Reader) Reader { return reading{c, s} }

// reading notes in a change what is read.
type reading struct {
	change *Change
	Reader
}

func (r reading) Get(kind, id string) ([]byte, error) {
	data, err := r.Reader.Get(kind, id)
	v := Value{Record{kind, id}, data}
	switch {
	case err == nil || errors.Is(err, ErrNotFound):
		r.change.Expect = append(r.change.Expect, v)
	case errors.Is(err, ErrFormat):
		r.change.unreadable = append(r.change.unreadable, v.Record)
	}
	return data, err
}

// Read reports whether a record was read for the change.
func (c *Change) Read(r Record) bool {
	return slices.ContainsFunc(c.Expect, func(v Value) bool { return v.Record == r }) || slices.Contains(c.unreadable, r)
}

// Empty reports whether the change changes nothing.
func (c *Change) Empty() bool {
	return len(c.Save)+len(c.Delete)+len(c.Put)+len(c.Set)+len(c.Remove)+len(c.Rank)+len(c.Handled) == 0
}
