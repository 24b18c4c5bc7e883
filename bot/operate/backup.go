package operate

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/sixfold-bot/sixfold/store"
)

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
