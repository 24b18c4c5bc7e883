package operate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/store"
)

var quiet = slog.New(slog.DiscardHandler)

// hold opens a store with a table in it, and keeps it locked until the test ends.
func hold(t *testing.T) (*store.Store, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "games.db")
	s, err := store.Open(file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	add(t, s)
	return s, file
}

func add(t *testing.T, s *store.Store) {
	t.Helper()
	if _, err := bottest.Create(s, "1001", "hex", &store.Table{Head: store.Head{Seats: []string{"user:11", "user:12"}}}); err != nil {
		t.Error(err)
	}
}

// listen opens the socket of a held store.
func listen(t *testing.T, s *store.Store, file string) *httpServer {
	t.Helper()
	settings := config.Default()
	settings.Store.File = file
	k, err := openSocket(s, settings, &health{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestBackupOfAStoreThatNobodyHolds(t *testing.T) {
	s, file := hold(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if c, err := backup(t.Context(), file, copied, false); err != nil || c.Tables != 1 || c.Open != 1 {
		t.Errorf("Backup = %+v, %v, want one open table", c, err)
	}
	if _, err := backup(t.Context(), file, copied, false); !errors.Is(err, store.ErrExists) {
		t.Errorf("Backup to a file that is there = %v, want ErrExists", err)
	}
}

// TestDamagedHeadIsTold by a backup, whose copy is good, and by the start of the bot.
func TestDamagedHeadIsTold(t *testing.T) {
	s, path := hold(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt([]byte{0xff}, 20)
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	const damage = "page 0: this head of the file is damaged"
	copied := filepath.Join(t.TempDir(), "copy.db")
	if c, err := backup(t.Context(), path, copied, false); c.Tables != 1 || err == nil || !strings.Contains(err.Error(), path+": "+damage) {
		t.Errorf("backup = %+v, %v", c, err)
	}
	if _, err := store.Check(t.Context(), copied); err != nil {
		t.Errorf("the copy: %v", err)
	}
	settings, log := config.Default(), bytes.Buffer{}
	settings.Store.File = path
	opened, err := openState(t.Context(), settings, store.Options{}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), damage) {
		t.Errorf("the start says %q", &log)
	}
}

// TestBackupWhileTheBotPlays copies a store again and again while others write to it.
func TestBackupWhileTheBotPlays(t *testing.T) {
	s, file := hold(t)
	k := listen(t, s, file)
	playing, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for playing.Err() == nil {
				add(t, s)
			}
		})
	}
	folder, before := t.TempDir(), 0
	for range 5 {
		c, err := backup(t.Context(), file, filepath.Join(folder, "copy.db"), true)
		if err != nil || c.Tables <= before {
			t.Errorf("Backup = %+v, %v, want more than %d tables", c, err, before)
		}
		before = c.Tables
		add(t, s)
	}
	stop()
	writers.Wait()
	if err := k.Close(); err != nil {
		t.Error(err)
	}
}

func TestSocketIsForItsOwnerAlone(t *testing.T) {
	s, file := hold(t)
	// The socket of a killed bot.
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: socketPath(file), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	k := listen(t, s, file)
	if info, err := os.Stat(socketPath(file)); err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("the socket is %v, %v, want mode 0600", info.Mode(), err)
	}
	if err := probe(t.Context(), socketPath(file)); err != nil {
		t.Error(err)
	}
	if err := k.Close(); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 || entries[0].Name() != "games.db" {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestReachIgnoresTheSocketOfAKilledBot(t *testing.T) {
	s, file := hold(t)
	k := listen(t, s, file)
	if err := os.Rename(socketPath(file), file+".kept"); err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err == nil {
		t.Error("Close does not say that the socket was gone")
	}
	if err := errors.Join(s.Close(), os.Rename(file+".kept", socketPath(file))); err != nil {
		t.Fatal(err)
	}
	a, err := openAccess(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if _, opened := a.(*store.Store); !opened {
		t.Errorf("Reach = %T, want the store itself", a)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestCommandsAreWrittenByTheRunningBot, which holds the store that remembers where they are.
func TestCommandsAreWrittenByTheRunningBot(t *testing.T) {
	s, file := hold(t)
	var asked []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `{"id":"5"}`)
		}
	}))
	defer api.Close()
	settings := config.Default()
	settings.Store.File, settings.Discord.API, settings.Discord.Token = file, api.URL+"/", "abc"
	k, err := openSocket(s, settings, &health{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	}()
	const guild = "123456789012345678"
	for _, tt := range []struct{ guild, says, in string }{
		{"", "commands written everywhere", ""},
		{guild, "commands written in the server " + guild, guild},
		{"a&b", "must be a server's ID", guild},
	} {
		settings.Discord.Guild = tt.guild
		var out bytes.Buffer
		if err := syncCommands(t.Context(), settings, &out); err != nil {
			out.WriteString(err.Error())
		}
		if !strings.Contains(out.String(), tt.says) {
			t.Errorf("in the server %q: it says %q, want %q", tt.guild, &out, tt.says)
		}
		if in, err := s.Get(discord.CommandsInKind, "5"); err != nil || string(in) != tt.in {
			t.Errorf("in the server %q: remembered is %q, %v", tt.guild, in, err)
		}
	}
	if want := "PUT /applications/5/guilds/" + guild + "/commands"; !slices.Contains(asked, want) {
		t.Errorf("asked are %q, want %q among them", asked, want)
	}
}

func TestBackupRefuses(t *testing.T) {
	s, file := hold(t)
	target := filepath.Join(t.TempDir(), "copy.db")
	ended, end := context.WithCancel(t.Context())
	end()
	tests := []struct {
		name       string
		ctx        context.Context
		file, path string
		word       string
	}{
		{"a store that is not there", t.Context(), file + "x", target, "there is no store"},
		{"a store below a file", t.Context(), filepath.Join(file, "x.db"), target, "there is no store"},
		{"the store as its own copy", t.Context(), file, file, "the store itself"},
		{"a store that somebody without a socket holds", t.Context(), file, target, "nobody answers at " + file + ".sock"},
		{"when it is interrupted", ended, file, target, "cancel"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.ctx.Err() != nil {
				k := listen(t, s, file)
				defer k.Close()
			}
			_, err := backup(tt.ctx, tt.file, tt.path, true)
			if err == nil || !strings.Contains(err.Error(), tt.word) {
				t.Errorf("Backup = %v, want an error that says %q", err, tt.word)
			}
			if _, err := os.Stat(target); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a file was left: %v", err)
			}
		})
	}
}

