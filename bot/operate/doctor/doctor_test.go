package doctor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/store"
)

const (
	token = "MTIzNDU2.hunter2.abcdefghijklmnop"
	key   = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
	other = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
)

// fixture is an examination in a strict playground, without problems at first.
type fixture struct {
	t *testing.T
	examination
	folder string
	alter  map[string]func(map[string]any) // modifies a response of Discord, by its path
	header func(http.Header)
}

// template is a playground with registered commands, and a store that records them. Registering
// takes longer than an examination, so tests share it.
type template struct {
	base     string
	commands []slash.Command
	store    []byte // the store's file
}

func newTemplate(t *testing.T) *template {
	t.Helper()
	server := playgroundtest.New(t, playground.Config{Token: token, Limits: playground.Limits{}})
	file := filepath.Join(t.TempDir(), "games.db")
	s, err := store.Open(file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := bot.New(config.Default(), nil, bot.Games(), slog.New(slog.DiscardHandler), bot.Process{})
	_, err = discord.SyncCommands(t.Context(), b, discord.Config{Token: token, API: server.APIBase() + "api/v9/", Records: s}, slog.New(slog.DiscardHandler))
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return &template{server.APIBase(), b.Commands(), content}
}

// newFixture returns a fixture with its own store and folder.
func (h *template) newFixture(t *testing.T) *fixture {
	t.Helper()
	folder := t.TempDir()
	w := &fixture{t: t, folder: folder, alter: map[string]func(map[string]any){}}
	w.settings = config.Default()
	w.settings.Discord.Token = token
	w.settings.Store.File = w.write("games.db", string(h.store), 0o600)
	w.settings.Store.Backup = folder
	w.disk = disk{free: 1 << 40, commit: time.Millisecond, locks: true}
	w.slow = time.Hour
	w.base = w.between(h.base) + "/api/v9/"
	w.known = slices.Clone(h.commands)
	return w
}

// between is a proxy in front of the playground that modifies responses.
func (w *fixture) between(base string) string {
	w.t.Helper()
	to, err := url.Parse(base)
	if err != nil {
		w.t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = to.Host },
		ModifyResponse: func(r *http.Response) error {
			if w.header != nil {
				w.header(r.Header)
			}
			change := w.alter[strings.TrimPrefix(r.Request.URL.Path, "/api/v9/")]
			if change == nil {
				return nil
			}
			var v any
			if err := json.NewDecoder(r.Body).Decode(&v); err != nil {
				return err
			}
			switch v := v.(type) {
			case map[string]any:
				change(v)
			case []any:
				change(v[0].(map[string]any))
			}
			text, err := json.Marshal(v)
			if err != nil {
				return err
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
			r.Header.Set("Content-Length", fmt.Sprint(len(text)))
			return nil
		},
	})
	w.t.Cleanup(proxy.Close)
	return proxy.URL
}

func (w *fixture) application(change func(app map[string]any)) { w.alter["applications/@me"] = change }

