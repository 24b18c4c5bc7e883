package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// TestPowerLoss cuts the power at every sync of random runs, 1,000 with SIXFOLD_LONG=1, in which
// processes are killed and meet other faults. Nothing acknowledged may be lost, and the store must
// open and be intact.
func TestPowerLoss(t *testing.T) {
	runs := uint64(4)
	if long() {
		runs = 1000
	}
	syncs, states := 0, 0
	for seed := range runs {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			r := newRun(t, seed)
			if r.live(); r.wrong != nil {
				t.Error(r.wrong)
			}
			syncs, states = syncs+r.syncs, states+r.states
		})
	}
	t.Logf("%d runs, %d syncs, %d states of the disk", runs, syncs, states)
}

// TestMissingSyncsAreFound omits one kind of sync. Some loss of power must reveal that, otherwise
// TestPowerLoss would prove nothing.
func TestMissingSyncsAreFound(t *testing.T) {
	for name, missing := range map[string]func(r *run, c disktest.Call) bool{
		"pages":   func(r *run, c disktest.Call) bool { return c.Name == "fdatasync" && !r.atHead[c.Path] },
		"heads":   func(r *run, c disktest.Call) bool { return c.Name == "fdatasync" && r.atHead[c.Path] },
		"folders": func(_ *run, c disktest.Call) bool { return filepath.Ext(c.Path) == "" },
		"copies":  func(_ *run, c disktest.Call) bool { return strings.Contains(c.Path, "/.copy.db-") },
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(50) {
				r := newRun(t, seed)
				r.answer = func(c disktest.Call) disktest.Answer {
					return disktest.Answer{Lie: c.Syncs() && missing(r, c)}
				}
				if r.live(); r.wrong != nil {
					t.Logf("run %d: %v", seed, r.wrong)
					return
				}
			}
			t.Error("none was missed")
		})
	}
}

// run is a sequence of processes that work on a store, and the possible states of its files.
type run struct {
	*oracle
	t      *testing.T
	r      *rand.Rand
	folder string // as the present process sees it
	disk   *disktest.Disk
	draws  int                                   // states of the disk at each sync
	answer func(c disktest.Call) disktest.Answer // to calls on files; nil for none
	atHead map[string]bool                       // by file: whether it was written there last
	wrong  error                                 // the first thing that was

	syncs, states int // number of syncs met and of states judged
}

func newRun(t *testing.T, seed uint64) *run {
	t.Helper()
	r := &run{
		oracle: newOracle(disktest.TempDir(t, 256<<20), 3),
		t:      t,
		r:      rand.New(rand.NewPCG(seed, 15)),
		folder: t.TempDir(),
		draws:  4,
		atHead: map[string]bool{},
	}
	r.follow()
	return r
}

func (r *run) follow() {
	var err error
	if r.disk, err = disktest.Follow(r.folder); err != nil {
		r.t.Fatal(err)
	}
}

// live runs one process after the other. Some are killed, some meet another fault, and after some
// the power is lost.
func (r *run) live() {
	for life := range 1 + r.r.IntN(4) {
		w := work{
			Seed: r.r.Uint64(), Writers: len(r.writers), Steps: 4 + r.r.IntN(6), Copies: r.r.IntN(3), Compact: r.r.IntN(4) == 0,
		}
		answer, met := r.answer, fault{}
		if r.r.IntN(2) == 0 {
			f, left := faults[max(0, r.r.IntN(2*len(faults))-len(faults))], r.r.IntN(300)
			r.answer = func(c disktest.Call) disktest.Answer {
				if left--; left > 0 {
					return r.ask(answer, c)
				}
				met = f
				return f.answer(c, left == 0)
			}
		}
		err := process(r.t, job{r, w})
		r.answer = answer
		if !met.kills {
			r.note(err)
		}
		if refused := r.refused[life]; len(refused) > 0 && (met.kills || met.name == "") {
			r.note(errors.New(refused[0]))
		}
		if r.wrong != nil {
			r.wrong = fmt.Errorf("process %d, %+v, %s: %w", life, w, met.name, r.wrong)
			return
		}
		if r.r.IntN(2) == 0 {
			r.lose()
		}
	}
}

// ask returns an answer to a call, of nobody the zero one.
func (r *run) ask(answer func(disktest.Call) disktest.Answer, c disktest.Call) disktest.Answer {
	if answer == nil {
		return disktest.Answer{}
	}
	return answer(c)
}

// job is work for a run.
type job struct {
	*run
	work
}

// process runs a process that does jobs, one after the other, and returns how it ended. The disk is
// judged at each sync, and between the jobs.
func process(t *testing.T, jobs ...job) error {
	t.Helper()
	var list []work
	for _, j := range jobs {
		j.Folder = j.run.folder
		list = append(list, j.work)
	}
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), os.Args[0], works+string(b))
	command.Stderr = os.Stderr
	var r *run // whose job it is
	trace := disktest.Trace{Disk: jobs[0].disk}
	trace.Begins = func(c disktest.Call) disktest.Answer {
		if c.Name == disktest.Says && string(c.Data) == "works\n" {
			if r != nil {
				r.pauses()
			}
			r, jobs = jobs[0].run, jobs[1:]
			trace.Disk = r.disk
		}
		return r.begins(c)
	}
	err = trace.Run(command)
	disktest.Needed(t, err)
	r.pauses()
	return err
}

// begins answers a call.
func (r *run) begins(c disktest.Call) disktest.Answer {
	switch {
	case c.Name == disktest.Says:
		r.note(r.hear(string(c.Data)))
		return disktest.Answer{Kill: r.wrong != nil}
	case c.Name == "pwrite64":
		r.atHead[c.Path] = c.At < 2*int64(os.Getpagesize())
	case c.Syncs():
		r.judge()
	}
	if r.wrong != nil {
		return disktest.Answer{Kill: true}
	}
	return r.ask(r.answer, c)
}

// pauses judges the disk between two jobs.
func (r *run) pauses() {
	r.note(r.disk.Check())
	r.judge()
}

// note takes note of the first thing that is wrong.
func (r *run) note(err error) {
	if r.wrong == nil {
		r.wrong = err
	}
}

// judge draws states of the disk, and records what is wrong with one.
func (r *run) judge() {
	r.syncs++
	for range r.draws {
		if r.wrong != nil {
			return
		}
		r.states++
		if err := r.judgeState(r.disk.Crash(r.r)); err != nil {
			r.note(fmt.Errorf("at sync %d: %w", r.syncs, err))
		}
	}
}

// lose cuts the power: the next process finds one of the possible states of the disk.
func (r *run) lose() {
	s := r.disk.Crash(r.r)
	if r.note(r.judgeState(s)); r.wrong != nil {
		return
	}
	r.folder = filepath.Join(r.t.TempDir(), strconv.Itoa(r.syncs))
	if err := errors.Join(os.Mkdir(r.folder, 0o700), s.Write(r.folder)); err != nil {
		r.t.Fatal(err)
	}
	r.settle(r.look(s["test.db"]))
	r.follow()
}
