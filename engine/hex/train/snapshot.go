package main

import (
	"bufio"
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

const stateFile = "state.gob"

// point is one measurement of the curve: the current weights against those of the point before.
type point struct {
	Minutes float64
	Size    int // of the board
	Won     int // of Games
	Games   int
	Elo     float64 // relative to the first point, as the sum of differences
	Loss    float64 // of the last cycle
}

// curve has the measurements of a run, oldest first.
type curve []point

func (c curve) writeCSV(w io.Writer) error {
	table := []byte("minutes,size,won,games,elo,loss\n")
	for _, p := range c {
		table = fmt.Appendf(table, "%.2f,%d,%d,%d,%.1f,%.4f\n", p.Minutes, p.Size, p.Won, p.Games, p.Elo, p.Loss)
	}
	_, err := w.Write(table)
	return err
}

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
		write(filepath.Join(r.dir, stateFile), r.writeState),
		write(r.out, r.trainer.AverageParams().Write),
		write(filepath.Join(r.dir, "curve.csv"), r.Curve.writeCSV),
	)
}

// writeState writes the state, and then each position of the window, which is large.
func (r *run) writeState(to io.Writer) error {
	e := gob.NewEncoder(to)
	err := e.Encode(r.state)
	for i := 0; i < len(r.window) && err == nil; i++ {
		err = e.Encode(r.window[i])
	}
	return err
}

// load reads what writeState has written.
func (r *run) load() error {
	f, err := os.Open(filepath.Join(r.dir, stateFile))
	if err != nil {
		return err
	}
	defer f.Close()
	d := gob.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	for err = d.Decode(&r.state); err == nil; {
		var s selfplay.Sample
		if err = d.Decode(&s); err == nil {
			r.window = append(r.window, s)
		} else if errors.Is(err, io.EOF) {
			return nil
		}
	}
	return fmt.Errorf("read %s: %w", f.Name(), err)
}
