package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// commandsKind is the kind of record that holds the hash of the commands written
// last, under the app's ID and the guild's.
const commandsKind = "commands"

// syncCommands writes the commands where they differ from those written last, or
// where Discord lists others. Writing is limited to 200 new commands a day, reading
// is not.
func (d *Discord) syncCommands(ctx context.Context, app string) error {
	path, commands := "applications/"+app+"/commands", d.bot.Commands()
	if d.config.Guild != "" {
		path = "applications/" + app + "/guilds/" + d.config.Guild + "/commands"
		commands = inGuild(commands)
	}
	body, err := json.Marshal(commands)
	if err != nil {
		return fmt.Errorf("encode commands: %w", err)
	}
	sum := sha256.Sum256(body)
	hash, id := hex.EncodeToString(sum[:]), app+"/"+d.config.Guild
	// A hash that cannot be read only costs a write.
	if before, err := d.config.Records.Get(commandsKind, id); err == nil && string(before) == hash {
		listed, err := d.listCommands(ctx, path)
		if err != nil {
			return err
		}
		if slices.Equal(listed, names(commands)) {
			return nil
		}
	}
	_, err = d.rest.do(ctx, restCall{
		name: "write commands", method: http.MethodPut, path: path, body: json.RawMessage(body), asBot: true, again: true,
	})
	if err != nil {
		return err
	}
	d.log.Info("commands written", "guild", d.config.Guild, "commands", len(commands))
	if err := d.config.Records.Put(commandsKind, id, []byte(hash)); err != nil {
		return fmt.Errorf("store the hash of the commands: %w", err)
	}
	return nil
}

// listCommands returns the names of the commands that Discord has, sorted.
func (d *Discord) listCommands(ctx context.Context, path string) ([]string, error) {
	answer, err := d.rest.do(ctx, restCall{
		name: "list commands", method: http.MethodGet, path: path, asBot: true, again: true,
	})
	if err != nil {
		return nil, err
	}
	var listed []slash.Command
	if err := json.Unmarshal(answer, &listed); err != nil {
		return nil, fmt.Errorf("list commands: %w", err)
	}
	return names(listed), nil
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
