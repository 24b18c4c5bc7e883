package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pelletier/go-toml/v2"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func noEnv(string) string { return "" }

func exampleConfig(tb testing.TB) []byte {
	tb.Helper()
	data, err := os.ReadFile("../../config.example.toml")
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// leaves returns the dotted keys of all values of a TOML document.
func leaves(table map[string]any, prefix string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if sub, ok := table[name].(map[string]any); ok {
			names = append(names, leaves(sub, prefix+name+".")...)
		} else {
			names = append(names, prefix+name)
		}
	}
	return names
}

func TestConfigExampleIsTheDefault(t *testing.T) {
	c, err := Load("../../config.example.toml", noEnv, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.File = ""
	if diff := cmp.Diff(Default(), c); diff != "" {
		t.Errorf("the example is not the default (-default +example):\n%s", diff)
	}
}

func TestConfigExampleHoldsEveryKeyWithAComment(t *testing.T) {
	every, err := toml.Marshal(Default())
	if err != nil {
		t.Fatal(err)
	}
	keys := func(data []byte) []string {
		table := map[string]any{}
		if err := toml.Unmarshal(data, &table); err != nil {
			t.Fatal(err)
		}
		return leaves(table, "")
	}
	if diff := cmp.Diff(keys(every), keys(exampleConfig(t))); diff != "" {
		t.Errorf("keys (-known +example):\n%s", diff)
	}
	lines := strings.Split(string(exampleConfig(t)), "\n")
	for i, line := range lines {
		if strings.Contains(line, " = ") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(lines[i-1], "#") {
			t.Errorf("line %d: %q has no comment above it", i+1, line)
		}
	}
}

func TestParseTakesEveryKey(t *testing.T) {
	c, err := Parse("bot.toml", []byte(`
[discord]
token = "abc.def"
guild = "123456789012345678"
shards = 2
api = "http://127.0.0.1:8666/api/v9/"
endpoint = "127.0.0.1:8080"
public_key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
[store]
kind = "jetstream"
file = "/var/lib/sixfold.db"
backup = "/var/backups"
backup_every = "6h"
backup_keep = 30
[cluster]
servers = ["tls://a.example:4222", "tls://b.example:4222"]
bucket = "games"
replicas = 5
megabytes = 2000
copies = 4
credentials = "bot.creds"
authority = "ca.pem"
certificate = "bot.pem"
key = "bot.key"
[tables]
theme = "light"
challenge_expires = "90m"
idle_warn = "1h"
idle_end = "2h"
keep_finished = 400
[think]
workers = 3
limit = "1m30s"
[limits]
person_commands = 1
person_tables = 2
person_challenges = 3
pair_challenges = 4
channel_tables = 5
table_moves = 6
blocked_people = ["123456789012345678"]
blocked_servers = ["123456789012345679", "123456789012345680"]
[log]
level = "debug"
format = "json"
[playground]
address = "[::1]:0"
public = true
[admin]
address = "0.0.0.0:9666"
public = true
`))
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Discord: discordKeys{
			Token: "abc.def", Guild: "123456789012345678", Shards: 2, API: "http://127.0.0.1:8666/api/v9/", Endpoint: "127.0.0.1:8080",
			PublicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
		},
		Cluster: clusterKeys{
			[]string{"tls://a.example:4222", "tls://b.example:4222"}, "games", 5, 4, 2000, "bot.creds", "", "", "ca.pem", "bot.pem", "bot.key",
		},
		Store:      storeKeys{Kind: JetStream, File: "/var/lib/sixfold.db", Backup: "/var/backups", BackupEvery: "6h", BackupKeep: 30},
		Tables:     tableKeys{"light", "90m", "1h", "2h", 400},
		Think:      thinkKeys{3, "1m30s"},
		Limits:     limitKeys{1, 2, 3, 4, 5, 6, []string{"123456789012345678"}, []string{"123456789012345679", "123456789012345680"}},
		Log:        logKeys{"debug", "json"},
		Playground: listenerKeys{"[::1]:0", true},
		Admin:      listenerKeys{"0.0.0.0:9666", true},
		TextData:   map[string][]byte{},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		line       int
		key, why   string
	}{
		{"an unknown key", "[discord]\n\ntokn = \"a\"", 3, "discord.tokn", "no such key"},
		{"an unknown section", "[log]\nlevel=\"info\"\n[logs]\n", 3, "logs", "no such key"},
		{"a number for a text", "[store]\nfile = 5", 2, "store.file", "text in quotes"},
		{"a number for a duration", "[tables]\nidle_warn = 5", 2, "tables.idle_warn", "text in quotes"},
		{"a text for a number", "[think]\nworkers = \"2\"", 2, "think.workers", "whole number"},
		{"a value for a section", "log = \"info\"", 1, "log", "section"},
		{"a duration without unit", "[tables]\n# why\nidle_warn = \"5\"", 3, "tables.idle_warn", `not "5"`},
		{"a duration that is negative", "[think]\nlimit = \"-1s\"", 2, "think.limit", "from 100ms to 10m"},
		{"an end before the warning", "[tables]\nidle_warn = \"3h\"\nidle_end = \"2h\"", 3, "tables.idle_end", "longer than idle_warn"},
		{"an end that the default warning passes", "tables.idle_end = \"2h\"", 1, "tables.idle_end", "longer than idle_warn"},
		{"an end in an inline table", "\ntables = {idle_end = \"2h\"}", 2, "tables.idle_end", "longer than idle_warn"},
		{"a warning that passes the default end", "[tables]\nidle_warn = \"200h\"", 0, "tables.idle_end", "longer than idle_warn"},
		{"copies too often", "[store]\nbackup_every = \"1s\"", 2, "store.backup_every", "from 1m to 8760h"},
		{"no copies kept", "[store]\nbackup_keep = 0", 2, "store.backup_keep", "from 1 to 10000"},
		{"a server that is a name", "[discord]\nguild = \"ours\"", 2, "discord.guild", "17 to 20 digits"},
		{"no commands", "[limits]\nperson_commands = 0", 2, "limits.person_commands", "from 1 to 1000000"},
		{"tables below none", "[limits]\nperson_tables = -1", 2, "limits.person_tables", "from 1 to 1000000"},
		{"challenges without end", "[limits]\nperson_challenges = 1000001", 2, "limits.person_challenges", "from 1 to 1000000"},
		{"challenges of two, none", "[limits]\npair_challenges = 0", 2, "limits.pair_challenges", "from 1 to 1000000"},
		{"no tables in a channel", "[limits]\n\nchannel_tables = 0", 3, "limits.channel_tables", "from 1 to 1000000"},
		{"no moves", "limits.table_moves = 0", 1, "limits.table_moves", "from 1 to 1000000"},
		{"a text for a limit", "[limits]\nperson_tables = \"50\"", 2, "limits.person_tables", "whole number"},
		{"a blocked name", "[limits]\nblocked_people = [\"Ann\"]", 2, "limits.blocked_people", `not "Ann"`},
		{"a blocked server by name", "[limits]\nblocked_servers = [\n\"123456789012345678\",\n\"ours\"]", 2, "limits.blocked_servers", `not "ours"`},
		{"a blocked person who is no list", "[limits]\nblocked_people = \"123456789012345678\"", 2, "limits.blocked_people", "list of IDs"},
		{"a blocked person as a number", "[limits]\nblocked_people = [123456789012345678]", 2, "limits.blocked_people", "list of IDs"},
		{"two tokens", "[discord]\ntoken = \"a\"\ntoken_file = \"b\"", 3, "discord.token_file", "left out"},
		{"a token with its scheme", "[discord]\ntoken = \"Bot abc\"", 2, "discord.token", "without blanks"},
		{"an endpoint without port", "[discord]\nendpoint = \"localhost\"", 2, "discord.endpoint", "host and a port"},
		{"an endpoint without a key", "[discord]\nendpoint = \"localhost:1\"", 0, "discord.public_key", "64 hexadecimal digits"},
		{"a key that is too short", "[discord]\npublic_key = \"3d40\"", 2, "discord.public_key", "64 hexadecimal digits"},
		{"a key that is too long", "[discord]\npublic_key = \"" + strings.Repeat("3d", 33) + "\"", 2, "discord.public_key", "64 hexadecimal digits"},
		{"a key of other letters", "[discord]\npublic_key = \"" + strings.Repeat("3g", 32) + "\"", 2, "discord.public_key", "64 hexadecimal digits"},
		{"no store", "[store]\nfile = \"\"", 2, "store.file", "must name a file"},
		{"another kind of store", "[store]\nkind = \"redis\"", 2, "store.kind", "must be bbolt or jetstream"},
		{"a cluster without servers", "[store]\nkind = \"jetstream\"\n[cluster]\nservers = []", 4, "cluster.servers", "must name NATS servers"},
		{"a server that is no address", "[cluster]\nservers = [\"nats.example\"]", 2, "cluster.servers", "nats://127.0.0.1:4222"},
		{"a bucket that cannot be", "[cluster]\nbucket = \"a.b\"", 2, "cluster.bucket", "letters"},
		{"too many replicas", "[cluster]\nreplicas = 7", 2, "cluster.replicas", "from 1 to 5"},
		{"a bucket of nothing", "[cluster]\nmegabytes = 1", 2, "cluster.megabytes", "or a number from 16"},
		{"no copies", "[cluster]\ncopies = 0", 2, "cluster.copies", "from 1 to 40"},
		{"a user without a password", "[cluster]\nuser = \"bot\"", 0, "cluster.password_file", "where user is"},
		{"a user and credentials", "[cluster]\nuser = \"bot\"\npassword_file = \"bot.password\"\ncredentials = \"bot.creds\"", 2, "cluster.user", "where credentials is set"},
		{"a certificate without its key", "[cluster]\ncertificate = \"a.pem\"", 0, "cluster.key", "where certificate is"},
		{"another API elsewhere", "[discord]\napi = \"http://discord.example/api/v9/\"", 2, "discord.api", "on loopback"},
		{"no shards", "[discord]\nshards = 0", 2, "discord.shards", "from 1 to"},
		{"games that are kept for too short", "[tables]\nkeep_finished = 6", 2, "tables.keep_finished", "from 7 to 36500"},
		{"games that are kept for less than no time", "[tables]\nkeep_finished = -1", 2, "tables.keep_finished", "from 7 to 36500"},
		{"an unknown theme", "[tables]\ntheme = \"pink\"", 2, "tables.theme", "dark, light, contrast"},
		{"fewer than no workers", "[think]\nworkers = -1", 2, "think.workers", "from 0"},
		{"an unknown level", "[log]\nlevel = \"loud\"", 2, "log.level", "debug, info, warn, error"},
		{"an unknown format", "[log]\nformat = \"xml\"", 2, "log.format", "text, json"},
		{"an address without port", "[playground]\naddress = \"localhost\"", 2, "playground.address", "host and a port"},
		{"figures at no address", "[admin]\naddress = \"9666\"", 2, "admin.address", "host and a port"},
		{"figures for all", "[admin]\naddress = \"0.0.0.0:9666\"", 2, "admin.address", "unless public is true"},
		{"figures at every address", "[admin]\npublic = false\naddress = \":9666\"", 3, "admin.address", "on loopback"},
		{"figures at a name", "[admin]\naddress = \"example.org:9666\"", 2, "admin.address", "on loopback"},
		{"a text for a truth", "[admin]\npublic = \"yes\"", 2, "admin.public", "true or false"},
		{"a key twice", "[store]\nfile = \"a\"\nfile = \"b\"", 3, "", "already"},
		{"no TOML", "[store\n", 1, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("bot.toml", []byte(tt.text))
			got, ok := errors.AsType[*Error](err)
			if !ok {
				t.Fatalf("error %v, want a Error", err)
			}
			if got.File != "bot.toml" || got.Line != tt.line || !strings.Contains(got.Why, tt.why) ||
				tt.key != "" && got.Key != tt.key {
				t.Errorf("%v\nwant line %d, key %q, %q", err, tt.line, tt.key, tt.why)
			}
		})
	}
}

