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
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

var makes = flag.Int("make", 0, "make the store of an earlier version, of this schema")

// versions are the commits whose programs wrote the stores in testdata/upgrade, by schema: the
// last before the next one.
var versions = []string{
	1: "d4d5d294dced25bc7cc55ee3baa936af328c6da5",
	2: "d6dc1d444c0dba3e20dfa81f08f78e304159dd41",
	3: "5bb9ac9f59ede95bfd3b55910b26202e8ca7b5de",
	4: "68c5e4b29dd68c27cc65b2affa912cdce873571b",
}

// playedBefore are the lines of two people in every such store: a game that is won, one in the
// middle, a challenge, and a choice.
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
}

// ratedBefore are those of a rated game, since there are ratings.
var ratedBefore = []struct{ user, line string }{
	{"you", "/hex new @friend size:3 rated:true"},
	{"friend", "/hex join table:4"},
	{"you", "/hex move a1 table:4"},
	{"friend", "/hex move a2 table:4"},
	{"you", "/hex move b1 table:4"},
	{"friend", "/hex move b2 table:4"},
	{"you", "/hex move c1 table:4"},
	{"friend", "/hex move c2 table:4"},
}

// ratingsSince is the schema of the first version with ratings.
const ratingsSince = 4

// movesBefore are the moves of the tables, by number.
func movesBefore(schema int) map[int]string {
	moves := map[int]string{1: "b2 a1 b1 c1 b3", 2: "c3 d2", 3: ""}
	if schema >= ratingsSince {
		moves[4] = "a1 a2 b1 b2 c1 c2"
	}
	return moves
}

// TestUpgrade goes on with a store of each earlier version: the games, the history and the
// ratings are there. Whoever goes back finds all as it was in the copy, which the program has
// made by itself; with SIXFOLD_LONG=1 they use the earlier program.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	if *makes > 0 {
		makeEarlier(t, *makes)
	}
	if len(versions) != store.Schema+1 {
		t.Fatalf("no store is kept of schema %d", store.Schema)
	}
	for schema := 1; schema <= store.Schema; schema++ {
		t.Run(fmt.Sprint("schema ", schema), func(t *testing.T) {
			t.Parallel()
			data := earlier(t, schema)
			holdsMoves(t, data, movesBefore(schema))
			say(t, filepath.Join(folder, "sixfold"), data, "you", "/hex move b5 table:2")
			history(t, data, schema)
			after := movesBefore(schema)
			after[2] += " b5"
			holdsMoves(t, data, after)
			goesBack(t, data, schema)
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

// holdsMoves compares the tables of a store with those that it must hold. It writes nothing.
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

// gamesChannel is where `sixfold say` plays.
const gamesChannel = "1456074443980800003"

// say lets a user of a program say a line, and returns the answer.
func say(t *testing.T, program, data, user, line string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "say", "--data", data, "--user", user, line)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// history waits until the program tells how the games that were over have ended, as it finds
// out by and by after an upgrade.
func history(t *testing.T, data string, schema int) {
	t.Helper()
	p := start(t, "--config", settings(t, ""), "--data", data)
	told := ""
	for range looks(t, func() string { return "the history is " + told }) {
		if told = p.told("you", "/history"); strings.Contains(told, "**Hex** against Friend: **won**, 5 moves") {
			break
		}
	}
	if schema >= ratingsSince {
		// The winner of the first game of two new players has 1,662 points by Glicko-2.
		if told := p.told("friend", "/rank"); !strings.Contains(told, "1662") {
			t.Errorf("the rank is %q", told)
		}
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Errorf("stopped by a signal: %v\n%s", err, p.log)
	}
}

// told is what a user is answered, in private too.
func (p *process) told(user, line string) string {
	p.t.Helper()
	var answer ran
	if err := json.Unmarshal(p.send(p.request(user, line)), &answer); err != nil {
		p.t.Fatal(err)
	}
	return answer.Message.Content
}

// goesBack puts the copy in the place of the upgraded store.
func goesBack(t *testing.T, data string, schema int) {
	t.Helper()
	name := fmt.Sprint("games.db.schema-", schema)
	beside := namesIn(t, filepath.Dir(data))
	if schema == store.Schema {
		if len(beside) != 1 {
			t.Errorf("nothing is upgraded, and there are %v", beside)
		}
		return
	}
	if !slices.Equal(beside, []string{"games.db", name}) {
		t.Fatalf("there are %v", beside)
	}
	copied := filepath.Join(filepath.Dir(data), name)
	if long {
		older := build(t, schema)
		refused, err := exec.CommandContext(t.Context(), older, "say", "--data", data, "/games").CombinedOutput()
		if err == nil || !bytes.Contains(refused, []byte("newer version")) {
			t.Errorf("the earlier program on the upgraded store: %v\n%s", err, refused)
		}
		if err := os.Rename(copied, data); err != nil {
			t.Fatal(err)
		}
		for number, facts := range map[int]string{1: `"winner":"red"`, 2: `"board":[".....","...B.","..R..",".....","....."]`} {
			line := fmt.Sprintf("/hex show table:%d", number)
			if told := say(t, older, data, "you", line); !strings.Contains(told, facts) {
				t.Errorf("the earlier program answers to %s: %s", line, told)
			}
		}
		say(t, older, data, "you", "/hex move e5 table:2")
		return
	}
	if err := os.Rename(copied, data); err != nil {
		t.Fatal(err)
	}
	holdsMoves(t, data, movesBefore(schema))
	// It is still of the earlier schema: what goes on with it makes the copy again.
	say(t, filepath.Join(folder, "sixfold"), data, "you", "/hex move e5 table:2")
	if beside := namesIn(t, filepath.Dir(data)); !slices.Equal(beside, []string{"games.db", name}) {
		t.Errorf("after the second upgrade there are %v", beside)
	}
}

// build makes the program of an earlier version from the history of Git.
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

// makeEarlier makes the store of an earlier version.
func makeEarlier(t *testing.T, schema int) {
	t.Helper()
	older, data := build(t, schema), filepath.Join(t.TempDir(), "games.db")
	played := playedBefore
	if schema >= ratingsSince {
		played = slices.Concat(playedBefore, ratedBefore)
	}
	for _, p := range played {
		say(t, older, data, p.user, p.line)
	}
	if schema >= ratingsSince { // the rounds of the bot rate it
		p := start(t, "--config", settings(t, ""), "--data", data)
		for range looks(t, func() string { return "the game is not rated" }) {
			if strings.Contains(p.told("friend", "/rank"), "1662") {
				break
			}
		}
		p.kill()
	}
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
