package store

import (
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// oracle follows the output of a worker process, and knows what the store may hold: of each writer
// the last acknowledged share, or one attempted since.
type oracle struct {
	folder  string // for stores to look into
	writers []*testimony
	copies  map[string][]int // of acknowledged copies: what was acknowledged when each began, by writer
	copying []int            // the same for the copy in progress
	latest  int              // the number of the last acknowledged copy in the series
	refused [][]string       // by work: the errors
}

// seen caches the views of all runs, which begin alike, because opening a store is slow.
var seen = struct {
	sync.Mutex
	views map[fingerprint]view
	seed  maphash.Seed
}{views: map[fingerprint]view{}, seed: maphash.MakeSeed()}

// testimony is what a writer has reported: the shares that it has had or attempted, and which of
// them is acknowledged.
type testimony struct {
	shares []string
	done   int
}

// fingerprint identifies the content of a file.
type fingerprint struct {
	is      bool // there is a file
	size    int
	sum     uint64
	writers int // whose shares are looked at
}

// view is what a store shows: the share of each writer, or why it is invalid.
type view struct {
	shares []string
	err    error
}

func newOracle(folder string, writers int) *oracle {
	o := &oracle{folder: folder, copies: map[string][]int{}}
	for range writers {
		o.writers = append(o.writers, &testimony{shares: []string{newShare().sum()}})
	}
	return o
}

// hear processes a line of output. The error is an inconsistency that a writer has found.
func (o *oracle) hear(line string) error {
	word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	fields := strings.Fields(rest)
	switch word {
	case "works":
		o.refused = append(o.refused, nil)
		return nil
	case "copies":
		o.copying = o.done()
		return nil
	case "copied":
		o.copies[fields[0]] = o.copying
		if number, numbered := strings.CutPrefix(fields[0], "copies/test.db."); numbered {
			n, err := strconv.Atoi(number)
			o.latest = n
			return err
		}
		return nil
	case "refused":
		last := &o.refused[len(o.refused)-1]
		*last = append(*last, rest)
		return nil
	}
	writer, err := strconv.Atoi(fields[0])
	if err != nil {
		return err
	}
	w := o.writers[writer]
	switch word {
	case "found":
		return w.judge("the open store", fields[1], w.done)
	case "begins":
		w.shares = append(w.shares, fields[1])
	case "done":
		w.done = len(w.shares) - 1
	default:
		return fmt.Errorf("the process says %q", line)
	}
	return nil
}

// done returns what is acknowledged at present.
func (o *oracle) done() (list []int) {
	for _, w := range o.writers {
		list = append(list, w.done)
	}
	return list
}

// judge returns an error for an impossible share: it must be one of those since the acknowledged
// one.
func (w *testimony) judge(where, share string, since int) error {
	if slices.Contains(w.shares[since:], share) {
		return nil
	}
	if slices.Contains(w.shares, share) {
		return fmt.Errorf("%s has lost what was acknowledged", where)
	}
	return fmt.Errorf("%s holds what nobody has written", where)
}

// settle makes the state shown by a store the only acceptable one from now on.
func (o *oracle) settle(v view) {
	for i, w := range o.writers {
		w.shares = append(w.shares, v.shares[i])
		w.done = len(w.shares) - 1
	}
}

// judgeState returns an error for an invalid state of the disk.
func (o *oracle) judgeState(s disktest.State) error {
	err := o.judgeStore("the store", s["test.db"], o.done())
	for name, content := range s {
		copied := name == "copy.db" || filepath.Dir(name) == "copies" && strings.HasPrefix(filepath.Base(name), "test.db.")
		if !copied {
			continue
		}
		since := o.copies[name]
		if since == nil {
			since = make([]int, len(o.writers))
		}
		err = errors.Join(err, o.judgeStore("the copy "+name, content, since))
	}
	if o.copies["copy.db"] != nil && s["copy.db"] == nil {
		err = errors.Join(err, errors.New("the copy is gone"))
	}
	if newest := newestCopy(s); newest < o.latest {
		err = errors.Join(err, fmt.Errorf("of the numbered copies the newest is %d, and %d was acknowledged", newest, o.latest))
	}
	return err
}

// newestCopy returns the highest number of a copy, 0 for none. It may be higher than that of the
// last acknowledged one, which can already be gone: two processes may have written copies since, of
// which the first was killed before it could say so, and the second has removed the oldest.
func newestCopy(s disktest.State) (newest int) {
	for name := range s {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, "copies/test.db.")); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}

// judgeStore returns an error for an invalid file.
func (o *oracle) judgeStore(where string, content []byte, since []int) error {
	v := o.look(content)
	if v.err != nil {
		return fmt.Errorf("%s: %w", where, v.err)
	}
	for i, w := range o.writers {
		if err := w.judge(where+" of writer "+strconv.Itoa(i), v.shares[i], since[i]); err != nil {
			return err
		}
	}
	return nil
}

// look opens a store with content b, nil for a missing file, and reads everything.
func (o *oracle) look(b []byte) view {
	seen.Lock()
	defer seen.Unlock()
	c := fingerprint{b != nil, len(b), maphash.Bytes(seen.seed, b), len(o.writers)}
	v, ok := seen.views[c]
	if !ok {
		v = readAll(filepath.Join(o.folder, "test.db"), b, len(o.writers))
		seen.views[c] = v
	}
	return v
}

// readAll looks into a store of this content.
func readAll(path string, content []byte, writers int) (v view) {
	if content != nil {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return view{err: err}
		}
	}
	s, err := Open(path, Options{noSync: true})
	if err != nil {
		return view{err: err}
	}
	defer func() { v.err = errors.Join(v.err, s.Close(), os.Remove(path)) }()
	if err := verifyOpen(s); err != nil {
		return view{err: err}
	}
	for writer := range writers {
		sh, err := readShare(s, writer)
		if err != nil {
			return view{err: err}
		}
		v.shares = append(v.shares, sh.sum())
	}
	return v
}
