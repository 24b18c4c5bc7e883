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

// syncCommands registers the slash commands with Discord, records them in the store, and reports to
// w.
func syncCommands(ctx context.Context, settings config.Config, w io.Writer) (err error) {
	where := discordConfig(settings)
	if where.Token == "" {
		return errors.New("there is no token: set SIXFOLD_TOKEN, SIXFOLD_TOKEN_FILE or discord.token, or add --dry-run")
	}
	a, err := openAccess(ctx, settings.Store.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	where.Records = a
	quiet := slog.New(slog.DiscardHandler)
	n, err := discord.SyncCommands(ctx, bot.New(settings, nil, bot.Games(), quiet, bot.Process{}), where, quiet)
	if err != nil {
		return err
	}
	scope := "everywhere"
	if settings.Discord.Guild != "" {
		scope = "in the server " + settings.Discord.Guild
	}
	_, err = fmt.Fprintf(w, "%d commands written %s\n", n, scope)
	return err
}
