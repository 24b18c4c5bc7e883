package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A ping waits for the write before it, and does not return while that hangs.
func TestPingWaitsForTheWriter(t *testing.T) {
	commits, gone := make(chan struct{}), make(chan struct{})
	s := open(t, filepath.Join(t.TempDir(), "test.db"), Options{Committed: func(time.Duration, int) {
		commits <- struct{}{}
		<-gone
	}})
	go func() { _ = s.Put("note", "1", []byte("x")) }()
	<-commits
	answered := make(chan error, 1)
	go func() { answered <- s.Ping() }()
	for queued := 0; queued == 0; { // the ping is in the queue
		s.mu.Lock()
		queued = len(s.queue)
		s.mu.Unlock()
	}
	select {
	case err := <-answered:
		t.Errorf("a store that hangs answers: %v", err)
	default:
	}
	close(gone)
	if err := <-answered; err != nil {
		t.Error(err)
	}
}

// A ping writes nothing, and a disk that refuses is answered all the same.
func TestPingWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := open(t, path, Options{})
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.commit = func(*bolt.Tx) error { return errors.New("no") }
	if err := s.Put("note", "1", nil); err == nil {
		t.Fatal("the disk took a write")
	}
	if err := s.Ping(); err != nil {
		t.Errorf("a store whose disk refuses: %v", err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed, %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed store: %v", err)
	}
}
