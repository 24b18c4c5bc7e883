package program

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestKilledProgram kills the program repeatedly while somebody plays in its page: each
// acknowledged move is on the board after the next start. Package load does the same in many
// channels at once.
func TestKilledProgram(t *testing.T) {
	t.Parallel()
	kills := 2
	if long {
		kills = 20
	}
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"--config", config, "--data", filepath.Join(folder, "games.db")}
	p := start(t, args...)
	p.run("you", "/hex new @you size:19")
	random := rand.New(rand.NewPCG(3, 4))
	next := 0
	for range kills {
		moves := 1 + random.IntN(6)
		var told []string
		for range moves {
			told = append(told, cell(next))
			p.shows("/hex move " + cell(next))
			next++
		}
		left := p.begin("you", "/hex move "+cell(next)) // may be made or not
		if err := p.command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-left
		if err := p.wait(); err == nil {
			t.Error("the process ended well, though it was killed")
		}
		p = start(t, args...)
		board := strings.FieldsFunc(p.shows("/hex show"), func(r rune) bool { return strings.ContainsRune(" .,:", r) })
		for _, c := range told {
			if !slices.Contains(board, c) {
				t.Errorf("%s was answered, and is not on the board: %v", c, board)
			}
		}
		if slices.Contains(board, cell(next)) {
			next++
		}
	}
}

// cell returns the n-th cell of a board of 19 columns, row by row.
func cell(n int) string { return string(rune('a'+n%19)) + strconv.Itoa(1+n/19) }

// begin starts a command in the first channel. The channel is closed when the request ends.
func (p *process) begin(user, line string) <-chan struct{} {
	p.t.Helper()
	r := p.request(user, line)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if response, err := http.DefaultClient.Do(r); err == nil {
			_ = response.Body.Close()
		}
	}()
	return done
}
