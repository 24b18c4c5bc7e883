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
