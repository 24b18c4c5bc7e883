// Package logtest checks implementations of package changelog.
//
// [Run] is the conformance suite for every log. [Work] makes writers act like copies of the bot,
// for tests with failures and for benchmarks. [Memory] is a log in memory with an unreliable
// network.
package logtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Run checks an implementation. For each test, fresh creates an empty log and returns a function
// that opens it for one more process. Opened logs are closed at the end of the test.
func Run(t *testing.T, fresh func(t *testing.T) func() changelog.Log) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() changelog.Log)
	}{
		{"an empty log has head 0", empty},
		{"all followers see the same changes in order", order},
		{"a change made to an older head is refused", conflicts},
		{"a change is added whole", whole},
		{"removed rows are gone", removed},
		{"any bytes are kept", anyBytes},
		{"attempts can be asked for", landed},
		{"following ends when it is told to", ends},
		{"a head that the log does not have is refused", unknown},
		{"a log has a name of its own", names},
	} {
		t.Run(test.name, func(t *testing.T) {
			open := fresh(t)
			test.run(t, func() changelog.Log { return Patient(open()) })
		})
	}
	t.Run("writers lose nothing and do nothing twice", func(t *testing.T) { writers(t, fresh(t)) })
}

// Long reports whether the long form of tests is enabled.
func Long() bool { return os.Getenv("SIXFOLD_LONG") != "" }

// must adds a change without concurrent writers. It retries after a conflict if the head has not
// moved.
func must(t testing.TB, log changelog.Log, after uint64, a changelog.Attempt, rows ...changelog.Row) uint64 {
	t.Helper()
	for {
		head, err := log.Append(t.Context(), after, a, rows)
		if errors.Is(err, changelog.ErrConflict) {
			is(t, log, after)
			if !t.Failed() {
				continue
			}
		}
		if err != nil {
			t.Fatalf("add attempt %d to the state of %d: %v", a.Number, after, err)
		}
		if head <= after {
			t.Fatalf("the head after %d is %d", after, head)
		}
		return head
	}
}

func put(key, value string) changelog.Row {
	return changelog.Row{Bucket: "tables", Key: key, Value: []byte(value)}
}

func remove(key string) changelog.Row { return changelog.Row{Bucket: "tables", Key: key} }

func by(writer string, number int) changelog.Attempt {
	return changelog.Attempt{Writer: writer, Number: uint64(number)}
}

func is(t testing.TB, log changelog.Log, want uint64) {
	t.Helper()
	got, err := log.Head(t.Context())
	if err != nil || got != want {
		t.Errorf("the head is %d (%v), want %d", got, err, want)
	}
}

// holds checks the final state of a new follower from a head.
func holds(t testing.TB, log changelog.Log, from uint64, begin state, head uint64, want state) {
	t.Helper()
	got := newView(t, log, from, begin).must(t, head)
	if got.sum() != want.sum() {
		t.Errorf("a follower from %d has %q at %d, want %q", from, got, head, want)
	}
}

func empty(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log := open()
	is(t, log, 0)
	if yes, err := log.Landed(t.Context(), by("a", 1)); yes || err != nil {
		t.Errorf("an attempt that was never made has landed: %v, %v", yes, err)
	}
	head := must(t, log, 0, by("a", 1)) // an empty change counts too
	is(t, open(), head)
}

func order(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log, other := open(), open()
	early := []*view{newView(t, log, 0, nil), newView(t, other, 0, nil)}
	var past history
	head := uint64(0)
	for i := range 40 {
		rows := []changelog.Row{put(strconv.Itoa(i%7), strconv.Itoa(i)), put("last", strconv.Itoa(i))}
		if i%5 == 4 {
			rows = append(rows, remove(strconv.Itoa((i+1)%7)))
		}
		after := head
		head = must(t, []changelog.Log{log, other}[i%2], after, by([]string{"a", "b"}[i%2], i/2+1), rows...)
		if err := past.add(change{after: after, head: head, rows: rows}); err != nil {
			t.Fatal(err)
		}
		if i == 20 {
			early = append(early, newView(t, open(), 0, nil))
			early[0].must(t, head)
			at, rows := early[0].now()
			early = append(early, newView(t, other, at, rows))
		}
	}
	past.check(t, log, append(early, newView(t, log, 0, nil))...)
	for i, v := range early[:2] {
		if len(v.states) == 0 {
			t.Errorf("follower %d was handed no state", i)
		}
	}
}

func conflicts(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log, other := open(), open()
	first := must(t, log, 0, by("a", 1), put("k", "1"))
	second := must(t, other, first, by("b", 1), put("k", "2"))
	for _, after := range []uint64{0, first, second + 1} {
		_, err := log.Append(t.Context(), after, by("a", 2), []changelog.Row{put("k", "3"), put("l", "3")})
		if !errors.Is(err, changelog.ErrConflict) {
			t.Errorf("a change to the state of %d where %d is the newest: %v, want a conflict", after, second, err)
		}
	}
	is(t, log, second)
	holds(t, other, 0, nil, second, state{{"tables", "k"}: "2"})
}

func whole(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log := open()
	v := newView(t, open(), 0, nil)
	var past history
	head := uint64(0)
	for i := range 5 {
		var rows []changelog.Row
		for k := range 300 {
			rows = append(rows, put(strconv.Itoa(k), strconv.Itoa(i)))
		}
		after := head
		head = must(t, log, after, by("a", i+1), rows...)
		if err := past.add(change{after: after, head: head, rows: rows}); err != nil {
			t.Fatal(err)
		}
	}
	past.check(t, log, v)
}

