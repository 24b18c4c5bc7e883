package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
)

// SyncCommands registers the bot's commands in the configured scope even if they have not changed,
// records them, and returns their number. It does not log in to the gateway.
func SyncCommands(ctx context.Context, bot Handler, c Config, log *slog.Logger) (int, error) {
	if c.Guild != "" && !config.IsSnowflake(c.Guild) {
		return 0, fmt.Errorf("the guild must be a server's ID, a number of 17 to 20 digits, not %q", c.Guild)
	}
	d, err := newConnection(bot, c, log)
	if err != nil {
		return 0, err
	}
	defer d.client.CloseIdleConnections()
	app, err := d.whoAmI(ctx)
	if err != nil {
		return 0, err
	}
	// Without a hash the commands count as changed.
	if err := c.Records.Put(CommandsKind, app.ID+"/"+c.Guild, nil); err != nil {
		return 0, fmt.Errorf("forget the commands written last: %w", err)
	}
	return len(bot.Commands()), d.syncCommands(ctx, app.ID)
}

// application is Discord's answer about the app of the token.
type application struct {
	ID  string `json:"id"`
	Key string `json:"verify_key"` // the public one
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
}

func (d *Connection) whoAmI(ctx context.Context) (told application, err error) {
	if err := d.ask(ctx, "applications/@me", &told); err != nil {
		return told, err
	}
	if !isID(told.ID) {
		return told, errors.New("discord: the application has no ID")
	}
	return told, nil
}

// look requests what is at a path, as the bot.
func (d *Connection) look(ctx context.Context, name, path string) ([]byte, error) {
	return d.rest.do(ctx, restCall{name: name, method: http.MethodGet, path: path, asBot: true, idempotent: true})
}

// askTimeout bounds a request for information, including rate limits and retries.
const askTimeout = time.Minute

// ask fetches the JSON at a path. The error is a [FinalError] if Discord does not know the token.
func (d *Connection) ask(ctx context.Context, path string, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	text, err := d.look(ctx, "ask for "+path, path)
	if hasStatus(err, http.StatusUnauthorized) {
		return &FinalError{finalCodes[4004], err}
	}
	if err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("discord: ask for %s: %w", path, err)
	}
	return nil
}
