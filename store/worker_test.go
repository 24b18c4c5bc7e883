package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// works is the argument that makes the test binary a process which works on a store and reports on
// its standard output. A description of the work follows as JSON.
const works = "-works="

// work is what such a process does. It says, a line each:
//
//	works                       a work begins
//	found WRITER SHARE          what a writer has in the store
//	begins WRITER SHARE STEP    what it will have when the step is done
//	done WRITER                 the step is acknowledged
//	copies                      a copy begins
//	copied NAME                 it is acknowledged, and has this path in the folder
//	refused WHAT: REASON        an error; afterwards the writer says again what it found
type work struct {
	Folder  string // of test.db
	Seed    uint64
	Writers int
	Steps   int  // of each writer
	Copies  int  // of the whole store, meanwhile
	Compact bool // at last
	Alone   bool // one thing after the other
}

// workAsTold does the works given as JSON, one after the other.
func workAsTold(argument string) error {
	var list []work
	if err := json.Unmarshal([]byte(argument), &list); err != nil {
		return err
	}
	if err := disktest.Show(); err != nil {
		return err
	}
	for _, w := range list {
		fmt.Println("works")
		w.run()
	}
	return nil
}

func (w work) path() string { return filepath.Join(w.Folder, "test.db") }

// run does the work, if the store can be opened.
func (w work) run() {
	s := w.open()
	if s == nil {
		return
	}
	var all sync.WaitGroup
	for i := range w.Writers {
		all.Go(func() { w.write(s, i) })
		if w.Alone {
			all.Wait()
		}
	}
	all.Go(func() { w.copy(s) })
	all.Wait()
	tell("verifies", verifyOpen(s))
	tell("closes", s.Close())
	if w.Compact {
		_, _, err := Compact(context.Background(), w.path())
		tell("compacts", err)
	}
}

// verifyOpen is [Store.Verify] without the copy: Open has checked the pages.
func verifyOpen(s *Store) error {
	_, err := look(s, func(tx *bolt.Tx) (Contents, error) { return verifyRecords(context.Background(), tx) })
	return err
}

// tell reports an error, if there is one.
func tell(what string, err error) {
	if err != nil {
		fmt.Printf("refused %s: %s\n", what, strings.ReplaceAll(err.Error(), "\n", " "))
	}
}

// open makes some attempts to open the store, and returns nil if all fail.
func (w work) open() *Store {
	for range 3 {
		s, err := Open(w.path(), Options{})
		if err == nil {
			return s
		}
		tell("opens", err)
	}
	return nil
}

// write does the steps of one writer.
func (w work) write(s *Store, writer int) {
	r := rand.New(rand.NewPCG(w.Seed, uint64(writer)))
	var mine *share
	for range w.Steps {
		if mine == nil {
			var err error
			if mine, err = readShare(s, writer); err != nil {
				tell("reads", err)
				continue
			}
			fmt.Printf("found %d %s\n", writer, mine.sum())
		}
		next := mine.next(r, writer)
		fmt.Printf("begins %d %s %s\n", writer, next.after.sum(), next.name)
		if err := next.do(s); err != nil {
			tell(next.name, err)
			mine = nil
			continue
		}
		fmt.Printf("done %d\n", writer)
		mine = next.after
	}
}

// copy makes copies, alternately numbered ones and one that replaces the last.
func (w work) copy(s *Store) {
	for i := range w.Copies {
		path := filepath.Join(w.Folder, "copy.db")
		fmt.Println("copies")
		var err error
		if i%2 == 0 {
			path, _, err = Copies{filepath.Join(w.Folder, "copies"), "test.db", 2}.Add(context.Background(), s.Backup)
		} else {
			_, err = WriteCopy(context.Background(), path, true, s.Backup)
		}
		if err != nil {
			tell("copies", err)
			continue
		}
		name, err := filepath.Rel(w.Folder, path)
		tell("names the copy", err)
		fmt.Printf("copied %s\n", name)
	}
}
