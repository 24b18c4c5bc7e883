package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

var (
	// ErrExists is returned by WriteCopy for an existing file that may not be replaced.
	ErrExists = errors.New("there is a file of this name already; --force replaces it")
	// ErrDamagedCopy is returned by WriteCopy when the copy is not a valid store. The copy is
	// removed, and a file that was there before is kept.
	ErrDamagedCopy = errors.New("the copy is damaged and was not kept")
)

// WriteCopy makes a file at path of the store that backup writes, like [Store.Backup]. It writes a
// temporary file in the same folder, syncs and checks it, and renames it, so that a file at path is
// a complete store at any time. An existing file is replaced only if replace is set: otherwise the
// error is ErrExists. If anything fails or the context ends, nothing is left behind.
func WriteCopy(ctx context.Context, path string, replace bool, backup func(io.Writer) error) (Contents, error) {
	switch info, err := os.Lstat(path); {
	case err == nil && info.IsDir():
		return Contents{}, fmt.Errorf("write %s: that is a folder; name a file in it", path)
	case err == nil && !replace:
		return Contents{}, fmt.Errorf("write %s: %w", path, ErrExists)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return Contents{}, err
	}
	var c Contents
	err := viaTemporary(path, os.Rename, func(file *os.File) (err error) {
		if err := backup(contextWriter{ctx, file}); err != nil {
			return err
		}
		if err := file.Sync(); err != nil {
			return err
		}
		c, err = Check(ctx, file.Name())
		if err != nil && ctx.Err() == nil {
			return fmt.Errorf("%w: %w", ErrDamagedCopy, err)
		}
		return err
	})
	if err != nil {
		return Contents{}, fmt.Errorf("write %s: %w", path, err)
	}
	return c, nil
}

// viaTemporary makes a file at path: fill writes and syncs a temporary file in the same folder, and
// rename gives it its name. After an error the temporary file is removed.
func viaTemporary(path string, rename func(temporary, path string) error, fill func(*os.File) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // of mode 0600
	if err != nil {
		return cause(err)
	}
	defer func() { _ = os.Remove(file.Name()) }() // after a success it has been renamed
	if err := errors.Join(fill(file), file.Close()); err != nil {
		return err
	}
	if err := rename(file.Name(), path); err != nil {
		return cause(err)
	}
	return cause(syncFolder(filepath.Dir(path)))
}

// contextWriter is a writer that fails when a context has ended.
type contextWriter struct {
	ctx context.Context
	io.Writer
}

func (w contextWriter) Write(b []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, context.Cause(w.ctx)
	}
	return w.Writer.Write(b)
}

// cause removes the meaningless temporary name from an error of the system.
func cause(err error) error {
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// Copies are numbered copies of a store in a folder: "NAME.1", "NAME.2" and so on, the newest with
// the highest number.
type Copies struct {
	Folder string // created if missing
	Name   string // such as "sixfold.db"
	Keep   int    // how many to keep, at least 1
}

// Add writes a copy with the next number, like [WriteCopy], and then removes the oldest ones, so
// that Keep remain. If the copy fails, none is removed. It returns the path of the copy.
func (c Copies) Add(ctx context.Context, backup func(io.Writer) error) (path string, contents Contents, err error) {
	if err := makeFolder(c.Folder); err != nil {
		return "", Contents{}, err
	}
	numbers, err := c.numbers()
	if err != nil {
		return "", Contents{}, err
	}
	next := 1
	if len(numbers) > 0 {
		next = numbers[len(numbers)-1] + 1
	}
	if contents, err = WriteCopy(ctx, c.path(next), false, backup); err != nil {
		return "", Contents{}, err
	}
	for _, old := range numbers[:max(0, len(numbers)+1-c.Keep)] {
		err = errors.Join(err, os.Remove(c.path(old)))
	}
	if err != nil {
		err = fmt.Errorf("remove old copies: %w", err)
	}
	return c.path(next), contents, err
}

// makeFolder makes a folder and its parents if they are missing. Its name is durable afterwards,
// even if another process has just made it.
func makeFolder(path string) error {
	parent := filepath.Dir(path)
	if _, err := os.Stat(parent); errors.Is(err, fs.ErrNotExist) {
		if err := makeFolder(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(parent)
}

// Newest returns when the newest copy was written, the zero time if there is none.
func (c Copies) Newest() (time.Time, error) {
	numbers, err := c.numbers()
	if err != nil || len(numbers) == 0 {
		return time.Time{}, err
	}
	info, err := os.Stat(c.path(numbers[len(numbers)-1]))
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

func (c Copies) path(number int) string {
	return filepath.Join(c.Folder, c.Name+"."+strconv.Itoa(number))
}

// numbers returns the numbers of the existing copies, oldest first.
func (c Copies) numbers() ([]int, error) {
	entries, err := os.ReadDir(c.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []int
	for _, e := range entries {
		text, ok := strings.CutPrefix(e.Name(), c.Name+".")
		if n, err := strconv.Atoi(text); ok && err == nil && n > 0 && strconv.Itoa(n) == text && e.Type().IsRegular() {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

// compactTx is the size of one transaction of a compaction in bytes, small enough for memory.
const compactTx = 1 << 20

// Compact rewrites the store at path without the free pages that deleted records have left, which
// bbolt never gives back. It returns the contents and the file's previous size in bytes. Nobody
// else may hold the store. The new file is checked before it replaces the old one, which stays
// unchanged if anything fails or the context ends.
func Compact(ctx context.Context, path string) (c Contents, before int64, err error) {
	s, err := OpenContext(ctx, path, Options{})
	if err != nil {
		return c, 0, err
	}
	before = s.info.Size()
	// The store's own file is replaced while it is open, so that no process can open it in between and lose
	// its writes. But Windows cannot replace an open file.
	rename := func(name, path string) error {
		if runtime.GOOS == "windows" {
			if err := s.Close(); err != nil {
				return err
			}
		}
		return os.Rename(name, path)
	}
	err = viaTemporary(path, rename, func(file *os.File) (err error) {
		c, err = s.compactInto(ctx, file.Name())
		return err
	})
	if err = errors.Join(err, s.Close()); err != nil {
		return Contents{}, 0, fmt.Errorf("compact %s: %w", path, explain(cause(err)))
	}
	return c, before, nil
}

// compactInto copies the store's content to the empty file called name, and checks both.
func (s *Store) compactInto(ctx context.Context, name string) (Contents, error) {
	fresh, err := bolt.Open(name, 0o600, nil)
	if err != nil {
		return Contents{}, err
	}
	err = s.view(func(tx *bolt.Tx) error {
		if _, err := verifyRecords(ctx, tx); err != nil { // Open has checked the pages
			return err
		}
		return bolt.Compact(fresh, s.db, compactTx)
	})
	if err = errors.Join(err, fresh.Close()); err != nil {
		return Contents{}, err
	}
	return Check(ctx, name)
}
