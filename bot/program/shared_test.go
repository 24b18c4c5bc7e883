package program

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// Codes of the playground's violations when copies come and go: an interaction that a killed copy
// has not answered, and one that two copies would answer.
const (
	unanswered   = 10062
	acknowledged = 40060
)

// shared is the bucket of the copies.
const shared = "copies"

// copies are copies of the program that share a store, behind one playground.
type copies struct {
	*process // the page's; its command is nil
	config   string
	token    string
	running  []*exec.Cmd
	logs     []*journal
}

// startCopies starts n copies on three servers, with their own bucket.
func startCopies(t *testing.T, n int, urls []string, bucket string) *copies {
	t.Helper()
	page, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := page.Close(); err != nil {
			t.Error(err)
		}
		for _, v := range page.Violations() {
			if v.Code != unanswered && v.Code != acknowledged && v.Status != http.StatusUnauthorized {
				t.Errorf("the playground was misused: %+v", v)
			}
		}
	})
	config := filepath.Join(t.TempDir(), "config.toml")
	settings := fmt.Sprintf("[discord]\napi = %q\n[store]\nkind = \"jetstream\"\n%s",
		page.APIBase()+"api/v9/", inCluster(urls, bucket))
	if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &copies{process: &process{t: t, page: page.URL()}, config: config, token: page.Token(), running: make([]*exec.Cmd, n), logs: make([]*journal, n)}
	for i := range n {
		c.begin(i)
	}
	return c
}

// inCluster returns the settings for a cluster.
func inCluster(urls []string, bucket string) string {
	return fmt.Sprintf("[cluster]\nservers = [\"%s\"]\nbucket = %q\n", strings.Join(urls, `", "`), bucket)
}

// begin starts a copy, for the first time or again.
func (c *copies) begin(i int) {
	c.t.Helper()
	p := program(c.t, "--config", c.config, "--data", c.data(i))
	p.Env = append(p.Env, "SIXFOLD_TOKEN="+c.token)
	log := &journal{}
	p.Stdout, p.Stderr = log, log
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.running[i], c.logs[i] = p, log
	c.t.Cleanup(func() {
		_ = p.Process.Kill()
		_ = p.Wait()
		if c.t.Failed() {
			c.t.Logf("copy %d:\n%s", i, log)
		}
	})
}

// holder returns the copy that last acquired the lease of the shard.
func (c *copies) holder() (number int) {
	latest := ""
	for i, log := range c.logs {
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, "lease=shard/0") && strings.Contains(line, "holds a lease") && line > latest { // lines start with their time
				number, latest = i, line
			}
		}
	}
	return number
}

// says repeats a command until it is answered with a board, since nobody answers until another copy
// takes over from a killed one. A move whose answer was lost is refused then, as its cell is taken; of
// a game that is opened twice the later one is played. It waits for deferred answers, as the number
// of commands per minute is limited.
func (c *copies) says(user, line string) (alt string) {
	c.t.Helper()
	for range looks(c.t, func() string { return line + ": nobody answers" }) {
		response, err := http.DefaultClient.Do(c.request(user, line))
		if err != nil {
			c.t.Fatal(err)
		}
		var answer ran
		err = json.NewDecoder(response.Body).Decode(&answer)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK || err != nil {
			continue // no copy is connected
		}
		m := c.whole(user, answer.Message)
		if alt = m.alt(); alt != "" {
			return alt
		}
		if strings.Contains(m.Content, "is taken") {
			line = "/hex show"
		}
	}
	return ""
}

// whole returns a message once its answer is complete.
func (c *copies) whole(user string, m message) message {
	c.t.Helper()
	for range looks(c.t, func() string { return "an acknowledged command is never answered" }) {
		if !m.Thinking {
			break
		}
		var list []message
		if err := json.Unmarshal([]byte(c.get("api/messages?user="+user+"&channel="+m.Channel)), &list); err != nil {
			c.t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(other message) bool { return other.ID == m.ID })
		if i < 0 {
			return message{} // a refusal is private, and so another message
		}
		m = list[i]
	}
	return m
}