// TestBotRunsWithoutASocket serves a store whose path is too long for a socket.
func TestBotRunsWithoutASocket(t *testing.T) {
	folder := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	config := config.Default()
	config.Playground.Address = "127.0.0.1:0"
	config.Store.File = filepath.Join(folder, "games.db")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	serving := writerFunc(func(b []byte) (int, error) {
		stop()
		return len(b), nil
	})
	var log bytes.Buffer
	if err := serve(ctx, config, serving, &log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "no backup can be made while the bot runs") {
		t.Errorf("the log is %q", log.String())
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	// The store is not locked any more.
	if _, err := backup(t.Context(), config.Store.File, filepath.Join(t.TempDir(), "copy.db"), false); err != nil {
		t.Error(err)
	}
}

// TestBackupThatBreaksOffIsNoBackup ends the bot in the middle of a copy.
func TestBackupThatBreaksOffIsNoBackup(t *testing.T) {
	s, file := hold(t)
	if err := s.Put("note", "large", make([]byte, 8<<20)); err != nil { // more than a socket buffers
		t.Fatal(err)
	}
	k := listen(t, s, file)
	a := newRemote(t.Context(), socketPath(file))
	closed := make(chan error, 1)
	var copied bytes.Buffer
	err := a.Backup(writerFunc(func(b []byte) (int, error) {
		if copied.Len() == 0 {
			closed <- k.Close()
		}
		return copied.Write(b)
	}))
	if err == nil || !strings.Contains(err.Error(), "broke off") {
		t.Errorf("Backup = %v after %d bytes, want one that broke off", err, copied.Len())
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestBackupOfADamagedStoreIsNotKept serves an invalid backup.
func TestBackupOfADamagedStoreIsNotKept(t *testing.T) {
	_, file := hold(t)
	listener, err := net.Listen("unix", socketPath(file)) //nolint:noctx // closed by Serve's end
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "no store")
	})}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	path := filepath.Join(t.TempDir(), "copy.db")
	if _, err := backup(t.Context(), file, path, false); !errors.Is(err, store.ErrDamagedCopy) {
		t.Errorf("Backup = %v, want ErrDamagedCopy", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the copy was kept: %v", err)
	}
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		t.Error(err)
	}
}
