package operate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/config"
)

// Other machines can reach a playground only if the operator allows it.
func TestPublicPlayground(t *testing.T) {
	tests := []struct {
		name, settings string
		flag           bool
		served         bool
	}{
		{"by default", "", false, true},
		{"on loopback", `address = "[::1]:80"`, false, true},
		{"at all addresses", `address = "0.0.0.0:80"`, false, false},
		{"at all addresses, without saying so", `address = ":80"`, false, false},
		{"at an address", `address = "192.0.2.1:80"`, false, false},
		{"at all addresses, as the settings say", "address = \"0.0.0.0:80\"\npublic = true", false, true},
		{"at all addresses, as the command line says", `address = "0.0.0.0:80"`, true, true},
		{"in Discord", "address = \"0.0.0.0:80\"\n[discord]\ntoken = \"abc\"", false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("SIXFOLD_TOKEN", "")
			t.Setenv("SIXFOLD_TOKEN_FILE", "")
			file := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(file, []byte("[playground]\n"+tt.settings), 0o600); err != nil {
				t.Fatal(err)
			}
			s := Source{Settings: file, Public: tt.flag}
			settings, err := s.Load()
			if err != nil {
				t.Fatal(err)
			}
			err = checkConfig(t.Context(), settings, io.Discard)
			if tt.served && err != nil {
				t.Errorf("Check = %v", err)
			}
			if tt.served {
				return
			}
			why, ok := errors.AsType[*config.Error](err)
			if !ok || why.File != file || why.Line != 2 || !strings.Contains(err.Error(), "may act as anybody") || !strings.Contains(err.Error(), "--public") {
				t.Errorf("Check = %v, want a refusal that names %s:2 and --public", err, file)
			}
		})
	}
	settings := config.Default()
	settings.Playground.Address = "0.0.0.0:0"
	settings.Store.File = filepath.Join(t.TempDir(), "games.db")
	if err := serve(t.Context(), settings, io.Discard, io.Discard); ExitStatus(err) != unusable || !strings.HasPrefix(err.Error(), "playground.address: ") {
		t.Errorf("Serve = %v, want a refusal that names playground.address", err)
	}
	if _, err := os.Stat(settings.Store.File); err == nil {
		t.Error("a refused bot has made its store")
	}
}

// An operator who allows that is told the consequences.
func TestPublicPlaygroundSaysSo(t *testing.T) {
	settings := config.Default()
	settings.Playground.Address, settings.Playground.Public = "0.0.0.0:0", true
	settings.Store.File = filepath.Join(t.TempDir(), "games.db")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	read, write := io.Pipe()
	var log bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, settings, write, &log)
		_ = write.Close()
	}()
	said := false
	for lines := bufio.NewScanner(read); !said && lines.Scan(); {
		said = strings.Contains(lines.Text(), "may act as anybody")
	}
	cancel()
	if err := <-ended; err != nil || !said {
		t.Errorf("said %t, ended with %v\n%s", said, err, &log)
	}
}