// answering starts a server that responds with a status to everything.
func (w *fixture) answering(status int) (address string) {
	w.t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(status) }))
	w.t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func (w *fixture) write(name, text string, mode os.FileMode) string {
	w.t.Helper()
	path := filepath.Join(w.folder, name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func (w *fixture) runs() {
	w.running = &operate.About{Version: operate.Version(), Schema: store.Schema}
}

// report examines the fixture, and checks what every report must and must not contain.
func (w *fixture) report() Report {
	w.t.Helper()
	r := w.examine(w.t.Context())
	var text, object bytes.Buffer
	if err := errors.Join(r.Print(&text, false), r.Print(&object, true)); err != nil {
		w.t.Fatal(err)
	}
	if strings.Contains(text.String()+object.String(), "hunter2") {
		w.t.Errorf("the token shows:\n%s", &text)
	}
	if !json.Valid(object.Bytes()) {
		w.t.Errorf("no JSON: %s", &object)
	}
	for _, line := range r {
		if (line.Result == OK) != (line.Do == "") || line.Found == "" || line.Check == "" {
			w.t.Errorf("the line is not whole: %+v", line)
		}
	}
	return r
}

func TestWellPatient(t *testing.T) {
	w := newTemplate(t).newFixture(t)
	r := w.report()
	seen := map[string]bool{}
	for _, line := range r {
		seen[line.Check] = true
		if line.Result != OK {
			t.Errorf("%+v", line)
		}
	}
	for _, check := range []string{
		"versions", "settings", "bot", "store", "copies", "disk", "speed", "locks", "clock", "token", "application",
		"intents", "servers", "commands", "endpoint", "logins", "gateway",
	} {
		if !seen[check] {
			t.Errorf("nothing is said of %s", check)
		}
	}
	if r.Err() != nil {
		t.Error(r.Err())
	}
}

// TestFaults plants one fault at a time, which must be found, explained, and the only one.
func TestFaults(t *testing.T) {
	set := func(app map[string]any, name string, value any) { app[name] = value }
	tests := []struct {
		name   string
		plant  func(w *fixture)
		result Result
		check  string
		found  string
		do     string
	}{
		{"settings that cannot be used", func(w *fixture) { w.unusable = errors.New("a.toml:3: no such key") }, Wrong, "settings", "a.toml:3", "check-config"},
		{"no token", func(w *fixture) { w.settings.Discord.Token = "" }, Warning, "token", "there is none", "SIXFOLD_TOKEN"},
		{"another token", func(w *fixture) {
			w.settings.Discord.Token = "a.hunter2.c"
			w.base = bare(w.t)
		}, Wrong, "token", "does not know", "Reset the token"},
		{"the client secret", func(w *fixture) {
			w.settings.Discord.Token = "hunter2"
			w.base = bare(w.t)
		}, Wrong, "token", "not look like a bot's", "client secret"},
		{"a token that others read", func(w *fixture) {
			w.settings.Discord.TokenFile = w.write("token", token, 0o644)
		}, Warning, "secrets", "0644", "chmod 600"},
		{"settings with the token that others read", func(w *fixture) {
			w.file = w.write("config.toml", "discord.token = \""+token+"\"", 0o640)
		}, Warning, "secrets", "config.toml holds the token", "chmod 600"},
		{"a store that others write", func(w *fixture) {
			if err := os.Chmod(w.settings.Store.File, 0o666); err != nil {
				w.t.Fatal(err)
			}
		}, Warning, "secrets", "games.db holds all games, and others on this machine may open it (mode 0666)", "chmod 600"},
		{"no way to Discord", func(w *fixture) { w.base = "http://" + closed(w.t) + "/" }, Wrong, "discord", "cannot be reached", "HTTPS_PROXY"},
		{"Discord is down", func(w *fixture) { w.base = "http://" + w.answering(503) + "/" }, Wrong, "discord", "503", "discordstatus.com"},
		{"another than Discord", func(w *fixture) {
			w.application(func(app map[string]any) { delete(app, "id") })
		}, Wrong, "application", "no ID", "proxy"},
		{"a clock behind", func(w *fixture) {
			w.header = func(h http.Header) { h.Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)) }
		}, Wrong, "clock", "behind", "NTP"},
		{"a clock a little ahead", func(w *fixture) {
			w.header = func(h http.Header) { h.Set("Date", time.Now().Add(-20*time.Second).UTC().Format(http.TimeFormat)) }
		}, Warning, "clock", "ahead", "NTP"},
		{"a code grant", func(w *fixture) {
			w.application(func(app map[string]any) { set(app, "bot_require_code_grant", true) })
		}, Warning, "application", "code grant", "Switch off"},
		{"intents that are not used", func(w *fixture) {
			w.application(func(app map[string]any) { set(app, "flags", 1<<19|1<<15) })
		}, Warning, "intents", "Server Members Intent, Message Content Intent", "Switch them off"},
		{"too few permissions", func(w *fixture) {
			w.alter["users/@me/guilds"] = func(g map[string]any) { g["permissions"] = "309237714944" } // View Channels and Attach Files are off
		}, Warning, "servers", "lacks", "permissions=309237746688"},
		{"another server", func(w *fixture) {
			w.settings.Discord.Guild = world.GuildID
			w.alter["users/@me/guilds"] = func(g map[string]any) { g["id"] = "1456074443980899999" }
			// The commands are not registered there, so they differ too.
		}, Wrong, "servers", "not in the server of discord.guild", "Invite it"},
		{"commands of an older version", func(w *fixture) {
			w.known = w.known[1:]
		}, Warning, "commands", "not in step", "commands sync"},
		{"commands with another description, while the bot runs", func(w *fixture) {
			w.runs()
			w.settings.Store.Backup = ""
			w.known[0].Description += "!"
		}, Wrong, "commands", "not in step", "commands sync"},
		{"interactions that nobody takes", func(w *fixture) {
			w.application(func(app map[string]any) { set(app, "interactions_endpoint_url", "https://bot.example/interactions") })
		}, Wrong, "endpoint", "hears nothing", "Interactions Endpoint URL"},
		{"an endpoint that Discord does not know", func(w *fixture) {
			w.settings.Discord.Endpoint, w.settings.Discord.PublicKey = "127.0.0.1:0", key
			w.application(func(app map[string]any) { set(app, "verify_key", key) })
		}, Wrong, "endpoint", "knows of no address", "Interactions Endpoint URL"},
		{"the key of another application", func(w *fixture) {
			w.settings.Discord.Endpoint, w.settings.Discord.PublicKey = "127.0.0.1:0", key
			w.application(func(app map[string]any) {
				set(app, "verify_key", other)
				set(app, "interactions_endpoint_url", "https://bot.example/interactions")
			})
		}, Wrong, "endpoint", "not that of this application", "Public Key"},
		{"an endpoint that takes everything", func(w *fixture) {
			w.runs()
			w.settings.Store.Backup = ""
			w.settings.Discord.Endpoint, w.settings.Discord.PublicKey = w.answering(401), key
			w.application(func(app map[string]any) {
				set(app, "verify_key", key)
				set(app, "interactions_endpoint_url", "http://"+w.answering(200)+"/interactions")
			})
		}, Wrong, "endpoint", "200 in place of 401", "proxy"},
		{"a port that is taken", func(w *fixture) { w.settings.Admin.Address = w.answering(200) }, Wrong, "ports", "admin.address", "another port"},
		{"a port at which nobody is", func(w *fixture) {
			w.runs()
			w.settings.Store.Backup = ""
			w.settings.Admin.Address = closed(w.t)
		}, Wrong, "ports", "nobody is there", "Start the bot again"},
		{"a gateway that is not there", func(w *fixture) {
			w.alter["gateway/bot"] = func(g map[string]any) { g["url"] = "ws://" + closed(w.t) }
		}, Wrong, "gateway", "cannot be reached", "websockets"},
		{"a gateway that is far away", func(w *fixture) { w.slow = time.Nanosecond }, Warning, "gateway", "to greet", "connection"},
		{"too many servers", func(w *fixture) {
			w.alter["gateway/bot"] = func(g map[string]any) { g["shards"] = 3 }
		}, Warning, "gateway", "3 connections", "discord.shards to 3"},
		{"no logins left", func(w *fixture) {
			w.alter["gateway/bot"] = func(g map[string]any) {
				g["session_start_limit"] = map[string]any{"remaining": 0, "reset_after": 3600000}
			}
		}, Wrong, "logins", "0 logins are left for 1h0m0s", "over and over"},
		{"a full disk", func(w *fixture) { w.disk.free = 1 << 20 }, Wrong, "disk", "1 MiB left", "Make room"},
		{"a disk that is nearly full", func(w *fixture) { w.disk.free = 20 << 20 }, Warning, "disk", "20 MiB left", "two copies"},
		{"a disk that is slow", func(w *fixture) { w.disk.commit = 300 * time.Millisecond }, Warning, "speed", "300ms", "local disk"},
		{"a disk that is far away", func(w *fixture) { w.disk.commit = 3 * time.Second }, Wrong, "speed", "3s", "local disk"},
		{"a disk without locks", func(w *fixture) { w.disk.locks = false }, Wrong, "locks", "two bots", "local disk"},
		{"a folder that cannot be written", func(w *fixture) { w.disk.unwritten = errors.New("read-only") }, Wrong, "disk", "read-only", "write "},
		{"a store below a file", func(w *fixture) {
			w.settings.Store.File = filepath.Join(w.settings.Store.File, "games.db")
		}, Wrong, "disk", "games.db is no folder", "file in a folder"},
		{"a store that is none", func(w *fixture) {
			w.settings.Store.File = w.write("none.db", strings.Repeat("no store ", 10000), 0o600)
		}, Wrong, "store", "damaged or is not a store", "Do as it says"},
		{"a store with a damaged head", func(w *fixture) {
			file, err := os.OpenFile(w.settings.Store.File, os.O_WRONLY, 0)
			if err != nil {
				w.t.Fatal(err)
			}
			_, err = file.WriteAt([]byte{0xff}, 20)
			if err = errors.Join(err, file.Close()); err != nil {
				w.t.Fatal(err)
			}
		}, Wrong, "store", "page 0: this head", "Do as it says"},
		{"a store that somebody holds", func(w *fixture) {
			s, err := store.Open(w.settings.Store.File, store.Options{})
			if err != nil {
				w.t.Fatal(err)
			}
			w.t.Cleanup(func() { _ = s.Close() })
		}, Wrong, "store", "another process holds it", "its log says what it waits for"},
		{"no copies", func(w *fixture) { w.settings.Store.Backup = "" }, Warning, "copies", "no copies", "store.backup"},
		{"no copy of a running bot", func(w *fixture) { w.runs() }, Wrong, "copies", "although the bot runs", "log"},
		{"a bot that is stuck", func(w *fixture) {
			w.runs()
			w.settings.Store.Backup = ""
			w.running.Fault = "the store does not answer"
		}, Wrong, "bot", "the store does not answer", "start it again"},
		{"a bot of another version", func(w *fixture) {
			w.runs()
			w.settings.Store.Backup = ""
			w.running.Version = "v0.0.1"
		}, Warning, "bot", "v0.0.1", "Start it again"},
		{"a bot of somebody else", func(w *fixture) { w.silent = errors.New("permission denied") }, Wrong, "bot", "permission denied", "as the user"},
	}
	h := newTemplate(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && tt.check == "secrets" {
				t.Skip("files have no modes here")
			}
			w := h.newFixture(t)
			tt.plant(w)
			r := w.report()
			found := false
			for _, line := range r {
				switch {
				case line.Check == tt.check && line.Result == tt.result && strings.Contains(line.Found, tt.found) && strings.Contains(line.Do, tt.do):
					found = true
				case line.Result == Wrong:
					t.Errorf("besides: %+v", line)
				}
			}
			if !found {
				t.Errorf("it was not found: %+v", r)
			}
			if (r.Err() != nil) != (tt.result == Wrong) {
				t.Errorf("Err = %v", r.Err())
			}
		})
	}
}

