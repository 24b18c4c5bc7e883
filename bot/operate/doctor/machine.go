package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

const (
	// leastRoom is the room below which the bot soon cannot write. goodRoom, in addition to two
	// copies of the store, lasts for long.
	leastRoom = 16 << 20
	goodRoom  = 64 << 20
	// slowCommit is a commit time that people notice, and stuckCommit one with which answers come
	// too late.
	slowCommit  = 100 * time.Millisecond
	stuckCommit = time.Second
)

func (e *examination) store(ctx context.Context) {
	file := e.Settings.Store.File
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		e.ok("store", "%s is not there yet; the first start makes it", file)
		return
	}
	if e.Running != nil || e.Silent != nil {
		if e.Running != nil && e.Running.Schema != 0 {
			e.ok("store", "the bot holds %s, of schema %d", file, e.Running.Schema)
		}
		return
	}
	err := store.Inspect(ctx, file)
	switch {
	case errors.Is(err, store.ErrLocked):
		e.wrong("store", file+": another process holds it, and is no bot that answers", "End that process: `fuser "+file+"` names it.")
	case err != nil: // the error says what to do
		e.wrong("store", file+": "+err.Error(), "Do as it says, and run this again.")
	default:
		e.ok("store", "%s opens, and its pages are whole", file)
	}
}

func (e *examination) copies() {
	s := e.Settings.Store
	if s.Backup == "" {
		if e.Settings.Discord.Token != "" {
			e.warn("copies", "no copies of the store are made", "Name a folder for them on another disk: store.backup.")
		}
		return
	}
	newest, err := store.Copies{Folder: s.Backup, Name: filepath.Base(s.File), Keep: s.BackupKeep}.Newest()
	switch age := e.now().Sub(newest).Round(time.Minute); {
	case err != nil:
		e.wrong("copies", err.Error(), "Make the folder store.backup, which the user who runs the bot may write.")
	case newest.IsZero() && e.Running == nil:
		e.ok("copies", "there is none yet in %s; a running bot makes one at once", s.Backup)
	case newest.IsZero():
		e.wrong("copies", "there is none in "+s.Backup+", although the bot runs", "Its log says why: look for `automatic copy`.")
	case age > 2*s.BackupEvery && e.Running != nil:
		e.warn("copies", fmt.Sprintf("the newest is %v old", age), "The log of the bot says why: look for `automatic copy`.")
	default:
		e.ok("copies", "the newest is %v old", age)
	}
}

// disk is the disk with the store. Tests replace it.
type disk interface {
	// free returns how many bytes can still be written below a folder.
	free(folder string) (uint64, error)
	// try commits to a new store in a folder. It returns the time of a commit, and whether a second
	// opening is refused.
	try(folder string) (commit time.Duration, locks bool, err error)
}

// folder checks the store's folder: its room, speed and locks.
func (e *examination) folder() {
	folder := filepath.Dir(e.Settings.Store.File)
	need := uint64(goodRoom)
	if info, err := os.Stat(e.Settings.Store.File); err == nil {
		need += 2 * uint64(info.Size())
	}
	free, err := e.disk.free(folder)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		e.wrong("disk", folder+": "+err.Error(), "Make the folder of store.file, which the user who runs the bot may write.")
		return
	case free < leastRoom:
		e.wrong("disk", fmt.Sprintf("%s has %s left", folder, size(free)), "Make room: what cannot be written is refused.")
	case free < need:
		e.warn("disk", fmt.Sprintf("%s has %s left", folder, size(free)),
			fmt.Sprintf("Have %s at hand, for two copies of the store and what comes: `compact` and upgrades write them.", size(need)))
	default:
		e.ok("disk", "%s has %s left", folder, size(free))
	}
	commit, locks, err := e.disk.try(folder)
	if err != nil {
		e.wrong("disk", err.Error(), "Let the user who runs the bot write "+folder+".")
		return
	}
	found, do := fmt.Sprintf("a write to it takes %v", commit.Round(10*time.Microsecond)), "Put the store on a local disk that is faster: people wait for it."
	switch {
	case commit >= stuckCommit:
		e.wrong("speed", found, do)
	case commit >= slowCommit:
		e.warn("speed", found, do)
	default:
		e.ok("speed", "%s", found)
	}
	if !locks {
		e.wrong("locks", "a file that is held can be opened a second time: two bots would destroy the store",
			"Put the store on a local disk; file systems of networks often have no locks.")
		return
	}
	e.ok("locks", "a file that is held is refused to others")
}

type localDisk struct{}

func (localDisk) free(folder string) (uint64, error) { return freeBytes(folder) }

// tries is the number of timed commits; the median counts.
const tries = 5

func (localDisk) try(folder string) (commit time.Duration, locks bool, err error) {
	own, err := os.MkdirTemp(folder, ".sixfold-doctor-*")
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	file := filepath.Join(own, "try.db")
	s, err := store.Open(file, store.Options{})
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var took []time.Duration
	for range tries {
		begin := time.Now()
		if err := s.Put("try", "1", []byte("x")); err != nil {
			return 0, false, err
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	second, err := store.Open(file, store.Options{LockTimeout: 50 * time.Millisecond})
	switch {
	case errors.Is(err, store.ErrLocked):
		return took[tries/2], true, nil
	case err != nil:
		return 0, false, err
	}
	return took[tries/2], false, second.Close()
}

// size formats a number of bytes for people.
func size(bytes uint64) string {
	if bytes >= 10<<30 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
