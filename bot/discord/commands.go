package discord

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

const (
	// CommandsKind is the kind of record that holds the hash of the commands written
	// last, under the app's ID and the guild's.
	CommandsKind = "commands"
	// CommandsInKind is the kind of record that holds the guild to which they were
	// written last, "" for everywhere, under the app's ID.
	CommandsInKind = "commands-in"
)

// syncCommands writes the commands where they differ from those written last, or
// where Discord lists others. Writing is limited to 200 new commands a day, reading
// is not. Where they were written somewhere else before, they are taken away there:
// people would see them twice.
//
// The error is a [FinalError] where the bot is not in the guild for which they are.
func (d *Connection) syncCommands(ctx context.Context, app string) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	err := d.syncAll(ctx, app)
	if refused, ok := errors.AsType[*restError](err); ok && d.config.Guild != "" &&
		(refused.Code == codeMissingAccess || refused.Code == codeUnknownGuild) {
		return &FinalError{"discord.guild is not a server that the application is in, or it was added without the scope applications.commands", err}
	}
	return err
}

func (d *Connection) syncAll(ctx context.Context, app string) error {
	before, err := d.config.Records.Get(CommandsInKind, app)
	known := err == nil
	if known && string(before) == d.config.Guild {
		return d.writeCommands(ctx, app)
	}
	if known {
		if err := d.removeCommands(ctx, app, string(before)); err != nil {
			return err
		}
	}
	if err := d.writeCommands(ctx, app); err != nil {
		return err
	}
	return d.record(CommandsInKind, app, d.config.Guild)
}

// keepSyncing tries until the commands are written, with what is registered serving meanwhile, and
// logs each reason once.
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
	// commandsDelay is how long after a failure commands are written again; it doubles up to
	// maxCommandsDelay, since a day's creations are limited.
	commandsDelay    = time.Minute
	maxCommandsDelay = time.Hour
)

// removeCommands takes the commands away from a guild, or with "" from everywhere. A
// guild that the bot has left needs none.
func (d *Connection) removeCommands(ctx context.Context, app, guild string) error {
	_, err := d.rest.do(ctx, restCall{
		name: "remove commands", method: http.MethodPut, path: commandsPath(app, guild), body: []struct{}{}, asBot: true, idempotent: true,
	})
	if lacksEntryPoint(err) {
		err = d.carryEntryPoints(ctx, "remove commands", commandsPath(app, guild), nil)
	}
	refused, ok := errors.AsType[*restError](err)
	if gone := ok && (refused.Status == http.StatusForbidden || refused.Status == http.StatusNotFound); err != nil && !gone {
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

func commandsPath(app, guild string) string {
	if guild == "" {
		return "applications/" + app + "/commands"
	}
	return "applications/" + app + "/guilds/" + guild + "/commands"
}

// writeCommands writes the commands unless they are there.
func (d *Connection) writeCommands(ctx context.Context, app string) error {
	path, commands := commandsPath(app, d.config.Guild), d.bot.Commands()
	if d.config.Guild != "" {
		commands = inGuild(commands)
	}
	body, err := json.Marshal(commands)
	if err != nil {
		return fmt.Errorf("encode commands: %w", err)
	}
	sum := sha256.Sum256(body)
	hash, id := hex.EncodeToString(sum[:]), app+"/"+d.config.Guild
	// A hash that cannot be read only costs a write.
	if before, err := d.config.Records.Get(CommandsKind, id); err == nil && string(before) == hash {
		listed, err := d.listCommands(ctx, path)
		if err != nil {
			return err
		}
		if slices.Equal(listed, names(commands)) {
			return nil
		}
	}
	_, err = d.rest.do(ctx, restCall{
		name: "write commands", method: http.MethodPut, path: path, body: json.RawMessage(body), asBot: true, idempotent: true,
	})
	if lacksEntryPoint(err) {
		err = d.carryEntryPoints(ctx, "write commands", path, commands)
	}
	if err != nil {
		return err
	}
	d.log.Info("commands written", "guild", d.config.Guild, "commands", len(commands))
	return d.record(CommandsKind, id, hash)
}

// lacksEntryPoint reports whether Discord keeps a command to itself: that which opens the
// app's activity, where it has one.
func lacksEntryPoint(err error) bool {
	refused, ok := errors.AsType[*restError](err)
	return ok && refused.Code == codeEntryPoint
}

// carryEntryPoints writes commands together with the entry points that are there, as they are.
func (d *Connection) carryEntryPoints(ctx context.Context, name, path string, commands []slash.Command) error {
	there, err := d.fetchCommands(ctx, path)
	if err != nil {
		return err
	}
	var all []any
	for _, c := range commands {
		all = append(all, c)
	}
	for _, raw := range there {
		if raw.Kind() == slash.EntryPoint {
			all = append(all, raw.JSON)
		}
	}
	_, err = d.rest.do(ctx, restCall{name: name, method: http.MethodPut, path: path, body: all, asBot: true, idempotent: true})
	return err
}

// listed is a command that Discord has, with all that it says of it.
type listed struct {
	slash.Command
	JSON json.RawMessage
}

func (l *listed) UnmarshalJSON(data []byte) error {
	l.JSON = bytes.Clone(data)
	return json.Unmarshal(data, &l.Command)
}

// fetchCommands returns the commands that Discord has.
func (d *Connection) fetchCommands(ctx context.Context, path string) ([]listed, error) {
	answer, err := d.rest.do(ctx, restCall{
		name: "list commands", method: http.MethodGet, path: path, asBot: true, idempotent: true,
	})
	if err != nil {
		return nil, err
	}
	var there []listed
	if err := json.Unmarshal(answer, &there); err != nil {
		return nil, fmt.Errorf("list commands: %w", err)
	}
	return there, nil
}

// listCommands returns the names of the commands that Discord has, sorted. Entry points are
// not the bot's.
func (d *Connection) listCommands(ctx context.Context, path string) ([]string, error) {
	there, err := d.fetchCommands(ctx, path)
	if err != nil {
		return nil, err
	}
	var ours []slash.Command
	for _, l := range there {
		if l.Kind() != slash.EntryPoint {
			ours = append(ours, l.Command)
		}
	}
	return names(ours), nil
}

func names(commands []slash.Command) []string {
	var list []string
	for _, c := range commands {
		list = append(list, c.Name)
	}
	slices.Sort(list)
	return list
}

// inGuild returns the commands without what only those for everywhere may have.
func inGuild(commands []slash.Command) []slash.Command {
	commands = slices.Clone(commands)
	for i := range commands {
		commands[i].Contexts, commands[i].IntegrationTypes = nil, nil
	}
	return commands
}
