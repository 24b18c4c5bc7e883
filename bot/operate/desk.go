package operate

import (
	"errors"
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// listeners serve the operator of a running bot.
type listeners struct {
	socket *socket // nil if it could not be opened
	admin  *admin  // nil if not configured
}

// newWatch returns metrics for the admin listener, or nil if none is configured.
func newWatch(config config.Config) *watch.Watch {
	if config.Admin.Address == "" {
		return nil
	}
	return watch.New()
}

// openListeners opens the socket next to the store, and the admin listener if configured. The bot
// runs without the socket if that cannot be opened.
func openListeners(config config.Config, s *store.Store, w *watch.Watch, health *health, log *slog.Logger) (*listeners, error) {
	d := &listeners{}
	var err error
	if config.Admin.Address != "" {
		if d.admin, err = listenAdmin(config.Admin.Address, config.Admin.Public, s, w, log); err != nil {
			return nil, err
		}
	}
	if d.socket, err = openSocket(s, config.Store.File, health, log); err != nil {
		log.Warn("no backup can be made while the bot runs", "err", err)
	}
	return d, nil
}

// Close closes both. It must be called before the store is closed.
func (d *listeners) Close() error {
	var err error
	if d.socket != nil {
		err = d.socket.Close()
	}
	if d.admin != nil {
		err = errors.Join(err, d.admin.Close())
	}
	return err
}