func removed(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log := open()
	first := must(t, log, 0, by("a", 1), put("k", "1"), put("l", "1"))
	second := must(t, log, first, by("a", 2), remove("k"), remove("never"))
	third := must(t, log, second, by("a", 3), put("m", "3"))
	want := state{{"tables", "l"}: "1", {"tables", "m"}: "3"}
	holds(t, log, 0, nil, third, want)
	holds(t, open(), first, state{{"tables", "k"}: "1", {"tables", "l"}: "1"}, third, want)
	last := must(t, log, third, by("a", 4), put("k", "4"))
	want[id{"tables", "k"}] = "4"
	holds(t, open(), 0, nil, last, want)
}

func anyBytes(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log := open()
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	want, rows := state{}, []changelog.Row{}
	for i, name := range []string{"tables", "_", "head", "=x", "Tables", "a.b", " ", "*", ">", "\x00", string(all), "ü"} {
		for _, key := range []string{"k", ".", "\x00", "\xff\xfe", "*", ">", string(all)} {
			value := slices.Concat(all, []byte{byte(i)})
			rows = append(rows, changelog.Row{Bucket: name, Key: key, Value: value})
			want[id{name, key}] = string(value)
		}
	}
	large := slices.Repeat(all, 256<<10/len(all))
	rows = append(rows, changelog.Row{Bucket: "large", Key: "k", Value: large})
	want[id{"large", "k"}] = string(large)
	holds(t, open(), 0, nil, must(t, log, 0, by("a", 1), rows...), want)
}

func landed(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log, other := open(), open()
	asked := func(a changelog.Attempt, want bool) {
		t.Helper()
		for _, l := range []changelog.Log{log, other} {
			got, err := l.Landed(t.Context(), a)
			if err != nil || got != want {
				t.Errorf("attempt %d of %s has landed: %v (%v), want %v", a.Number, a.Writer, got, err, want)
			}
		}
	}
	asked(by("a", 1), false)
	first := must(t, log, 0, by("a", 1), put("k", "1"))
	asked(by("a", 1), true)
	asked(by("a", 2), false)
	asked(by("b", 1), false)
	second := must(t, other, first, by("b", 1), put("k", "2"))
	asked(by("a", 1), true) // others have gone on
	asked(by("b", 1), true)
	// The same attempt once more, as after an answer that was lost.
	again, err := log.Append(t.Context(), first, by("b", 1), []changelog.Row{put("k", "2")})
	if !errors.Is(err, changelog.ErrConflict) && (err != nil || again != second) {
		t.Errorf("an attempt that has landed was made again: %d, %v, want its head, %d, or a conflict", again, err, second)
	}
	asked(by("b", 1), true)
	_, err = log.Append(t.Context(), first, by("a", 2), []changelog.Row{put("k", "3")})
	if !errors.Is(err, changelog.ErrConflict) {
		t.Errorf("a change to an older head: %v, want a conflict", err)
	}
	asked(by("a", 2), false)
	is(t, log, second)
}

func ends(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log := open()
	first := must(t, log, 0, by("a", 1), put("k", "1"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	full := errors.New("full")
	if err := log.Follow(ctx, 0, func(changelog.Batch) error { return full }); !errors.Is(err, full) {
		t.Errorf("Follow whose function fails: %v, want its error", err)
	}
	quiet, stop := context.WithCancel(ctx)
	time.AfterFunc(20*time.Millisecond, stop)
	if err := log.Follow(quiet, first, func(b changelog.Batch) error { return fmt.Errorf("handed on %d", b.Head) }); !errors.Is(err, context.Canceled) {
		t.Errorf("Follow at the newest head until it is stopped: %v", err)
	}
	done, stop := context.WithCancel(ctx)
	stop()
	if _, err := log.Append(done, first, by("a", 2), []changelog.Row{put("k", "2")}); err == nil {
		t.Error("a change was added for a caller who has gone")
	}
	if _, err := log.Head(done); err == nil {
		t.Error("the head was asked for by a caller who has gone")
	}
}

func unknown(t *testing.T, open func() changelog.Log) {
	t.Helper()
	log := open()
	head := must(t, log, 0, by("a", 1), put("k", "1"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := log.Follow(ctx, head+1000, func(changelog.Batch) error { return nil })
	if !errors.Is(err, changelog.ErrForgotten) {
		t.Errorf("Follow from a head after the newest: %v, want ErrForgotten", err)
	}
}

func names(t *testing.T, open func() changelog.Log) {
	t.Helper()
	if a, b := open().ID(), open().ID(); a == "" || a != b {
		t.Errorf("one log has the names %q and %q", a, b)
	}
}

func writers(t *testing.T, open func() changelog.Log) {
	t.Helper()
	changes := 200
	if Long() {
		changes = 5000
	}
	r := Work(t, open, Load{Writers: 4, Rows: 5, More: func(done int) bool { return done < changes }})
	if r.Changes < changes {
		t.Errorf("%d changes were made, want %d", r.Changes, changes)
	}
	t.Logf("%d changes, %d conflicts, %d unclear", r.Changes, r.Conflicts, r.Unclear)
}
