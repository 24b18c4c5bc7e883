package operate

import (
	"errors"
	"io"
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// newWatch returns metrics for the admin listener, or nil if none is configured.
func newWatch(config config.Config) *watch.Watch {
	if config.Admin.Address == "" {
		return nil
	}
	return watch.New()
}

// openListeners opens the socket next to the store, and the admin listener if configured. The bot
// runs without the socket if that cannot be opened. They must be closed before the store.
func openListeners(config config.Config, s *store.Store, w *watch.Watch, health *health, log *slog.Logger) (open closers, err error) {
	if config.Admin.Address != "" {
		a, err := listenAdmin(config.Admin.Address, config.Admin.Public, s, w, log)
		if err != nil {
			return nil, err
		}
		open = append(open, a)
	}
	k, err := openSocket(s, config.Store.File, health, log)
	if err != nil {
		log.Warn("no backup can be made while the bot runs", "err", err)
		return open, nil
	}
	return append(open, k), nil
}

type closers []io.Closer

// Close implements [io.Closer].
func (c closers) Close() (err error) {
	for _, closer := range c {
		err = errors.Join(err, closer.Close())
	}
	return err
}
