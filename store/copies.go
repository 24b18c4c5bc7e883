package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Copies are numbered copies of a store in a folder: "NAME.1", "NAME.2" and so on, the
// newest with the highest number.
type Copies struct {
	Folder string // made where it is missing
	Name   string // such as "sixfold.db"
	Keep   int    // how many stay, from 1
}

// Add writes a copy of the store that backup writes, as [WriteCopy] does, under the next
// number, and then removes the oldest ones, so that Keep remain. A copy that fails removes
// none. It returns the path of the copy.
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

// makeFolder makes a folder, and those that it lies in, where they are missing. Its name is
// durable then, also where somebody else has just made it.
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

// numbers lists the copies that are there, oldest first.
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
