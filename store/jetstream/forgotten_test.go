package jetstream

import (
	"context"
	"errors"
	"maps"
	"testing"
	"time"

	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// added adds a change on whatever head there is.
func added(t *testing.T, l *Log, number uint64, rows ...changelog.Row) uint64 {
	t.Helper()
	log := logtest.Patient(l)
	for {
		head, err := log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		next, err := log.Append(t.Context(), head, changelog.Attempt{Writer: "w", Number: number}, rows)
		if err == nil {
			return next
		}
		if !errors.Is(err, changelog.ErrConflict) {
			t.Fatal(err)
		}
	}
}

// read follows from one head to another and returns what has changed.
func read(t *testing.T, l *Log, from, to uint64) (map[string]string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	rows := map[string]string{}
	enough := errors.New("enough")
	err := l.Follow(ctx, from, func(b changelog.Batch) error {
		for _, r := range b.Rows {
			rows[r.Key] = string(r.Value)
		}
		if b.Head >= to {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return rows, err
}

// TestForgotten lets a log with a short memory forget that a row was removed: a follower that has
// seen the row is told to start again, and others continue.
func TestForgotten(t *testing.T) {
	t.Parallel()
	o := three(t)
	o.Replicas = 1
	l := opened(t, o)
	first := added(t, l, 1, changelog.Row{Bucket: "b", Key: "k", Value: []byte("1")})
	second := added(t, l, 2, changelog.Row{Bucket: "b", Key: "k"})
	if rows, err := read(t, l, first, second); err != nil || !maps.Equal(rows, map[string]string{"k": ""}) {
		t.Errorf("while the log remembers, what comes after %d is %q (%v), want that k is removed", first, rows, err)
	}

	o = three(t)
	o.Replicas = 1
	l = opened(t, o)
	l.memory = time.Second
	first = added(t, l, 1, changelog.Row{Bucket: "b", Key: "k", Value: []byte("1")}, changelog.Row{Bucket: "b", Key: "l", Value: []byte("1")})
	second = added(t, l, 2, changelog.Row{Bucket: "b", Key: "k"})
	// Nothing is written meanwhile, and the notes and the marker expire.
	gone := func(keys string) {
		t.Helper()
		natstest.Until(t, keys+" is gone", func() bool {
			_, err := l.next(t.Context(), 1, keys)
			return errors.Is(err, js.ErrMsgNotFound)
		})
	}
	gone(ageKeys + ">")
	if _, err := read(t, l, first, second); !errors.Is(err, changelog.ErrForgotten) {
		t.Errorf("Follow from %d once that has no notes any more: %v, want ErrForgotten", first, err)
	}
	gone("b.aw")
	for from := range first { // a place that is no head, but not 0
		if from == 0 {
			continue
		}
		if _, err := read(t, l, from, second); !errors.Is(err, changelog.ErrForgotten) {
			t.Errorf("Follow from %d: %v, want ErrForgotten", from, err)
		}
	}
	l = opened(t, o)
	l.now = func() time.Time { return time.Now().Add(24 * time.Hour) }
	l.memory = time.Hour
	third := added(t, l, 3, changelog.Row{Bucket: "b", Key: "m", Value: []byte("3")})
	if _, err := read(t, l, first, third); !errors.Is(err, changelog.ErrForgotten) {
		t.Errorf("Follow from %d after later changes: %v, want ErrForgotten", first, err)
	}
	if rows, err := read(t, l, second, third); err != nil || !maps.Equal(rows, map[string]string{"m": "3"}) {
		t.Errorf("what comes after %d is %q (%v), want m", second, rows, err)
	}
	if rows, err := read(t, l, 0, third); err != nil || !maps.Equal(rows, map[string]string{"l": "1", "m": "3"}) {
		t.Errorf("a new copy has %q (%v), want l and m", rows, err)
	}
}

// TestForeign writes to the bucket by other means: unknown keys are ignored, and a row becomes part
// of the next change.
func TestForeign(t *testing.T) {
	t.Parallel()
	o := three(t)
	l := opened(t, o)
	put := func(key, value string) {
		t.Helper()
		m := l.message(key, []byte(value))
		natstest.Until(t, key+" is written", func() bool {
			_, err := l.publish(t.Context(), m)
			return err == nil
		})
	}
	put("note", "to myself")
	first := added(t, l, 1, changelog.Row{Bucket: "b", Key: "k", Value: []byte("1")})
	put("b.aw", "2")
	put("note.*", "again")
	if got, err := logtest.Patient(l).Head(t.Context()); err != nil || got != first {
		t.Errorf("the head is %d (%v), want %d", got, err, first)
	}
	second := added(t, l, 2, changelog.Row{Bucket: "b", Key: "l", Value: []byte("1")})
	for _, from := range []uint64{0, first} {
		if rows, err := read(t, l, from, second); err != nil || !maps.Equal(rows, map[string]string{"k": "2", "l": "1"}) {
			t.Errorf("what comes after %d is %q (%v), want k and l", from, rows, err)
		}
	}
}
