package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

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
	app, err := d.application(ctx)
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

// application asks for it.
func (d *Connection) application(ctx context.Context) (told application, err error) {
	answer, err := d.rest.do(ctx, restCall{
		name: "ask for the application", method: http.MethodGet, path: "applications/@me", asBot: true, idempotent: true,
	})
	if refused, ok := errors.AsType[*restError](err); ok && refused.Status == http.StatusUnauthorized {
		return told, &FinalError{finalCodes[4004], err}
	}
	if err != nil {
		return told, fmt.Errorf("discord: %w", err)
	}
	if err := json.Unmarshal(answer, &told); err != nil || !isID(told.ID) {
		return told, errors.New("discord: ask for the application: the answer has no ID")
	}
	return told, nil
}