func TestErrorNamesFileLineAndReason(t *testing.T) {
	_, err := Parse("bot.toml", []byte("[log]\nlevel = \"loud\""))
	if want := "bot.toml:2: log.level: must be one of debug, info, warn, error"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestErrorKeepsTheTokenToItself(t *testing.T) {
	for _, text := range []string{
		"[discord]\ntoken = \"hunter2 hunter2\"",
		"[discord]\ntoken = \"hunter2",
		"[discord]\ntoken = hunter2",
		"[discord]\ntoken = [\"hunter2\"]",
		"[discord]\ntoken = \"hunter2\"\ntoken = \"hunter2\"",
	} {
		_, err := Parse("bot.toml", []byte(text))
		if err == nil || strings.Contains(err.Error(), "hunter") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestLoadFindsTheToken(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file, other := write("token", " from.file\n"), write("other", "from.other")
	empty := write("empty", "\n")
	if err := os.Mkdir(filepath.Join(dir, "credentials"), 0o700); err != nil {
		t.Fatal(err)
	}
	credentials := filepath.Dir(write("credentials/discord-token", "from.systemd\n"))
	wrong := filepath.Join(dir, "wrong")
	if err := os.MkdirAll(filepath.Join(wrong, "discord-token"), 0o700); err != nil {
		t.Fatal(err)
	}
	inline := write("inline.toml", `discord.token = "from.config"`)
	named := write("named.toml", fmt.Sprintf("discord.token_file = %q", file))
	gone := write("gone.toml", fmt.Sprintf("# settings\ndiscord.token_file = %q", filepath.Join(dir, "none")))
	tests := []struct {
		name, path string
		env        map[string]string
		want       Secret
		wantErr    string
	}{
		{"nowhere", "", nil, "", ""},
		{"in the config", inline, nil, "from.config", ""},
		{"in a file that the config names", named, nil, "from.file", ""},
		{"the environment goes before the config", inline, map[string]string{"SIXFOLD_TOKEN": "from.env "}, "from.env", ""},
		{"a file of the environment goes before the config's", named, map[string]string{"SIXFOLD_TOKEN_FILE": other}, "from.other", ""},
		{"the token goes before the file", "", map[string]string{"SIXFOLD_TOKEN": "from.env", "SIXFOLD_TOKEN_FILE": other}, "from.env", ""},
		{"a credential", "", map[string]string{"CREDENTIALS_DIRECTORY": credentials}, "from.systemd", ""},
		{"a credential goes before the config", inline, map[string]string{"CREDENTIALS_DIRECTORY": credentials}, "from.systemd", ""},
		{"a credential goes before the config's file", named, map[string]string{"CREDENTIALS_DIRECTORY": credentials}, "from.systemd", ""},
		{"a file of the environment goes before a credential", "", map[string]string{"SIXFOLD_TOKEN_FILE": other, "CREDENTIALS_DIRECTORY": credentials}, "from.other", ""},
		{"the environment goes before a credential", "", map[string]string{"SIXFOLD_TOKEN": "from.env", "CREDENTIALS_DIRECTORY": credentials}, "from.env", ""},
		{"another credential", inline, map[string]string{"CREDENTIALS_DIRECTORY": dir}, "from.config", ""},
		{"no credentials", inline, map[string]string{"CREDENTIALS_DIRECTORY": filepath.Join(dir, "none")}, "from.config", ""},
		{"a credential that is a folder", "", map[string]string{"CREDENTIALS_DIRECTORY": wrong}, "", "CREDENTIALS_DIRECTORY: "},
		{"a file that is not there", "", map[string]string{"SIXFOLD_TOKEN_FILE": filepath.Join(dir, "none")}, "", "SIXFOLD_TOKEN_FILE: "},
		{"a file of the config that is not there", gone, nil, "", gone + ":2: discord.token_file: open "},
		{"a file without a token", "", map[string]string{"SIXFOLD_TOKEN_FILE": empty}, "", "must hold the bot's token alone"},
		{"a token with its scheme", "", map[string]string{"SIXFOLD_TOKEN": "Bot abc"}, "", "SIXFOLD_TOKEN: must be"},
		{"a config that is not there", filepath.Join(dir, "none.toml"), nil, "", "none.toml: no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Load(tt.path, func(name string) string { return tt.env[name] }, nil)
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
					t.Errorf("error %v, want %q", err, tt.wantErr)
				}
				return
			}
			if err != nil || c.Discord.Token != tt.want {
				t.Errorf("token %q, %v, want %q", string(c.Discord.Token), err, string(tt.want))
			}
		})
	}
}

