package operate

import (
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/store"
)

// Desk is what a running bot offers to who runs it.
type Desk struct {
	socket *Socket // nil where there can be none
}

// Open opens the socket beside the store. Without one the bot runs as well, so that it
// is not refused where none can be made.
func Open(config bot.Config, s *store.Store, log *slog.Logger) (*Desk, error) {
	socket, err := Listen(s, config.Store.File, log)
	if err != nil {
		log.Warn("no backup can be made while the bot runs", "err", err)
	}
	return &Desk{socket: socket}, nil
}

// Close ends it, and must come before the store is closed.
func (d *Desk) Close() error {
	if d.socket == nil {
		return nil
	}
	return d.socket.Close()
}