// bare returns the URL of a playground that ignores violations, for wrong tokens.
func bare(t *testing.T) (api string) {
	t.Helper()
	s, err := playground.New(playground.Config{Addr: "127.0.0.1:0", Token: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.APIBase() + "api/v9/"
}

// closed returns an address at which nobody listens.
func closed(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// The real disk is tested, and no file is left.
func TestOwnDisk(t *testing.T) {
	folder := t.TempDir()
	d := measure(folder)
	if d.unwritten != nil || !d.locks || d.commit <= 0 {
		t.Errorf("a commit takes %v, locks %t, %v", d.commit, d.locks, d.unwritten)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if d.unread != nil || d.free == 0 {
		t.Errorf("%d bytes are free, %v", d.free, d.unread)
	}
	if d := measure(filepath.Join(folder, "none")); d.unwritten == nil {
		t.Error("a folder that is not there was written")
	}
}

func TestPrint(t *testing.T) {
	r := Report{{"disk", OK, "fine", ""}, {"token", Wrong, "none", "Get one."}}
	var text, object bytes.Buffer
	if err := errors.Join(r.Print(&text, false), r.Print(&object, true)); err != nil {
		t.Fatal(err)
	}
	if want := "ok       disk         fine\nwrong    token        none\n                      Get one.\n"; text.String() != want {
		t.Errorf("printed\n%s", &text)
	}
	const want = `{"ok":false,"lines":[{"check":"disk","result":"ok","found":"fine"},{"check":"token","result":"wrong","found":"none","do":"Get one."}]}` + "\n"
	if object.String() != want {
		t.Errorf("printed\n%s", &object)
	}
}