func TestSecretShowsItselfToNobody(t *testing.T) {
	c := Default()
	c.Discord.Token = "hunter2"
	var out bytes.Buffer
	slog.New(slog.NewTextHandler(&out, nil)).Info("m", "config", c, "token", c.Discord.Token)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("m", "config", c, "token", c.Discord.Token)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%5.2f"} {
		fmt.Fprintf(&out, verb+"\n", c)
		fmt.Fprintf(&out, verb+"\n", c.Discord.Token)
		fmt.Fprintf(&out, verb+"\n", &c.Discord)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(data)
	if hex := fmt.Sprintf("%x", "hunter2"); strings.Contains(out.String(), "hunter2") ||
		strings.Contains(strings.ToLower(out.String()), hex) {
		t.Errorf("the token shows:\n%s", out.String())
	}
	if !strings.Contains(out.String(), "(hidden)") {
		t.Error("nothing says that there is a token")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(string(exampleConfig(f)))
	f.Add("[tables]\nidle_warn = \"3h\"\nidle_end = \"2h\"")
	f.Add("tables = {idle_end = \"1m\"}\n\"log\".level = 'x'")
	f.Add("[[log]]\nlevel = 1979-05-27\n[a.b]\nc=[1,2]")
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			c, err := Parse("f", []byte(text))
			if err != nil {
				if _, ok := errors.AsType[*Error](err); !ok {
					t.Fatalf("error %T", err)
				}
				return
			}
			again, err := toml.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Parse("g", again)
			if err != nil {
				t.Fatalf("%v\n%s", err, again)
			}
			if diff := cmp.Diff(c, back); diff != "" {
				t.Fatal(diff)
			}
		})
	})
}
