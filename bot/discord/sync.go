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

// SyncCommands writes the bot's commands to Discord in place of those that the scope
// has, changed or not, without logging in for anything else, and remembers them as
// those written last. It returns how many there are.
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
	// What was written last is forgotten, so that these count as changed.
	if err := c.Records.Put(CommandsKind, app.ID+"/"+c.Guild, nil); err != nil {
		return 0, fmt.Errorf("forget the commands written last: %w", err)
	}
	return len(bot.Commands()), d.syncCommands(ctx, app.ID)
}

// application is what Discord tells of the app that a token belongs to.
type application struct {
	ID  string `json:"id"`
	Key string `json:"verify_key"` // the public one
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
}

// whoAmI asks for it.
func (d *Connection) whoAmI(ctx context.Context) (told application, err error) {
	if err := d.ask(ctx, "applications/@me", &told); err != nil {
		return told, err
	}
	if !isID(told.ID) {
		return told, errors.New("discord: the application has no ID")
	}
	return told, nil
}

// askTimeout bounds a question to Discord, rate limits and tries again included.
const askTimeout = time.Minute

// ask gets what Discord says at a path. The error is a [FinalError] where it does not know the token.
func (d *Connection) ask(ctx context.Context, path string, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	text, err := d.rest.do(ctx, restCall{name: "ask for " + path, method: http.MethodGet, path: path, asBot: true, idempotent: true})
	if refused, ok := errors.AsType[*restError](err); ok && refused.Status == http.StatusUnauthorized {
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
