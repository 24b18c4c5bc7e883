package main

import (
	"bufio"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/train/learn"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// state is the state of a run except for the window.
type state struct {
	Seconds   float64 // taken so far
	Cycles    int
	Positions int // of all games
	Owed      int // positions to train on, less than a batch
	Optimiser *learn.Optimiser
	Rival     net.Params // of the curve's last point
	Curve     curve
}

const (
	stateFile  = "state.gob"
	windowFile = "window.bin"
)

// write replaces a file atomically.
func write(path string, fill func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails after a successful rename
	w := bufio.NewWriterSize(f, 1<<20)
	err = errors.Join(fill(w), w.Flush(), f.Sync(), f.Chmod(0o644), f.Close())
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}

// save writes everything.
func (r *run) save() error {
	r.saved = time.Now()
	return errors.Join(
		write(filepath.Join(r.dir, stateFile), func(w io.Writer) error { return gob.NewEncoder(w).Encode(r.state) }),
		write(filepath.Join(r.dir, windowFile), r.window.write),
		write(r.out, r.trainer.AverageParams().Write),
		write(filepath.Join(r.dir, "curve.csv"), r.Curve.writeCSV),
	)
}

// load reads the files of save. Without a window file the run continues with an empty window.
func (r *run) load() error {
	f, err := os.Open(filepath.Join(r.dir, stateFile))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := gob.NewDecoder(bufio.NewReader(f)).Decode(&r.state); err != nil {
		return fmt.Errorf("read %s: %w", f.Name(), err)
	}
	w, err := os.Open(filepath.Join(r.dir, windowFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer w.Close()
	return r.window.read(bufio.NewReaderSize(w, 1<<20))
}

// write writes the positions: size, value, cells, policy.
func (w window) write(out io.Writer) error {
	for _, s := range w {
		for _, part := range []any{uint8(s.Size), s.Value, s.Cells, s.Policy} {
			if err := binary.Write(out, binary.LittleEndian, part); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *window) read(in io.Reader) error {
	for {
		var head struct {
			Size  uint8
			Value float32
		}
		if err := binary.Read(in, binary.LittleEndian, &head); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read window: %w", err)
		}
		n := int(head.Size) * int(head.Size)
		s := selfplay.Sample{Size: int(head.Size), Value: head.Value, Cells: make([]uint8, n), Policy: make([]uint16, n)}
		for _, part := range []any{s.Cells, s.Policy} {
			if err := binary.Read(in, binary.LittleEndian, part); err != nil {
				return fmt.Errorf("read window: %w", err)
			}
		}
		*w = append(*w, s)
	}
}
