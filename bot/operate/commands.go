package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
)

// SyncCommands writes the slash commands to Discord, remembers in the store which were
// written, and says so to w.
func SyncCommands(ctx context.Context, config config.Config, w io.Writer) (err error) {
	connection := discord.Config{Token: config.Discord.Token, Guild: config.Discord.Guild}
	if connection.Token == "" {
		return errors.New("there is no token: set SIXFOLD_TOKEN, SIXFOLD_TOKEN_FILE or discord.token, or add --dry-run")
	}
	a, err := Reach(ctx, config.Store.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	connection.Records = a
	quiet := slog.New(slog.DiscardHandler)
	n, err := discord.SyncCommands(ctx, bot.New(config, nil, bot.Games(), quiet), connection, quiet)
	if err != nil {
		return err
	}
	scope := "everywhere"
	if config.Discord.Guild != "" {
		scope = "in the server " + config.Discord.Guild
	}
	_, err = fmt.Fprintf(w, "%d commands written %s\n", n, scope)
	return err
}
