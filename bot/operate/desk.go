package operate

import (
	"errors"
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// desk is what a running bot offers to who runs it.
type desk struct {
	socket *socket // nil where there can be none
	admin  *admin  // nil where none is wanted
}

// newWatch returns what counts for an admin listener, or nil where none is wanted.
func newWatch(config config.Config) *watch.Watch {
	if config.Admin.Address == "" {
		return nil
	}
	return watch.New()
}

// open opens the socket beside the store, and the admin listener if there is to be one.
// Without the socket the bot runs as well, so that it is not refused where none can be
// made.
func open(config config.Config, s *store.Store, w *watch.Watch, health *health, log *slog.Logger) (*desk, error) {
	d := &desk{}
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

// Close ends both, and must come before the store is closed.
func (d *desk) Close() error {
	var err error
	if d.socket != nil {
		err = d.socket.Close()
	}
	if d.admin != nil {
		err = errors.Join(err, d.admin.Close())
	}
	return err
}
