package store

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// writesForEver is the argument that makes the test binary a process that only saves.
const writesForEver = "-writes-for-ever="

// children are the functions of the test binary by the prefix of its argument.
var children = map[string]func(rest string) error{
	writesForEver: writeForEver,
	writesInTurn:  func(path string) error { return writeInTurn(path, Options{}) },
	writesNoSyncs: func(path string) error { return writeInTurn(path, Options{noSync: true}) },
	works:         workAsTold,
}

func TestMain(m *testing.M) {
	for prefix, run := range children {
		rest, ok := strings.CutPrefix(os.Args[len(os.Args)-1], prefix)
		if !ok {
			continue
		}
		if err := run(rest); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if !long() {
		_ = flag.Set("rapid.checks", "20") // of 100, unless an argument says otherwise
		flag.Parse()
		if flag.Lookup("test.bench").Value.String() == "" { // benchmarks measure the disk
			_ = os.Setenv("TMPDIR", disktest.Memory(512<<20)) // what a disk keeps is simulated
		}
	}
	os.Exit(m.Run())
}

// writeForEver saves tables from several goroutines, and prints each acknowledged revision. It
// returns only on an error.
func writeForEver(path string) error {
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	ends := make(chan error)
	for range 8 {
		go func() {
			table := hexTable()
			k, err := s.Create(channel, "hex", table)
			for err == nil {
				fmt.Printf("%s %d\n", k, table.Revision)
				table.Thinks = !table.Thinks
				table.Moves = append(table.Moves, table.Moves[0])
				err = s.Save(k, table)
			}
			ends <- err
		}()
	}
	return <-ends
}

// TestKilledProcessLosesNothingAcknowledged proves that a killed process leaves an intact file and
// no lock. TestNothingIsReportedAsDoneBeforeItsCommit proves that an acknowledgement follows the
// sync, which this test cannot: the system keeps what a killed process has written, synced or not.
func TestKilledProcessLosesNothingAcknowledged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	child := exec.CommandContext(t.Context(), os.Args[0], writesForEver+path)
	child.Stderr = os.Stderr
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]uint64{}
	lines := bufio.NewScanner(output)
	for n := 0; lines.Scan(); n++ {
		var key string
		var revision uint64
		// A line that the kill cut off acknowledges nothing.
		if _, err := fmt.Sscanf(lines.Text(), "%s %d", &key, &revision); err == nil {
			acknowledged[key] = max(acknowledged[key], revision)
		}
		if n != 200 {
			continue
		}
		if _, err := Open(path, Options{LockTimeout: time.Millisecond}); !errors.Is(err, ErrLocked) {
			t.Errorf("Open while another process has the file = %v, want ErrLocked", err)
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	if err := child.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	if len(acknowledged) != 8 {
		t.Fatalf("acknowledged: %v, want 8 tables", acknowledged)
	}
	s := open(t, path, Options{}) // checked at the end
	for name, revision := range acknowledged {
		k, err := ParseKey(name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := s.Load(k)
		if err != nil {
			t.Fatal(err)
		}
		if table.Revision < revision || uint64(len(table.Moves)) != table.Revision+1 {
			t.Errorf("%s: revision %d with %d moves, acknowledged was %d", k, table.Revision, len(table.Moves), revision)
		}
	}
}

// The arguments that make the test binary a process that writes one record after the other and
// reports each: with the guarantees of a store, and without.
const (
	writesInTurn  = "-writes-in-turn="
	writesNoSyncs = "-writes-without-syncs="
)

// turns is the number of records that such a process writes.
const turns = 10

// writeInTurn writes records, and prints a line after opening the store and after each record.
func writeInTurn(path string, o Options) error {
	if err := disktest.Show(); err != nil {
		return err
	}
	s, err := Open(path, o)
	for i := 0; err == nil && i < turns; i++ {
		fmt.Println("done")
		err = s.Put("note", "one", []byte{byte(i)})
	}
	fmt.Println("done")
	return err
}
