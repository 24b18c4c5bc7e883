package discord

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

const (
	// CommandsKind is the kind of the record with the hash of the commands registered last. Its ID
	// is app/guild.
	CommandsKind = "commands"
	// CommandsInKind is the kind of the record with the guild of the last registration, "" for
	// global. Its ID is the app's.
	CommandsInKind = "commands-in"
)

// syncCommands registers the commands if they differ from those registered last, or if Discord
// lists others. Discord limits creation to 200 commands a day, and listing not at all. After a
// change of the guild, the former registration is removed, since people would see every command
// twice.
//
// The error is a [FinalError] if the bot is not in the configured guild.
func (d *Connection) syncCommands(ctx context.Context, app string) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	err := d.syncAll(ctx, app)
	if d.config.Guild != "" && hasCode(err, codeMissingAccess, codeUnknownGuild) {
		return &FinalError{"discord.guild is not a server that the application is in, or it was added without the scope applications.commands", err}
	}
	return err
}

func (d *Connection) syncAll(ctx context.Context, app string) error {
	before, err := d.config.Records.Get(CommandsInKind, app)
	stays := err == nil && string(before) == d.config.Guild
	if err == nil && !stays {
		if err := d.removeCommands(ctx, app, string(before)); err != nil {
			return err
		}
	}
	if err := d.writeCommands(ctx, app); err != nil || stays {
		return err
	}
	return d.record(CommandsInKind, app, d.config.Guild)
}

// keepSyncing retries until the commands are registered. Registered commands keep working
// meanwhile. It logs each error once.
func (d *Connection) keepSyncing(app string, err error) {
	said := ""
	for wait := commandsDelay; ; wait = min(2*wait, maxCommandsDelay) {
		next := wait
		if limited, ok := errors.AsType[*restError](err); ok {
			next = max(wait, limited.RetryAfter)
		}
		if err.Error() != said {
			said = err.Error()
			d.log.Error("the commands are not written to Discord; those that are there go on working", "err", err, "again_in", next)
		}
		if pause(d.working, next) != nil {
			return
		}
		if err = d.syncCommands(d.working, app); err == nil {
			return
		}
	}
}

const (
	// commandsDelay is the delay before the first retry. It doubles up to maxCommandsDelay, since
	// Discord limits creation per day.
	commandsDelay    = time.Minute
	maxCommandsDelay = time.Hour
)

// removeCommands removes the commands of a guild, or with "" the global ones. If the bot has left
// the guild, nothing needs to be removed.
func (d *Connection) removeCommands(ctx context.Context, app, guild string) error {
	err := d.putCommands(ctx, "remove commands", CommandsPath(app, guild), []slash.Command{})
	if err != nil && !hasStatus(err, http.StatusForbidden, http.StatusNotFound) {
		return err
	}
	d.log.Info("commands removed", "guild", guild)
	return d.record(CommandsKind, app+"/"+guild, "")
}

func (d *Connection) record(kind, id, value string) error {
	if err := d.config.Records.Put(kind, id, []byte(value)); err != nil {
		return fmt.Errorf("store what commands are written: %w", err)
	}
	return nil
}

// CommandsPath returns the path of an app's commands in a guild, or with "" of the global ones.
func CommandsPath(app, guild string) string {
	if guild == "" {
		return "applications/" + app + "/commands"
	}
	return "applications/" + app + "/guilds/" + guild + "/commands"
}

// writeCommands registers the commands unless they are registered.
func (d *Connection) writeCommands(ctx context.Context, app string) error {
	path, commands := CommandsPath(app, d.config.Guild), d.bot.Commands()
	if d.config.Guild != "" {
		commands = engine.Map(commands, func(c slash.Command) slash.Command {
			c.Contexts, c.IntegrationTypes = nil, nil // which only global commands may have
			return c
		})
	}
	body, err := json.Marshal(commands)
	if err != nil {
		return fmt.Errorf("encode commands: %w", err)
	}
	hash, id := fmt.Sprintf("%x", sha256.Sum256(body)), app+"/"+d.config.Guild
	// An unreadable hash costs one write.
	if before, err := d.config.Records.Get(CommandsKind, id); err == nil && string(before) == hash {
		listed, _, err := d.fetchCommands(ctx, path)
		if err != nil {
			return err
		}
		if slices.Equal(listed, names(commands)) {
			return nil
		}
	}
	if err := d.putCommands(ctx, "write commands", path, commands); err != nil {
		return err
	}
	d.log.Info("commands written", "guild", d.config.Guild, "commands", len(commands))
	return d.record(CommandsKind, id, hash)
}

// putCommands replaces the commands at a path, all but the app's entry point: the command that opens
// its activity. Discord requires an existing one to be in the list.
func (d *Connection) putCommands(ctx context.Context, name, path string, commands []slash.Command) error {
	c := restCall{name: name, method: http.MethodPut, path: path, body: commands, asBot: true, idempotent: true}
	_, err := d.rest.do(ctx, c)
	if !hasCode(err, codeEntryPoint) {
		return err
	}
	_, entries, err := d.fetchCommands(ctx, path)
	if err != nil {
		return err
	}
	own := engine.Map(commands, func(c slash.Command) any { return c })
	c.body = slices.Concat(own, engine.Map(entries, func(e json.RawMessage) any { return e }))
	_, err = d.rest.do(ctx, c)
	return err
}

// fetchCommands returns the sorted names of the registered commands, and the JSON of the entry
// points among them, which are not named.
func (d *Connection) fetchCommands(ctx context.Context, path string) (named []string, entries []json.RawMessage, err error) {
	answer, err := d.look(ctx, "list commands", path)
	if err != nil {
		return nil, nil, err
	}
	var there []json.RawMessage
	if err := json.Unmarshal(answer, &there); err != nil {
		return nil, nil, fmt.Errorf("list commands: %w", err)
	}
	for _, raw := range there {
		var c slash.Command
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, nil, fmt.Errorf("list commands: %w", err)
		}
		if c.Kind() == slash.EntryPoint {
			entries = append(entries, raw)
		} else {
			named = append(named, c.Name)
		}
	}
	slices.Sort(named)
	return named, entries, nil
}

func names(commands []slash.Command) []string {
	list := engine.Map(commands, func(c slash.Command) string { return c.Name })
	slices.Sort(list)
	return list
}

// Try asks Discord whether it knows the token. A refusal is a [FinalError], as [Connect] returns it.
func Try(ctx context.Context, c Config, log *slog.Logger) error {
	d, err := newConnection(nil, c, log)
	if err != nil {
		return err
	}
	defer d.client.CloseIdleConnections()
	_, err = d.whoAmI(ctx)
	return err
}

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
	if err := d.record(CommandsKind, app.ID+"/"+c.Guild, ""); err != nil {
		return 0, err
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
