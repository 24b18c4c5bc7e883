package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

// checkStore verifies the configured store and reports its contents to out, even while a bot holds
// it. The error names the damage. For a bot's store it verifies a copy, which needs room in the
// folder for temporary files.
func checkStore(ctx context.Context, settings config.Config, out io.Writer) error {
	file := settings.Store.File
	if err := mustExist(file); err != nil {
		return err
	}
	var has store.Contents
	bot, err := findRunning(ctx, file)
	switch {
	case err == nil:
		has, err = store.CheckCopy(ctx, bot.Backup)
		err = errors.Join(err, bot.Close())
	case errors.Is(err, errNobody):
		has, err = store.Check(ctx, file)
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", file, unanswered(file, err))
	}
	return report(out, file, has)
}

// compact rewrites the configured store without its free pages. No bot may hold it.
func compact(ctx context.Context, settings config.Config, out io.Writer) error {
	file := settings.Store.File
	if err := mustExist(file); err != nil {
		return err
	}
	has, before, err := store.Compact(ctx, file)
	if err != nil {
		return err
	}
	if err := report(out, file, has); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "it had %d bytes\n", before)
	return err
}

// report writes the contents of a verified store.
func report(out io.Writer, file string, has store.Contents) error {
	_, err := fmt.Fprintf(out, "%s is whole: tables %d, open %d, records %d, bytes %d\n",
		file, has.Tables, has.Open, has.Records, has.Bytes)
	return err
}

// mustExist returns an error if there is no store in file.
func mustExist(file string) error {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no store at %s; name its file with --data", file)
	}
	return nil
}

// backup writes a checked copy of the store in file to path; see [store.WriteCopy]. A running bot
// is not interrupted. If the context ends, nothing is left behind.
func backup(ctx context.Context, file, path string, replace bool) (c store.Contents, err error) {
	if err := mustExist(file); err != nil {
		return c, err
	}
	if sameFile(file, path) {
		return c, fmt.Errorf("%s is the store itself; name another file for the copy", path)
	}
	a, err := openAccess(ctx, file)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return store.WriteCopy(ctx, path, replace, a.Backup)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
