package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sixfold-bot/sixfold/store"
)

// CheckStore reads the whole store of the settings, also while a bot holds it, and says to
// out what is in it. The error names what is damaged. It reads a copy, for which there must
// be room in the folder for temporary files.
func (s *Source) CheckStore(ctx context.Context, out io.Writer) error {
	settings, err := s.load()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "sixfold-check-")
	if err != nil {
		return err
	}
	has, err := Backup(ctx, settings.Store.File, filepath.Join(folder, "copy.db"), false)
	if err = errors.Join(err, os.RemoveAll(folder)); err != nil {
		return fmt.Errorf("check %s: %w", settings.Store.File, err)
	}
	return report(out, settings.Store.File, has)
}

// Compact writes the store of the settings anew without its free pages. No bot may hold it.
func (s *Source) Compact(out io.Writer) error {
	settings, err := s.load()
	if err != nil {
		return err
	}
	file := settings.Store.File
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return noStore(file)
	}
	has, before, err := store.Compact(file)
	if err != nil {
		return err
	}
	if err := report(out, file, has); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "it had %d bytes\n", before)
	return err
}

// report says what is in a store that has been checked.
func report(out io.Writer, file string, has store.Contents) error {
	_, err := fmt.Fprintf(out, "%s is whole: tables %d, open %d, records %d, bytes %d\n",
		file, has.Tables, has.Open, has.Records, has.Bytes)
	return err
}

func noStore(file string) error {
	return fmt.Errorf("there is no store at %s; name its file with --data", file)
}