// TestCluster runs copies, workers and commands on one cluster, each with its own bucket. It is
// parallel, so it runs after the tests that measure memory: the servers run in this process, whose
// maximum memory counts for processes started later.
func TestCluster(t *testing.T) {
	t.Parallel()
	servers, urls := natstest.Start(t, 3)
	copies := startCopies(t, 3, urls, shared)
	played := 0
	t.Run("while all servers run", func(t *testing.T) {
		for name, test := range map[string]func(*testing.T, []string){
			"migrate": migrateIntoACluster, "workers": workers,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, urls)
			})
		}
		t.Run("copies", func(t *testing.T) {
			t.Parallel()
			copies.standBy()
			copies.oweTurn(urls)
			copies.refuse("shards = 2", `discord.shards is "2" here and "1" there`)
			played = copies.playKilled()
		})
	})
	servers[0].Shutdown()
	copies.says("you", "/hex move "+cell(played))
	copies.holds(played + 1)
}

// refuse starts a copy with a further setting of [discord], which must end and say why.
func (c *copies) refuse(setting, why string) {
	c.t.Helper()
	text, err := os.ReadFile(c.config)
	if err != nil {
		c.t.Fatal(err)
	}
	config := filepath.Join(c.t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte(strings.Replace(string(text), "[discord]", "[discord]\n"+setting, 1)), 0o600); err != nil {
		c.t.Fatal(err)
	}
	p := program(c.t, "--config", config, "--data", config+".db")
	p.Env = append(p.Env, "SIXFOLD_TOKEN="+c.token)
	defer time.AfterFunc(time.Minute, func() { _ = p.Process.Kill() }).Stop()
	if out, err := p.CombinedOutput(); p.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), why) {
		c.t.Errorf("with %s: %v\n%s", setting, err, out)
	}
}

// playKilled plays while the answering copy is killed repeatedly, and another takes over. It
// returns the number of acknowledged moves.
func (c *copies) playKilled() (played int) {
	kills := 1
	if long {
		kills = 12
	}
	c.says("you", "/hex new @you size:19")
	for range kills {
		for range 3 {
			c.says("you", "/hex move "+cell(played))
			played++
		}
		victim := c.holder()
		_ = c.running[victim].Process.Kill()
		_ = c.running[victim].Wait()
		c.begin(victim)
	}
	c.says("you", "/hex move "+cell(played))
	return played + 1
}

// holds checks that each acknowledged move is on the board.
func (c *copies) holds(moves int) {
	c.t.Helper()
	alt := c.says("you", "/hex show")
	board := strings.FieldsFunc(alt, func(r rune) bool { return strings.ContainsRune(" .,:", r) })
	for n := range moves {
		if !slices.Contains(board, cell(n)) {
			c.t.Errorf("%s was answered, and is not on the board: %v", cell(n), board)
		}
	}
}

// migrateIntoACluster moves a game into a cluster and back, checks the cluster in between, and
// plays on.
func migrateIntoACluster(t *testing.T, urls []string) {
	t.Helper()
	folder := t.TempDir()
	config, games, back := filepath.Join(folder, "config.toml"), filepath.Join(folder, "games.db"), filepath.Join(folder, "back.db")
	if err := os.WriteFile(config, []byte(inCluster(urls, "migrated")), 0o600); err != nil {
		t.Fatal(err)
	}
	runs := func(want string, args ...string) string {
		t.Helper()
		out, err := program(t, append(args, "--config", config)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Fatalf("%v: %v, want %q\n%s", args, err, want, out)
		}
		return string(out)
	}
	runs("Red to move", "say", "/hex new @you size:5", "--data", games)
	runs("c3", "say", "/hex move c3", "--data", games)
	there := runs("tables 1", "migrate", games, "cluster")
	again := runs("moved now 0", "migrate", games, "cluster")
	runs("ok       games: all can be read", "cluster", "check", "--all")
	home := runs("tables 1", "migrate", "cluster", back)
	sum := func(said string) string {
		_, sum, _ := strings.Cut(said, "checksum")
		return sum
	}
	if sum(there) != sum(home) || sum(there) != sum(again) {
		t.Errorf("other games have come home:\n%s%s", there, home)
	}
	runs("d3", "say", "/hex move d3", "--data", back)
	if out, err := program(t, "migrate", back, "cluster", "--config", config).CombinedOutput(); err == nil || !strings.Contains(string(out), "holds other games") {
		t.Errorf("games that have gone on: %v\n%s", err, out)
	}
	if out, err := program(t, "migrate", "none.db", "cluster", "--config", config).CombinedOutput(); err == nil || !strings.Contains(string(out), "there is no store at none.db") {
		t.Errorf("no games: %v\n%s", err, out)
	}
}
