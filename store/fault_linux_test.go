package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/sixfold-bot/sixfold/store/disktest"
)

// fault is a fault of system calls.
type fault struct {
	name  string
	every int // of the kinds of calls it meets one in so many, without SIXFOLD_LONG=1
	first int // the kind that it meets first
	kills bool
	// answer is the answer to the chosen call and to those that follow.
	answer func(c disktest.Call, first bool) disktest.Answer
}

var faults = []fault{
	{name: "the process is killed", every: 2, kills: true, answer: func(c disktest.Call, _ bool) disktest.Answer {
		return disktest.Answer{Kill: c.Grows() || c.Name == "unlinkat"}
	}},
	{name: "the call fails", every: 1, answer: func(_ disktest.Call, first bool) disktest.Answer {
		return fails(syscall.EIO, first)
	}},
	{name: "the disk dies", every: 3, answer: func(disktest.Call, bool) disktest.Answer { return fails(syscall.EIO, true) }},
	{name: "the disk is full", every: 4, answer: func(c disktest.Call, _ bool) disktest.Answer {
		return fails(syscall.ENOSPC, c.Grows())
	}},
	{name: "the disk is full after half of it", every: 4, first: 2, answer: func(c disktest.Call, first bool) disktest.Answer {
		if first && c.Data != nil {
			return disktest.Answer{Half: true}
		}
		return fails(syscall.ENOSPC, c.Grows())
	}},
	{name: "there is no memory", every: 1, answer: func(c disktest.Call, _ bool) disktest.Answer {
		return fails(syscall.ENOMEM, c.Name == "mmap")
	}},
}

func fails(errno syscall.Errno, does bool) disktest.Answer {
	if !does {
		return disktest.Answer{}
	}
	return disktest.Answer{Errno: errno}
}

// TestFaults lets each call that a process makes on its files meet each fault; without
// SIXFOLD_LONG=1, one call of each kind, which fails alone and meets some of the faults. What is
// not done must be refused with a helpful sentence. Neither the open store nor one opened
// afterwards may show anything but the acknowledged state, or that with the refused change, and no
// loss of power, then or later, may damage it.
func TestFaults(t *testing.T) {
	met, works := 0, work{Steps: 2, Copies: 2}
	if long() {
		works = work{Steps: 6, Copies: 3}
	}
	for name, w := range map[string]work{
		"work":    works,
		"compact": {Steps: 1, Compact: true},
	} {
		w.Writers, w.Alone, w.Seed = 1, true, 1
		t.Run(name, func(t *testing.T) {
			calls := callsOf(t, w)
			if w.Compact { // what comes before is work
				closes := func(c faultyCall) bool { return c.Name == "close" && filepath.Base(c.Path) == "test.db" }
				calls = calls[slices.IndexFunc(calls, closes):]
			}
			for _, f := range faults {
				chosen := f.choose(calls)
				met += len(chosen)
				t.Run(f.name, func(t *testing.T) { f.try(t, w, chosen) })
			}
		})
	}
	t.Logf("%d faults", met)
}

// faultyCall is a call of a process at work, which is to meet a fault.
type faultyCall struct {
	disktest.Call
	number int
	atHead bool // it syncs a head of the file
}

// kind identifies calls that do the same to the same file.
func (c faultyCall) kind() string {
	base, _, _ := strings.Cut(filepath.Base(c.Path), "-") // without what makes its name unique
	return fmt.Sprint(c.Name, strings.TrimRight(base, "0123456789"), c.atHead)
}

// callsOf returns the calls that a process makes when it meets no fault.
func callsOf(t *testing.T, w work) (calls []faultyCall) {
	t.Helper()
	r := newRun(t, 0)
	r.draws = 0
	r.answer = func(c disktest.Call) disktest.Answer {
		calls = append(calls, faultyCall{c, len(calls), r.atHead[c.Path]})
		return disktest.Answer{}
	}
	if err := process(t, job{r, w}); err != nil || r.wrong != nil || len(r.refused[0]) > 0 {
		t.Fatal(err, r.wrong, r.refused)
	}
	return calls
}

// choose returns the calls that meet the fault.
func (f fault) choose(calls []faultyCall) (chosen []faultyCall) {
	kinds := map[string]bool{}
	for _, c := range calls {
		if f.answer(c.Call, true) == (disktest.Answer{}) || kinds[c.kind()] && !long() {
			continue
		}
		if kinds[c.kind()] = true; (len(kinds)-1)%f.every == f.first || long() {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// try runs the worker once for each call that meets the fault, and lets it work on after the fault
// is repaired.
func (f fault) try(t *testing.T, w work, calls []faultyCall) {
	t.Helper()
	var runs []*run
	var jobs []job
	for _, c := range calls {
		r := newRun(t, 0)
		r.answer = f.at(r, c.number)
		runs = append(runs, r)
		first, more := job{r, w}, job{r, work{Writers: 1, Steps: 3, Seed: 2}}
		if !f.kills {
			jobs = append(jobs, first, more)
			continue
		}
		var end *disktest.Ended
		if err := process(t, first); !errors.As(err, &end) || end.Code >= 0 {
			t.Fatalf("call %d: it ended with %v", c.number, err)
		}
		jobs = append(jobs, more)
	}
	if len(jobs) == 0 {
		t.Fatal("it meets no call")
	}
	err := process(t, jobs...)
	for i, r := range runs {
		if !f.kills {
			r.note(judgeRefused(calls[i].Call, r.refused[0]))
		}
		if r.note(mended(r)); r.wrong != nil {
			t.Fatalf("call %d, %s of %s: %v", calls[i].number, calls[i].Name, calls[i].Path, r.wrong)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// at answers calls with a fault at one of them, during the first work.
func (f fault) at(r *run, number int) func(disktest.Call) disktest.Answer {
	r.draws = 0 // until then, all is as it is without the fault
	calls, syncs := 0, 0
	return func(c disktest.Call) disktest.Answer {
		if calls++; calls <= number {
			return disktest.Answer{}
		}
		// What the fault has endangered is safe again after the next commits.
		r.draws = 8
		if c.Syncs() {
			syncs++
		}
		if syncs > 4 {
			r.draws = 1
		}
		if len(r.refused) > 1 {
			return disktest.Answer{}
		}
		return f.answer(c, calls == number+1)
	}
}

// mended returns an error if the second work was refused anything.
func mended(r *run) error {
	if len(r.refused) < 2 {
		return errors.New("it was not tried again")
	}
	if len(r.refused[1]) > 0 {
		return fmt.Errorf("mended, it refused: %s", r.refused[1][0])
	}
	return nil
}

// judgeRefused returns an error if a failed call was ignored, or if something was refused without a
// sentence for the operator.
func judgeRefused(c disktest.Call, refused []string) error {
	needless := []string{
		"linkat",   // it is renamed then
		"unlinkat", // of what nobody needs any more
	}
	listed := c.Name == "close" && filepath.Base(c.Path) == "copies" // the list is there
	otherHead := c.Name == "pread64" && c.At == 0                    // bbolt looks into the second one
	if len(refused) == 0 && !slices.Contains(needless, c.Name) && !listed && !otherHead {
		return errors.New("nothing was refused")
	}
	for _, line := range refused {
		helps := func(err error) bool { return strings.Contains(line, err.Error()) }
		if !strings.HasPrefix(line, "copies") && !slices.ContainsFunc([]error{ErrFull, ErrDisk, ErrUncertain, ErrMemory}, helps) {
			return fmt.Errorf("refused without a sentence: %s", line)
		}
	}
	return nil
}
