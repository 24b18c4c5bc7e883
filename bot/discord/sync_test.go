package discord

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// TestSyncCommands writes commands to a playground without logging in.
func TestSyncCommands(t *testing.T) {
	server, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	records := memory{}
	c := Config{Token: config.Secret(server.Token()), API: server.APIBase() + "api/v9/", Records: records}
	bot := fakeBot{commands: []slash.Command{{Name: "hex", Description: "Hex"}, {Name: "help", Description: "Help"}}}
	for range 2 { // changed or not
		if n, err := SyncCommands(t.Context(), bot, c, discard); n != 2 || err != nil {
			t.Fatalf("SyncCommands() = %d, %v", n, err)
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Values(records)), func(v []byte) bool { return len(v) == 64 }) {
		t.Errorf("remembered: %v, want a hash among it", records)
	}
	var listed []slash.Command
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL()+"api/commands", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&listed); err != nil || strings.Join(names(listed), " ") != "help hex" {
		t.Errorf("the playground has %v, %v", names(listed), err)
	}
	for _, v := range server.Violations() {
		t.Errorf("violation: %v", v)
	}
}

func TestSyncCommandsRefuses(t *testing.T) {
	server, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	tests := []struct {
		name  string
		token config.Secret
		guild string
		want  string
	}{
		{"a token of nobody's", "hunter2", "", "the token is not valid"},
		{"a server by its name", config.Secret(server.Token()), "ours", "17 to 20 digits"},
		{"a server that is not there", config.Secret(server.Token()), "123456789012345678", "write commands: 40"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records := memory{}
			c := Config{Token: tt.token, Guild: tt.guild, API: server.APIBase() + "api/v9/", Records: records}
			_, err := SyncCommands(t.Context(), fakeBot{}, c, discard)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), string(tt.token)) {
				t.Errorf("SyncCommands() = %v, want an error that says %q", err, tt.want)
			}
			for kind, value := range records {
				if len(value) > 0 {
					t.Errorf("remembered: %s %q", kind, value)
				}
			}
		})
	}
}

// withEntryPoint connects to a playground with a command that Discord created for the app.
func withEntryPoint(t *testing.T, bot fakeBot) (d *Connection, app string) {
	t.Helper()
	server, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	d, err = newConnection(bot, Config{Token: config.Secret(server.Token()), API: server.APIBase() + "api/v9/", Records: memory{}}, discard)
	if err != nil {
		t.Fatal(err)
	}
	told, err := d.whoAmI(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	launch := json.RawMessage(`[{"name":"launch","type":4,"handler":2,"description":"Open the app","contexts":[0],"integration_types":[0,1]}]`)
	if _, err = d.rest.do(t.Context(), restCall{name: "launch", method: http.MethodPut, path: CommandsPath(told.ID, ""), body: launch, asBot: true}); err != nil {
		t.Fatal(err)
	}
	return d, told.ID
}

// TestSyncKeepsEntryPoints: a command that Discord created for the app is registered again
// unchanged, and does not count as the bot's. A user command is registered too.
func TestSyncKeepsEntryPoints(t *testing.T) {
	d, app := withEntryPoint(t, fakeBot{commands: []slash.Command{{Name: "hex", Description: "Hex"}, {Type: slash.UserCommand, Name: "Challenge"}}})
	if err := d.syncCommands(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	answer, err := d.look(t.Context(), "list commands", CommandsPath(app, ""))
	if err != nil {
		t.Fatal(err)
	}
	var there []slash.Command
	if err := json.Unmarshal(answer, &there); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, c := range there {
		kinds[c.Name] = c.Kind()
	}
	if want := map[string]int{"hex": slash.SlashCommand, "Challenge": slash.UserCommand, "launch": slash.EntryPoint}; !maps.Equal(kinds, want) {
		t.Errorf("there are %v, want %v", kinds, want)
	}
	listed, entries, err := d.fetchCommands(t.Context(), CommandsPath(app, ""))
	if err != nil || strings.Join(listed, " ") != "Challenge hex" {
		t.Errorf("of the bot's: %v, %v", listed, err)
	}
	if len(entries) != 1 || !strings.Contains(string(entries[0]), `"handler":2`) || !strings.Contains(string(entries[0]), "Open the app") {
		t.Errorf("the entry point has become %s", entries)
	}
}

// TestRemovingKeepsEntryPoints: they are not the bot's commands.
func TestRemovingKeepsEntryPoints(t *testing.T) {
	d, app := withEntryPoint(t, fakeBot{})
	if err := d.removeCommands(t.Context(), app, ""); err != nil {
		t.Fatal(err)
	}
	listed, entries, err := d.fetchCommands(t.Context(), CommandsPath(app, ""))
	if err != nil || len(listed) != 0 || len(entries) != 1 || !strings.Contains(string(entries[0]), `"launch"`) {
		t.Errorf("removed: %v, %s, %v", listed, entries, err)
	}
}
