package program

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

var makes = flag.Int("make", 0, "make the store of an earlier version, of this schema")

// versions are the commits whose programs wrote the stores in testdata/upgrade, by schema: the last
// commit of each.
var versions = map[int]string{
	4: "68c5e4b29dd68c27cc65b2affa912cdce873571b",
}

// playedBefore are the lines played in every such store: a finished game, an unfinished one, a
// challenge, a choice, and a rated game.
var playedBefore = []struct{ user, line string }{
	{"you", "/hex new @friend size:3 swap:false"},
	{"friend", "/hex join table:1"},
	{"you", "/hex move b2 table:1"},
	{"friend", "/hex move a1 table:1"},
	{"you", "/hex move b1 table:1"},
	{"friend", "/hex move c1 table:1"},
	{"you", "/hex move b3 table:1"},
	{"you", "/hex new @friend size:5 swap:false"},
	{"friend", "/hex join table:2"},
	{"you", "/hex move c3 table:2"},
	{"friend", "/hex move d2 table:2"},
	{"friend", "/hex new @you size:4"},
	{"you", "/settings theme:light"},
	{"you", "/hex new @friend size:3 rated:true"},
	{"friend", "/hex join table:4"},
	{"you", "/hex move a1 table:4"},
	{"friend", "/hex move a2 table:4"},
	{"you", "/hex move b1 table:4"},
	{"friend", "/hex move b2 table:4"},
	{"you", "/hex move c1 table:4"},
	{"friend", "/hex move c2 table:4"},
}

// movesBefore returns the moves of the tables, by number.
func movesBefore() map[int]string {
	return map[int]string{1: "b2 a1 b1 c1 b3", 2: "c3 d2", 3: "", 4: "a1 a2 b1 b2 c1 c2"}
}

// TestUpgrade continues with a store of each earlier version: games, history and ratings are kept.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	if *makes > 0 {
		makeEarlier(t, *makes)
	}
	if versions[store.Schema] == "" {
		t.Fatalf("no store is kept of schema %d", store.Schema)
	}
	for schema := range versions {
		t.Run(fmt.Sprint("schema ", schema), func(t *testing.T) {
			t.Parallel()
			data := earlier(t, schema)
			holdsMoves(t, data, movesBefore())
			say(t, filepath.Join(folder, "sixfold"), data, "you", "/hex move b5 table:2")
			history(t, data)
			after := movesBefore()
			after[2] += " b5"
			holdsMoves(t, data, after)
		})
	}
}

// earlier unpacks the store of a schema.
func earlier(t *testing.T, schema int) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "upgrade", fmt.Sprintf("schema-%d.db.gz", schema)))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	path = filepath.Join(t.TempDir(), "games.db")
	if err = errors.Join(err, os.WriteFile(path, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// holdsMoves compares the tables of a store with those expected. It does not write.
func holdsMoves(t *testing.T, data string, want map[int]string) {
	t.Helper()
	s, err := store.Open(data, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := s.Verify(t.Context())
	if err != nil || c.Tables != len(want) {
		t.Errorf("there are %d tables, %v, want %d", c.Tables, err, len(want))
	}
	for number, moves := range want {
		table, err := s.Load(store.Key{Channel: gamesChannel, Game: "hex", Number: number})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range table.Moves {
			got = append(got, strings.TrimPrefix(m.Text, "move "))
		}
		if strings.Join(got, " ") != moves {
			t.Errorf("at table %d was played %q, want %q", number, got, moves)
		}
	}
}

// gamesChannel is the channel of `sixfold say`.
const gamesChannel = "1456074443980800003"

// say runs a line as a user, and returns the reply.
func say(t *testing.T, program, data, user, line string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "say", "--data", data, "--user", user, line)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// history checks what the program reports about the finished games.
func history(t *testing.T, data string) {
	t.Helper()
	p := start(t, "--config", settings(t, ""), "--data", data)
	if told := p.told("you", "/history"); !strings.Contains(told, "**Hex** against Friend: **won**, 5 moves") {
		t.Errorf("the history is %q", told)
	}
	// The winner of the first game of two new players has a Glicko-2 rating of 1,662.
	if told := p.told("friend", "/rank"); !strings.Contains(told, "1662") {
		t.Errorf("the rank is %q", told)
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Errorf("stopped by a signal: %v\n%s", err, p.log)
	}
}

// told returns a user's reply, also a private one.
func (p *process) told(user, line string) string {
	p.t.Helper()
	var answer ran
	if err := json.Unmarshal(p.send(p.request(user, line)), &answer); err != nil {
		p.t.Fatal(err)
	}
	return answer.Message.Content
}

// build builds the program of an earlier version from the Git history.
func build(t *testing.T, schema int) (program string) {
	t.Helper()
	source := t.TempDir()
	archive := filepath.Join(source, "source.tar")
	program = filepath.Join(source, "sixfold-then")
	for _, args := range [][]string{
		{"git", "-C", "../..", "archive", "-o", archive, versions[schema]},
		{"tar", "-xf", archive, "-C", source},
		{"go", "build", "-C", source, "-trimpath", "-o", program, "."},
	} {
		if out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	return program
}

// makeEarlier creates the store of an earlier version.
func makeEarlier(t *testing.T, schema int) {
	t.Helper()
	older, data := build(t, schema), filepath.Join(t.TempDir(), "games.db")
	for _, p := range playedBefore {
		say(t, older, data, p.user, p.line)
	}
	p := start(t, "--config", settings(t, ""), "--data", data)
	for range looks(t, func() string { return "the game is not rated" }) { // the bot's periodic work rates it
		if strings.Contains(p.told("friend", "/rank"), "1662") {
			break
		}
	}
	p.kill()
	content, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
		err = errors.Join(err, w.Close())
	}
	if err = errors.Join(err, os.WriteFile(filepath.Join("testdata", "upgrade", fmt.Sprintf("schema-%d.db.gz", schema)), packed.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}
